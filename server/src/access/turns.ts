import { availableParallelism } from "node:os";
import { RateLimited } from "../errors.ts";

export interface TurnLimits {
  /** Operations of one instance that work at the same time. */
  most: number;
  /** Of the others, how many may wait. */
  waiting: number;
  /** Milliseconds that one waits at most. */
  patience: number;
}

/**
 * One instance leaves connections to the others, however much its people ask for. Three for two processors keep those busy; with
 * more, none more was answered, and the slowest waited longer.
 */
export function usualMost(): number {
  return Math.max(3, Math.ceil(1.5 * availableParallelism()));
}

interface Line {
  working: number;
  waiting: (() => void)[];
}

/**
 * Who works when: the operations of one instance beyond its share wait in line, first come first served, and those of the other
 * instances pass them by. Of this process alone; each server has a pool of its own.
 */
export class Turns {
  /** Operations that were turned away since the start. */
  refused = 0;
  readonly #limits: TurnLimits;
  readonly #lines = new Map<number | string, Line>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** How many work and wait now, over all instances. */
  get counts(): { working: number; waiting: number } {
    const counts = { working: 0, waiting: 0 };
    for (const { working, waiting } of this.#lines.values()) {
      counts.working += working;
      counts.waiting += waiting.length;
    }
    return counts;
  }

  /** Does the work when it is the turn of its instance or, without sign-in, of its address. @throws RateLimited when the line is too long or does not move */
  async take<T>(caller: number | string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(caller) ?? { working: 0, waiting: [] };
    this.#lines.set(caller, line);
    if (line.working >= this.#limits.most) await this.#wait(line);
    else line.working++;
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      // The turn is handed on, so that nobody who comes meanwhile passes those who wait.
      if (next) next();
      else if (--line.working === 0) this.#lines.delete(caller);
    }
  }

  #wait(line: Line): Promise<void> {
    if (line.waiting.length >= this.#limits.waiting) throw this.#refusal();
    return new Promise((resolve, reject) => {
      const called = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(called), 1);
        reject(this.#refusal());
      }, this.#limits.patience);
      line.waiting.push(called);
    });
  }

  #refusal(): RateLimited {
    this.refused++;
    return new RateLimited("Too much is being asked of this site at the moment. Please try again in a minute.");
  }
}
