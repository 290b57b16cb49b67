import { availableParallelism } from "node:os";
import { RateLimited } from "../errors.ts";
import { t } from "../i18n/message.ts";

export interface ConcurrencyLimits {
  /** Operations of one caller that run at the same time. */
  most: number;
  /** Operations of one caller that may wait. */
  waiting: number;
  /** Milliseconds that an operation waits at most. */
  patience: number;
}

/**
 * Returns how many operations of one instance each process of a server runs at once.
 * @param setting how many the server may run; without it 1.5 for each core, at least 3: three keep two cores busy, and with more
 *   throughput did not increase and p99 grew
 */
export function shareConcurrency(setting: number | undefined, processes: number): number {
  return Math.ceil((setting ?? Math.max(3, 1.5 * availableParallelism())) / processes);
}

interface Queue {
  working: number;
  waiting: Waiting[];
}

interface Waiting {
  start: () => void;
  refuse: () => void;
}

/**
 * Limits how many operations of each instance run at the same time, so that one instance cannot take every database connection.
 * Further operations wait in the instance's own queue, first in, first out. Counts this process only; each server has its own pool.
 */
export class ConcurrencyLimit {
  /** Operations refused since the start. */
  refused = 0;
  readonly #limits: ConcurrencyLimits;
  readonly #queues = new Map<number | string, Queue>();
  #whenIdle = () => {};

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /** Counts what runs and waits now, over all callers. */
  get counts(): { working: number; waiting: number } {
    const counts = { working: 0, waiting: 0 };
    for (const { working, waiting } of this.#queues.values()) {
      counts.working += working;
      counts.waiting += waiting.length;
    }
    return counts;
  }

  /**
   * Runs the work as soon as the caller's limit allows.
   * @param caller the instance's id or, without sign-in, the address
   * @throws RateLimited when too many operations of the caller wait, or this one waited too long
   */
  async run<T>(caller: number | string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(caller) ?? { working: 0, waiting: [] };
    this.#queues.set(caller, queue);
    if (queue.working >= this.#limits.most) await this.#wait(queue);
    else queue.working++;
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      // The next in the queue takes this place, so that no newcomer passes it.
      if (next) next.start();
      else if (--queue.working === 0) this.#queues.delete(caller);
      if (this.#queues.size === 0) this.#whenIdle();
    }
  }

  /** Refuses what waits and lets what runs end, before the database closes: their callers may have gone already. */
  async end(): Promise<void> {
    for (const { waiting } of this.#queues.values()) for (const { refuse } of waiting.splice(0)) refuse();
    if (this.#queues.size > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
  }

  #wait(queue: Queue): Promise<void> {
    if (queue.waiting.length >= this.#limits.waiting) throw this.#refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => {
      clearTimeout(timer);
      reject(this.#refusal());
    };
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    const waiting = { start, refuse };
    const timer = setTimeout(() => {
      queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
      refuse();
    }, this.#limits.patience);
    queue.waiting.push(waiting);
    return promise;
  }

  #refusal(): RateLimited {
    this.refused++;
    return new RateLimited(t`Too much is being asked of this site at the moment. Please try again in a minute.`);
  }
}
