import { createHmac, generateKeyPairSync } from "node:crypto";
import { exportJWK, exportSPKI, importJWK, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ForgingProvider, openForgingProvider } from "../../testing/forging-oidc.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { openFlow, type OpenFlow, redeem } from "../../testing/identity.ts";

let server: TestServer;
let admin: Client;
let idp: ForgingProvider;
let other: ForgingProvider;
let providerId: number;
let otherId: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  [idp, other] = [await openForgingProvider(), await openForgingProvider()];
  [providerId, otherId] = [await create(idp), await create(other)];
});
afterAll(async () => {
  await server.close();
  await idp.close();
  await other.close();
});
beforeEach(() => server.platform.database.pool.query("DELETE FROM rate_limits"));

const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(input: $input) { id } }`;
async function create({ issuer }: ForgingProvider): Promise<number> {
  const input = { name: issuer, issuer, client_id: "cairn", client_secret: "secret", creates_accounts: true };
  return (await admin.data(CREATE, { input })).createIdentityProvider.id;
}

const open = (id = providerId) => openFlow(server, `/sso/oidc/${id}/start`);
const now = () => Math.floor(Date.now() / 1000);
/** The claims of a token that is in order. */
const claimsFor = ({ nonce }: OpenFlow, more: object = {}) => ({
  iss: idp.issuer,
  aud: "cairn",
  sub: "ada",
  exp: now() + 300,
  iat: now(),
  nonce,
  email: "ada@northgate.test",
  email_verified: true,
  ...more,
});
/** Comes back to the product with a code. */
const comeBack = (
  flow: OpenFlow,
  more: Record<string, string> = {},
  changes: { cookie?: string; path?: string } = {},
) => {
  const address = new URL(`http://demo.localhost/sso/oidc/${providerId}/callback`);
  for (const [name, value] of Object.entries({ code: "c", state: flow.state, ...more }))
    if (value !== "") address.searchParams.set(name, value);
  return flow.comeBack(address, changes);
};
const REFUSED = "did not work";
const ENDED = "This sign-in has ended, or was started in another browser";
async function refuses(idToken: (flow: OpenFlow) => Promise<string> | string): Promise<void> {
  const flow = await open();
  idp.idToken = await idToken(flow);
  await expect(comeBack(flow)).rejects.toThrow(REFUSED);
}

test("a token that is in order signs in, with the code's verifier and a nonce of its own", async () => {
  const flow = await open();
  const { searchParams } = new URL(flow.address);
  expect(searchParams.get("code_challenge_method")).toBe("S256");
  expect(flow.nonce).toHaveLength(43);
  idp.idToken = await idp.sign(claimsFor(flow));
  const { user } = await redeem(server, await comeBack(flow));
  expect(user.role).toBe("learner");
  expect(idp.received.get("code_verifier")).toHaveLength(43);
  expect((await open()).nonce).not.toBe(flow.nonce);
});

test("a state that is missing, invented, used or another browser's is refused before the provider is asked", async () => {
  const flow = await open();
  idp.idToken = await idp.sign(claimsFor(flow));
  idp.received = new URLSearchParams();
  await expect(comeBack(flow, { state: "" })).rejects.toThrow(ENDED);
  await expect(comeBack(flow, { state: "A".repeat(43) })).rejects.toThrow(ENDED);
  await expect(comeBack(flow, {}, { cookie: "" })).rejects.toThrow(ENDED);
  const stranger = await open();
  const [name] = flow.cookie.split("=");
  const [, value] = stranger.cookie.split("=");
  await expect(comeBack(flow, {}, { cookie: `${name}=${value}` })).rejects.toThrow(ENDED);
  expect(idp.received.has("code")).toBe(false);
  await comeBack(flow);
  await expect(comeBack(flow)).rejects.toThrow(ENDED);
});

test("a state that has expired is refused", async () => {
  const flow = await open();
  idp.idToken = await idp.sign(claimsFor(flow));
  await server.inside("demo", (db, id) =>
    db
      .updateTable("identity_flows")
      .set({ expires_at: new Date(0) })
      .where("instance_id", "=", id)
      .execute(),
  );
  await expect(comeBack(flow)).rejects.toThrow(ENDED);
});

test("a nonce that is missing or another sign-in's is refused", async () => {
  const elsewhere = await open();
  await refuses((flow) => idp.sign(claimsFor(flow, { nonce: elsewhere.nonce })));
  await refuses((flow) => idp.sign(claimsFor(flow, { nonce: undefined })));
});

