import { afterAll, beforeAll, expect, test } from "vitest";
import { runHousekeeping } from "../../housekeeping.ts";
import { type DnsServer, openDns } from "../../testing/dns.ts";
import { type Mailbox, openMailbox } from "../../testing/mailbox.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const ADD = `mutation ($host: String!, $branch: Int) { addCustomDomain(host: $host, branch_id: $branch) { id record { name value } } }`;
const CHECK = `mutation ($id: Int!) { checkCustomDomain(id: $id) { id } }`;
const USE = `mutation ($id: Int!) { useCustomDomain(id: $id, is_primary: false) { is_primary } }`;
const LIST = `{ customDomains { host state problem } }`;
const BRANCH = `mutation { createBranch(input: { name: "West" }) { id } }`;
const DELETE = `mutation ($id: Int!) { deleteBranch(branch_id: $id) { id } }`;
const PURGE = `mutation ($id: Int!) { purgeDeleted(kind: "branch", id: $id, name: "West") { id } }`;

let dns: DnsServer;
let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  dns = await openDns();
  server = await startServer({ DNS_SERVERS: dns.address });
  mailbox = await openMailbox(server);
});
afterAll(async () => {
  await mailbox.close();
  await server.close();
  await dns.close();
});

test("the name of a branch that is deleted for good can be proved by another instance", async () => {
  const admin = await server.as("admin@demo.test");
  const rival = await server.as("admin@riverside.test");
  const host = "west.example";
  const add = async (client: Client, branch: number | null): Promise<number> => {
    const { id, record } = (await client.data(ADD, { host, branch })).addCustomDomain;
    dns.records.set(record.name, [record.value]);
    await mailbox.deliver();
    return id;
  };
  await server.platform.database.pool.query("UPDATE instances SET branch_limit = NULL");
  const west = (await admin.data(BRANCH)).createBranch.id;
  await add(admin, west);
  expect((await admin.data(LIST)).customDomains).toEqual([{ host, state: "verified", problem: null }]);
  await admin.data(DELETE, { id: west });
  await admin.data(PURGE, { id: west });
  expect((await admin.data(LIST)).customDomains).toEqual([]);
  await runHousekeeping(server.platform);

  const id = await add(rival, null);
  await rival.data(CHECK, { id });
  await mailbox.deliver();
  expect((await rival.data(LIST)).customDomains).toEqual([{ host, state: "verified", problem: null }]);
  // What holds a name is never released while it is in a list.
  await runHousekeeping(server.platform);
  await server.platform.customHosts.refresh();
  expect(server.platform.customHosts.find(host)).toMatchObject({ instance: "riverside" });
});

test("an admin whose last day has passed is not notified of a lost domain", async () => {
  const admin = await server.as("admin@demo.test");
  const { id, record } = (await admin.data(ADD, { host: "lost.example" })).addCustomDomain;
  dns.records.set(record.name, [record.value]);
  await mailbox.deliver();
  dns.records.clear();
  await server.inside("demo", async (db, instance_id) => {
    const ended = { first_name: "Ended", last_name: "Admin", email: "ended@demo.test", deactivate_at: "2020-01-01" };
    await db
      .insertInto("users")
      .values({ ...ended, instance_id, role: "admin", is_primary: true })
      .execute();
    await db
      .updateTable("custom_domains")
      .set({ missing_since: new Date(0) })
      .where("id", "=", id)
      .execute();
  });
  await admin.data(CHECK, { id });
  await mailbox.deliver();
  const notified = await server.inside("demo", (db) =>
    db.selectFrom("notifications").where("kind", "=", "domain_lost").select("user_id").execute(),
  );
  expect(notified).toEqual([{ user_id: await server.userId("admin@demo.test") }]);
});

test("a check leaves it to the admin that links use no domain", async () => {
  const admin = await server.as("admin@demo.test");
  const { id, record } = (await admin.data(ADD, { host: "quiet.example" })).addCustomDomain;
  dns.records.set(record.name, [record.value]);
  await mailbox.deliver();
  const isUsed = async () => {
    const { customDomains } = await admin.data(`{ customDomains { id is_primary } }`);
    return customDomains.find((each: { id: number }) => each.id === id).is_primary;
  };
  expect(await isUsed()).toBe(true);
  await admin.data(USE, { id });
  await admin.data(CHECK, { id });
  await mailbox.deliver();
  expect(await isUsed()).toBe(false);
});
