import { appendFileSync } from "node:fs";
import { afterAll, beforeEach, test, vi } from "vitest";
import { REACH } from "./state.ts";
import { chooseTexts } from "./texts.ts";

/** What Stryker's switches read and write. */
interface Switches {
  active?: Set<string>;
  hitCount?: number;
  hitLimit?: number;
  currentTestId?: string | undefined;
  mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

const shared = globalThis as unknown as { __stryker__: Switches; __mutation: object; __noticed: Set<string> };
shared.__stryker__ ??= { mutantCoverage: { static: {}, perTest: {} } };
const switches = shared.__stryker__;
// A change that one file of tests noticed is not run with the others.
const noticed = (shared.__noticed ??= new Set());

/** A condition that is read so often is in an endless loop. */
const HITS = 1_000_000;

const LEFT_OUT = "left out by a mutant";
Object.defineProperty(Object.prototype, LEFT_OUT, {
  configurable: true,
  value(this: unknown) {
    return this;
  },
});

function reach(id: string) {
  const { currentTestId, mutantCoverage } = switches;
  const of = currentTestId ? (mutantCoverage.perTest[currentTestId] ??= {}) : mutantCoverage.static;
  of[id] = 1;
}

/** What the switches of queries call. */
shared.__mutation ??= {
  key: () => ` ${[...(switches.active ?? [])].join()} ${switches.currentTestId ?? ""}`,
  method(id: string, name: string) {
    reach(id);
    return switches.active?.has(id) ? LEFT_OUT : name;
  },
  /** Returns a piece of SQL that is chosen when the statement is built, because fragments are constants of modules. */
  sql: (was: string, changed: Record<string, string>) => ({
    toOperationNode: () => ({
      kind: "RawNode",
      parameters: [],
      get sqlFragments() {
        const ids = Object.keys(changed);
        for (const id of ids) reach(id);
        return [changed[ids.find((id) => switches.active?.has(id)) ?? ""] ?? was];
      },
    }),
  }),
};

chooseTexts((id) => {
  reach(id);
  return switches.active?.has(id) ?? false;
});

/**
 * Activates changes for the tests of one file; without one, writes which changes the file reaches.
 * @param limit how long one test may take, in ms
 * @returns false when another file noticed the change
 */
export function begin(mutants: string[], file: string, limit: number): boolean {
  vi.setConfig({ testTimeout: limit, hookTimeout: limit });
  switches.active = new Set();
  switches.currentTestId = file;
  const name = mutants.join();
  if (noticed.has(name)) {
    test("noticed before", () => {});
    return false;
  }
  if (mutants.length === 0) {
    afterAll(() => {
      const ids = Object.keys(switches.mutantCoverage.perTest[file] ?? {});
      appendFileSync(REACH, `${JSON.stringify({ file, ids })}\n`);
    });
    return true;
  }
  switches.active = new Set(mutants);
  switches.hitCount = 0;
  switches.hitLimit = HITS;
  // Only of this file: several changes at once are run with other files too.
  let isNoticed = false;
  beforeEach((context) => {
    if (isNoticed) context.skip();
    context.onTestFailed(() => {
      isNoticed = true;
      if (mutants.length === 1) noticed.add(name);
    });
  });
  afterAll(() => {
    switches.active = new Set();
  });
  return true;
}
