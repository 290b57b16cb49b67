import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Page, readMessage, TestBrowser } from "../../testing/browser.ts";
import { PROVIDER, redeem, type SignedIn } from "../../testing/identity.ts";
import { missingForSimpleSaml, SimpleSaml } from "../../testing/simplesamlphp.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { refreshProvider } from "./refresh.service.ts";
import { createOwnKey } from "./self-signed.ts";

/* SimpleSAMLphp itself as the identity provider: its metadata, its login form, its keys. */

const FIELDS = `${PROVIDER} sso_url slo_url certificates own_metadata_url`;
const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(kind: "saml", input: $input) { ${FIELDS} } }`;
const UPDATE = `mutation ($id: Int!, $input: IdentityProviderInput!) { updateIdentityProvider(id: $id, input: $input) { ${FIELDS} } }`;
const WHO = "{ viewer { email first_name last_name role } }";

interface Provider {
  id: number;
  issuer: string;
  slo_url: string;
  certificates: string[];
  own_metadata_url: string;
}

const missing = missingForSimpleSaml();
if (missing) console.warn(`Skipped: sign-in by SimpleSAMLphp. Not installed: ${missing}; see CONTRIBUTING.md.`);

describe.skipIf(missing)("SimpleSAMLphp as a SAML identity provider", () => {
  let server: TestServer;
  let admin: Client;
  let product: SimpleSaml;
  let provider: Provider;
  let metadata: string;
  let key = createOwnKey("SimpleSAMLphp");
  beforeAll(async () => {
    server = await startServer();
    admin = await server.as("admin@demo.test");
    product = await SimpleSaml.start({ key });
    ({ createIdentityProvider: provider } = await admin.data(CREATE, { input: input() }));
    metadata = await readOwnMetadata(provider);
  });
  afterAll(async () => {
    await product?.stop();
    await server.close();
  });
  beforeEach(async () => {
    await server.platform.database.pool.query("DELETE FROM rate_limits");
    await product.configure({ key, clients: [metadata] });
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
  async function enter(person: string, browser: TestBrowser, { id } = provider): Promise<Page> {
    const page = await browser.open(`http://demo.localhost/sso/saml/${id}/start`);
    return page.html.includes('name="password"')
      ? browser.submit(page, { username: person, password: `${person}-secret` })
      : page;
  }
  async function signIn(person: string, browser = new TestBrowser(server)): Promise<SignedIn> {
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
    const ada = await signIn("ada");
    expect((await ada.client.data(WHO)).viewer).toEqual({
      email: "ada@northgate.test",
      first_name: "Ada",
      last_name: "Byron",
      role: "instructor",
    });
    const bob = await signIn("bob");
    expect((await bob.client.data(WHO)).viewer.role).toBe("learner");
    expect((await signIn("ada")).user.id).toBe(ada.user.id);
  });

  test("it takes the signed request of Cairn only", async () => {
    const browser = new TestBrowser(server);
    const form = await browser.open(`http://demo.localhost/sso/saml/${provider.id}/start`);
    expect(form.html).toContain('name="password"');
    const request = browser.visited.find(({ searchParams }) => searchParams.has("Signature"))!;
    const unsigned = new URL(request);
    for (const name of ["Signature", "SigAlg"]) unsigned.searchParams.delete(name);
    expect((await new TestBrowser(server).open(unsigned)).html).not.toContain('name="password"');
    const other = new URL(request);
    const signature = Buffer.from(other.searchParams.get("Signature")!, "base64");
    signature[5]! ^= 1;
    other.searchParams.set("Signature", signature.toString("base64"));
    expect((await new TestBrowser(server).open(other)).html).not.toContain('name="password"');
  });

  test("its encrypted assertions are read, and may be required", async () => {
    await admin.data(UPDATE, { id: provider.id, input: input({ requires_encryption: true }) });
    await expect(signIn("ada")).rejects.toThrow("did not work");
    await product.configure({ key, encrypts: true, clients: [metadata] });
    const browser = new TestBrowser(server);
    browser.holdsMessages = true;
    const { SAMLResponse } = readMessage(await enter("ada", browser));
    expect(Buffer.from(SAMLResponse!, "base64").toString()).toContain("EncryptedAssertion");
    expect((await (await signIn("ada")).client.data(WHO)).viewer.first_name).toBe("Ada");
  });

  test("its response is taken once, as it was signed, and by the provider that it names", async () => {
    const { createIdentityProvider: second } = await admin.data(CREATE, { input: input({ name: "Second" }) });
    const held = async () => {
      const browser = new TestBrowser(server);
      browser.holdsMessages = true;
      return readMessage(await enter("ada", browser))["SAMLResponse"]!;
    };
    const post = async (SAMLResponse: string, { id } = provider) =>
      new TestBrowser(server).open(`http://demo.localhost/sso/saml/${id}/acs`, {
        method: "POST",
        form: { SAMLResponse },
      });
    const response = await held();
    expect((await post(response, second)).status).toBe(409);
    const changed = Buffer.from(response, "base64").toString().replace(">ada@northgate.test<", ">admin@demo.test<");
    expect((await post(Buffer.from(changed).toString("base64"))).status).toBe(409);
    // It is trusted, and then stopped for want of the cookie of the browser that asked.
    expect((await post(response)).html).toContain("another browser");
    expect((await post(response)).html).toContain("did not work");
  });

  test("signing out ends the session there, and comes back to the login page", async () => {
    const browser = new TestBrowser(server);
    const ada = await signIn("ada", browser);
    expect(await asksForPassword(browser)).toBe(false);
    const again = await signIn("ada", browser);
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
    const [ada, bob] = [await signIn("ada", browser), await signIn("bob")];
    const done = `${product.origin}/logout.php`;
    const page = await browser.open(`${product.signOutUrl}?${new URLSearchParams({ ReturnTo: done }).toString()}`);
    expect([page.url.href, page.status]).toEqual([done, 200]);
    expect(browser.visited.map(({ pathname }) => pathname)).toContain(`/sso/saml/${provider.id}/slo`);
    expect(await Promise.all([ada, bob].map(isSignedIn))).toEqual([false, true]);
  });

  test("a change of its keys interrupts no sign-in, and the old key is not taken any more", async () => {
    const refresh = () =>
      server.inside("demo", async (_, instanceId) => instanceId).then((instanceId) =>
        refreshProvider(server.platform, { instanceId, providerId: provider.id }),
      );
    const next = createOwnKey("SimpleSAMLphp 2");
    await product.configure({ key: next, clients: [metadata] });
    await expect(signIn("ada")).rejects.toThrow("did not work");
    await product.configure({ key, nextKey: next, clients: [metadata] });
    await refresh();
    await signIn("ada");
    await product.configure({ key: next, clients: [metadata] });
    await signIn("ada");
    await refresh();
    await product.configure({ key, clients: [metadata] });
    await expect(signIn("ada")).rejects.toThrow("did not work");
    key = next;
  });
});
