import { lookup as resolveName, type LookupAddress, type LookupAllOptions } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { isPublic } from "./public-addresses.ts";
import { MessageError, t } from "../i18n/message.ts";

/** A page fetched from another site. */
export interface Fetched {
  status: number;
  /** The media type with its parameters, as the other server sent it. */
  type: string;
  body: Buffer;
  /** Its address after redirects. */
  url: string;
}

export interface Fetcher {
  /** @throws Unreachable with a message for users */
  get(url: string): Promise<Fetched>;
  /** Tells whether `get` always refuses a page because of its address; false for a name that is not found in time. */
  refuses(url: string): Promise<boolean>;
}

/** Resolves all addresses of a name, as `lookup` of node:dns does. */
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** A failed fetch, with the reason. */
export class Unreachable extends MessageError {}

const MOST_BYTES = 5 * 1024 * 1024;
const MOST_HOPS = 5;
const PATIENCE_MS = 10_000;
/** How long an author who saves waits for the addresses of a name. */
const LOOKUP_MS = 2_000;

/**
 * Creates a client that fetches public pages for untrusted users. It never reaches an address of this machine or its
 * networks, whatever a name resolves to and wherever a page redirects, sends no cookies, and limits the bytes and
 * seconds of a page.
 * @param isAllowed whether an address may be reached
 * @param resolve looks up the addresses of a name
 */
export function createFetcher(
  isAllowed: (address: string) => boolean = isPublic,
  resolve: Resolve = resolveName,
): Fetcher {
  let opened: ReturnType<typeof open> | undefined;
  return {
    async get(first) {
      const { request, agent } = await (opened ??= open(isAllowed, resolve));
      const signal = AbortSignal.timeout(2 * PATIENCE_MS);
      let url = new URL(first);
      for (let hop = 0; hop <= MOST_HOPS; hop++) {
        refuse(url, isAllowed);
        const answer = await request(url, { dispatcher: agent, method: "GET", signal, headers: HEADERS }).catch(
          explain,
        );
        const { location } = answer.headers;
        if (answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === "string") {
          await answer.body.dump();
          url = new URL(location, url);
          continue;
        }
        const type = answer.headers["content-type"];
        return {
          status: answer.statusCode,
          type: typeof type === "string" ? type : "application/octet-stream",
          body: await readCapped(answer.body),
          url: url.href,
        };
      }
      throw new Unreachable(t`The page redirects too often.`);
    },
    async refuses(page) {
      const url = new URL(page);
      try {
        refuse(url, isAllowed);
      } catch {
        return true;
      }
      const name = url.hostname.replace(/^\[|\]$/g, "");
      if (isIP(name) !== 0) return false;
      const { promise, resolve: settle } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => settle(false), LOOKUP_MS);
      resolve(name, { all: true }, (error, found) =>
        settle(!error && found.some(({ address }) => !isAllowed(address))),
      );
      return promise.finally(() => clearTimeout(timer));
    },
  };
}

/** Loads the HTTP client at the first fetch: most servers never need it, and it takes as much memory as the schema. */
async function open(isAllowed: (address: string) => boolean, resolve: Resolve) {
  const { Agent, request } = await import("undici");
  const agent = new Agent({
    connect: { lookup: guarded(isAllowed, resolve), timeout: PATIENCE_MS },
    headersTimeout: PATIENCE_MS,
    bodyTimeout: PATIENCE_MS,
  });
  return { request, agent };
}

const HEADERS = {
  accept: "text/html,application/xhtml+xml,text/plain,application/pdf,image/*;q=0.8",
  "user-agent": "Cairn",
};

/** Refuses a host that is a private address; addresses are never looked up. */
function refuse(url: URL, isAllowed: (address: string) => boolean): void {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Unreachable(t`Only web pages can be shown.`);
  if (url.username || url.password) throw new Unreachable(t`An address with a password in it cannot be shown.`);
  if (isIP(host) !== 0 && !isAllowed(host)) throw new Unreachable(t`This address cannot be shown.`);
}

/** Checks what a name resolves to at the moment of connecting, because a second look-up could return something else. */
export function guarded(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, "");
      const open = found.filter(({ address }) => isAllowed(address));
      if (open.length < found.length || open.length === 0)
        return done(new Unreachable(t`This address cannot be shown.`), "");
      if (options.all) return done(null, open);
      done(null, open[0]!.address, open[0]!.family);
    });
  };
}

async function readCapped(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MOST_BYTES) throw new Unreachable(t`The page is too large to be shown.`);
      chunks.push(chunk);
    }
  } catch (error) {
    explain(error);
  }
  return Buffer.concat(chunks);
}

function explain(error: unknown): never {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Unreachable) throw cause;
  throw new Unreachable(t`The page could not be reached.`, { cause: error });
}
