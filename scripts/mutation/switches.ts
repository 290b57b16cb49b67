import { appendFileSync } from "node:fs";
import { afterAll, beforeEach, test } from "vitest";
import { REACH } from "./state.ts";

/** What Stryker's switches read and write. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

const shared = globalThis as unknown as { __stryker__: Switches; __mutation: object; __noticed: Set<string> };
shared.__stryker__ ??= { mutantCoverage: { static: {}, perTest: {} } };
const switches = shared.__stryker__;
// A change that one file of tests noticed is not run with the others.
const noticed = (shared.__noticed ??= new Set());

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
  key: () => ` ${switches.activeMutant ?? switches.currentTestId ?? ""}`,
  method(id: string, name: string) {
    reach(id);
    return switches.activeMutant === id ? LEFT_OUT : name;
  },
  /** Returns a piece of SQL that is chosen when the statement is built, because fragments are constants of modules. */
  sql: (was: string, changed: Record<string, string>) => ({
    toOperationNode: () => ({
      kind: "RawNode",
      parameters: [],
      get sqlFragments() {
        for (const id of Object.keys(changed)) reach(id);
        return [changed[switches.activeMutant ?? ""] ?? was];
      },
    }),
  }),
};

/**
 * Activates a change for the tests of one file; without one, writes which changes the file reaches.
 * @returns false when another file noticed the change
 */
export function begin(mutant: string, file: string): boolean {
  switches.activeMutant = undefined;
  switches.currentTestId = file;
  if (noticed.has(mutant)) {
    test("noticed before", () => {});
    return false;
  }
  if (mutant === "") {
    afterAll(() => {
      const ids = Object.keys(switches.mutantCoverage.perTest[file] ?? {});
      appendFileSync(REACH, `${JSON.stringify({ file, ids })}\n`);
    });
    return true;
  }
  switches.activeMutant = mutant;
  beforeEach((context) => {
    if (noticed.has(mutant)) context.skip();
    context.onTestFailed(() => void noticed.add(mutant));
  });
  afterAll(() => {
    switches.activeMutant = undefined;
  });
  return true;
}
