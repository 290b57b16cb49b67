/** For one test of a file that has not run yet, in ms: as without changes (vitest.config.ts of the repository). */
const UNKNOWN_MS = 60_000;
const LEAST_MS = 20_000;
/** How many times as long as its whole file took one test may take: a busy machine may become busier. */
const FACTOR = 5;

/**
 * Returns how long one test of a file may take, in ms.
 * @param passed how long the file took whenever its tests passed, in ms
 */
export function limitTest(passed: number[]): number {
  return passed.length === 0 ? UNKNOWN_MS : Math.max(LEAST_MS, FACTOR * Math.max(...passed));
}

/** Returns after how long without a result a file of tests is in an endless loop, in ms: a slow test has failed by then. */
export function limitFile(passed: number[]): number {
  return 2 * limitTest(passed);
}
