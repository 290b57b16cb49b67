import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { RateLimited } from "../errors.ts";
import { t } from "../i18n/message.ts";

/** Requests of one address per second from callers whose token is missing or not known to be valid. */
const PER_SECOND = 200;
/** Valid tokens that are remembered, so that a flood from one address does not affect the sessions behind it. */
const REMEMBERED_TOKENS = 10_000;
const REMEMBERED_MS = 10 * 60_000;
/**
 * How long a refusal is delayed. Immediate answers would let hundreds of connections retry in every turn of the event
 * loop, and delay the statements of all other callers.
 */
const REFUSAL_MS = 1_000;

export interface UnknownCallerLimits {
  /** Requests of one address in each window. */
  requests?: number;
  /** Seconds per window. */
  seconds?: number;
  /** Delay of a refusal in milliseconds. */
  refusalMs?: number;
}

/** Limits how many requests one address sends without a valid token (P81). Each server counts for itself. */
export class UnknownCallers {
  readonly #addresses: RateLimiterMemory;
  readonly #validTokens = new LRUCache<string, true>({ max: REMEMBERED_TOKENS, ttl: REMEMBERED_MS });
  readonly #refusalMs: number;

  constructor({ requests = PER_SECOND, seconds = 1, refusalMs = REFUSAL_MS }: UnknownCallerLimits = {}) {
    this.#addresses = new RateLimiterMemory({ points: requests, duration: seconds });
    this.#refusalMs = refusalMs;
  }

  /**
   * Counts a request without a token, and refuses one with an unknown token while its address is over the limit.
   * @throws RateLimited after a second, when the address has sent too many requests
   */
  async admit(address: string, token: string | null): Promise<void> {
    if (token !== null && this.#validTokens.has(token)) return;
    const isOver = token === null ? !(await this.#count(address)) : await this.#isOver(address);
    if (!isOver) return;
    await sleep(this.#refusalMs);
    throw new RateLimited(t`Too many requests came from your network. Please try again in a few seconds.`);
  }

  /** Remembers a token that was found valid. */
  accept(token: string): void {
    this.#validTokens.set(token, true);
  }

  /** Counts a request whose token was found invalid. */
  async reject(address: string, token: string): Promise<void> {
    this.#validTokens.delete(token);
    await this.#count(address);
  }

  /** Counts one request. @returns whether it fits */
  async #count(address: string): Promise<boolean> {
    return this.#addresses.consume(address).then(
      () => true,
      () => false,
    );
  }

  async #isOver(address: string): Promise<boolean> {
    const counted = await this.#addresses.get(address);
    return counted !== null && counted.remainingPoints <= 0;
  }
}
