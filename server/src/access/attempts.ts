import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { RateLimited } from "../errors.ts";
import type { Database } from "../db/client.ts";

const QUARTER_HOUR = 15 * 60;

/** Failed sign-ins, counted in the database so that every server counts the same (decision 64). */
export class AttemptLimits {
  readonly #account: RateLimiterPostgres;
  readonly #address: RateLimiterPostgres;

  constructor(database: Database) {
    const options = {
      storeClient: database.pool,
      tableName: "rate_limits",
      tableCreated: true,
      clearExpiredByTimeout: false,
      duration: QUARTER_HOUR,
    };
    this.#account = new RateLimiterPostgres({ ...options, keyPrefix: "account", points: 10 });
    this.#address = new RateLimiterPostgres({ ...options, keyPrefix: "address", points: 100 });
  }

  /** @throws RateLimited with the waiting time, when the account or the address has failed too often */
  async check(account: string, address: string): Promise<void> {
    const [byAccount, byAddress] = await Promise.all([this.#account.get(account), this.#address.get(address)]);
    if (byAccount && byAccount.consumedPoints >= 10) throw tooMany(byAccount);
    if (byAddress && byAddress.consumedPoints >= 100) throw tooMany(byAddress);
  }

  /** Counts a failure for the account and for the address it came from. */
  async failed(account: string, address: string): Promise<void> {
    await Promise.all([this.#account.penalty(account), this.#address.penalty(address)]);
  }

  /** A success clears the account's failures; the address keeps its own. */
  async succeeded(account: string): Promise<void> {
    await this.#account.delete(account);
  }
}

function tooMany(result: RateLimiterRes): RateLimited {
  const minutes = Math.max(1, Math.ceil(result.msBeforeNext / 60_000));
  return new RateLimited(`Too many attempts. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`);
}
