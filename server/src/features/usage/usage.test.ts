import { afterAll, beforeAll, expect, test } from "vitest";
import { runHousekeeping } from "../../housekeeping.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const USAGE = `{ instanceUsage {
  people { used limit state } storage { used limit state } days { day people licences bytes } } }`;
const LICENCES = `{ licenceUsage { used limit state } }`;
const STORAGE = `{ storageUsage { used limit state } }`;
const CREATE = `mutation ($email: String!) { createUser(input: {
  first_name: "New", last_name: "Person", role: "learner", email: $email, skip_email: true }) { id } }`;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

const setInstance = (values: { license_count?: number | null; storage_limit_gb?: number | null }) =>
  server.inside("demo", (db, id) => db.updateTable("instances").set(values).where("id", "=", id).execute());
const countActive = () =>
  server.inside("demo", async (db, id) => {
    const rows = await db
      .selectFrom("users")
      .where("instance_id", "=", id)
      .where("deleted_at", "is", null)
      .where("platform_user_id", "is", null)
      .where("is_active", "=", true)
      .select("id")
      .execute();
    return rows.length;
  });

test("people and storage are counted with their limits, and near from 90 %", async () => {
  const used = await countActive();
  await setInstance({ license_count: null });
  expect((await admin.data(LICENCES)).licenceUsage).toEqual({ used, limit: null, state: "free" });
  for (const [limit, state] of [
    [used * 2, "free"],
    [used + 1, "near"],
    [used, "reached"],
  ] as const) {
    await setInstance({ license_count: limit });
    expect((await admin.data(LICENCES)).licenceUsage).toEqual({ used, limit, state });
    expect((await admin.data(USAGE)).instanceUsage.people).toEqual({ used, limit, state });
  }
  await setInstance({ license_count: null });
});

test("the storage limit is that of the instance, else of its subscription, and reached with the bytes of its files", async () => {
  const { storageUsage } = await admin.data(STORAGE);
  const bytes = await server.inside("demo", async (db, id) => {
    const rows = await db.selectFrom("files").where("instance_id", "=", id).select(["size", "small_size"]).execute();
    return rows.reduce((sum, { size, small_size }) => sum + Number(size) + Number(small_size ?? 0), 0);
  });
  expect(storageUsage.used).toBe(bytes);
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("files")
      .values({
        instance_id,
        key: `${instance_id}/aa/${"a".repeat(40)}`,
        name: "big.mp4",
        type: "video/mp4",
        size: 2 * 1024 ** 3,
        purpose: "video",
      })
      .execute(),
  );
  await setInstance({ storage_limit_gb: 2 });
  expect((await admin.data(STORAGE)).storageUsage).toEqual({
    used: bytes + 2 * 1024 ** 3,
    limit: 2 * 1024 ** 3,
    state: "reached",
  });
  await setInstance({ storage_limit_gb: null });
  await server.inside("demo", (db, id) =>
    db.deleteFrom("files").where("instance_id", "=", id).where("name", "=", "big.mp4").execute(),
  );
});

test("at the limit, creating a user says the figures", async () => {
  await setInstance({ license_count: await countActive() });
  const answer = await admin.query(CREATE, { email: "beyond@demo.test" });
  expect(answer.errors![0]!.message).toMatch(/licences, and all of them are in use/);
  await setInstance({ license_count: null });
  expect(await admin.refusal(CREATE, { email: "within@demo.test" })).toBe(null);
});

test("housekeeping stores one row a day, with the first figures of the day", async () => {
  await server.inside("demo", (db, id) => db.deleteFrom("usage_days").where("instance_id", "=", id).execute());
  await setInstance({ license_count: 500 });
  const people = await countActive();
  await runHousekeeping(server.platform);
  await admin.data(CREATE, { email: "later@demo.test" });
  await runHousekeeping(server.platform);
  const { days, storage } = (await admin.data(USAGE)).instanceUsage;
  expect(days).toEqual([
    { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), people, licences: 500, bytes: storage.used },
  ]);
  await setInstance({ license_count: null });
});

test("days of more than a year ago are left out, and other instances have their own", async () => {
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("usage_days")
      .values([
        { instance_id, day: "2001-01-01", people: 1, licences: null, bytes: 1 },
        {
          instance_id,
          day: new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10),
          people: 77,
          licences: null,
          bytes: 1,
        },
      ])
      .execute(),
  );
  const countPeople = async (client: Client): Promise<number[]> =>
    (await client.data(USAGE)).instanceUsage.days.map(({ people }: { people: number }) => people);
  expect(await countPeople(admin)).toContain(77);
  expect(await countPeople(admin)).not.toContain(1);
  expect(await countPeople(await server.as("admin@riverside.test"))).not.toContain(77);
});
