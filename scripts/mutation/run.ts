import { spawn } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { limitFile, limitTest } from "./limits.ts";
import { instrument, type Mutant } from "./mutants.ts";
import { addLine, GENERATED, type Generated, MUTANTS, REACH, readLines, type Result, RESULTS, TESTS } from "./state.ts";

/**
 * Changes one condition of the server at a time and runs the tests that reach it (CONTRIBUTING.md):
 *   run.ts prepare <sources>       puts switches into the sources, in the working tree
 *   run.ts reach <tests>           notes which changes the tests of each file reach
 *   run.ts run [--most n] [--together n] <sources>   runs each change with its n likeliest files, then with the next n, and
 *                                  so on; what its likeliest files did not notice, together with changes of other sources
 *   run.ts report <sources>        counts them, and lists those that no test noticed
 * With --fresh, `reach` and `run` load all modules again for each file of tests: for what is worked out when a module is loaded.
 * A run that was stopped goes on where it was.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: "string", default: "3" },
    together: { type: "string", default: "8" },
    batch: { type: "string", default: "200" },
    fresh: { type: "boolean", default: false },
  },
});
const [command, ...patterns] = positionals;
const most = Number(values.most);
const files = [...new Set(patterns.flatMap((pattern) => globSync(pattern)))];
const sources = files.filter((file) => !/\.(test|testdata)\.ts$/.test(file));
const MEMORY = "/dev/shm";

if (command === "prepare") {
  const mutants = await instrument(sources);
  writeFileSync(MUTANTS, JSON.stringify(mutants));
  console.log(`${mutants.length} changes`);
}
if (command === "reach") {
  const tests = files.filter((file) => file.endsWith(".test.ts") && !file.includes(".isolated."));
  await runTests(tests.map((test) => ({ mutants: [], test })));
}
if (command === "run") while (await runBatch());
if (command === "report") report();

interface Known {
  mutants: Mutant[];
  /** The files of tests that reach each change. */
  reached: Map<string, Set<string>>;
  /** The files that have run with each change. */
  ran: Map<string, Set<string>>;
  noticed: Set<string>;
  /** The files that noticed one of several changes: each is run alone with them. */
  suspected: Map<string, Set<string>>;
  /** How likely a file notices a change of a source, for each second that it takes. */
  rate: (source: string, test: string) => number;
}

function readKnown(): Known {
  const all = JSON.parse(readFileSync(MUTANTS, "utf8")) as Mutant[];
  const fileById = new Map(all.map(({ id, file }) => [id, file]));
  const mutants = sources.flatMap((source) => all.filter(({ file }) => file === source));
  const reached = new Map<string, Set<string>>();
  const weights = new Map<string, number>();
  const add = (source: string | undefined, test: string, weight: number) =>
    weights.set(`${source} ${test}`, (weights.get(`${source} ${test}`) ?? 0) + weight);
  for (const { file, ids } of readLines<{ file: string; ids: string[] }>(REACH))
    for (const id of ids) {
      reached.set(id, (reached.get(id) ?? new Set()).add(file));
      add(fileById.get(id), file, 0.1);
    }
  const ran = new Map<string, Set<string>>();
  const noticed = new Set<string>();
  const suspected = new Map<string, Set<string>>();
  const times = new Map<string, number>();
  const broken = new Set<string>();
  const generated = new Map(readLines<Generated>(GENERATED).map((one) => [one.name, one]));
  for (const { name, state, ms } of readLines<Result>(RESULTS)) {
    const { mutants: changed, test } = generated.get(name) ?? { mutants: [], test: "" };
    if (changed.length === 0) {
      times.set(test, ms);
      if (state === "failed") broken.add(test);
      else broken.delete(test);
      continue;
    }
    // Tests that were changed since may notice it now.
    const isStale = Number(/^m(\d+)/.exec(name)?.[1]) < statSync(test).mtimeMs;
    const isAlone = changed.length === 1;
    const to = state === "failed" && !isAlone ? suspected : ran;
    if (state === "failed" || !isStale) for (const id of changed) to.set(id, (to.get(id) ?? new Set()).add(test));
    if (state !== "failed" || !isAlone) continue;
    noticed.add(changed[0]!);
    add(fileById.get(changed[0]!), test, 1);
  }
  // The tests of a file that fail without a change prove nothing.
  for (const tests of reached.values()) for (const test of broken) tests.delete(test);
  const rate = (source: string, test: string) =>
    ((weights.get(`${source} ${test}`) ?? 0) + 3 * countShared(source, test)) / ((times.get(test) ?? 2_000) + 100);
  return { mutants, reached, ran, noticed, suspected, rate };
}

/** Counts the words that the names of a source and of a file of tests share. */
function countShared(source: string, test: string): number {
  const [words, others] = [source, test].map((file) => new Set(path.basename(file, ".ts").split(/[.-]/)));
  return words!.intersection(others!).size;
}

/** Runs the next changes. @returns false when there are none */
async function runBatch(): Promise<boolean> {
  const { mutants, reached, ran, noticed, suspected, rate } = readKnown();
  const rounds = ({ id }: Mutant) => Math.ceil((ran.get(id)?.size ?? 0) / most);
  const left = mutants
    .filter(({ id }) => !noticed.has(id))
    .map((mutant) => ({
      mutant,
      round: rounds(mutant),
      tests: [...(reached.get(mutant.id) ?? [])]
        .filter((test) => !ran.get(mutant.id)?.has(test))
        .sort((a, b) => rate(mutant.file, b) - rate(mutant.file, a))
        .slice(0, most),
    }))
    .filter(({ tests }) => tests.length > 0)
    // What was run with few files comes before what survived many.
    .sort((a, b) => a.round - b.round);
  console.log(`${mutants.length} changes, ${noticed.size} noticed, ${left.length} to run`);
  const size = Number(values.batch);
  const isAlone = (mutant: Mutant, test: string) => suspected.get(mutant.id)?.has(test) ?? false;
  const next = left[0]?.round === 0 ? left.filter(({ round }) => round === 0).slice(0, size) : left;
  const pairs = next.flatMap(({ mutant, round, tests }) => tests.map((test) => ({ mutant, round, test })));
  const alone = pairs.filter(({ mutant, round, test }) => round === 0 || isAlone(mutant, test));
  const groups = gather(pairs.filter((pair) => !alone.includes(pair)));
  await runTests(
    [...alone.map(({ mutant, test }) => ({ mutants: [mutant.id], test })), ...groups].slice(0, size * most),
  );
  return next.length > 0;
}

