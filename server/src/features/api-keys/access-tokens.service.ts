import { ACCESS_TOKEN_SECONDS, createAccessToken } from "../../access/access-tokens.ts";
import { findKey } from "../../access/keys.ts";
import { READ, SCOPES } from "../../access/permissions.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";

/** Why no token is given, by the codes of RFC 6749, section 5.2. */
export class OAuthError extends Error {
  readonly code: "invalid_request" | "invalid_client" | "unsupported_grant_type" | "invalid_scope";

  constructor(code: OAuthError["code"]) {
    super(code);
    this.code = code;
  }
}

/** A request for a token. */
export interface Grant {
  grant_type: string | undefined;
  client_id: string | undefined;
  client_secret: string | undefined;
  /** Names of scopes, separated by spaces. */
  scope: string | undefined;
}

/**
 * Returns an access token for an API key, limited to the scopes that are requested.
 * @throws OAuthError; the same for a wrong id and a wrong secret
 */
export async function grantToken(platform: Platform, instanceId: number, grant: Grant) {
  if (grant.grant_type === undefined) throw new OAuthError("invalid_request");
  if (grant.grant_type !== "client_credentials") throw new OAuthError("unsupported_grant_type");
  const { client_id, client_secret = "" } = grant;
  const key = await inInstance(platform.database, instanceId, (db) => findKey(db, instanceId, client_secret));
  if (!key || client_id !== `key-${key.id}`) throw new OAuthError("invalid_client");
  const own = key.signedIn.apiKey?.scopes ?? null;
  const scopes = narrow(own, grant.scope);
  return {
    access_token: createAccessToken(platform.secret, { instanceId, keyId: key.id, scopes }),
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    ...((scopes ?? own) && { scope: (scopes ?? own)!.join(" ") }),
  };
}

/** Returns the scopes of a token within those of its key; null where none are requested. */
function narrow(own: readonly string[] | null, requested: string | undefined): string[] | null {
  const names = new Set((requested ?? "").split(" ").filter((name) => name !== ""));
  if (names.size === 0) return null;
  const readsOnly = names.delete(READ) || (own?.includes(READ) ?? false);
  const ownAreas = own?.filter((name) => name !== READ) ?? [];
  const allowed: readonly string[] = ownAreas.length > 0 ? ownAreas : SCOPES;
  if (![...names].every((name) => allowed.includes(name))) throw new OAuthError("invalid_scope");
  return [...(names.size > 0 ? names : ownAreas), ...(readsOnly ? [READ] : [])];
}
