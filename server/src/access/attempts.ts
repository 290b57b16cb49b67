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
        });
        this.#limiters.set(`${name} ${by}`, limiter);
      }
    }
  }

  /** @throws RateLimited with the waiting time, when the account or the address has failed too often */
  async check(account: string, address: string, counted: Counted = "sign_in"): Promise<void> {
    const [byAccount, byAddress] = await Promise.all([
      this.#of(counted, "account").get(account),
      this.#of(counted, "address").get(address),
    ]);
    if (byAccount && byAccount.consumedPoints >= COUNTED[counted].account) throw tooMany(byAccount);
    if (byAddress && byAddress.consumedPoints >= COUNTED[counted].address) throw tooMany(byAddress);
  }

  /** Counts a failure for the account and for the address it came from. */
  async failed(account: string, address: string, counted: Counted = "sign_in"): Promise<void> {
    await Promise.all([this.#of(counted, "account").penalty(account), this.#of(counted, "address").penalty(address)]);
  }

  /** Counts one that is counted whatever becomes of it. @throws RateLimited when it is one too many */
  async count(account: string, address: string, counted: Counted): Promise<void> {
    await this.check(account, address, counted);
    await this.failed(account, address, counted);
  }

  /** A success clears the account's failures; the address keeps its own. */
  async succeeded(account: string, counted: Counted = "sign_in"): Promise<void> {
    await this.#of(counted, "account").delete(account);
  }

  #of(counted: Counted, by: "account" | "address"): RateLimiterPostgres {
    return this.#limiters.get(`${counted} ${by}`)!;
  }
}

function tooMany(result: RateLimiterRes): RateLimited {
  const minutes = Math.max(1, Math.ceil(result.msBeforeNext / 60_000));
  return new RateLimited(`Too many attempts. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`);
}
