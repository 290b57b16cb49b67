import { createHmac, timingSafeEqual } from "node:crypto";

const KEY = /^[1-9][0-9]{0,9}\/[0-9a-f]{2}\/[0-9a-f]{40}$/;
const HOUR = 3600;
const LIVES_HOURS = 12;

/**
 * The address of a stored file: signed, so that media elements and downloads need no token, and dying after 12 to 13 hours
 * (decision 33). It is the same for an hour, so that browsers can keep what they fetched.
 * @param download serve it as a download, whatever its type
 */
export function signedAddress(secret: Buffer, key: string, download = false, now = Date.now()): string {
  const expires = (Math.floor(now / 1000 / HOUR) + 1 + LIVES_HOURS) * HOUR;
  const mode = download ? "d" : "v";
  return `/files/${key}?e=${expires.toString(36)}&m=${mode}&s=${sign(secret, key, expires, mode)}`;
}

/** The same for what may be missing. */
export function signedAddressOrNull(secret: Buffer, key: string | null): string | null {
  return key === null ? null : signedAddress(secret, key);
}

/** Checks an address that came back; null when it is forged or its time is over. */
export function openAddress(
  secret: Buffer,
  key: string,
  query: { e?: string; m?: string; s?: string },
  now = Date.now(),
): { key: string; download: boolean } | null {
  const expires = Number.parseInt(query.e ?? "", 36);
  if (!KEY.test(key) || !(expires * 1000 > now) || (query.m !== "v" && query.m !== "d")) return null;
  const expected = Buffer.from(sign(secret, key, expires, query.m));
  const given = Buffer.from(query.s ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? { key, download: query.m === "d" }
    : null;
}

/** The key inside an address that the server gave out, or a key as it is; null for anything else. */
export function keyOf(address: string): string | null {
  const path = address
    .replace(/^https?:\/\/[^/]+/, "")
    .replace(/^\/files\//, "")
    .replace(/\?.*$/, "");
  return KEY.test(path) ? path : null;
}

const ADDRESS_IN_TEXT = /\/files\/([1-9][0-9]{0,9}\/[0-9a-f]{2}\/[0-9a-f]{40})(\?[\w=&-]*)?/g;

/** A text with the addresses of stored files in it, as it is kept: without signatures, which would die in it. */
export function withoutSignatures(text: string): string {
  return text.replace(ADDRESS_IN_TEXT, "/files/$1");
}

/** A kept text as it is read: every address of a stored file signed anew. */
export function withSignatures(secret: Buffer, text: string): string {
  return text.replace(ADDRESS_IN_TEXT, (_, key: string) => signedAddress(secret, key));
}

function sign(secret: Buffer, key: string, expires: number, mode: string): string {
  return createHmac("sha256", secret).update(`file\n${key}\n${expires}\n${mode}`).digest("base64url").slice(0, 27);
}
