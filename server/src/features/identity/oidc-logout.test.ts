import { generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openFlow, redeem, type SignedIn } from "../../testing/identity.ts";
import { CLIENT, openOidcProvider, type OidcProvider, signInAt, signOutAt } from "../../testing/oidc.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(input: $input) { id callback_url signed_out_url } }`;
const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };

interface Provider {
  id: number;
  callback_url: string;
  signed_out_url: string;
}

let server: TestServer;
let idp: OidcProvider;
let admin: Client;
let provider: Provider;
let tokens = 0;
beforeAll(async () => {
  server = await startServer();
  const person = (name: string) => ({ email: `${name}@northgate.test`, email_verified: true, given_name: name });
  idp = await openOidcProvider({ ada: person("ada"), bob: person("bob") });
  admin = await server.as("admin@demo.test");
});
afterAll(async () => {
  await server.close();
  await idp.close();
});
beforeEach(async () => {
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  await server.inside("demo", (db, id) => db.deleteFrom("identity_providers").where("instance_id", "=", id).execute());
  provider = await create();
});

async function create(more: object = {}): Promise<Provider> {
  const { id: client_id, secret: client_secret } = CLIENT;
  const input = { name: "Northgate ID", issuer: idp.issuer, client_id, client_secret, creates_accounts: true };
  const { createIdentityProvider: made } = await admin.data(CREATE, {
    input: { ...input, single_logout: true, ...more },
  });
  idp.allow(made.callback_url);
  idp.allow(made.signed_out_url);
  return made;
}

async function signIn(subject = "ada", jar = new Map<string, string>()): Promise<SignedIn> {
  const flow = await openFlow(server, `/sso/oidc/${provider.id}/start`);
  return redeem(server, await flow.comeBack(await signInAt(flow.address, subject, jar)));
}

async function logOut({ client, host }: SignedIn): Promise<string | null> {
  const headers = { host, authorization: `Bearer ${client.token}` };
  return (await server.app.inject({ method: "POST", url: "/api/logout", headers })).json().provider_url;
}

const isSignedIn = async ({ client }: SignedIn) => (await client.refusal("{ viewer { id } }")) === null;

/** Sends a logout token as the provider does. @returns the status of the answer */
async function sendToken(logout_token: string): Promise<number> {
  const response = await server.app.inject({
    method: "POST",
    url: `/sso/oidc/${provider.id}/backchannel-logout`,
    headers: { host: "demo.localhost", "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ logout_token }).toString(),
  });
  return response.statusCode;
}

/** Signs a logout token of the provider with other claims. */
function write(claims: object, { key = idp.key, alg = "RS256" } = {}): Promise<string> {
  const usual = {
    iss: idp.issuer,
    aud: CLIENT.id,
    iat: Math.floor(Date.now() / 1_000),
    jti: `t${++tokens}`,
    events: EVENTS,
  };
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg, kid: "1", typ: "logout+jwt" }).sign(key);
}

test("signing out leads to the provider, ends the session there, and comes back to the login page", async () => {
  const jar = new Map<string, string>();
  const ada = await signIn("ada", jar);
  const address = await logOut(ada);
  expect(await isSignedIn(ada)).toBe(false);
  const back = await signOutAt(address!, jar);
  expect(back.href.startsWith(provider.signed_out_url)).toBe(true);
  const response = await server.app.inject({ url: back.pathname + back.search, headers: { host: back.hostname } });
  expect(response.headers.location).toBe("http://demo.localhost/login");
});

test("signing out stays here when it is switched off, or the provider does not answer", async () => {
  provider = await create({ single_logout: false });
  expect(await logOut(await signIn())).toBeNull();
  provider = await create();
  const ada = await signIn();
  await server.inside("demo", (db, id) =>
    db
      .updateTable("identity_providers")
      .set({ issuer: "http://127.0.0.1:1", updated_at: new Date() })
      .where("instance_id", "=", id)
      .where("id", "=", provider.id)
      .execute(),
  );
  expect(await logOut(ada)).toBeNull();
  expect(await isSignedIn(ada)).toBe(false);
});

test("a provider that signs a person out elsewhere ends the session that began with it, and no other", async () => {
  const jar = new Map<string, string>();
  const [here, elsewhere, bob] = [await signIn("ada", jar), await signIn("ada"), await signIn("bob")];
  await signOutAt(`${idp.issuer}/session/end`, jar);
  expect(await sendToken(idp.logoutTokens.at(-1)!)).toBe(204);
  expect(await Promise.all([here, elsewhere, bob].map(isSignedIn))).toEqual([false, true, true]);
});

test("a token that names a person ends all of their sessions", async () => {
  const [first, second, bob] = [await signIn(), await signIn(), await signIn("bob")];
  expect(await sendToken(await write({ sub: "ada" }))).toBe(204);
  expect(await Promise.all([first, second, bob].map(isSignedIn))).toEqual([false, false, true]);
});

test("a token that cannot be trusted ends nothing", async () => {
  const ada = await signIn();
  const { privateKey: unknown } = await generateKeyPair("RS256");
  const iat = Math.floor(Date.now() / 1_000);
  const wrong: [string, string][] = [
    ["an unknown key", await write({ sub: "ada" }, { key: unknown })],
    ["no signature", `${(await write({ sub: "ada" })).split(".").slice(0, 2).join(".")}.`],
    ["the client secret as its key", await sign256({ sub: "ada" })],
    ["another issuer", await write({ sub: "ada", iss: "https://evil.example" })],
    ["another audience", await write({ sub: "ada", aud: "other" })],
    ["an old time", await write({ sub: "ada", iat: iat - 3_600 })],
    ["a nonce, as an ID token has it", await write({ sub: "ada", nonce: "n" })],
    ["another event", await write({ sub: "ada", events: { other: {} } })],
    ["no id", await write({ sub: "ada", jti: undefined })],
    ["nobody", await write({})],
    ["no token", "x"],
  ];
  for (const [name, token] of wrong) expect([name, await sendToken(token)]).toEqual([name, 422]);
  expect(await isSignedIn(ada)).toBe(true);
});

/** Signs a token with what the client and the provider share, which the product does not take. */
function sign256(claims: object): Promise<string> {
  const usual = { iss: idp.issuer, aud: CLIENT.id, iat: Math.floor(Date.now() / 1_000), jti: "h", events: EVENTS };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(CLIENT.secret));
}

test("a token is taken once, and by its own provider", async () => {
  const token = await write({ sub: "ada" });
  expect(await sendToken(token)).toBe(204);
  const ada = await signIn();
  expect(await sendToken(token)).toBe(422);
  provider = await create({ name: "Second" });
  expect(await sendToken(await write({ sub: "ada" }))).toBe(204);
  expect(await isSignedIn(ada)).toBe(true);
});
