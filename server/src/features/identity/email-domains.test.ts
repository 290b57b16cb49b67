import { detectTenant } from "../../access/host.ts";
import type { Visit } from "../../access/person.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openFlow } from "../../testing/identity.ts";
import { CLIENT, openOidcProvider, type OidcProvider } from "../../testing/oidc.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { bootData } from "../instances/instances.service.ts";
import { readEmailDomain } from "../../platform/email-addresses.ts";

describe("readEmailDomain", () => {
  test.each([
    ["northgate.org", "northgate.org"],
    [" @Northgate.ORG ", "northgate.org"],
    ["ada@northgate.org", "northgate.org"],
    ["münchen.example", "xn--mnchen-3ya.example"],
  ])("reads %s", (typed, domain) => expect(readEmailDomain(typed)).toBe(domain));
  test.each([
    "",
    "northgate",
    "127.0.0.1",
    "[::1]",
    "-a.org",
    "a b.org",
    "a..org",
    "*.org",
    "x.org/path",
    `${"a".repeat(64)}.org`,
  ])("refuses '%s'", (typed) => expect(readEmailDomain(typed)).toBeNull());
});

describe("a provider with e-mail domains", () => {
  let server: TestServer;
  let idp: OidcProvider;
  let admin: Client;
  beforeAll(async () => {
    server = await startServer();
    idp = await openOidcProvider({});
    admin = await server.as("admin@demo.test");
  });
  afterAll(async () => {
    await server.close();
    await idp.close();
  });
  beforeEach(async () => {
    await server.platform.database.pool.query("DELETE FROM rate_limits");
    for (const site of ["demo", "riverside"])
      await server.inside(site, (db, id) =>
        db.deleteFrom("identity_providers").where("instance_id", "=", id).execute(),
      );
  });

  const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(input: $input) { id email_domains has_button } }`;
  const UPDATE = `mutation ($id: Int!, $input: IdentityProviderInput!) { updateIdentityProvider(id: $id, input: $input) { id } }`;
  const FIND = `query ($domain: String!) { providerOfDomain(domain: $domain) { id kind name } }`;
  const createInput = (more: object) => ({
    name: "Northgate ID",
    issuer: idp.issuer,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    email_domains: ["northgate.org"],
    ...more,
  });
  const create = async (more: object = {}, client = admin) =>
    (await client.data(CREATE, { input: createInput(more) })).createIdentityProvider;
  const find = async (domain: string, host = "demo.localhost") =>
    (await server.anonymous(host).data(FIND, { domain })).providerOfDomain;
  const branchId = (url: string) =>
    server.inside("demo", async (db, id) => {
      const branches = db.selectFrom("branches").where("instance_id", "=", id).where("url", "=", url);
      return (await branches.select("id").executeTakeFirstOrThrow()).id;
    });
  const readBoot = async (host: string) => {
    const { instance: instanceLabel, branch: branchLabel } = detectTenant(host, "localhost");
    return bootData(server.platform, { instanceLabel, branchLabel } as Visit);
  };

  test("is found by its domain, in any case, and leads to its sign-in", async () => {
    const { id, email_domains } = await create({ email_domains: ["@Northgate.org", "north.example", "north.example"] });
    expect(email_domains).toEqual(["northgate.org", "north.example"]);
    expect(await find("NORTHGATE.org")).toEqual({ id, kind: "oidc", name: "Northgate ID" });
    expect((await openFlow(server, `/sso/oidc/${id}/start`)).address).toContain(idp.issuer);
  });

  test("answers the same for an address with an account, one without, and the domain alone", async () => {
    await create({ email_domains: ["demo.test"] });
    const answers = await Promise.all(["learner@demo.test", "nobody@demo.test", "demo.test"].map((each) => find(each)));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    // The domain of accounts is not found unless a provider has it.
    expect(await find("riverside.test")).toBeNull();
  });

  test("is not found for a part of its domain, a domain below it, or a pattern", async () => {
    await create();
    for (const domain of ["gate.org", "sub.northgate.org", "northgate.org.example", "%", "northgate_org", ""])
      expect(await find(domain)).toBeNull();
  });

  test("is not found at another instance, while it is switched off, nor after it was deleted", async () => {
    const { id } = await create();
    expect(await find("northgate.org", "riverside.localhost")).toBeNull();
    expect(await find("northgate.org", "localhost")).toBeNull();
    await admin.data(UPDATE, { id, input: createInput({ is_active: false }) });
    expect(await find("northgate.org")).toBeNull();
    await admin.data(UPDATE, { id, input: createInput({}) });
    expect((await find("northgate.org")).id).toBe(id);
    await admin.data("mutation ($id: Int!) { deleteIdentityProvider(id: $id) { id } }", { id });
    expect(await find("northgate.org")).toBeNull();
  });

  test("of a branch is found there alone, before one of all sites with the same domain", async () => {
    const [north, south] = [await branchId("north"), await branchId("south")];
    const all = await create({ name: "All" });
    const own = await create({ name: "North", branch_id: north });
    expect((await find("northgate.org", "north.demo.localhost")).id).toBe(own.id);
    expect((await find("northgate.org", "south.demo.localhost")).id).toBe(all.id);
    expect((await find("northgate.org")).id).toBe(all.id);
    await create({ name: "South", branch_id: south, email_domains: ["south.example"] });
    expect(await find("south.example")).toBeNull();
    expect(await find("south.example", "north.demo.localhost")).toBeNull();
  });

  test("keeps its domains from other providers of the same site", async () => {
    const { id } = await create();
    const { errors } = await admin.query(CREATE, { input: createInput({ name: "Second" }) });
    expect(errors![0]!.extensions["validation"]).toEqual({
      email_domains: ["Northgate ID has the domain northgate.org already."],
    });
    expect(await admin.refusal(UPDATE, { id, input: createInput({}) })).toBeNull();
  });

  test("refuses what is no domain, too many, and a provider that nothing leads to", async () => {
    const refusal = async (more: object) =>
      (await admin.query(CREATE, { input: createInput(more) })).errors?.[0]?.extensions["validation"];
    expect(await refusal({ email_domains: ["northgate"] })).toEqual({
      email_domains: ["Enter domains such as northgate.org."],
    });
    expect(await refusal({ email_domains: Array.from({ length: 51 }, (_, n) => `n${n}.example`) })).toEqual({
      email_domains: ["Enter at most 50 domains."],
    });
    expect(await refusal({ email_domains: [], has_button: false })).toEqual({
      email_domains: ["Without a button, enter a domain: nobody could sign in by it."],
    });
  });

  test("without a button is not named on the login page, which says only that domains lead somewhere", async () => {
    await create({ has_button: false });
    const boot = await readBoot("demo.localhost");
    expect(boot.signInButtons).toBeUndefined();
    expect(boot.hasEmailDomains).toBe(true);
    expect(JSON.stringify(boot)).not.toContain("northgate.org");
    expect((await readBoot("riverside.localhost")).hasEmailDomains).toBeUndefined();
  });

  test("is not looked for more often than the limit of an instance allows", async () => {
    const id = await server.inside("demo", async (_, instanceId) => instanceId);
    await find("x.org");
    const key = `email_domain_account:${id}`;
    const limit = "UPDATE rate_limits SET points = 20000 WHERE key = $1";
    expect((await server.platform.database.pool.query(limit, [key])).rowCount).toBe(1);
    expect(await server.anonymous().refusal(FIND, { domain: "x.org" })).toBe("RATE_LIMITED");
    expect(await server.anonymous("riverside.localhost").refusal(FIND, { domain: "x.org" })).toBeNull();
  });
});
