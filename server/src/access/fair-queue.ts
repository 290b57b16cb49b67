import { RateLimited } from "../errors.ts";

export interface FairQueueLimits {
  /** Works that run at the same time. */
  running: number;
  /** Works of one group that may wait. */
  waiting: number;
}

/**
 * Runs costly work, a few at a time, and lets groups take turns: however much one group asks for, the next work of another group
 * waits for one work of each group before it.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** The works that wait, by group; the group that is served next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Runs the work of a group when it is the group's turn. @throws RateLimited at once, when too many of the group wait */
  async run<T>(group: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.running) this.#running++;
    else await this.#wait(group);
    try {
      return await work();
    } finally {
      const next = this.#takeNext();
      // The place is handed on, so that no newcomer passes those who wait.
      if (next) next();
      else this.#running--;
    }
  }

  #wait(group: string): Promise<void> {
    const waiting = this.#waiting.get(group) ?? [];
    if (waiting.length >= this.#limits.waiting)
      throw new RateLimited("Too many people are signing in at the moment. Please try again in a few seconds.");
    this.#waiting.set(group, waiting);
    return new Promise((resolve) => waiting.push(resolve));
  }

  #takeNext(): (() => void) | undefined {
    const first = this.#waiting.entries().next();
    if (first.done) return undefined;
    const [group, waiting] = first.value;
    const next = waiting.shift()!;
    this.#waiting.delete(group);
    // To the end of the round.
    if (waiting.length > 0) this.#waiting.set(group, waiting);
    return next;
  }
}
