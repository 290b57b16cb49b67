const SOON_MS = 10;
/** So many iterations of the event loop without activity count as idle. */
const TURNS_OF_REST = 3;

let waiting = 0;
const native = globalThis.setTimeout;
const counted = (work: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) => {
  if (delay > SOON_MS) return native(work, delay, ...given);
  waiting += 1;
  return native(() => {
    waiting -= 1;
    work(...given);
  }, delay);
};

/** Starts tracking short timers. */
export function watchTimers(): void {
  globalThis.setTimeout = Object.assign(counted, native);
}

/** Waits until no short timer runs and nothing more happens. */
export async function rest(moves: () => number): Promise<void> {
  for (let turns = 0, seen = moves(); turns < TURNS_OF_REST; seen = moves()) {
    await new Promise((resolve) => setImmediate(resolve));
    turns = waiting === 0 && seen === moves() ? turns + 1 : 0;
  }
}