test("a response of one provider is not taken for another's", async () => {
  const flow = await open();
  // The attacker's provider sends the browser back to the honest one's address, or the other way round.
  await expect(comeBack(flow, {}, { path: `/sso/oidc/${otherId}/callback` })).rejects.toThrow(ENDED);
  const second = await open();
  idp.idToken = await idp.sign(claimsFor(second));
  await expect(comeBack(second, { iss: other.issuer })).rejects.toThrow(REFUSED);
  await refuses(async (third) => other.sign(claimsFor(third)));
  await refuses(async (third) => other.sign(claimsFor(third, { iss: other.issuer })));
});

test("a response without its issuer is refused where the provider says that it sends it", async () => {
  idp.metadata = { authorization_response_iss_parameter_supported: true };
  const id = await create(idp);
  const flow = await open(id);
  idp.idToken = await idp.sign(claimsFor(flow));
  const path = `/sso/oidc/${id}/callback`;
  await expect(comeBack(flow, {}, { path })).rejects.toThrow(REFUSED);
  const second = await open(id);
  idp.idToken = await idp.sign(claimsFor(second));
  await comeBack(second, { iss: idp.issuer }, { path });
  idp.metadata = {};
});

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

test("an unsigned token, and one signed with the public key as a secret, are refused", async () => {
  await refuses((flow) => `${encode({ alg: "none" })}.${encode(claimsFor(flow))}.`);
  await refuses((flow) => `${encode({ alg: "None", kid: "1" })}.${encode(claimsFor(flow))}.`);
  const jwk = idp.keys[0]!;
  const pem = await exportSPKI((await importJWK(jwk, "RS256", { extractable: true })) as CryptoKey);
  for (const secret of [pem, jwk.n!, "secret"])
    await refuses((flow) => {
      const content = `${encode({ alg: "HS256", kid: jwk.kid })}.${encode(claimsFor(flow))}`;
      return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
    });
});

test("a key that a token brings along is not used", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = await exportJWK(publicKey);
  for (const header of [{ jwk }, { jwk, kid: "1" }, { jku: `${other.issuer}/jwks`, kid: "1" }])
    await refuses((flow) =>
      new SignJWT(claimsFor(flow)).setProtectedHeader({ alg: "RS256", ...header }).sign(privateKey),
    );
});

test("a token whose content was changed after it was signed is refused", async () => {
  await refuses(async (flow) => {
    const [header, , signature] = (await idp.sign(claimsFor(flow))).split(".");
    return `${header}.${encode(claimsFor(flow, { sub: "admin" }))}.${signature}`;
  });
});

test.each([
  ["an audience of another client", { aud: "another client" }],
  ["several audiences without an authorised party", { aud: ["cairn", "another"] }],
  ["another authorised party", { aud: ["cairn", "another"], azp: "another" }],
  ["another issuer", { iss: "https://evil.example" }],
  ["an end in the past", { exp: 1_000_000 }],
  ["no end", { exp: undefined }],
  ["a beginning in the future", { nbf: 4_000_000_000 }],
  ["no subject", { sub: undefined }],
])("a token with %s is refused", async (_, more) => {
  await refuses((flow) => idp.sign(claimsFor(flow, more)));
});

test("a provider's new key is taken without a change here", async () => {
  const first = await open();
  idp.idToken = await idp.sign(claimsFor(first));
  await comeBack(first);
  await idp.rotate();
  // The library asks again for keys that it does not know, at most once a minute.
  const { Date: real } = globalThis;
  const flow = await open();
  idp.idToken = await idp.sign(claimsFor(flow, { iat: now() }));
  const later = real.now() + 61_000;
  const original = real.now;
  real.now = () => later;
  try {
    await comeBack(flow);
  } finally {
    real.now = original;
  }
});

test("a refused sign-in logs neither names nor tokens", async () => {
  server.outside.log.length = 0;
  let token = "";
  await refuses(async (flow) => (token = await idp.sign(claimsFor(flow, { aud: "x" }))));
  const text = JSON.stringify(server.outside.log);
  expect(server.outside.log).toHaveLength(1);
  expect(text).not.toContain("ada@northgate.test");
  expect(text).not.toContain(token.slice(-20));
});

test("a person who cancels at the provider reads so", async () => {
  const flow = await open();
  await expect(comeBack(flow, { code: "", error: "access_denied" })).rejects.toThrow("was cancelled");
});
