import { detectTenant } from "../../access/host.ts";
import { bootData } from "../instances/instances.service.ts";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { runHousekeeping } from "../../housekeeping.ts";
import { type DnsServer, openDns } from "../../testing/dns.ts";
import { linkIn, type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const DOMAIN = `id host branch_name state problem is_primary is_checking missing_since target record { name value }`;
const LIST = `{ customDomains { ${DOMAIN} } }`;
const ADD = `mutation ($host: String!, $branch: Int) { addCustomDomain(host: $host, branch_id: $branch) { ${DOMAIN} } }`;
const REMOVE = `mutation ($id: Int!) { removeCustomDomain(id: $id) { id } }`;
const CHECK = `mutation ($id: Int!) { checkCustomDomain(id: $id) { is_checking } }`;
const USE = `mutation ($id: Int!, $on: Boolean!) { useCustomDomain(id: $id, is_primary: $on) { is_primary } }`;
const RESET = `mutation { sendPasswordReset(email: "learner@demo.test") }`;
const LOGIN = `mutation ($site: String!) {
  loginUser(email: "learner@demo.test", password: "cairn-demo", instance_url: $site) { token host } }`;

let dns: DnsServer;
let server: TestServer;
let mailbox: Mailbox;
let admin: Client;
let rival: Client;
beforeAll(async () => {
  dns = await openDns();
  server = await startServer({ DNS_SERVERS: dns.address });
  mailbox = await openMailbox(server);
  admin = await server.as("admin@demo.test");
  rival = await server.as("admin@riverside.test");
});
afterAll(async () => {
  await mailbox.close();
  await server.close();
  await dns.close();
});
beforeEach(async () => {
  server.outside.jobs.length = 0;
  dns.records.clear();
  dns.broken.clear();
  await server.platform.database.pool.query("DELETE FROM rate_limits");
  await server.platform.database.pool.query("DELETE FROM custom_hosts");
  for (const domain of ["demo", "riverside"])
    await server.inside(domain, async (db, id) => {
      await db.deleteFrom("custom_domains").where("instance_id", "=", id).execute();
      await db.deleteFrom("notifications").where("instance_id", "=", id).execute();
    });
  server.platform.customHosts.forget();
});

interface Added {
  id: number;
  host: string;
  state: string;
  problem: string | null;
  is_primary: boolean;
  record: { name: string; value: string };
}
const add = async (client: Client, host: string, branch: number | null = null): Promise<Added> =>
  (await client.data(ADD, { host, branch })).addCustomDomain;
const list = async (client: Client): Promise<Added[]> => (await client.data(LIST)).customDomains;
/** Adds a name, writes its record, and runs the check. */
async function prove(client: Client, host: string, branch: number | null = null): Promise<Added> {
  const { record } = await add(client, host, branch);
  dns.records.set(record.name, [record.value]);
  await mailbox.deliver();
  return (await list(client)).find((each) => each.host === host)!;
}
const check = async (client: Client, id: number) => {
  await client.data(CHECK, { id });
  await mailbox.deliver();
  return (await list(client)).find((each) => each.id === id)!;
};
const readProblem = async (host: string) =>
  (await admin.query(ADD, { host })).errors?.[0]?.extensions.validation?.["host"]?.[0];
/** Reads which instance and branch a page at this host shows. */
const instanceAt = async (host: string): Promise<unknown> => {
  const { platform } = server;
  await platform.customHosts.refresh();
  const { instance, branch } = platform.customHosts.find(host) ?? detectTenant(host, platform.config.BASE_DOMAIN);
  return bootData(platform, { ...NOWHERE, host, instanceLabel: instance, branchLabel: branch });
};
const NOWHERE = { origin: "", address: "", userAgent: "", language: "en" as const, requestId: "" };
const since = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
const setDomain = (values: object) =>
  server.inside("demo", (db, id) =>
    db.updateTable("custom_domains").set(values).where("instance_id", "=", id).execute(),
  );

test("a name is pending until its TXT record is there, and then serves the instance and is used by links", async () => {
  const added = await add(admin, " https://Learn.Northgate.example/ ");
  expect(added).toMatchObject({
    host: "learn.northgate.example",
    state: "pending",
    is_checking: true,
    target: "demo.localhost",
    record: { name: "_cairn.learn.northgate.example", value: expect.stringMatching(/^cairn-verification=[\w-]{32}$/) },
  });
  await mailbox.deliver();
  expect((await list(admin))[0]).toMatchObject({ state: "pending", problem: "missing", is_checking: false });
  dns.records.set(added.record.name, ["something else"]);
  expect(await check(admin, added.id)).toMatchObject({ state: "pending", problem: "wrong" });
  expect(await instanceAt(added.host)).toMatchObject({ instance: null });

  dns.records.set(added.record.name, ["something else", added.record.value]);
  expect(await check(admin, added.id)).toMatchObject({ state: "verified", problem: null, is_primary: true });
  expect(await instanceAt(added.host)).toMatchObject({ instance: { name: "Northgate Trust" }, branch: null });
  await server.anonymous().data(RESET);
  expect(linkIn((await mailbox.deliver())[0]!).host).toBe(added.host);
});

test("a removed name is forgotten after the removal is committed, so that no request reads it back", async () => {
  const { host, id } = await prove(admin, "learn.northgate.example");
  const { customHosts } = server.platform;
  const order: string[] = [];
  const forget = customHosts.forget.bind(customHosts);
  const forgetting = vi.spyOn(customHosts, "forget").mockImplementation(() => void order.push("forget"));
  const { query } = pg.Client.prototype;
  const sending = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...sent: unknown[]
  ) {
    const { text } = sent[0] as { text?: string };
    if (text === "COMMIT") order.push(text);
    return Reflect.apply(query, this, sent);
  } as typeof query);
  await admin.data(REMOVE, { id });
  for (const spy of [forgetting, sending]) spy.mockRestore();
  expect(order).toEqual(["COMMIT", "forget"]);
  forget();
  expect(await instanceAt(host)).toMatchObject({ instance: null });
});

