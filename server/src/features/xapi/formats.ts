import { createHash } from "node:crypto";

/** Any UUID of RFC 4122, in either case. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

const IRI = /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i;

/** Whether a text is an IRI with a scheme (RFC 3987, as far as it can be told without knowing the scheme). */
export function isIri(text: string): boolean {
  return IRI.test(text);
}

/** Whether a text is `mailto:` with an address that has a name and a host. */
export function isMbox(text: string): boolean {
  return /^mailto:[^\s@]+@[^\s@]+$/.test(text);
}

const LANGUAGE =
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?|x(?:-[a-z0-9]{1,8})+|i-[a-z]{3,})$/i;

/** Whether a text is a language tag (RFC 5646). */
export function isLanguage(text: string): boolean {
  return LANGUAGE.test(text);
}

const DURATION =
  /^P(?=.)(?:\d+(?:\.\d+)?W|(?:\d+(?:\.\d+)?Y)?(?:\d+(?:\.\d+)?M)?(?:\d+(?:\.\d+)?D)?(?:T(?=\d)(?:\d+(?:\.\d+)?H)?(?:\d+(?:\.\d+)?M)?(?:\d+(?:\.\d+)?S)?)?)$/;

/** Whether a text is a duration (ISO 8601). */
export function isDuration(text: string): boolean {
  return DURATION.test(text);
}

const TIMESTAMP = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)?$/;

/** Milliseconds since 1970 of a timestamp (ISO 8601, RFC 3339); null for anything else, and for an offset of minus nothing. */
export function timeOf(text: string): number | null {
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

/** The first 128 bits of a text's SHA-256, as a UUID: what indexes hold in place of IRIs and agents. */
export function keyOf(text: string): string {
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

/** The one identifier of an agent or identified group, with its kind in front; null for an anonymous group. */
export function identifierOf({ mbox, mbox_sha1sum, openid, account }: Agent): string | null {
  if (mbox !== undefined) return `mbox ${mbox}`;
  if (mbox_sha1sum !== undefined) return `mbox_sha1sum ${mbox_sha1sum.toLowerCase()}`;
  if (openid !== undefined) return `openid ${openid}`;
  if (account !== undefined) return `account ${account.homePage} ${account.name}`;
  return null;
}

/** The key of an agent; of an anonymous group, that of its members whatever their order. */
export function agentKey(agent: Agent): string {
  const identifier = identifierOf(agent);
  if (identifier !== null) return keyOf(identifier);
  const members = (agent.member ?? []).map((member) => identifierOf(member) ?? "");
  return keyOf(`anonymous ${JSON.stringify(members.sort())}`);
}

/** The same for values that are equal but for the order of their properties. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`)
    .join(",")}}`;
}
