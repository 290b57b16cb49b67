import type { JWTVerifyGetKey } from "jose";
import type { Configuration } from "openid-client";
import { hash } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { AppError, Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import type { Platform } from "../../platform/platform.ts";
import { useAssertion } from "./flows.queries.ts";
import type { IdentitySession } from "./identity.ts";
import { configure } from "./oidc.service.ts";
import { endSessionsOf } from "./provider-sessions.queries.ts";
import type { UsedProvider } from "./providers.queries.ts";

interface At {
  instanceId: number;
  provider: UsedProvider;
}

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const LONGEST_SECONDS = 5 * 60;
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const keySets = new WeakMap<Configuration, JWTVerifyGetKey>();

/** Returns the address where people come back after signing out at a provider. */
export const toSignedOutUrl = ({ origin, provider }: { origin: string; provider: { id: number } }) =>
  `${origin}/sso/oidc/${provider.id}/signed-out`;

/**
 * Returns the address that ends a person's session at a provider (OpenID Connect RP-Initiated Logout 1.0); null when the
 * provider has none. It comes back with the host.
 * @throws Conflict when the provider does not answer
 */
export async function toEndSessionUrl(
  platform: Platform,
  { instanceId, provider, origin, session, host }: At & { origin: string; session: IdentitySession; host: string },
): Promise<string | null> {
  const configuration = await configure(platform, instanceId, provider);
  if (!configuration.serverMetadata().end_session_endpoint) return null;
  const client = await import("openid-client");
  return client.buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: toSignedOutUrl({ origin, provider }),
    state: host,
    ...(session.id_token !== undefined && { id_token_hint: session.id_token }),
  }).href;
}

/**
 * Ends the sessions that a provider names in a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6), each token once.
 * @throws Invalid for a token that cannot be trusted
 */
export async function receiveLogoutToken(
  platform: Platform,
  { instanceId, provider }: At,
  token: string,
): Promise<void> {
  const { issuer, sub, sid, jti } = await readToken(platform, { instanceId, provider }, token).catch(
    (error: unknown) => {
      platform.log.warn({ provider: provider.id, code: "oidc_logout" }, "a request to sign out was refused");
      if (error instanceof AppError) throw error;
      throw untrusted();
    },
  );
  const ended = await inInstance(platform.database, instanceId, async (db) => {
    const used = {
      providerId: provider.id,
      assertionHash: hash(`logout ${jti}`),
      expiresAt: new Date(Date.now() + 3 * LONGEST_SECONDS * 1_000),
    };
    if (!(await useAssertion({ db, instanceId }, used))) throw untrusted();
    return endSessionsOf({ db, instanceId }, { providerId: provider.id, issuer, subject: sub, key: sid });
  });
  platform.log.info({ provider: provider.id, ended }, "an identity provider ended sessions");
}

const untrusted = () => new Invalid({ logout_token: [t`This logout token cannot be trusted.`] });

async function readToken(platform: Platform, { instanceId, provider }: At, token: string) {
  const { jwtVerify } = await import("jose");
  const configuration = await configure(platform, instanceId, provider);
  const { issuer } = configuration.serverMetadata();
  const { payload } = await jwtVerify(token, await openKeySet(platform, configuration), {
    issuer,
    audience: provider.settings.client_id!,
    algorithms: ALGORITHMS,
    clockTolerance: 60,
    maxTokenAge: LONGEST_SECONDS,
    requiredClaims: ["jti", "iat", "events"],
  });
  const { sub, sid, jti, nonce, events } = payload;
  if (nonce !== undefined) throw new Error("an ID token");
  if (typeof events !== "object" || events === null || !(EVENT in events)) throw new Error("another event");
  if (typeof sub !== "string" && typeof sid !== "string") throw new Error("nobody");
  return {
    issuer,
    sub: typeof sub === "string" ? sub : null,
    sid: typeof sid === "string" ? sid : null,
    jti: jti!,
  };
}

/** Returns the keys of a provider. They are read again when a token names another one. */
async function openKeySet(platform: Platform, configuration: Configuration): Promise<JWTVerifyGetKey> {
  const known = keySets.get(configuration);
  if (known) return known;
  const jose = await import("jose");
  const keys = jose.createRemoteJWKSet(new URL(configuration.serverMetadata().jwks_uri!), {
    [jose.customFetch]: (url, { headers }) =>
      platform.fetchProvider(url, { method: "GET", headers: Object.fromEntries(headers.entries()) }),
  });
  keySets.set(configuration, keys);
  return keys;
}
