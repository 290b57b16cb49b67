import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest, type RequestPayload } from "fastify";
import { RateLimited, Unauthenticated } from "../errors.ts";
import { freeBuffer } from "./free-buffer.ts";
import { checkJsonSize } from "./json.ts";
import { t } from "../i18n/message.ts";

/** Bytes that a caller without a valid token may send (P81). */
export const ANONYMOUS_BYTES = 16 * 1024;
/** Small bodies in progress: of one address without a token or one token, and of all together. */
const SMALL_AT_ONCE = 50;
const ALL_SMALL_AT_ONCE = 2_000;
/** Bytes of bodies in progress: of this process, and of one caller. */
const BYTES_AT_ONCE = 64 * 1024 * 1024;
const CALLERS_BYTES_AT_ONCE = 20 * 1024 * 1024;
/**
 * How long a refusal is delayed. Immediate answers would let hundreds of connections retry in every turn of the event
 * loop, and delay the statements of all other callers.
 */
const REFUSAL_MS = 1_000;
/** How long a body that is held in memory may take to arrive. Uploads are not held and may take hours. */
const RECEIVE_MS = { anonymous: 10_000, signedIn: 60_000 };

export interface BodyOptions {
  /** Tells whether an Authorization value is valid on the instance of the request's host, whatever its kind. */
  isSignedIn: (request: FastifyRequest, authorization: string | undefined) => Promise<boolean>;
  receiveMs?: { anonymous: number; signedIn: number };
  refusalMs?: number;
}

/**
 * Limits request bodies in bytes and time before they are read. Small ones are received from all callers; larger ones,
 * those of unknown length and those of several parts need a valid token first. A body above a limit is answered with
 * 413, 401 or 429.
 */
export function limitRequestBodies(
  app: FastifyInstance,
  { isSignedIn, receiveMs = RECEIVE_MS, refusalMs = REFUSAL_MS }: BodyOptions,
): void {
  const small = new Budget(ALL_SMALL_AT_ONCE, SMALL_AT_ONCE);
  const signedIn = new Budget(BYTES_AT_ONCE, CALLERS_BYTES_AT_ONCE);

  app.addHook("preParsing", async (request, reply, payload) => {
    if (request.method === "GET" || request.method === "HEAD") return payload;
    const { isPublic = false, isStreamed = false, anonymousBytes = ANONYMOUS_BYTES } = request.routeOptions.config;
    const isAnonymous = request.headers.authorization === undefined;
    if (isAnonymous && !isPublic && request.method !== "OPTIONS" && !request.is404) throw new Unauthenticated();
    const length = readLength(request);
    if (length === 0) return payload;
    const mayBeAnonymous = length !== null && length <= anonymousBytes && !isMultipart(request);
    const sender = mayBeAnonymous ? undefined : await signedInSender(request, reply, payload);
    if (isStreamed) return payload;
    if (sender === undefined) {
      // By the token if there is one, valid or not: a school may share one address.
      const parts = Math.ceil((length ?? 0) / ANONYMOUS_BYTES);
      await takeSmall(request.headers.authorization ?? request.ip, reply, Math.max(parts, 1));
    } else {
      // It can never fit, so the client should not retry.
      if (length !== null && length > CALLERS_BYTES_AT_ONCE) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      signedIn.take(sender, length ?? request.routeOptions.bodyLimit, reply);
    }
    limitTime(request, payload, sender === undefined ? receiveMs.anonymous : receiveMs.signedIn);
    return payload;
  });

  /**
   * Returns the valid authorization of a larger body.
   * @throws FST_ERR_CTP_BODY_TOO_LARGE, or Unauthenticated for an invalid one
   */
  async function signedInSender(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: RequestPayload,
  ): Promise<string | undefined> {
    const { authorization = await authorizationInBody(request, reply, payload) } = request.headers;
    if (await isSignedIn(request, authorization)) return authorization;
    if (request.headers.authorization !== undefined) throw new Unauthenticated();
    // The rest of the body is not received.
    reply.header("connection", "close");
    throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  }

  /**
   * Returns the authorization at the start of a body, if its route looks for one there; reads no more than callers
   * without a token may send.
   */
  async function authorizationInBody(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: RequestPayload,
  ): Promise<string | undefined> {
    const { findAuthorization } = request.routeOptions.config;
    if (!findAuthorization?.mayBeIn(request) || readLength(request) === null) return undefined;
    const release = await takeSmall(request.ip, reply);
    const clear = limitTime(request, payload, receiveMs.anonymous);
    const start = await readStart(payload as Readable, ANONYMOUS_BYTES);
    clear();
    release();
    return findAuthorization.find(start.toString("utf8")) ?? undefined;
  }

  async function takeSmall(sender: string, reply: FastifyReply, parts = 1): Promise<() => void> {
    if (!small.hasRoom(sender, parts)) {
      await sleep(refusalMs);
      throw refusal(reply);
    }
    return small.take(sender, parts, reply);
  }
}