/** Puts changes of several sources together that the same file is to be run with: an outer change hides an inner one. */
function gather(pairs: { mutant: Mutant; test: string }[]): Omit<Generated, "name">[] {
  const groups: { test: string; of: Map<string, string> }[] = [];
  for (const { mutant, test } of pairs) {
    const free = groups.find(
      (each) => each.test === test && each.of.size < Number(values.together) && !each.of.has(mutant.file),
    );
    if (free) free.of.set(mutant.file, mutant.id);
    else groups.push({ test, of: new Map([[mutant.file, mutant.id]]) });
  }
  return groups.map(({ test, of }) => ({ mutants: [...of.values()], test }));
}

/** Lists how long each file of tests took when its tests passed, in ms. */
function readPassed(): Map<string, number[]> {
  const tests = new Map(readLines<Generated>(GENERATED).map(({ name, test }) => [name, test]));
  const results = readLines<Result>(RESULTS).filter(({ state }) => state === "passed");
  const byTest = Map.groupBy(results, ({ name }) => tests.get(name) ?? "");
  return new Map([...byTest].map(([test, some]) => [test, some.map(({ ms }) => ms)]));
}

/** Runs the tests of files with changes. What hangs is stopped, and counts as noticed. */
async function runTests(pairs: Omit<Generated, "name">[]): Promise<void> {
  if (pairs.length === 0) return;
  rmSync(TESTS, { recursive: true, force: true });
  mkdirSync(TESTS);
  const begin = 'import { begin } from "../../scripts/mutation/switches.ts";';
  // Modules are loaded before any change is active.
  const load =
    'import { test } from "vitest"; await import("../../server/src/testing/server.ts"); test("loads", () => {});';
  writeFileSync(`${TESTS}/a.test.ts`, `${begin}\n${load}\nvoid begin;\n`);
  const stamp = Date.now();
  const passed = readPassed();
  const generated = pairs.map((pair, at) => ({ name: `m${stamp}-${String(at).padStart(6, "0")}`, ...pair }));
  for (const one of generated) {
    const { name, mutants, test } = one;
    const limit = limitTest(passed.get(test) ?? []);
    const reset = values.fresh ? 'import { vi } from "vitest"; vi.resetModules();\n' : "";
    const run = `if (begin(${JSON.stringify(mutants)}, "${test}", ${limit})) await import("../../${test}?${name}");`;
    writeFileSync(`${TESTS}/${name}.test.ts`, `${begin}\n${reset}${run}\n`);
    addLine(GENERATED, one);
  }
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "scripts/mutation/vitest.config.ts"];
  // To copy databases in memory takes a fifth of the time.
  const env = existsSync(MEMORY) ? { ...process.env, TMPDIR: MEMORY } : process.env;
  const child = spawn(process.execPath, vitest, { stdio: ["ignore", "inherit", "inherit"], detached: true, env });
  const kill = () => process.kill(-child.pid!, "SIGKILL");
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    child.on("exit", () => {
      isOver = true;
      resolve();
    });
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.removeAllListeners(signal).once(signal, () => {
      kill();
      process.exit(1);
    });
  while (!isOver) {
    await Promise.race([over, wait(5_000)]);
    const last = statSync(RESULTS, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    // The first result is that of a.test.ts: until then, modules are loaded and no change is active.
    if (isOver || last < stamp) continue;
    const finished = new Set(readLines<Result>(RESULTS).map(({ name }) => name));
    const hanging = generated.find(({ name }) => !finished.has(name));
    const ms = limitFile(passed.get(hanging?.test ?? "") ?? []);
    if (Date.now() - last < ms) continue;
    if (hanging) addLine(RESULTS, { name: hanging.name, state: "failed", ms, error: "hangs" });
    kill();
    await over;
  }
}

function report(): void {
  const { mutants, reached, ran, noticed } = readKnown();
  const toState = ({ id }: Mutant) => {
    if (noticed.has(id)) return "noticed";
    const tests = reached.get(id)?.size ?? 0;
    if (tests === 0) return "not reached";
    const done = ran.get(id)?.size ?? 0;
    if (done === 0) return "not run";
    return done < tests ? "survives so far" : "survived";
  };
  for (const [file, of] of Map.groupBy(mutants, (mutant) => mutant.file)) {
    const counts = Object.entries(Object.groupBy(of, toState)).map(([state, some]) => `${some.length} ${state}`);
    console.log(`${file}: ${of.length} changes, ${counts.join(", ")}`);
  }
  for (const mutant of mutants.filter((each) => toState(each).startsWith("surviv"))) {
    const { id, file, line, kind, was, becomes } = mutant;
    const place = `${file}:${line} (${ran.get(id)?.size} of ${reached.get(id)?.size} files)`;
    console.log(`${place} ${kind} ${was.replaceAll(/\s+/g, " ")} => ${becomes.replaceAll(/\s+/g, " ")}`);
  }
}