test("people sign in at the name itself", async () => {
  const { host } = await prove(admin, "learn.northgate.example");
  const { loginUser } = await server
    .anonymous(host)
    .data(`mutation { loginUser(email: "learner@demo.test", password: "cairn-demo") { token host } }`);
  expect(loginUser.host).toBe(host);
  const me = await server.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { host, authorization: `Bearer ${loginUser.token}` },
    payload: { query: "{ viewer { email } }" },
  });
  expect(me.json().data.viewer.email).toBe("learner@demo.test");
});

test("sign-in on the product's own address leads to the name, by the instance's label and by the name", async () => {
  const { host } = await prove(admin, "learn.northgate.example");
  for (const site of ["demo", host]) {
    const { loginUser } = await server.anonymous("localhost").data(LOGIN, { site });
    expect(loginUser.host).toBe(host);
    const redeem = (at: string) =>
      server.app.inject({
        method: "POST",
        url: "/api/login-code",
        headers: { host: at },
        payload: { code: loginUser.token },
      });
    expect((await redeem("demo.localhost")).statusCode).not.toBe(200);
    expect((await redeem(host)).statusCode).toBe(200);
  }
});

test("a branch is served at its own name, and not any more once it is deleted", async () => {
  const branch = await server.inside("demo", (db, id) =>
    db
      .selectFrom("branches")
      .where("instance_id", "=", id)
      .where("url", "=", "south")
      .select("id")
      .executeTakeFirstOrThrow(),
  );
  const { host } = await prove(admin, "formation.northgate.example", branch.id);
  expect(await instanceAt(host)).toMatchObject({ branch: { name: "Northgate Sud" } });
  // Links to the main site do not use the name of a branch.
  await server.anonymous().data(RESET);
  expect(linkIn((await mailbox.deliver())[0]!).host).toBe("demo.localhost");
  await server.anonymous("south.demo.localhost").data(RESET);
  expect(linkIn((await mailbox.deliver())[0]!).host).toBe(host);

  const setDeleted = (at: Date | null) =>
    server.inside("demo", (db, id) =>
      db
        .updateTable("branches")
        .set({ deleted_at: at })
        .where("instance_id", "=", id)
        .where("url", "=", "south")
        .execute(),
    );
  await setDeleted(new Date());
  server.platform.customHosts.forget();
  expect(await instanceAt(host)).toMatchObject({ instance: null, branch: null });
  await setDeleted(null);
});

test("two instances never hold one name: a pending one blocks nobody, a proved one blocks the other", async () => {
  const first = await add(admin, "shared.example");
  const { state } = await prove(rival, "shared.example");
  expect(state).toBe("verified");
  // The proofs differ, so that one instance cannot use the record of another.
  const other = (await list(rival))[0]!;
  expect(other.record.value).not.toBe(first.record.value);
  dns.records.set(first.record.name, [first.record.value]);
  expect(await check(admin, first.id)).toMatchObject({ state: "pending", problem: "taken" });
  expect(await instanceAt("shared.example")).toMatchObject({ instance: { name: "Riverside Water Sports" } });

  await rival.data(REMOVE, { id: other.id });
  expect(await instanceAt("shared.example")).toMatchObject({ instance: null });
  expect(await check(admin, first.id)).toMatchObject({ state: "verified" });
  expect(await instanceAt("shared.example")).toMatchObject({ instance: { name: "Northgate Trust" } });
});

