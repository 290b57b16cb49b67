import { lookup as resolveName, type LookupAddress, type LookupAllOptions } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { isPublic } from "./public-addresses.ts";

/** A page fetched from somewhere else. */
export interface Fetched {
  status: number;
  /** The media type with its parameters, as the other server says. */
  type: string;
  body: Buffer;
  /** Where it came from in the end. */
  url: string;
}

export interface Fetcher {
  /** @throws Unreachable, in words for people */
  get(url: string): Promise<Fetched>;
}

/** Looks up every address of a name, as `lookup` of node:dns does. */
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** Why an address was not fetched. */
export class Unreachable extends Error {}

const MOST_BYTES = 5 * 1024 * 1024;
const MOST_HOPS = 5;
const PATIENCE_MS = 10_000;

/**
 * Fetches public pages for people who are not trusted: no address of this machine or its networks is ever reached, whatever a
 * name resolves to and wherever a page redirects; no cookies; a page has so many bytes and seconds and no more.
 * @param isAllowed whether an address of the network may be reached
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
      throw new Unreachable("The page redirects too often.");
    },
  };
}

/** The client, loaded when a page is first asked for: most servers never fetch one, and it takes as much memory as the schema. */
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

/** A host that is an address is never looked up: it is judged here. */
function refuse(url: URL, isAllowed: (address: string) => boolean): void {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Unreachable("Only web pages can be shown.");
  if (url.username || url.password) throw new Unreachable("An address with a password in it cannot be shown.");
  if (isIP(host) !== 0 && !isAllowed(host)) throw new Unreachable("This address cannot be shown.");
}

/** Judges what a name resolves to at the moment of connecting: a second look-up could say something else. */
function guarded(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, "");
      const open = found.filter(({ address }) => isAllowed(address));
      if (open.length < found.length || open.length === 0)
        return done(new Unreachable("This address cannot be shown."), "");
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
      if (size > MOST_BYTES) throw new Unreachable("The page is too large to be shown.");
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
  throw new Unreachable("The page could not be reached.", { cause: error });
}
