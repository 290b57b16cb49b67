import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PROVIDER, redeem } from "../../testing/identity.ts";
import { SamlProvider, sign } from "../../testing/saml.ts";
import { leaveForSaml, postSamlResponse } from "../../testing/saml-flow.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { toPem } from "./self-signed.ts";

/* Guards behind other guards: what is refused although an earlier check would let it pass. */

const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(kind: "saml", input: $input) { ${PROVIDER} own_metadata_url } }`;
const UPDATE = `mutation ($id: Int!, $input: IdentityProviderInput!) { updateIdentityProvider(id: $id, input: $input) { id } }`;
const REFUSED = "did not work";
const ENDED = "This sign-in has ended";

let server: TestServer;
let admin: Client;
let idp: SamlProvider;
let provider: { id: number; callback_url: string; own_metadata_url: string };
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  idp = new SamlProvider();
  const { createIdentityProvider } = await admin.data(CREATE, { input: createInput({ metadata: idp.metadata() }) });
  provider = createIdentityProvider;
});
afterAll(() => server.close());
beforeEach(() => server.platform.database.pool.query("DELETE FROM rate_limits"));

const createInput = (more: object = {}) => ({ name: "Northgate SAML", creates_accounts: true, ...more });
const change = (more: object) => admin.data(UPDATE, { id: provider.id, input: createInput(more) });
const leave = () => leaveForSaml(server, provider);
const post = (xml: string) => postSamlResponse(server, provider.callback_url, xml);

test.each<[string, (assertion: string) => string]>([
  ["another method of confirmation", (xml) => xml.replace("cm:bearer", "cm:holder-of-key")],
  [
    "a confirmation that begins in the future",
    (xml) =>
      xml.replace("<saml:SubjectConfirmationData", `$& NotBefore="${new Date(Date.now() + 600_000).toISOString()}"`),
  ],
  [
    "a confirmation that has ended, within conditions that have not",
    (xml) => xml.replace(/NotOnOrAfter="[^"]+"/, `NotOnOrAfter="${new Date(Date.now() - 600_000).toISOString()}"`),
  ],
])("a signed assertion with %s is refused", async (_, edit) => {
  const { to } = await leave();
  const assertion = edit(idp.assert(to));
  await expect(post(idp.wrap(to, sign(assertion, "Assertion", idp.key)))).rejects.toThrow(REFUSED);
});

test("a signed response with thousands of tags beside its assertion is refused", async () => {
  const { to } = await leave();
  const assertion = sign(idp.assert(to), "Assertion", idp.key);
  await expect(
    post(idp.wrap(to, `<samlp:Extensions>${"<a/>".repeat(5_000)}</samlp:Extensions>${assertion}`)),
  ).rejects.toThrow(REFUSED);
  await post(idp.wrap(to, `<samlp:Extensions>${"<a/>".repeat(4_000)}</samlp:Extensions>${assertion}`));
});

test("a sign-in is answered once, in time, and not after the browser came for it", async () => {
  const answered = await leave();
  const finish = await post(await idp.respond(answered.to));
  await expect(post(await idp.respond(answered.to, { nameId: "eve" }))).rejects.toThrow(ENDED);
  await answered.comeBack(finish);
  await expect(post(await idp.respond(answered.to, { nameId: "eve" }))).rejects.toThrow(ENDED);
  const late = await leave();
  await server.inside("demo", (db, id) =>
    db
      .updateTable("identity_flows")
      .set({ expires_at: new Date(0) })
      .where("instance_id", "=", id)
      .execute(),
  );
  await expect(post(await idp.respond(late.to))).rejects.toThrow(ENDED);
});

test("a sign-in does not end before the provider has answered it", async () => {
  const flow = await leave();
  const finish = new URL(provider.callback_url.replace(/acs$/, `finish?state=${flow.to.requestId.slice(1)}`));
  await expect(flow.comeBack(finish)).rejects.toThrow(ENDED);
});

test("an encrypted decoy does not hide a weak signature from the check", async () => {
  const { body } = await server.app.inject({
    url: new URL(provider.own_metadata_url).pathname,
    headers: { host: "demo.localhost" },
  });
  const encryptFor = toPem(/X509Certificate>([^<]+)</.exec(body)![1]!);
  const encrypted = (xml: string) => /<saml:EncryptedAssertion.*<\/saml:EncryptedAssertion>/s.exec(xml)![0];
  const { to } = await leave();
  const decoy = encrypted(await idp.respond(to, { encryptFor }));
  const weak = await idp.respond(to, { encryptFor, digest: "sha1" });
  const hidden = `<samlp:Extensions>${decoy}</samlp:Extensions>`;
  await expect(post(weak.replace("<saml:EncryptedAssertion", `${hidden}$&`))).rejects.toThrow(REFUSED);
  // Names of parts have any prefix.
  await expect(
    post(
      weak
        .replaceAll("saml:EncryptedAssertion", "é:EncryptedAssertion")
        .replaceAll("xmlns:saml=", 'xmlns:é="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:saml='),
    ),
  ).rejects.toThrow(REFUSED);
});

test("a provider that is switched off signs nobody in: not who was there meanwhile, and not who begins there", async () => {
  await change({ allows_idp_initiated: true });
  const to = { acsUrl: provider.callback_url, entityId: provider.own_metadata_url, requestId: "" };
  expect((await redeem(server, await post(await idp.respond(to, { inResponseTo: null })))).user.id).toBeGreaterThan(0);
  const flow = await leave();
  await change({ allows_idp_initiated: true, is_active: false });
  await expect(post(await idp.respond(to, { inResponseTo: null }))).rejects.toThrow(ENDED);
  const finish = await post(await idp.respond(flow.to));
  await expect(flow.comeBack(finish)).rejects.toThrow(ENDED);
});
