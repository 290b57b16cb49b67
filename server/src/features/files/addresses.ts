import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const KEY = /^[1-9][0-9]{0,9}\/[0-9a-f]{2}\/[0-9a-f]{40}$/;
const HOUR = 3600;
const LIVES_HOURS = 12;

/**
 * How a file is served: in place, as a download whatever its type, or as the small version of a picture where it has
 * one. A picture or recording of a question is shown without its name, which could tell the answer.
 */
export type Mode = "view" | "download" | "small" | "nameless";
const MODE_CODES = { view: "v", download: "d", small: "s", nameless: "n" } as const satisfies Record<Mode, string>;

/**
 * Returns the signed address of a stored file. Media elements and downloads then need no token. The address expires
 * after 12 to 13 hours (P33) and is the same for an hour, so that browsers can cache the file.
 */
export function signedAddress(secret: Buffer, key: string, mode: Mode = "view", now = Date.now()): string {
  const expires = (Math.floor(now / 1000 / HOUR) + 1 + LIVES_HOURS) * HOUR;
  const code = MODE_CODES[mode];
  return `/files/${key}?e=${expires.toString(36)}&m=${code}&s=${sign(secret, key, expires, code)}`;
}

/** Returns the signed address, or null for a missing key. */
export function signedAddressOrNull(secret: Buffer, key: string | null, mode: Mode = "view"): string | null {
  return key === null ? null : signedAddress(secret, key, mode);
}

/** Checks an address from a request; null when it is forged or expired. */
export function openAddress(
  secret: Buffer,
  key: string,
  query: { e?: string; m?: string; s?: string },
  now = Date.now(),
): { key: string; mode: Mode } | null {
  const expires = Number.parseInt(query.e ?? "", 36);
  const mode = (Object.keys(MODE_CODES) as Mode[]).find((each) => MODE_CODES[each] === query.m);
  if (!KEY.test(key) || !(expires * 1000 > now) || !mode) return null;
  const expected = Buffer.from(sign(secret, key, expires, MODE_CODES[mode]));
  const given = Buffer.from(query.s ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected) ? { key, mode } : null;
}

/** Creates the storage key of a new file. */
export function createFileKey(instanceId: number): string {
  const random = randomBytes(20).toString("hex");
  return `${instanceId}/${random.slice(0, 2)}/${random}`;
}

/** Returns the storage key of a picture's small version. */
export function toSmallKey(key: string): string {
  const digits = createHash("sha1").update(`${key}/small`).digest("hex");
  return `${key.split("/")[0]}/${digits.slice(0, 2)}/${digits}`;
}

/** Finds the key in an address from this server, or returns a plain key; null for anything else. */
export function findKey(address: string): string | null {
  const path = address
    .replace(/^https?:\/\/[^/]+/, "")
    .replace(/^\/files\//, "")
    .replace(/\?.*$/, "");
  return KEY.test(path) ? path : null;
}

const ADDRESS_IN_TEXT = /\/files\/([1-9][0-9]{0,9}\/[0-9a-f]{2}\/[0-9a-f]{40})(\?[\w=&-]*)?/g;

/** Removes the signatures, which would expire, from the addresses of stored files in a text. */
export function withoutSignatures(text: string): string {
  return text.replace(ADDRESS_IN_TEXT, "/files/$1");
}

/** Lists the keys of the stored files that a text names, each once. */
export function listKeysInText(text: string): string[] {
  return [...new Set([...text.matchAll(ADDRESS_IN_TEXT)].map((match) => match[1]!))];
}

/**
 * Signs the addresses of stored files in a text for its readers.
 * @param checked the keys that were checked when the text was saved; other addresses stay unsigned and open nothing
 */
export function withSignatures(secret: Buffer, text: string, checked: readonly string[]): string {
  return replaceAddresses(text, checked, (key) => signedAddress(secret, key));
}

/** Replaces the addresses of stored files in a text, only those whose keys are `checked`. */
export function replaceAddresses(text: string, checked: readonly string[], replace: (key: string) => string): string {
  const known = new Set(checked);
  return text.replace(ADDRESS_IN_TEXT, (address, key: string) => (known.has(key) ? replace(key) : address));
}

function sign(secret: Buffer, key: string, expires: number, mode: string): string {
  return createHmac("sha256", secret).update(`file\n${key}\n${expires}\n${mode}`).digest("base64url").slice(0, 27);
}

/** The result of an upload; `url` is sent back with the course that uses it. */
export interface StoredUpload {
  url: string;
  name: string;
  type: string;
  size: number;
}

/** Returns what a client learns of a stored file. */
export function toStoredUpload(
  secret: Buffer,
  { key, name, type, size }: Omit<StoredUpload, "url"> & { key: string },
): StoredUpload {
  return { url: signedAddress(secret, key), name, type, size };
}