test("the database holds a name once", async () => {
  const insert = (owner: number) =>
    server.platform.database.pool.query("INSERT INTO custom_hosts (host, owner_id) VALUES ('once.example', $1)", [
      owner,
    ]);
  await insert(1);
  await expect(insert(2)).rejects.toThrow(/duplicate key/);
});

test("names of the product, of content and what is no name are refused", async () => {
  const own = "This name belongs to the product. Enter a name of your organisation.";
  const none = "Enter a name such as learn.example.org.";
  for (const host of ["riverside.localhost", "content.demo.localhost", "p-1.content.demo.localhost"])
    expect(await readProblem(host), host).toBe(own);
  for (const host of [
    "localhost",
    "127.0.0.1",
    "[::1]",
    "a b.example",
    "-a.example",
    "x".repeat(64) + ".example",
    "",
    "a.1",
  ])
    expect(await readProblem(host), host).toBe(none);
  server.platform.config.CONTENT_DOMAIN = "content.example";
  server.platform.config.PUBLIC_URL = "https://www.cairn.example";
  expect(await readProblem("content.example")).toBe(own);
  expect(await readProblem("www.cairn.example")).toBe(own);
  delete server.platform.config.CONTENT_DOMAIN;
  delete server.platform.config.PUBLIC_URL;
  expect((await add(admin, "bücher.example")).host).toBe("xn--bcher-kva.example");
  expect(await readProblem("bücher.example")).toBe("This domain is in the list already.");
});