/** Closes the connection of a body that does not arrive in time. @returns a function that stops the timer */
function limitTime(request: FastifyRequest, payload: RequestPayload, time: number): () => void {
  const timer = setTimeout(() => void request.raw.destroy(), time);
  const clear = () => clearTimeout(timer);
  for (const event of ["end", "close"]) payload.once(event, clear);
  return clear;
}

/** Reads the first bytes of a longer stream and puts them back. @throws Error when the stream ends before */
function readStart(stream: Readable, bytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const read = () => {
      const start = stream.read(bytes) as Buffer | null;
      if (!start) return;
      stop();
      stream.unshift(start);
      resolve(start);
    };
    const fail = (error?: Error) => {
      stop();
      reject(error ?? new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH());
    };
    // One listener for all of it: a listener per piece would read the same bytes again, endlessly.
    const stop = () => {
      stream.off("readable", read);
      for (const event of ENDINGS) stream.off(event, fail);
    };
    stream.on("readable", read);
    for (const event of ENDINGS) stream.on(event, fail);
  });
}

const ENDINGS = ["error", "end", "close"];

/** Parses JSON bodies after counting their values; refuses keys that reach an object's prototype. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    let text: string;
    try {
      checkJsonSize(body as Buffer);
      text = body.toString();
    } catch (error) {
      done(error as Error);
      return;
    } finally {
      freeBuffer(body as Buffer);
    }
    void parse(request, text, done);
  });
}

/** A limit on what is in progress, in total and per caller; given back when the answer has been sent. */
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

  /**
   * Takes an amount until the answer has been sent. @returns a function that gives it back earlier @throws RateLimited
   * above the limit
   */
  take(caller: string, amount: number, reply: FastifyReply): () => void {
    const own = (this.#taken.get(caller) ?? 0) + amount;
    if (!this.hasRoom(caller, amount)) throw refusal(reply);
    this.#total += amount;
    this.#taken.set(caller, own);
    let isTaken = true;
    const release = () => {
      if (!isTaken) return;
      isTaken = false;
      this.#total -= amount;
      const left = this.#taken.get(caller)! - amount;
      if (left === 0) this.#taken.delete(caller);
      else this.#taken.set(caller, left);
    };
    reply.raw.once("close", release);
    return release;
  }
}

function refusal(reply: FastifyReply): RateLimited {
  reply.header("retry-after", "5");
  return new RateLimited(t`Too much is being sent at the moment. Please try again in a few seconds.`);
}

/** Returns the declared length in bytes; null for a body of unknown length. */
function readLength({ headers }: FastifyRequest): number | null {
  if (headers["transfer-encoding"] !== undefined) return null;
  const length = Number(headers["content-length"] ?? 0);
  return Number.isSafeInteger(length) && length >= 0 ? length : null;
}

const isMultipart = ({ headers }: FastifyRequest) => /^multipart\//i.test(headers["content-type"] ?? "");

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether anonymous callers may send to this route. Otherwise a request with a body is answered with 401. */
    isPublic?: boolean;
    /** Bytes that they may send, if the form that another site gives them is larger than usual. */
    anonymousBytes?: number;
    /** Whether the route reads its body in pieces, with limits of its own. */
    isStreamed?: boolean;
    /** Finds the Authorization value in the first 16 kB of a body, for clients that can set no header. */
    findAuthorization?: {
      mayBeIn: (request: FastifyRequest) => boolean;
      find: (start: string) => string | null;
    };
  }
}
