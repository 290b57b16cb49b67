import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Page, readMessage, TestBrowser } from "../../testing/browser.ts";
import { PROVIDER, redeem, type SignedIn } from "../../testing/identity.ts";
import { isLemonLdapInstalled, LemonLdap } from "../../testing/lemonldap.ts";
import { reportSkipped } from "../../testing/programs.ts";
import type { SamlProduct } from "../../testing/saml-product.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { isSimpleSamlInstalled, SimpleSaml } from "../../testing/simplesamlphp.ts";
import { refreshProvider } from "./refresh.service.ts";
import { createOwnKey, type OwnKey } from "./self-signed.ts";

/* Identity providers that other people wrote: their metadata, their login forms, their keys. */

const FIELDS = `${PROVIDER} sso_url slo_url certificates own_metadata_url`;
const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(kind: "saml", input: $input) { ${FIELDS} } }`;
const UPDATE = `mutation ($id: Int!, $input: IdentityProviderInput!) { updateIdentityProvider(id: $id, input: $input) { ${FIELDS} } }`;
type Who = "trainer" | "learner";
const WHO = "{ viewer { email first_name last_name role } }";

interface Provider {
  id: number;
  issuer: string;
  slo_url: string;
  certificates: string[];
  own_metadata_url: string;
}

const PRODUCTS: { name: string; isInstalled: () => boolean; start: (key: OwnKey) => Promise<SamlProduct> }[] = [
  { name: "SimpleSAMLphp", isInstalled: isSimpleSamlInstalled, start: (key) => SimpleSaml.start({ key }) },
  { name: "LemonLDAP::NG", isInstalled: isLemonLdapInstalled, start: (key) => LemonLdap.start({ key }) },
];

describe.each(PRODUCTS)("$name as a SAML identity provider", ({ name, isInstalled, start }) => {
  const isMissing = !isInstalled();
  if (isMissing) reportSkipped("sign-in by SAML", name);
  describe.skipIf(isMissing)(`${name} on this machine`, () => walk(start));
});

/** Walks sign-in and sign-out by a product. */
function walk(start: (key: OwnKey) => Promise<SamlProduct>): void {
  let server: TestServer;
  let admin: Client;
  let product: SamlProduct;
  let provider: Provider;
  let metadata: string;
  let key = createOwnKey("product");
  beforeAll(async () => {
    server = await startServer();
    admin = await server.as("admin@demo.test");
    product = await start(key);
    ({ createIdentityProvider: provider } = await admin.data(CREATE, { input: input() }));
    metadata = await readOwnMetadata(provider);
  });
  afterAll(async () => {
    await product?.stop();
    await server.close();
  });
  beforeEach(async () => {
    await server.platform.database.pool.query("DELETE FROM rate_limits");
    await product.configure({ key, client: metadata });
    await admin.data(UPDATE, { id: provider.id, input: input() });
  });

  const input = (more: object = {}) => ({
    name: "Northgate",
    metadata_url: product.metadataUrl,
    creates_accounts: true,
    trusts_emails: true,
    single_logout: true,
    mapping: { role_claim: "groups", role_rules: [{ value: "Trainers", role: "instructor" }] },
    ...more,
  });
  const readOwnMetadata = async ({ own_metadata_url }: Provider) =>
    (await server.app.inject({ url: new URL(own_metadata_url).pathname, headers: { host: "demo.localhost" } })).body;

  /** Opens the login form of SimpleSAMLphp, and sends it unless the browser is signed in there. */
  async function enter(person: Who, browser: TestBrowser, { id } = provider): Promise<Page> {
    const page = await browser.open(`http://demo.localhost/sso/saml/${id}/start`);
    return page.html.includes('name="password"') ? browser.submit(page, product.people[person].form) : page;
  }
  async function signIn(person: Who, browser = new TestBrowser(server)): Promise<SignedIn> {
    const { url, status, html } = await enter(person, browser);
    if (!url.searchParams.has("token")) throw new Error(`${url.href} (${status}): ${html}`);
    return redeem(server, url);
  }
  const isSignedIn = async ({ client }: SignedIn) => (await client.refusal("{ viewer { id } }")) === null;
  const asksForPassword = async (browser: TestBrowser) =>
    (await browser.open(`http://demo.localhost/sso/saml/${provider.id}/start`)).html.includes('name="password"');

  test("its metadata are read from its address", () => {
    expect(provider).toMatchObject({ issuer: product.entityId, sso_url: expect.stringContaining(product.origin) });
    expect(provider.slo_url).toContain(product.origin);
    expect(provider.certificates).toHaveLength(1);
  });

  test("a person signs in with its login form, and gets a name and a role by the mapping", async () => {
    const ada = await signIn("trainer");
    const { email, first_name, last_name } = product.people.trainer;
    expect((await ada.client.data(WHO)).viewer).toEqual({ email, first_name, last_name, role: "instructor" });
    const bob = await signIn("learner");
    expect((await bob.client.data(WHO)).viewer.role).toBe("learner");
    expect((await signIn("trainer")).user.id).toBe(ada.user.id);
  });

  test("it answers the signed request of Cairn only", async () => {
    const browser = new TestBrowser(server);
    await enter("trainer", browser);
    const request = browser.visited.find(({ searchParams }) => searchParams.has("Signature"))!;
    const [unsigned, changed] = [new URL(request), new URL(request)];
    for (const field of ["Signature", "SigAlg"]) unsigned.searchParams.delete(field);
    const signature = Buffer.from(changed.searchParams.get("Signature")!, "base64");
    signature[5]! ^= 1;
    changed.searchParams.set("Signature", signature.toString("base64"));
    browser.holdsMessages = true;
    expect(readMessage(await browser.open(request))).toHaveProperty("SAMLResponse");
    for (const wrong of [unsigned, changed]) {
      const page = await browser.open(wrong);
      expect([page.url.origin, page.html.includes('name="SAMLResponse"')]).toEqual([product.origin, false]);
    }
  });

  test("its encrypted assertions are read, and may be required", async () => {
    await admin.data(UPDATE, { id: provider.id, input: input({ requires_encryption: true }) });
    await expect(signIn("trainer")).rejects.toThrow("did not work");
    await product.configure({ key, encrypts: true, client: metadata });
    const browser = new TestBrowser(server);
    browser.holdsMessages = true;
    const { SAMLResponse } = readMessage(await enter("trainer", browser));
    expect(Buffer.from(SAMLResponse!, "base64").toString()).toContain("EncryptedAssertion");
    expect((await (await signIn("trainer")).client.data(WHO)).viewer.role).toBe("instructor");
  });

  test("its response is taken once, as it was signed, and by the provider that it names", async () => {
    const { createIdentityProvider: second } = await admin.data(CREATE, { input: input({ name: "Second" }) });
    const held = async () => {
      const browser = new TestBrowser(server);
      browser.holdsMessages = true;
      return readMessage(await enter("trainer", browser))["SAMLResponse"]!;
    };
    const post = async (SAMLResponse: string, { id } = provider) =>
      new TestBrowser(server).open(`http://demo.localhost/sso/saml/${id}/acs`, {
        method: "POST",
        form: { SAMLResponse },
      });
    const response = await held();
    expect((await post(response, second)).status).toBe(409);
    const changed = Buffer.from(response, "base64")
      .toString()
      .replace(`>${product.people.trainer.email}<`, ">admin@demo.test<");
    expect((await post(Buffer.from(changed).toString("base64"))).status).toBe(409);
    // It is trusted, and then stopped for want of the cookie of the browser that asked.
    expect((await post(response)).html).toContain("another browser");
    expect((await post(response)).html).toContain("did not work");
  });

  test("signing out ends the session there, and comes back to the login page", async () => {
    const browser = new TestBrowser(server);
    const ada = await signIn("trainer", browser);
    expect(await asksForPassword(browser)).toBe(false);
    const again = await signIn("trainer", browser);
    const answer = await server.app.inject({
      method: "POST",
      url: "/api/logout",
      headers: { host: "demo.localhost", authorization: `Bearer ${again.client.token}` },
    });
    const back = await browser.open(answer.json().provider_url);
    expect(back.url.href).toBe("http://demo.localhost/login");
    expect(await isSignedIn(again)).toBe(false);
    expect(await isSignedIn(ada)).toBe(true);
    expect(await asksForPassword(browser)).toBe(true);
  });

  test("signing out there ends the session here", async () => {
    const browser = new TestBrowser(server);
    const [ada, bob] = [await signIn("trainer", browser), await signIn("learner")];
    const page = await browser.open(product.signOutUrl);
    expect(page.status).toBe(200);
    await browser.openFrames(page);
    expect(browser.visited.map(({ pathname }) => pathname)).toContain(`/sso/saml/${provider.id}/slo`);
    expect(await Promise.all([ada, bob].map(isSignedIn))).toEqual([false, true]);
  });

  test("a change of its keys is followed, and the old key is not taken any more", async () => {
    const refresh = () =>
      server
        .inside("demo", async (_, instanceId) => instanceId)
        .then((instanceId) => refreshProvider(server.platform, { instanceId, providerId: provider.id }));
    const next = createOwnKey("product 2");
    await product.configure({ key: next, client: metadata });
    await expect(signIn("trainer")).rejects.toThrow("did not work");
    await product.configure({ key, nextKey: next, client: metadata });
    await refresh();
    await signIn("trainer");
    await product.configure({ key: next, client: metadata });
    if (!product.publishesNextKey) {
      await expect(signIn("trainer")).rejects.toThrow("did not work");
      await refresh();
    }
    await signIn("trainer");
    await refresh();
    await product.configure({ key, client: metadata });
    await expect(signIn("trainer")).rejects.toThrow("did not work");
    key = next;
  });
}
