import { createSign } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openFlow, redeem, type SignedIn } from "../../testing/identity.ts";
import { readRequest, SamlProvider, sign } from "../../testing/saml.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { createOwnKey, type OwnKey } from "./self-signed.ts";

const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(kind: "saml", input: $input) { id slo_url callback_url own_metadata_url } }`;
const SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
const IDP = "https://idp.northgate.test";

interface Provider {
  id: number;
  slo_url: string | null;
  callback_url: string;
  own_metadata_url: string;
}

let server: TestServer;
let admin: Client;
let idp: SamlProvider;
let provider: Provider;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  idp = new SamlProvider();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  await server.inside("demo", (db, id) => db.deleteFrom("identity_providers").where("instance_id", "=", id).execute());
  provider = await create({ single_logout: true });
});

const create = async (more: object): Promise<Provider> => {
  const input = {
    name: "Northgate SAML",
    creates_accounts: true,
    trusts_emails: true,
    metadata: idp.metadata({ slo: `${IDP}/slo` }),
    ...more,
  };
  return (await admin.data(CREATE, { input })).createIdentityProvider;
};

async function signIn({ nameId = "ada", sessionIndex = "s1" } = {}): Promise<SignedIn> {
  const flow = await openFlow(server, `/sso/saml/${provider.id}/start`);
  const { id: requestId } = readRequest(flow.address);
  const to = { acsUrl: provider.callback_url, entityId: provider.own_metadata_url, requestId };
  const attributes = { email: `${nameId}@northgate.test`, givenName: nameId, sn: "Byron" };
  const xml = await idp.respond(to, { nameId, sessionIndex, attributes });
  const finish = await postForm("acs", { SAMLResponse: Buffer.from(xml).toString("base64") });
  return redeem(server, await flow.comeBack(new URL(finish.location!)));
}

async function postForm(name: "acs" | "slo", form: Record<string, string>) {
  const response = await server.app.inject({
    method: "POST",
    url: `/sso/saml/${provider.id}/${name}`,
    headers: {
      host: "demo.localhost",
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
    },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: response.statusCode, location: response.headers.location };
}

async function get(query: string) {
  const response = await server.app.inject({
    url: `/sso/saml/${provider.id}/slo?${query}`,
    headers: { host: "demo.localhost", accept: "application/json" },
  });
  return { status: response.statusCode, location: response.headers.location };
}

const isSignedIn = async ({ client }: SignedIn) => (await client.refusal("{ viewer { id } }")) === null;
const logOut = async ({ client }: SignedIn): Promise<{ provider_url: string | null }> => {
  const response = await server.app.inject({
    method: "POST",
    url: "/api/logout",
    headers: { host: "demo.localhost", authorization: `Bearer ${client.token}` },
  });
  return response.json();
};

let requests = 0;
interface RequestOptions {
  nameId?: string;
  sessions?: string[];
  issuer?: string;
  written?: Date;
}
/** Writes a request of the provider to end sessions. */
function writeRequest({
  nameId = "ada",
  sessions = [],
  issuer = `${IDP}/metadata`,
  written = new Date(),
}: RequestOptions = {}) {
  const keys = sessions.map((key) => `<samlp:SessionIndex>${key}</samlp:SessionIndex>`).join("");
  return `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${++requests}" Version="2.0" IssueInstant="${written.toISOString()}"><saml:Issuer>${issuer}</saml:Issuer><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${nameId}</saml:NameID>${keys}</samlp:LogoutRequest>`;
}

/** Signs the query of a request as HTTP-Redirect does. */
function toQuery(
  xml: string,
  {
    key = idp.key,
    algorithm = SHA256,
    relayState = "",
  }: { key?: OwnKey; algorithm?: string; relayState?: string } = {},
) {
  const parameters = new URLSearchParams({ SAMLRequest: deflateRawSync(xml).toString("base64") });
  if (relayState) parameters.set("RelayState", relayState);
  parameters.set("SigAlg", algorithm);
  const digest = algorithm.endsWith("sha1") ? "RSA-SHA1" : "RSA-SHA256";
  const signature = createSign(digest).update(parameters.toString()).sign(key.privateKey, "base64");
  return `${parameters.toString()}&${new URLSearchParams({ Signature: signature }).toString()}`;
}

test("signing out leads to the provider with a signed request for this session, and comes back to the login page", async () => {
  const ada = await signIn({ sessionIndex: "s7" });
  const { provider_url } = await logOut(ada);
  expect(await isSignedIn(ada)).toBe(false);
  const { xml, isSigned } = readRequest(provider_url!);
  expect(provider_url!.startsWith(`${IDP}/slo?`)).toBe(true);
  expect(isSigned).toBe(true);
  expect(xml).toContain(">ada<");
  expect(xml).toContain(">s7<");
  const relayState = new URL(provider_url!).searchParams.get("RelayState")!;
  const back = await get(new URLSearchParams({ SAMLResponse: "x", RelayState: relayState }).toString());
  expect(back.location).toBe("http://demo.localhost/login");
});

test("a return from the provider leads to no host of another organisation", async () => {
  for (const RelayState of ["evil.example", "riverside.localhost", "//evil.example"]) {
    const back = await get(new URLSearchParams({ SAMLResponse: "x", RelayState }).toString());
    expect(back.location).toBe("http://demo.localhost/login");
  }
});

test("signing out stays here when the provider has it switched off, has no address, or another way was used", async () => {
  const byPassword = await server.as("learner@demo.test");
  const answer = await server.app.inject({
    method: "POST",
    url: "/api/logout",
    headers: { host: "demo.localhost", authorization: `Bearer ${byPassword.token}` },
  });
  expect(answer.json().provider_url).toBeNull();
  provider = await create({ single_logout: false });
  expect((await logOut(await signIn())).provider_url).toBeNull();
  provider = await create({ single_logout: true, metadata: idp.metadata() });
  expect(provider.slo_url).toBeNull();
  expect((await logOut(await signIn())).provider_url).toBeNull();
});

