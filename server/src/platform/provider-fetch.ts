import { lookup } from "node:dns";
import { BlockList, isIP } from "node:net";
import { MessageError, t } from "../i18n/message.ts";
import { guarded } from "./fetch.ts";
import { isPublic } from "./public-addresses.ts";

/** What is sent to an identity provider. Redirects are not followed. */
interface ProviderRequest {
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/** @throws Unreachable for an address that may not be reached, and without a response in time */
export type ProviderFetch = (url: string, request: ProviderRequest) => Promise<Response>;

/** A provider that could not be asked. */
export class ProviderUnreachable extends MessageError {}

const MOST_BYTES = 2 * 1024 * 1024;
const PATIENCE_MS = 10_000;

/**
 * Creates a client for identity providers, whose addresses admins of instances choose. It reaches public addresses and
 * those networks that the operator has named, whatever a name resolves to, and limits bytes and seconds of a response.
 * Only a provider in one of those networks may be asked without TLS.
 * @param networks addresses and ranges besides the public internet
 */
export function createProviderFetch(networks: readonly string[]): ProviderFetch {
  const own = toBlockList(networks);
  const isOwn = (address: string) => own.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  const ofHttps = (address: string) => isOwn(address) || isPublic(address);
  let opened: ReturnType<typeof open> | undefined;
  return async (address, { method, headers, body }) => {
    const url = new URL(address);
    const isSecure = url.protocol === "https:";
    if (!isSecure && url.protocol !== "http:") throw new ProviderUnreachable(CLOSED);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) !== 0 && !(isSecure ? ofHttps : isOwn)(host)) throw new ProviderUnreachable(CLOSED);
    try {
      const { request, secure, plain } = await (opened ??= open(ofHttps, isOwn));
      const response = await request(url, {
        dispatcher: isSecure ? secure : plain,
        method: method as "GET",
        headers: { ...headers, "user-agent": "Cairn" },
        body: body ?? null,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const { statusCode: status, headers: received } = response;
      const content = await readCapped(response.body);
      const isEmpty = status === 204 || status === 304;
      return new Response(isEmpty ? null : new Uint8Array(content), { status, headers: toHeaders(received) });
    } catch (error) {
      throw error instanceof ProviderUnreachable ? error : new ProviderUnreachable(SILENT, { cause: error });
    }
  };
}

const CLOSED = t`This address cannot be reached from here. Use an address that begins with https:// and is on the public internet.`;
const SILENT = t`The identity provider did not answer.`;

/** Loads the HTTP client at the first request, as most servers never need it. */
async function open(ofHttps: (address: string) => boolean, ofHttp: (address: string) => boolean) {
  const { Agent, request } = await import("undici");
  const agent = (isAllowed: (address: string) => boolean) =>
    new Agent({
      connect: { lookup: guarded(isAllowed, lookup), timeout: PATIENCE_MS },
      headersTimeout: PATIENCE_MS,
      bodyTimeout: PATIENCE_MS,
    });
  return { request, secure: agent(ofHttps), plain: agent(ofHttp) };
}

async function readCapped(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new ProviderUnreachable(t`The response of the identity provider is too large.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toHeaders(received: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received))
    for (const each of [value ?? []].flat()) headers.append(name, each);
  return headers;
}

function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
