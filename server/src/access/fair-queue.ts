import { RateLimited } from "../errors.ts";
import { t } from "../i18n/message.ts";

export interface FairQueueLimits {
  /** How much work runs at the same time. */
  running: number;
  /** How much work of one group may wait. */
  waiting: number;
}

/**
 * Runs costly work, a few at a time, round-robin over groups: however much one group requests, the next work of another
 * group waits for at most one work of each group.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** Waiting work by group; the group that is served next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /**
   * Runs the work of a group when it is the group's turn. @throws RateLimited immediately when too much work of the
   * group waits
   */
  async run<T>(group: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.running) this.#running++;
    else await this.#wait(group);
    try {
      return await work();
    } finally {
      const next = this.#takeNext();
      // The next in the queue takes this place, so that no newcomer passes it.
      if (next) next();
      else this.#running--;
    }
  }

  #wait(group: string): Promise<void> {
    const waiting = this.#waiting.get(group) ?? [];
    if (waiting.length >= this.#limits.waiting)
      throw new RateLimited(t`Too many people are signing in at the moment. Please try again in a few seconds.`);
    this.#waiting.set(group, waiting);
    return new Promise((resolve) => waiting.push(resolve));
  }

  #takeNext(): (() => void) | undefined {
    const first = this.#waiting.entries().next();
    if (first.done) return undefined;
    const [group, waiting] = first.value;
    const next = waiting.shift()!;
    this.#waiting.delete(group);
    // The group moves to the end of the round.
    if (waiting.length > 0) this.#waiting.set(group, waiting);
    return next;
  }
}
