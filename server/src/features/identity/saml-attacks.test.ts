import { createHmac } from "node:crypto";
import { SignedXml } from "xml-crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApp } from "../../app.ts";
import { PROVIDER, redeem } from "../../testing/identity.ts";
import { createTestPlatform } from "../../testing/platform.ts";
import { SamlProvider, sign } from "../../testing/saml.ts";
import { leaveForSaml, postSamlResponse, type SamlFlow } from "../../testing/saml-flow.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { createOwnKey } from "./self-signed.ts";

/* What attackers send to the address for responses, and as metadata. */

const FIELDS = `${PROVIDER} sso_url own_metadata_url`;
const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(kind: "saml", input: $input) { ${FIELDS} } }`;
const UPDATE = `mutation ($id: Int!, $input: IdentityProviderInput!) { updateIdentityProvider(id: $id, input: $input) { id } }`;
const REFUSED = "did not work";

let server: TestServer;
let admin: Client;
let idp: SamlProvider;
let provider: { id: number; callback_url: string; own_metadata_url: string };
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  idp = new SamlProvider();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  await server.inside("demo", (db, id) => db.deleteFrom("identity_providers").where("instance_id", "=", id).execute());
  const { createIdentityProvider } = await admin.data(CREATE, { input: createInput({ metadata: idp.metadata() }) });
  provider = createIdentityProvider;
});

const createInput = (more: object = {}) => ({ name: "Northgate SAML", creates_accounts: true, ...more });
const change = (more: object) => admin.data(UPDATE, { id: provider.id, input: createInput(more) });
const leave = () => leaveForSaml(server, provider);
const post = (xml: string) => postSamlResponse(server, provider.callback_url, xml);
/** Expects that a response is refused that is written for a sign-in that waits. */
async function refuses(write: (flow: SamlFlow) => Promise<string> | string): Promise<void> {
  const flow = await leave();
  await expect(post(await write(flow))).rejects.toThrow(REFUSED);
}

test("signed parts that are moved, doubled or wrapped are refused", async () => {
  const evil = (to: SamlFlow["to"]) => idp.assert(to, { nameId: "admin", id: "_evil" });
  const signed = (to: SamlFlow["to"]) => sign(idp.assert(to), "Assertion", idp.key);
  const findSignature = (xml: string) => /<Signature[\s\S]*<\/Signature>/.exec(xml)![0];
  const without = (xml: string) => xml.replace(findSignature(xml), "");
  const forms: ((to: SamlFlow["to"]) => string)[] = [
    // The evil assertion before or after the signed one.
    (to) => idp.wrap(to, evil(to) + signed(to)),
    (to) => idp.wrap(to, signed(to) + evil(to)),
    // The signed one inside the evil one, in an object of its signature, in its subject, or beside it in an extension.
    (to) => idp.wrap(to, evil(to).replace("</saml:Assertion>", `${signed(to)}</saml:Assertion>`)),
    (to) => {
      const original = signed(to);
      const moved = findSignature(original).replace(
        "</Signature>",
        `<Object>${without(original)}</Object></Signature>`,
      );
      return idp.wrap(to, evil(to).replace("</saml:Issuer>", `</saml:Issuer>${moved}`));
    },
    (to) => idp.wrap(to, evil(to).replace("</saml:Subject>", `${signed(to)}</saml:Subject>`)),
    (to) => idp.wrap(to, `<samlp:Extensions>${signed(to)}</samlp:Extensions>${evil(to)}`),
    // The signature alone, at an assertion that it does not sign, also with the same id.
    (to) => idp.wrap(to, evil(to).replace("</saml:Issuer>", `</saml:Issuer>${findSignature(signed(to))}`)),
    (to) => {
      const original = signed(to);
      const id = / ID="([^"]+)"/.exec(original)![1]!;
      const same = evil(to).replace("_evil", id);
      return idp.wrap(
        to,
        `<samlp:Extensions>${without(original)}</samlp:Extensions>${same.replace("</saml:Issuer>", `</saml:Issuer>${findSignature(original)}`)}`,
      );
    },
    // A signed response inside an unsigned one.
    (to) => {
      const inner = sign(idp.wrap(to, idp.assert(to)), "Response", idp.key);
      return idp.wrap(to, `<samlp:Extensions>${inner}</samlp:Extensions>${evil(to)}`);
    },
    // What is signed was changed afterwards.
    (to) => idp.wrap(to, signed(to).replace(">ada<", ">admin<")),
  ];
  for (const [index, form] of forms.entries()) {
    const flow = await leave();
    const outcome = await post(form(flow.to)).then(
      () => "taken",
      (error: Error) => (error.message.includes(REFUSED) ? "refused" : error.message),
    );
    expect([index, outcome]).toEqual([index, "refused"]);
  }
});

test("a signature of one part of an assertion does not vouch for the rest", async () => {
  await refuses(({ to }) => {
    const assertion = idp.assert(to, { nameId: "admin" });
    const signature = new SignedXml({
      privateKey: idp.key.privateKey,
      signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
      canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#",
    });
    signature.addReference({
      xpath: "//*[local-name(.)='Conditions']",
      transforms: ["http://www.w3.org/2001/10/xml-exc-c14n#"],
      digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
    });
    const location = { reference: "//*[local-name(.)='Issuer']", action: "after" } as const;
    signature.computeSignature(assertion, { location });
    return idp.wrap(to, signature.getSignedXml());
  });
});

test("a key that a signature brings along is not used", async () => {
  const evil = createOwnKey("evil");
  const certificate = evil.certificate.replaceAll(/-----.*-----|\s/g, "");
  await refuses(({ to }) => {
    const signed = sign(idp.assert(to), "Assertion", evil);
    const keyInfo = `<KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo>`;
    return idp.wrap(to, signed.replace("</SignatureValue>", `</SignatureValue>${keyInfo}`));
  });
});

test("the public key as a shared secret, and a signature without an algorithm, are refused", async () => {
  const HMAC = "http://www.w3.org/2000/09/xmldsig#hmac-sha1";
  for (const algorithm of [HMAC, HMAC.replace("sha1", "sha256"), "none", ""])
    await refuses(({ to }) => {
      const signed = sign(idp.assert(to), "Assertion", idp.key);
      const info = /<SignedInfo[\s\S]*<\/SignedInfo>/.exec(signed)![0];
      const changed = info.replace("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", algorithm);
      const digest = algorithm.endsWith("sha256") ? "sha256" : "sha1";
      const value = createHmac(digest, idp.key.certificate).update(changed).digest("base64");
      const replaced = signed.replace(info, changed).replace(/<SignatureValue>[^<]*</, `<SignatureValue>${value}<`);
      return idp.wrap(to, replaced);
    });
});

test("an assertion that one server has taken is refused by another", async () => {
  const { connection, platform, outside } = server;
  const second = await createTestPlatform(connection, "unused", platform.secret, outside, {});
  const app = await createApp(second);
  try {
    const flow = await leave();
    const response = await idp.respond(flow.to);
    await post(response);
    await server.inside("demo", (db, id) =>
      db.updateTable("identity_flows").set({ result: null }).where("instance_id", "=", id).execute(),
    );
    await expect(postSamlResponse({ app }, provider.callback_url, response)).rejects.toThrow(REFUSED);
    // The same server takes one that nobody has used.
    const next = await leave();
    await postSamlResponse({ app }, provider.callback_url, await idp.respond(next.to));
  } finally {
    await app.close();
    await second.database.close();
  }
});

test("a comment in a name does not shorten it", async () => {
  await change({ trusts_emails: true });
  const nameId = "admin@demo.test<!-- -->.evil.example";
  const WITH_COMMENTS = "http://www.w3.org/2001/10/xml-exc-c14n#WithComments";
  for (const canonical of [undefined, WITH_COMMENTS]) {
    const flow = await leave();
    const assertion = idp.assert(flow.to, {
      nameId,
      attributes: {},
      nameIdFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
    });
    const outcome = await post(idp.wrap(flow.to, sign(assertion, "Assertion", idp.key, canonical)))
      .then(async (finish) => (await redeem(server, await flow.comeBack(finish))).client.data("{ viewer { email } }"))
      .then(({ viewer }) => viewer.email)
      .catch((error: Error) => error.message);
    expect(outcome).not.toBe("admin@demo.test");
    expect([expect.stringContaining(REFUSED), "admin@demo.test.evil.example"]).toContainEqual(outcome);
  }
});

test("entities and document types are refused, in responses and in metadata", async () => {
  const type = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
  await refuses(async ({ to }) => type + (await idp.respond(to, { nameId: "&e;" })).replace(/^<\?.*\?>/, ""));
  const readProblem = async (metadata: string) =>
    (await admin.query(CREATE, { input: createInput({ metadata }) })).errors?.[0]?.extensions.validation?.[
      "metadata"
    ]?.[0];
  expect(await readProblem(idp.metadata().replace('<?xml version="1.0"?>', type))).toContain("document type");
  const bomb = `<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${"&a;".repeat(10)}">]>`;
  expect(await readProblem(idp.metadata().replace('<?xml version="1.0"?>', bomb))).toContain("document type");
  expect(await readProblem(`${idp.metadata()}${" ".repeat(500_000)}`)).toContain("too long");
  expect(await readProblem("not xml")).toContain("not XML");
  expect(await readProblem(idp.metadata().replaceAll(/X509Certificate>[^<]+</g, "X509Certificate>AAAA<"))).toContain(
    "cannot be read",
  );
  expect(await readProblem(idp.metadata({ sso: "javascript:alert(1)//" }))).toContain("HTTP-Redirect");
  expect(await readProblem(idp.metadata({ entityId: "" }))).toContain("entity ID");
});

test("a response that is too large is refused before it is read", async () => {
  const response = await server.app.inject({
    method: "POST",
    url: new URL(provider.callback_url).pathname,
    headers: {
      host: "demo.localhost",
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
    },
    payload: `SAMLResponse=${"A".repeat(600_000)}`,
  });
  expect(response.statusCode).toBe(413);
});

test("a response of thousands of tags is refused, and one of hundreds of groups is taken", async () => {
  const groups = Array.from({ length: 600 }, (_, at) => `group-${at}`);
  const flow = await leave();
  const attributes = { email: "m@northgate.test", givenName: "M", sn: "G", groups };
  const finish = await post(await idp.respond(flow.to, { nameId: "many", attributes }));
  expect((await redeem(server, await flow.comeBack(finish))).user.id).toBeGreaterThan(0);
  for (const xml of ["<a>".repeat(6_000), "<a>".repeat(4_900), "<a></a>".repeat(2_400)]) await refuses(() => xml);
});
