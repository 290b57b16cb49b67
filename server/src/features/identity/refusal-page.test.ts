import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type OpenFlow, openFlow } from "../../testing/identity.ts";
import { CLIENT, openOidcProvider, type OidcProvider, signInAt } from "../../testing/oidc.ts";
import { startServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let idp: OidcProvider;
let id: number;
const PEOPLE = {
  unknown: { email: "nobody@northgate.test", email_verified: true },
  unconfirmed: { email: "learner@demo.test", email_verified: false },
  inactive: { email: "yusuf.demir@demo.test", email_verified: true },
};
beforeAll(async () => {
  server = await startServer();
  idp = await openOidcProvider(PEOPLE);
  const admin = await server.as("admin@demo.test");
  const input = { name: "ID", issuer: idp.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret };
  const { createIdentityProvider } = await admin.data(
    "mutation ($input: IdentityProviderInput!) { createIdentityProvider(input: $input) { id callback_url } }",
    { input },
  );
  id = createIdentityProvider.id;
  idp.allow(createIdentityProvider.callback_url);
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("users")
      .set({ is_active: false })
      .where("instance_id", "=", instance)
      .where("email", "=", PEOPLE.inactive.email)
      .execute(),
  );
});
afterAll(async () => {
  await server.close();
  await idp.close();
});
beforeEach(() => server.platform.database.pool.query("DELETE FROM rate_limits"));

/** Opens an address as a browser does. */
async function browse(url: string, { cookie = "", accept = "text/html,*/*;q=0.8" } = {}) {
  const response = await server.app.inject({ url, headers: { host: "demo.localhost", cookie, accept } });
  const at =
    response.headers.location === undefined ? null : new URL(response.headers.location, "http://demo.localhost");
  return { response, at, search: Object.fromEntries(at?.searchParams ?? []) };
}

/** Signs in as a person of the provider, up to the answer of the product. */
async function arrive(subject: keyof typeof PEOPLE) {
  const flow = await openFlow(server, `/sso/oidc/${id}/start`);
  const back = await signInAt(flow.address, subject);
  return browse(back.pathname + back.search, { cookie: flow.cookie });
}

const REQUEST = expect.stringMatching(/^[\da-f-]{36}$/);

test("a sign-in that the person cancelled at the provider leads to a page that offers it again, with the request's id", async () => {
  const flow = await openFlow(server, `/sso/oidc/${id}/start`);
  const query = new URLSearchParams({ error: "access_denied", state: flow.state, iss: idp.issuer });
  const { response, at, search } = await browse(`/sso/oidc/${id}/callback?${query.toString()}`, {
    cookie: flow.cookie,
  });
  expect(response.statusCode).toBe(303);
  expect(at!.pathname).toBe("/sign-in-refused");
  expect(search).toEqual({ reason: "cancelled", again: `oidc/${id}`, request: REQUEST });
  expect(search["request"]).toBe(response.headers["x-request-id"]);
  expect(response.headers["referrer-policy"]).toBe("no-referrer");
});

test("the page says the same of an unknown, an unconfirmed and an inactive account", async () => {
  for (const subject of ["unknown", "unconfirmed", "inactive"] as const) {
    const { search } = await arrive(subject);
    expect([subject, search]).toEqual([subject, { reason: "denied", again: `oidc/${id}`, request: REQUEST }]);
  }
});

test("a sign-in that asks for another account has the provider let the person choose, also from a branch's host", async () => {
  const leave = (query: string) => openFlow(server, `/sso/oidc/${id}/start${query}`, "north.demo.localhost");
  const readPrompt = ({ address }: OpenFlow) => new URL(address).searchParams.get("prompt");
  const chosen = await leave("?account=choose");
  expect(readPrompt(chosen)).toBe("login");
  expect((await signInAt(chosen.address, "unknown")).searchParams.has("code")).toBe(true);
  expect(readPrompt(await leave(""))).toBeNull();
  expect(readPrompt(await leave("?account=none"))).toBeNull();
});

test.each([
  ["a sign-in of another browser", "callback?code=x&state=y", "ended"],
  ["a request that is too long", `start?return=${"x".repeat(4_001)}`, "failed"],
])("the page for %s says so", async (_, path, reason) => {
  const { search } = await browse(`/sso/oidc/${id}/${path}`);
  expect(search).toEqual({ reason, again: `oidc/${id}`, request: REQUEST });
});

test("a provider that does not exist is not offered again", async () => {
  const { search } = await browse("/sso/oidc/987654/start");
  expect(search).toEqual({ reason: "unavailable", request: REQUEST });
});

test("other callers get the message as data, and the other addresses of a provider their own answers", async () => {
  const { response } = await browse(`/sso/oidc/${id}/callback?state=y`, { accept: "application/json" });
  expect([response.statusCode, response.json().error]).toEqual([409, expect.stringContaining("has ended")]);
  expect((await browse("/sso/saml/987654/metadata")).response.statusCode).toBe(404);
});

test("too many attempts lead to the page as well", async () => {
  let last: Record<string, string> = {};
  for (let each = 0; each < 2_000 && last["reason"] !== "busy"; each++)
    last = (await browse(`/sso/oidc/${id}/callback?state=y`)).search;
  expect(last["reason"]).toBe("busy");
});
