import { createHash } from "node:crypto";

/** Any UUID of RFC 4122, in upper or lower case. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

const IRI = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i;

/** Returns whether a text is an IRI with a scheme (RFC 3987, without the rules of each scheme). */
export function isIri(text: string): boolean {
  return IRI.test(text);
}

/** Returns whether a text is `mailto:` with an address that has a name and a host. */
export function isMbox(text: string): boolean {
  return /^mailto:[^\s@]+@[^\s@]+$/.test(text);
}

const LANGUAGE =
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?|x(?:-[a-z0-9]{1,8})+|i-[a-z]{3,})$/i;

/** Returns whether a text is a language tag (RFC 5646). */
export function isLanguage(text: string): boolean {
  return LANGUAGE.test(text);
}

const DURATION =
  /^P(?=.)(?:\d+(?:\.\d+)?W|(?:\d+(?:\.\d+)?Y)?(?:\d+(?:\.\d+)?M)?(?:\d+(?:\.\d+)?D)?(?:T(?=\d)(?:\d+(?:\.\d+)?H)?(?:\d+(?:\.\d+)?M)?(?:\d+(?:\.\d+)?S)?)?)$/;

/** Returns whether a text is a duration (ISO 8601). */
export function isDuration(text: string): boolean {
  return DURATION.test(text);
}

const TIMESTAMP = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * Returns the milliseconds since 1970 of a timestamp (ISO 8601, RFC 3339); null for anything else, and for the offset
 * -00:00.
 */
export function parseTimestamp(text: string): number | null {
  if (!TIMESTAMP.test(text) || /-00(?::?00)?$/.test(text.slice(10))) return null;
  const inParts = text
    .replace(/[t ]/, "T")
    .replace(/z$/, "Z")
    .replace(/([+-]\d\d)$/, "$1:00")
    .replace(/([+-]\d\d)(\d\d)$/, "$1:$2");
  const isZoned = /(?:Z|[+-]\d\d:\d\d)$/.test(inParts.slice(10));
  const time = Date.parse(isZoned ? inParts : `${inParts}Z`);
  return Number.isNaN(time) ? null : time;
}

/** Returns the first 128 bits of a text's SHA-256 as a UUID, which indexes hold instead of IRIs and agents. */
export function hashToUuid(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

export interface Agent {
  objectType?: string;
  name?: string;
  mbox?: string;
  mbox_sha1sum?: string;
  openid?: string;
  account?: { homePage: string; name: string };
  member?: Agent[];
}

/** Returns the one identifier of an agent or identified group, prefixed with its kind; null for an anonymous group. */
export function getIdentifier({ mbox, mbox_sha1sum, openid, account }: Agent): string | null {
  if (mbox !== undefined) return `mbox ${mbox}`;
  if (mbox_sha1sum !== undefined) return `mbox_sha1sum ${mbox_sha1sum.toLowerCase()}`;
  if (openid !== undefined) return `openid ${openid}`;
  if (account !== undefined) return `account ${account.homePage} ${account.name}`;
  return null;
}

/** Returns the key of an agent; for an anonymous group that of its members in any order. */
export function agentKey(agent: Agent): string {
  const identifier = getIdentifier(agent);
  if (identifier !== null) return hashToUuid(identifier);
  const members = (agent.member ?? []).map((member) => getIdentifier(member) ?? "");
  return hashToUuid(`anonymous ${JSON.stringify(members.sort())}`);
}

/** Returns the same text for values that differ only in the order of their properties. */
export function toCanonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, item]) => `${JSON.stringify(name)}:${toCanonicalText(item)}`)
    .join(",")}}`;
}
