import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import type * as OpenIdClient from "openid-client";
import { unseal } from "../../access/sealed.ts";
import { t } from "../../i18n/message.ts";
import type { Platform } from "../../platform/platform.ts";
import { ProviderUnreachable } from "../../platform/provider-fetch.ts";
import type { Identity } from "./identity.ts";
import type { UsedProvider } from "./providers.queries.ts";
import { SignInRefused } from "./refused-sign-in.ts";
import { SECRET_PURPOSE, toSecretContext } from "./secrets.ts";

const DEFAULT_SCOPES = "openid profile email";
/** How long the description of a provider is kept; the library renews keys on its own. */
const KEPT_MS = 15 * 60_000;
const CLOCK_SECONDS = 30;

// By server, as tests run several in one process.
const configurations = new WeakMap<Platform, LRUCache<string, OpenIdClient.Configuration>>();

interface Leaving {
  instanceId: number;
  provider: UsedProvider;
  /** Random, and known to the browser alone. */
  state: string;
  redirectUri: string;
  choosesAccount?: boolean;
}

/** Returns the address at the provider where a sign-in goes on. @throws Conflict when the provider does not answer */
export async function toAuthorizationUrl(
  platform: Platform,
  { instanceId, provider, state, redirectUri, choosesAccount = false }: Leaving,
): Promise<URL> {
  const configuration = await configure(platform, instanceId, provider);
  const { nonce, verifier } = deriveSecrets(platform, state);
  const client = await import("openid-client");
  return client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: provider.settings.scopes || DEFAULT_SCOPES,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(choosesAccount && { prompt: choosePrompt(configuration.serverMetadata()) }),
  });
}

/** Google documents no `login`, and lists no values. */
const GOOGLE = "https://accounts.google.com";

/**
 * Returns the `prompt` by which a provider lets the person use another account than the one that is signed in there. Every
 * provider has to know `login` (OpenID Connect Core 15.1), and may refuse values that it does not know.
 */
function choosePrompt({ issuer, prompt_values_supported: listed }: OpenIdClient.ServerMetadata): string {
  const canSelect = issuer === GOOGLE || (Array.isArray(listed) && listed.includes("select_account"));
  return canSelect ? "select_account" : "login";
}

/**
 * Exchanges the code of a callback and returns who signed in. The library checks issuer, audience, signature, times,
 * nonce, state and the issuer of the response.
 * @param search the query of the callback
 * @throws Conflict for a response that cannot be trusted
 */
export async function readCallback(
  platform: Platform,
  { instanceId, provider, state, redirectUri }: Leaving,
  search: string,
): Promise<Identity> {
  const configuration = await configure(platform, instanceId, provider);
  const { nonce, verifier } = deriveSecrets(platform, state);
  const response = new URL(redirectUri);
  response.search = search;
  const client = await import("openid-client");
  try {
    const tokens = await client.authorizationCodeGrant(configuration, response, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    const more = configuration.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
    const sid = claims["sid"];
    return {
      issuer: claims.iss,
      subject: claims.sub,
      claims: merge(more, claims),
      session: { key: typeof sid === "string" && sid.length <= 500 ? sid : null, id_token: tokens.id_token! },
    };
  } catch (error) {
    throw toConflict(platform, provider, error);
  }
}

/** Adds what the endpoint for details says. What the signed token says of an address counts for that address only. */
function merge(details: Record<string, unknown>, token: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...details, ...token };
  if (token["email"] !== undefined && token["email_verified"] === undefined && token["email"] !== details["email"])
    delete merged["email_verified"];
  return merged;
}

const toKey = (instanceId: number, { id, updated_at }: UsedProvider) => `${instanceId}:${id}:${updated_at.getTime()}`;

/** Returns what the library knows of a provider. @throws Conflict when the provider does not answer */
export async function configure(
  platform: Platform,
  instanceId: number,
  provider: UsedProvider,
): Promise<OpenIdClient.Configuration> {
  const known = configurations.get(platform) ?? new LRUCache({ max: 500, ttl: KEPT_MS });
  configurations.set(platform, known);
  const key = toKey(instanceId, provider);
  const hit = known.get(key);
  if (hit) return hit;
  const client = await import("openid-client");
  const { issuer, settings, secret } = provider;
  const clientSecret =
    secret && unseal(platform.secret, SECRET_PURPOSE, toSecretContext(instanceId, provider.id), secret);
  try {
    const configuration = await client.discovery(
      new URL(issuer),
      settings.client_id!,
      { [client.clockTolerance]: CLOCK_SECONDS },
      clientSecret ? chooseAuthentication(client, clientSecret) : client.None(),
      {
        [client.customFetch]: (url, { method, headers, body }) =>
          platform.fetchProvider(url, { method, headers, body: toText(body) }),
        // Without it, a token of the token endpoint would be taken without a look at its signature.
        execute: [
          client.enableNonRepudiationChecks,
          // Whether a provider without TLS may be asked is decided for its address, not here.
          ...(issuer.startsWith("http://") ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    known.set(key, configuration);
    return configuration;
  } catch (error) {
    throw toConflict(platform, provider, error);
  }
}

/** Returns a body as it is sent; the library sends forms and texts. */
const toText = (body: OpenIdClient.FetchBody): string | undefined =>
  body instanceof URLSearchParams ? body.toString() : typeof body === "string" ? body : undefined;

/** Sends the secret in the way that the provider supports: in the header unless it only takes it in the form. */
function chooseAuthentication(client: typeof OpenIdClient, secret: string): OpenIdClient.ClientAuth {
  const [inHeader, inForm] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isForm = methods?.includes("client_secret_post") && !methods.includes("client_secret_basic");
    return (isForm ? inForm : inHeader)(server, ...rest);
  };
}

/** Derives the nonce and the PKCE verifier of a sign-in from its state, so that no server has to store them. */
function deriveSecrets({ secret }: Platform, state: string): { nonce: string; verifier: string } {
  const derive = (purpose: string) =>
    createHmac("sha256", secret).update(`sso ${purpose} ${state}`).digest("base64url");
  return { nonce: derive("nonce"), verifier: derive("verifier") };
}

/** Logs why a response was refused, by the library's code alone: responses hold names and tokens. */
function toConflict({ log }: Platform, { id, name }: UsedProvider, error: unknown): SignInRefused {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderUnreachable) return new SignInRefused("failed", cause.text);
  const { code, error: given } = error as { code?: string; error?: unknown };
  log.warn({ provider: id, code: code ?? "unknown" }, "a sign-in by an identity provider failed");
  if (given === "access_denied") return new SignInRefused("cancelled", t`The sign-in at ${name} was cancelled.`);
  return new SignInRefused(
    "failed",
    t`The sign-in by ${name} did not work. Please try again, or ask your training administrator.`,
    { cause: error },
  );
}
