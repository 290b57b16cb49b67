import { createHash } from "node:crypto";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { RateLimited } from "../errors.ts";
import type { Database } from "../db/client.ts";
import { t } from "../i18n/message.ts";

const QUARTER_HOUR = 15 * 60;

/** Attempts per quarter of an hour, for one account and for one address. */
const COUNTED = {
  /** Failed sign-ins (P64). */
  sign_in: { account: 10, address: 100 },
  /** Wrong codes of a second factor. */
  second_factor: { account: 10, address: 100 },
  /** Sign-ins with a passkey that begin, at one instance and from one address. */
  passkey_start: { account: 20_000, address: 600 },
  /** Passkeys that do not sign in. Both are counted for a network address, because nobody is named. */
  passkey: { account: 60, address: 60 },
  /** Changes of an own address, and their links sent again. */
  email_change: { account: 5, address: 50 },
  /** Links of a change of address that are not valid; both are counted for a network address. */
  email_link: { account: 60, address: 60 },
  /** Requested reset links, whether or not the account exists. */
  reset_request: { account: 5, address: 50 },
  /** Requested lists of training sites, whether or not there are any. */
  site_list: { account: 5, address: 20 },
  /** Links to set a password that another user sends. */
  password_link: { account: 5, address: 100 },
  /** Invalid reset links. */
  reset: { account: 10, address: 100 },
  /** Codes of invitations that are not known; for one instance and one address. */
  registration_code: { account: 1_000, address: 60 },
  /** Registrations at one instance and from one address. */
  registration: { account: 500, address: 20 },
  /** Registrations with one e-mail address. */
  registration_mail: { account: 3, address: 20 },
  /** Unknown addresses of calendars. Both are counted for a network address, so that nobody blocks the calendars of others. */
  calendar: { account: 60, address: 60 },
  /** Links that confirm an address and are not valid. */
  registration_confirm: { account: 10, address: 100 },
  /** Mails by which admins try a text of theirs. */
  test_mail: { account: 10, address: 100 },
  /** Sign-ins by an identity provider, at one instance and from one address. */
  identity: { account: 20_000, address: 600 },
  /** Questions for the provider of an e-mail domain, at one instance and from one address. */
  email_domain: { account: 20_000, address: 600 },
  /** Checks of host names that admins ask for. */
  domain_check: { account: 30, address: 200 },
  /** Messages of the contact page. */
  contact: { account: 5, address: 10 },
} as const;

type Counted = keyof typeof COUNTED;

/** Limits attempts of all kinds. Counted in the database, so that all servers share the counts. */
export class AttemptLimits {
  readonly #limiters = new Map<string, RateLimiterPostgres>();

  constructor(database: Database) {
    for (const [name, limits] of Object.entries(COUNTED)) {
      for (const [by, points] of Object.entries(limits)) {
        // The keys of sign-ins have kept their first names.
        const keyPrefix = name === "sign_in" ? by : `${name}_${by}`;
        const limiter = new RateLimiterPostgres({
          storeClient: database.beside,
          tableName: "rate_limits",
          tableCreated: true,
          clearExpiredByTimeout: false,
          duration: QUARTER_HOUR,
          keyPrefix,
          points,
          // An address over its limit costs no statement. Any server may clear an account, so accounts are always read.
          ...(by === "address" && { inMemoryBlockOnConsumed: points + 1 }),
        });
        this.#limiters.set(`${name} ${by}`, limiter);
      }
    }
  }

  /**
   * Counts an attempt before its work is done, so that parallel attempts cannot all pass. `succeeded` gives it back.
   * @throws RateLimited with the waiting time, when the account or the address has too many attempts
   */
  async begin(account: string, address: string, counted: Counted = "sign_in"): Promise<void> {
    await this.#consume(this.#of(counted, "address"), address);
    await this.#consume(this.#of(counted, "account"), account);
  }

  /** Clears the account's attempts after a success and gives one attempt back to the address. */
  async succeeded(account: string, address: string, counted: Counted = "sign_in"): Promise<void> {
    await Promise.all([this.clear(account, counted), this.#of(counted, "address").reward(storable(address))]);
  }

  /** Gives one attempt back to the account and the address. */
  async giveBack(account: string, address: string, counted: Counted): Promise<void> {
    await Promise.all([
      this.#of(counted, "account").reward(storable(account)),
      this.#of(counted, "address").reward(storable(address)),
    ]);
  }

  /** Clears the attempts of an account whose owner has proved their identity. */
  async clear(account: string, counted: Counted = "sign_in"): Promise<void> {
    await this.#of(counted, "account").delete(storable(account));
  }

  /** Forgets the attempts of all kinds that are counted for an account, with its e-mail address. */
  async forget(accounts: readonly string[]): Promise<void> {
    for (const counted of Object.keys(COUNTED) as Counted[])
      for (const account of accounts) await this.clear(account, counted);
  }

  async #consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
    try {
      await limiter.consume(storable(key));
    } catch (error) {
      throw error instanceof RateLimiterRes ? tooMany(error) : error;
    }
  }

  #of(counted: Counted, by: "account" | "address"): RateLimiterPostgres {
    return this.#limiters.get(`${counted} ${by}`)!;
  }
}

/** The column has 255 characters, and the key follows the name of what is counted. */
const LONGEST_KEY = 200;

/** Shortens a key that would not fit the column, because callers choose the address. */
function storable(key: string): string {
  return key.length <= LONGEST_KEY ? key : createHash("sha256").update(key).digest("hex");
}

function tooMany(result: RateLimiterRes): RateLimited {
  const minutes = Math.max(1, Math.ceil(result.msBeforeNext / 60_000));
  return new RateLimited(
    minutes === 1
      ? t`Too many attempts. Please try again in 1 minute.`
      : t`Too many attempts. Please try again in ${minutes} minutes.`,
  );
}