test("a name leads to a branch of the instance only, an instance has at most twenty, and a server of one has none", async () => {
  const elsewhere = await server.inside("riverside", (db, id) =>
    db
      .insertInto("branches")
      .values({ instance_id: id, name: "Quay", url: "quay" })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  for (const branch of [elsewhere.id, 999_999]) {
    const { errors } = await admin.query(ADD, { host: "learn.northgate.example", branch });
    expect(errors?.[0]?.extensions.validation).toEqual({ branch_id: ["Choose a site of the list."] });
  }
  for (let n = 1; n <= 20; n++) await add(admin, `n${n}.northgate.example`);
  expect(await readProblem("n21.northgate.example")).toBe("An organisation has at most 20 domains.");
  await admin.data(REMOVE, { id: (await list(admin))[0]!.id });
  server.platform.config.SINGLE_INSTANCE = "demo";
  const refusal = await admin.refusal(ADD, { host: "n21.northgate.example" });
  delete server.platform.config.SINGLE_INSTANCE;
  expect(refusal).toBe("CONFLICT");
  await add(admin, "n21.northgate.example");
});

test("a name whose proof is gone for three days is marked, and admins are notified once", async () => {
  const { id, host, record } = await prove(admin, "learn.northgate.example");
  dns.records.clear();
  expect(await check(admin, id)).toMatchObject({ state: "verified", problem: "missing", is_primary: true });
  await setDomain({ missing_since: since(2) });
  expect(await check(admin, id)).toMatchObject({ state: "verified" });
  await setDomain({ missing_since: since(3) });
  expect(await check(admin, id)).toMatchObject({ state: "failed", problem: "missing", is_primary: false });
  await check(admin, id);
  const { notifications } = await admin.data("{ notifications { rows { kind domain } } }");
  expect(notifications.rows).toEqual([{ kind: "domain_lost", domain: host }]);
  // It is still served, but links use the usual address again.
  expect(await instanceAt(host)).toMatchObject({ instance: { name: "Northgate Trust" } });

  dns.records.set(record.name, [record.value]);
  expect(await check(admin, id)).toMatchObject({ state: "verified", problem: null, missing_since: null });
});

test("a name whose proof is gone can be proved by another instance, which then is served there", async () => {
  const { id } = await prove(admin, "moved.example");
  dns.records.clear();
  await setDomain({ missing_since: since(3) });
  await check(admin, id);
  expect((await prove(rival, "moved.example")).state).toBe("verified");
  expect(await instanceAt("moved.example")).toMatchObject({ instance: { name: "Riverside Water Sports" } });
  // Removing the lost one does not take the name from its new owner.
  await admin.data(REMOVE, { id });
  expect(await instanceAt("moved.example")).toMatchObject({ instance: { name: "Riverside Water Sports" } });
});

test("a DNS server that fails changes no state", async () => {
  const { id, record } = await prove(admin, "learn.northgate.example");
  await setDomain({ missing_since: since(10) });
  dns.broken.add(record.name);
  expect(await check(admin, id)).toMatchObject({ state: "verified", problem: "unreachable", is_primary: true });
});

test("housekeeping checks new names each time, proved ones daily, and gives up waiting after seven days", async () => {
  const { record } = await prove(admin, "proved.example");
  await add(admin, "waiting.example");
  server.outside.jobs.length = 0;
  dns.asked.length = 0;
  await runHousekeeping(server.platform);
  await mailbox.deliver();
  expect(dns.asked).toContain("_cairn.waiting.example");
  expect(dns.asked).not.toContain(record.name);
  await setDomain({ checked_at: since(1), created_at: since(8) });
  await runHousekeeping(server.platform);
  await mailbox.deliver();
  expect(dns.asked).toContain(record.name);
  expect(await list(admin)).toMatchObject([
    { host: "proved.example", state: "verified" },
    { host: "waiting.example", state: "failed" },
  ]);
});

test("links use another name of the site, or none, as an admin chooses", async () => {
  const first = await prove(admin, "one.example");
  const second = await prove(admin, "two.example");
  expect([first.is_primary, second.is_primary]).toEqual([true, false]);
  await admin.data(USE, { id: second.id, on: true });
  expect((await list(admin)).map(({ is_primary }) => is_primary)).toEqual([false, true]);
  await admin.data(USE, { id: second.id, on: false });
  await server.anonymous().data(RESET);
  expect(linkIn((await mailbox.deliver())[0]!).host).toBe("demo.localhost");
  const { id } = await add(admin, "three.example");
  expect(await admin.refusal(USE, { id, on: true })).toBe("CONFLICT");
});

test("admins of another instance find no name of this one, and checks are limited", async () => {
  const { id } = await add(admin, "learn.northgate.example");
  expect(await list(rival)).toEqual([]);
  for (const document of [REMOVE, CHECK]) expect(await rival.refusal(document, { id })).toBe("NOT_FOUND");
  expect(await rival.refusal(USE, { id, on: true })).toBe("NOT_FOUND");
  for (let done = 0; done < 30; done++) await admin.data(CHECK, { id });
  expect(await admin.refusal(CHECK, { id })).toBe("RATE_LIMITED");
});

test("pages of content may be framed by the instance's own names", async () => {
  await prove(admin, "learn.northgate.example");
  const page = await server.content.inject({ url: "/api/proxy", headers: { host: "content.demo.localhost" } });
  expect(page.statusCode).toBe(404);
  const framed = await server.content.inject({
    url: "/scorm/x/return",
    headers: { host: "p-1.content.demo.localhost" },
  });
  expect(String(framed.headers["content-security-policy"])).toContain("learn.northgate.example:*");
  const other = await server.content.inject({
    url: "/scorm/x/return",
    headers: { host: "p-1.content.riverside.localhost" },
  });
  expect(String(other.headers["content-security-policy"])).not.toContain("northgate");
});

test("the endpoint for certificates answers a proxy on this machine, or with the secret, and nobody else", async () => {
  await prove(admin, "learn.northgate.example");
  await add(admin, "pending.example");
  const ask = async (domain: string, { from = "127.0.0.1", headers = {}, secret = "" } = {}) =>
    (
      await server.app.inject({
        url: `/api/domains/ask?domain=${domain}${secret && `&secret=${secret}`}`,
        remoteAddress: from,
        headers: { host: "localhost", ...headers },
      })
    ).statusCode;
  expect(await ask("learn.northgate.example")).toBe(200);
  expect(await ask("Learn.Northgate.example.")).toBe(200);
  expect(await ask("demo.localhost")).toBe(200);
  expect(await ask("south.demo.localhost")).toBe(200);
  for (const domain of ["pending.example", "nobody.localhost", "nowhere.demo.localhost", "evil.example", ""])
    expect(await ask(domain), domain).toBe(404);
  expect(await ask("learn.northgate.example", { from: "192.0.2.7" })).toBe(404);
  expect(await ask("learn.northgate.example", { headers: { "x-forwarded-for": "192.0.2.7" } })).toBe(404);
  server.platform.config.DOMAINS_ASK_SECRET = "sixteen-characters";
  expect(await ask("learn.northgate.example", { from: "192.0.2.7", secret: "sixteen-characters" })).toBe(200);
  expect(await ask("learn.northgate.example", { from: "192.0.2.7", secret: "sixteen-character" })).toBe(404);
  delete server.platform.config.DOMAINS_ASK_SECRET;
});
