import { setTimeout as sleep } from "node:timers/promises";
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { RateLimited, Unauthenticated } from "../errors.ts";
import { checkJsonSize } from "./json.ts";

/** Bytes that a caller without a valid token may send (P81). */
export const ANONYMOUS_BYTES = 16 * 1024;
/** Small bodies that one address without a token, or one token, may be sending at the same time; and all of them together. */
const SMALL_AT_ONCE = 50;
const ALL_SMALL_AT_ONCE = 2_000;
/** Bytes of bodies that are received and worked on at the same time: of this process, and of one caller. */
const BYTES_AT_ONCE = 64 * 1024 * 1024;
const CALLERS_BYTES_AT_ONCE = 20 * 1024 * 1024;
/** How long a body that is held in memory may take to arrive. Uploads are not held, and may take hours. */
/**
 * How long an address that sends too much waits for its refusal. Answered at once, hundreds of connections that try again would fill
 * each turn of the event loop, and every statement of everybody else would wait for one.
 */
const REFUSAL_MS = 1_000;
const RECEIVE_MS = { anonymous: 10_000, signedIn: 60_000 };

export interface BodyOptions {
  /** Whether the request carries a token that is valid on the instance of its host, of whatever kind. */
  isSignedIn: (request: FastifyRequest) => Promise<boolean>;
  receiveMs?: { anonymous: number; signedIn: number };
  refusalMs?: number;
}

/**
 * Gives request bodies a budget of bytes and time before they are read. Small ones are received from anybody; larger ones, those of
 * unknown length and those of several parts need a valid token first. The answer to a body that does not fit is 413, 401 or 429.
 */
export function limitRequestBodies(
  app: FastifyInstance,
  { isSignedIn, receiveMs = RECEIVE_MS, refusalMs = REFUSAL_MS }: BodyOptions,
): void {
  const small = new Budget(ALL_SMALL_AT_ONCE, SMALL_AT_ONCE);
  const signedIn = new Budget(BYTES_AT_ONCE, CALLERS_BYTES_AT_ONCE);

  app.addHook("preParsing", async (request, reply, payload) => {
    if (request.method === "GET" || request.method === "HEAD") return payload;
    const { isPublic = false, isStreamed = false } = request.routeOptions.config;
    const isAnonymous = request.headers.authorization === undefined;
    if (isAnonymous && !isPublic && request.method !== "OPTIONS" && !request.is404) throw new Unauthenticated();
    const length = lengthOf(request);
    if (length === 0) return payload;
    const mayBeAnonymous = length !== null && length <= ANONYMOUS_BYTES && !isMultipart(request);
    if (!mayBeAnonymous && !(await isSignedIn(request))) {
      if (isAnonymous) {
        // What is still being sent is not received.
        reply.header("connection", "close");
        throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      }
      throw new Unauthenticated();
    }
    if (isStreamed) return payload;
    if (mayBeAnonymous) {
      // By the token where there is one, whether or not it is valid: a school may share one address.
      const sender = request.headers.authorization ?? request.ip;
      if (!small.hasRoom(sender, 1)) {
        await sleep(refusalMs);
        throw refusal(reply);
      }
      small.take(sender, 1, reply);
    } else {
      // No waiting would make room for it.
      if (length !== null && length > CALLERS_BYTES_AT_ONCE) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      signedIn.take(request.headers.authorization ?? "", length ?? request.routeOptions.bodyLimit, reply);
    }
    const time = mayBeAnonymous ? receiveMs.anonymous : receiveMs.signedIn;
    const timer = setTimeout(() => void request.raw.destroy(), time);
    for (const event of ["end", "close"]) payload.once(event, () => clearTimeout(timer));
    return payload;
  });
}

/** Parses JSON bodies after counting what is in them; keys that reach an object's prototype are refused. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    try {
      checkJsonSize(body as Buffer);
    } catch (error) {
      done(error as Error);
      return;
    }
    void parse(request, body.toString(), done);
  });
}

/** What is taken at the same time, in all and by one caller; given back when the answer has been sent. */
class Budget {
  readonly #most: number;
  readonly #callersMost: number;
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(most: number, callersMost: number) {
    this.#most = most;
    this.#callersMost = callersMost;
  }

  hasRoom(caller: string, amount: number): boolean {
    return this.#total + amount <= this.#most && (this.#taken.get(caller) ?? 0) + amount <= this.#callersMost;
  }

  /** @throws RateLimited when too much is under way */
  take(caller: string, amount: number, reply: FastifyReply): void {
    const own = (this.#taken.get(caller) ?? 0) + amount;
    if (!this.hasRoom(caller, amount)) throw refusal(reply);
    this.#total += amount;
    this.#taken.set(caller, own);
    reply.raw.once("close", () => {
      this.#total -= amount;
      const left = this.#taken.get(caller)! - amount;
      if (left === 0) this.#taken.delete(caller);
      else this.#taken.set(caller, left);
    });
  }
}

function refusal(reply: FastifyReply): RateLimited {
  reply.header("retry-after", "5");
  return new RateLimited("Too much is being sent at the moment. Please try again in a few seconds.");
}

/** The declared length in bytes; null for a body of unknown length. */
function lengthOf({ headers }: FastifyRequest): number | null {
  if (headers["transfer-encoding"] !== undefined) return null;
  const length = Number(headers["content-length"] ?? 0);
  return Number.isSafeInteger(length) && length >= 0 ? length : null;
}

const isMultipart = ({ headers }: FastifyRequest) => /^multipart\//i.test(headers["content-type"] ?? "");

declare module "fastify" {
  interface FastifyContextConfig {
    /** Callers who have not signed in may send to this route. Without it, a request with a body is answered with 401. */
    isPublic?: boolean;
    /** The route reads its body piece by piece, with limits of its own. */
    isStreamed?: boolean;
  }
}
