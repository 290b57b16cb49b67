import { createHmac, timingSafeEqual } from "node:crypto";
import type { Db } from "../db/client.ts";
import { findByKeyId } from "./keys.ts";
import type { SignedIn } from "./session.ts";

/** How long an access token is valid, in seconds. */
export const ACCESS_TOKEN_SECONDS = 3600;

// <instance>.<API key>.<end, in seconds since 1970>.<scopes>.<signature>
const TOKEN = /^cairn_at_([1-9]\d{0,9})\.([1-9]\d{0,9})\.(\d{1,12})\.([a-z+]{0,100})\.([\w-]{43})$/;

/** Tells whether a bearer token has the form of an access token. */
export function isAccessToken(token: string): boolean {
  return TOKEN.test(token);
}

/**
 * Creates an access token for an API key (RFC 6749). It is signed and not stored: whether the key is still valid is read
 * with each request.
 * @param scopes what it is limited to within the key; null for all that the key may do
 */
export function createAccessToken(
  secret: Buffer,
  { instanceId, keyId, scopes }: { instanceId: number; keyId: number; scopes: readonly string[] | null },
  now = Date.now(),
): string {
  const end = Math.floor(now / 1000) + ACCESS_TOKEN_SECONDS;
  const content = `${instanceId}.${keyId}.${end}.${scopes?.join("+") ?? ""}`;
  return `cairn_at_${content}.${sign(secret, content)}`;
}

/** Returns how access tokens that were signed with a secret are looked up: like their API key, with their own scopes. */
export function accessTokenFinder(secret: Buffer) {
  return async (db: Db, instanceId: number, token: string): Promise<SignedIn | null> => {
    const [, instance, keyId, end, scopes = "", signature = ""] = TOKEN.exec(token) ?? [];
    if (Number(instance) !== instanceId) return null;
    const expected = sign(secret, `${instance}.${keyId}.${end}.${scopes}`);
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
    if (Number(end) * 1000 <= Date.now()) return null;
    const signedIn = await findByKeyId(db, instanceId, Number(keyId));
    if (!signedIn?.apiKey || scopes === "") return signedIn;
    return { ...signedIn, apiKey: { ...signedIn.apiKey, scopes: scopes.split("+") } };
  };
}

function sign(secret: Buffer, content: string): string {
  return createHmac("sha256", secret).update(`access token\n${content}`).digest("base64url");
}