test("a provider ends the session that it names, and no other", async () => {
  const [first, second, other] = [
    await signIn({ sessionIndex: "a" }),
    await signIn({ sessionIndex: "b" }),
    await signIn({ nameId: "bob", sessionIndex: "a" }),
  ];
  const answer = await get(toQuery(writeRequest({ sessions: ["a"] }), { relayState: "kept" }));
  expect(answer.status).toBe(303);
  const address = new URL(answer.location!);
  expect(address.origin + address.pathname).toBe(`${IDP}/slo`);
  expect(address.searchParams.get("RelayState")).toBe("kept");
  const response = inflateRawSync(Buffer.from(address.searchParams.get("SAMLResponse")!, "base64")).toString();
  expect(response).toContain("status:Success");
  expect(response).toContain(`InResponseTo="_r${requests}"`);
  expect(await Promise.all([first, second, other].map(isSignedIn))).toEqual([false, true, true]);
});

test.each([
  ["no session", []],
  ["several sessions", ["a", "b"]],
])("a request that names %s ends all of the person", async (_, sessions) => {
  const [first, second, other] = [
    await signIn({ sessionIndex: "a" }),
    await signIn({ sessionIndex: "b" }),
    await signIn({ nameId: "bob" }),
  ];
  await get(toQuery(writeRequest({ sessions })));
  expect(await Promise.all([first, second, other].map(isSignedIn))).toEqual([false, false, true]);
});

test("a request ends a sign-in whose one-time code was not redeemed yet", async () => {
  const flow = await openFlow(server, `/sso/saml/${provider.id}/start`);
  const { id: requestId } = readRequest(flow.address);
  const to = { acsUrl: provider.callback_url, entityId: provider.own_metadata_url, requestId };
  const finish = await postForm("acs", { SAMLResponse: Buffer.from(await idp.respond(to)).toString("base64") });
  const address = await flow.comeBack(new URL(finish.location!));
  await get(toQuery(writeRequest()));
  await expect(redeem(server, address)).rejects.toThrow();
});

test("a request is taken by a form as well, when its document is signed", async () => {
  const ada = await signIn();
  const encode = (xml: string) => ({ SAMLRequest: Buffer.from(xml).toString("base64") });
  expect((await postForm("slo", encode(writeRequest()))).status).toBe(409);
  expect((await postForm("slo", encode(sign(writeRequest(), "LogoutRequest", createOwnKey("evil"))))).status).toBe(409);
  expect(await isSignedIn(ada)).toBe(true);
  expect((await postForm("slo", encode(sign(writeRequest(), "LogoutRequest", idp.key)))).status).toBe(303);
  expect(await isSignedIn(ada)).toBe(false);
});

test("a request that cannot be trusted ends nothing", async () => {
  const ada = await signIn();
  const good = () => toQuery(writeRequest());
  const evil = deflateRawSync(writeRequest()).toString("base64");
  const wrong: [string, string][] = [
    ["no signature", good().replace(/&Signature=.*/, "")],
    [
      "the signature of another request",
      good().replace(/SAMLRequest=[^&]+/, `SAMLRequest=${encodeURIComponent(evil)}`),
    ],
    ["another request beside the signed one", `${good()}&SAMLRequest=${encodeURIComponent(evil)}`],
    ["a parameter whose name holds that of the signed one", `XSAMLRequest=1&${good()}`],
    ["an unknown key", toQuery(writeRequest(), { key: createOwnKey("evil") })],
    ["SHA-1", toQuery(writeRequest(), { algorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" })],
    ["another issuer", toQuery(writeRequest({ issuer: "https://evil.example" }))],
    ["an old time", toQuery(writeRequest({ written: new Date(Date.now() - 3_600_000) }))],
    ["a document type", toQuery(`<!DOCTYPE x>${writeRequest()}`)],
    ["a bomb", toQuery(`${writeRequest()}<!--${"x".repeat(5_000_000)}-->`)],
  ];
  for (const [name, query] of wrong) expect([name, (await get(query)).status]).toEqual([name, 409]);
  expect(await isSignedIn(ada)).toBe(true);
});

test("a request whose text would keep a regular expression busy is refused", async () => {
  const xml = `<x y="${"<LogoutRequest ".repeat(2_500)}${"LogoutRequest ".repeat(2_000)}"/>`;
  expect((await postForm("slo", { SAMLRequest: Buffer.from(xml).toString("base64") })).status).toBe(409);
  const nested = `${"<a>".repeat(2_000)}${"</a>".repeat(2_000)}`;
  expect((await postForm("slo", { SAMLRequest: Buffer.from(nested).toString("base64") })).status).toBe(409);
});

test("a request is taken once, whichever server receives it", async () => {
  const query = toQuery(writeRequest());
  expect((await get(query)).status).toBe(303);
  const later = await signIn();
  expect((await get(query)).status).toBe(409);
  expect(await isSignedIn(later)).toBe(true);
});

test("a provider ends no session of another provider", async () => {
  const ada = await signIn();
  provider = await create({ name: "Second" });
  await get(toQuery(writeRequest()));
  expect(await isSignedIn(ada)).toBe(true);
});

test("the metadata of the product name both bindings for signing out", async () => {
  const response = await server.app.inject({
    url: new URL(provider.own_metadata_url).pathname,
    headers: { host: "demo.localhost" },
  });
  for (const binding of ["HTTP-Redirect", "HTTP-POST"])
    expect(response.body).toContain(
      `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="http://demo.localhost/sso/saml/${provider.id}/slo"/>`,
    );
});
