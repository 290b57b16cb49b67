import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { RateLimited } from "../errors.ts";
import type { Database } from "../db/client.ts";

const QUARTER_HOUR = 15 * 60;

/** What is counted, and how often in a quarter of an hour: for one account, and for one address. */
const COUNTED = {
  /** Failed sign-ins (decision 64). */
  sign_in: { account: 10, address: 100 },
  /** Links asked for, whether or not there is such an account. */
  reset_request: { account: 5, address: 50 },
  /** Links that were not valid. */
  reset: { account: 10, address: 100 },
  /** Messages of the contact page. */
  contact: { account: 5, address: 10 },
} as const;

type Counted = keyof typeof COUNTED;

/** Attempts of all kinds, counted in the database so that every server counts the same. */
export class AttemptLimits {
  readonly #limiters = new Map<string, RateLimiterPostgres>();

  constructor(database: Database) {
    for (const [name, limits] of Object.entries(COUNTED)) {
      for (const [by, points] of Object.entries(limits)) {
        // Those of sign-ins keep the names they had first.
        const keyPrefix = name === "sign_in" ? by : `${name}_${by}`;
        const limiter = new RateLimiterPostgres({
          storeClient: database.beside,
          tableName: "rate_limits",
          tableCreated: true,
          clearExpiredByTimeout: false,
          duration: QUARTER_HOUR,
          keyPrefix,
          points,
          // One address that goes on costs no statement. Accounts are cleared by any server, so they are always asked for.
          ...(by === "address" && { inMemoryBlockOnConsumed: points + 1 }),
        });
        this.#limiters.set(`${name} ${by}`, limiter);
      }
    }
  }

  /**
   * Counts an attempt before its work is done, so that many at once cannot all pass. `succeeded` gives it back.
   * @throws RateLimited with the waiting time, when the account or the address has tried too often
   */
  async begin(account: string, address: string, counted: Counted = "sign_in"): Promise<void> {
    await this.#consume(this.#of(counted, "address"), address);
    await this.#consume(this.#of(counted, "account"), account);
  }

  /** A success clears the account's attempts, and gives the address back the one it used. */
  async succeeded(account: string, address: string, counted: Counted = "sign_in"): Promise<void> {
    await Promise.all([this.clear(account, counted), this.#of(counted, "address").reward(address)]);
  }

  /** Forgets the attempts for an account whose owner has proved who they are. */
  async clear(account: string, counted: Counted = "sign_in"): Promise<void> {
    await this.#of(counted, "account").delete(account);
  }

  async #consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (error) {
      throw error instanceof RateLimiterRes ? tooMany(error) : error;
    }
  }

  #of(counted: Counted, by: "account" | "address"): RateLimiterPostgres {
    return this.#limiters.get(`${counted} ${by}`)!;
  }
}

function tooMany(result: RateLimiterRes): RateLimited {
  const minutes = Math.max(1, Math.ceil(result.msBeforeNext / 60_000));
  return new RateLimited(`Too many attempts. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`);
}
