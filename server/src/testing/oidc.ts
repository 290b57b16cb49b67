import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";

/** A person of the provider, by subject; the claims that it sends of them. */
type People = Record<string, Record<string, unknown>>;

/** An OpenID provider on this machine. */
export interface OidcProvider {
  issuer: string;
  people: People;
  /** Allows a client to be sent back to an address. */
  allow: (redirectUri: string) => void;
  /** The key with which it signs. */
  key: CryptoKey;
  /** The logout tokens that it has sent to the client. */
  logoutTokens: string[];
  close: () => Promise<void>;
}

export const CLIENT = { id: "cairn", secret: "a secret of the client that is long enough" };

interface OidcOptions {
  port?: number;
  /** Whether the client has no secret. */
  isPublic?: boolean;
  /** Tells whether the client may be sent back to an address, besides those that were allowed. */
  allows?: (redirectUri: string) => boolean;
}

/**
 * Starts an OpenID provider with one client. Its page asks as whom to sign in, and has a button for each person.
 * @param people who has an account there
 */
export async function openOidcProvider(
  people: People,
  { port = 0, isPublic = false, allows = () => false }: OidcOptions = {},
): Promise<OidcProvider> {
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirectUris: string[] = [];
  const logoutTokens: string[] = [];
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        ...(isPublic ? { token_endpoint_auth_method: "none" as const } : { client_secret: CLIENT.secret }),
        redirect_uris: ["http://demo.localhost/unused"],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        backchannel_logout_uri: "http://client.test/logout",
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "1", use: "sig", alg: "RS256" }] },
    // The address of the client is known to the test, which passes the token on.
    fetch: async (url, options) => {
      if (new URL(url instanceof Request ? url.url : url).hostname !== "client.test") return fetch(url, options);
      logoutTokens.push(new URLSearchParams(options?.body as string).get("logout_token")!);
      return new Response(null, { status: 204 });
    },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["given_name", "family_name", "name", "roles", "groups", "site", "staff_number"],
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      // The page asks with a form, which tests send.
      rpInitiatedLogout: { logoutSource: (context, form) => void (context.body = form) },
    },
    cookies: { keys: ["a key for tests"] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    // Nobody is asked what the client may read.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ accountId: oidc.session!.accountId!, clientId: oidc.client!.clientId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  // Addresses of a test server are known after the provider has started.
  type Allows = (uri: string) => boolean;
  const { Client } = provider as unknown as {
    Client: { prototype: { redirectUriAllowed: Allows; postLogoutRedirectUriAllowed: Allows } };
  };
  const isAllowed: Allows = (uri) => redirectUris.includes(uri) || allows(uri);
  Client.prototype.redirectUriAllowed = isAllowed;
  Client.prototype.postLogoutRedirectUriAllowed = isAllowed;
  const answer = provider.callback();
  server.on("request", (request, response) => {
    void (async () => {
      const url = new URL(request.url!, issuer);
      if (!url.pathname.startsWith("/interaction/")) return answer(request, response);
      if (request.method === "POST") {
        const accountId = url.searchParams.get("as")!;
        return provider.interactionFinished(request, response, { login: { accountId } });
      }
      const forms = Object.keys(people).map(
        (id) => `<form method="post" action="${url.pathname}?as=${id}"><button>Sign in as ${id}</button></form>`,
      );
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(`<!doctype html><title>Provider</title>${forms.join("")}`);
    })();
  });
  return {
    issuer,
    people,
    key: privateKey,
    logoutTokens,
    allow: (uri) => void redirectUris.push(uri),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The cookies of a browser at the provider. */
type Jar = Map<string, string>;

/** Opens a function that sends requests as a browser does, with its cookies. */
function openBrowser(jar: Jar) {
  return async (url: string | URL, method = "GET", body: URLSearchParams | null = null) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { method, ...(body && { body }), redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      jar.set(name!, value!);
    }
    return response;
  };
}

/** Signs a person out at the provider, who confirms it there. @returns the address that leads back */
export async function signOutAt(address: string, jar: Jar): Promise<URL> {
  const request = openBrowser(jar);
  const form = await (await request(address)).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1];
  if (xsrf === undefined) throw new Error(`The provider answered: ${form}`);
  const action = /action="([^"]+)"/.exec(form)![1]!;
  const response = await request(action, "POST", new URLSearchParams({ xsrf, logout: "yes" }));
  return new URL(response.headers.get("location")!);
}

/** Signs a person in at the provider as a browser does. @returns the address that leads back, with the code */
export async function signInAt(address: string, subject: string, jar: Jar = new Map()): Promise<URL> {
  const request = openBrowser(jar);
  const first = new URL(address);
  let url = first;
  for (let hop = 0; hop < 10; hop++) {
    const isQuestion = url.pathname.startsWith("/interaction/");
    const response = isQuestion ? await request(`${url.href}?as=${subject}`, "POST") : await request(url);
    const location = response.headers.get("location");
    if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
    if (url.origin !== first.origin) return url;
  }
  throw new Error("The provider redirects too often.");
}
