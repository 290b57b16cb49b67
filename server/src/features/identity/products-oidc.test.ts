import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { TestBrowser } from "../../testing/browser.ts";
import { redeem, type SignedIn } from "../../testing/identity.ts";
import { isLemonLdapInstalled, LemonLdap, type LemonLdapOptions } from "../../testing/lemonldap.ts";
import { reportSkipped } from "../../testing/programs.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { createOwnKey } from "./self-signed.ts";

/* LemonLDAP::NG as an OpenID provider. The other real one is oidc-provider, in oidc.test.ts. */

const FIELDS = "id issuer callback_url signed_out_url";
const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(input: $input) { ${FIELDS} } }`;
const WHO = "{ viewer { email first_name last_name role } }";
const CLIENT = { id: "cairn", secret: randomBytes(24).toString("hex") };

interface Provider {
  id: number;
  issuer: string;
  callback_url: string;
  signed_out_url: string;
}

const isMissing = !isLemonLdapInstalled();
if (isMissing) reportSkipped("sign-in by OpenID Connect", "LemonLDAP::NG");

describe.skipIf(isMissing)("LemonLDAP::NG as an OpenID provider", () => {
  let server: TestServer;
  let admin: Client;
  let product: LemonLdap;
  let provider: Provider;
  let options: LemonLdapOptions;
  beforeAll(async () => {
    server = await startServer();
    admin = await server.as("admin@demo.test");
    options = { key: createOwnKey("LemonLDAP::NG"), keyId: "first" };
    product = await LemonLdap.start(options);
    ({ createIdentityProvider: provider } = await admin.data(CREATE, {
      input: {
        name: "Northgate",
        // As people paste it.
        issuer: `${product.origin}/.well-known/openid-configuration`,
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        creates_accounts: true,
        single_logout: true,
        mapping: { role_claim: "groups", role_rules: [{ value: "trainers", role: "instructor" }] },
      },
    }));
    const { callback_url: redirectUri, signed_out_url: signedOutUri } = provider;
    options = { ...options, openid: { ...CLIENT, redirectUri, signedOutUri } };
  });
  afterAll(async () => {
    await product?.stop();
    await server.close();
  });
  beforeEach(async () => {
    await server.platform.database.pool.query("DELETE FROM rate_limits");
    await product.configure(options);
  });

  type Who = "trainer" | "learner";
  const start = () => `http://demo.localhost/sso/oidc/${provider.id}/start`;
  const asksForPassword = ({ html }: { html: string }) => html.includes('name="password"');
  async function signIn(person: Who, browser = new TestBrowser(server)): Promise<SignedIn> {
    let page = await browser.open(start());
    if (asksForPassword(page)) page = await browser.submit(page, product.people[person].form);
    if (!page.url.searchParams.has("token")) throw new Error(`${page.url.href} (${page.status}): ${page.html}`);
    return redeem(server, page.url);
  }
  const isSignedIn = async ({ client }: SignedIn) => (await client.refusal("{ viewer { id } }")) === null;

  test("a person signs in with its login form, and gets a name and a role by the mapping", async () => {
    expect(provider.issuer).toBe(product.origin);
    const trainer = await signIn("trainer");
    const { email, first_name, last_name } = product.people.trainer;
    expect((await trainer.client.data(WHO)).viewer).toEqual({ email, first_name, last_name, role: "instructor" });
    const learner = await signIn("learner");
    expect((await learner.client.data(WHO)).viewer.role).toBe("learner");
    expect((await signIn("trainer")).user.id).toBe(trainer.user.id);
  });

  test("its code is taken by the browser that asked, once", async () => {
    const browser = new TestBrowser(server);
    await signIn("trainer", browser);
    const callback = browser.visited.find(({ pathname }) => pathname.endsWith("/callback"))!;
    expect((await browser.open(callback)).html).toContain("another browser");
    const held = new TestBrowser(server);
    held.stopsAt = ({ pathname }) => pathname.endsWith("/callback");
    const form = await held.open(start());
    const page = await held.submit(form, product.people.trainer.form);
    expect((await new TestBrowser(server).open(page.url)).html).toContain("another browser");
  });

  test("its code is refused by a client that did not begin the sign-in", async () => {
    const [own, other] = [new TestBrowser(server), new TestBrowser(server)];
    for (const browser of [own, other]) browser.stopsAt = ({ pathname }) => pathname.endsWith("/callback");
    const [first, second] = [
      await own.submit(await own.open(start()), product.people.trainer.form),
      await other.submit(await other.open(start()), product.people.learner.form),
    ];
    // The code of one sign-in with the state of another: its verifier and its nonce do not fit.
    const stolen = new URL(first.url);
    stolen.searchParams.set("code", second.url.searchParams.get("code")!);
    delete own.stopsAt;
    expect((await own.open(stolen)).html).toContain("did not work");
  });

  test("signing out ends the session there, and comes back to the login page", async () => {
    const browser = new TestBrowser(server);
    const person = await signIn("trainer", browser);
    expect(asksForPassword(await browser.open(start()))).toBe(false);
    const answer = await server.app.inject({
      method: "POST",
      url: "/api/logout",
      headers: { host: "demo.localhost", authorization: `Bearer ${person.client.token}` },
    });
    let page = await browser.open(answer.json().provider_url);
    // It asks whether the person means it.
    if (page.url.hostname === "127.0.0.1") page = await browser.submit(page, {});
    expect(page.url.href).toBe("http://demo.localhost/login");
    expect(await isSignedIn(person)).toBe(false);
    expect(asksForPassword(await browser.open(start()))).toBe(true);
  });

  test("its new key is read when a token names it", async () => {
    await signIn("trainer");
    options = { ...options, key: createOwnKey("LemonLDAP::NG 2"), keyId: "second" };
    await product.configure(options);
    const browser = new TestBrowser(server);
    browser.stopsAt = ({ pathname }) => pathname.endsWith("/callback");
    const { url } = await browser.submit(await browser.open(start()), product.people.trainer.form);
    delete browser.stopsAt;
    // The library asks again for keys that it does not know, at most once a minute.
    const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000);
    try {
      expect((await browser.open(url)).url.searchParams.has("token")).toBe(true);
    } finally {
      later.mockRestore();
    }
  });
});
