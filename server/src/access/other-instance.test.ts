import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DEMO_PASSWORD } from "../demo/people.ts";
import { startServer, type TestServer, VISIT } from "../testing/server.ts";
import { Actor } from "./actor.ts";
import { inInstance } from "./tenancy.ts";
import { withActor } from "./with-actor.ts";

let server: TestServer;
let operator: string;
let riverside: number;
beforeAll(async () => {
  server = await startServer();
  const login = `mutation { loginUser(email: "super@demo.test", password: "${DEMO_PASSWORD}") { token } }`;
  operator = (await server.anonymous().data(login)).loginUser.token;
  riverside = await server.inside("riverside", async (_, id) => id);
});
afterAll(() => server.close());

const acting = <T>(work: (actor: Actor) => Promise<T>, token = operator, keep?: () => boolean) =>
  withActor(server.platform, VISIT, token, work, keep);

test("an operator works in two instances in one operation, and each statement sees one instance only", async () => {
  await acting(async (actor) => {
    const here = await actor.reach("instance.manage");
    const there = await actor.reachInstance("instance.manage", riverside);
    const domains = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const { db } = index % 2 ? there : here;
        const rows = await db.selectFrom("users").select("instance_id").distinct().execute();
        return rows.map((row) => row.instance_id);
      }),
    );
    expect(domains).toEqual(Array.from({ length: 10 }, (_, index) => [index % 2 ? there.instanceId : here.instanceId]));
  });
});

test("an operator's changes in another instance are rolled back with the operation", async () => {
  await acting(
    async (actor) => {
      const there = await actor.reachInstance("group.manage", riverside);
      await there.db.insertInto("groups").values({ instance_id: riverside, name: "Never there" }).execute();
    },
    operator,
    () => false,
  );
  const groups = await server.inside("riverside", (db) => db.selectFrom("groups").select("name").execute());
  expect(groups.map((group) => group.name)).not.toContain("Never there");
});

test("an operator finds a row of another instance by its id, and the current instance stays the same", async () => {
  const learner = await server.userId("learner@riverside.test");
  await acting(async (actor) => {
    expect(await actor.instanceOfRow("users", learner)).toBe(riverside);
    expect(await actor.instanceOfRow("users", 999_999)).toBeNull();
    expect((await actor.reachRow("user.edit", "users", learner)).instanceId).toBe(riverside);
    expect((await actor.reachRow("user.edit", "users", 999_999)).instanceId).toBe(actor.instance.id);
    const ofBranch = await actor.reachRow("user.edit", "users", actor.person.id, "north");
    expect(ofBranch.branchIds).toEqual((await actor.reach("user.edit", "north")).branchIds);
    const here = await actor.reach("user.view");
    const rows = await here.db.selectFrom("users").select("instance_id").distinct().execute();
    expect(rows).toEqual([{ instance_id: here.instanceId }]);
  });
});

test("only operators reach other instances, and no admin reaches the platform's instance", async () => {
  const admin = (await server.as("admin@demo.test")).token!;
  const learner = await server.userId("learner@riverside.test");
  await expect(acting((actor) => actor.reachInstance("user.view", riverside), admin)).rejects.toThrow(/access/);
  await expect(acting((actor) => actor.instanceOfRow("users", learner), admin)).rejects.toThrow(/access/);
  await acting(async (actor) => {
    expect((await actor.reachRow("user.edit", "users", learner)).instanceId).toBe(actor.instance.id);
  }, admin);
  const { rows } = await server.platform.database.pool.query("SELECT id FROM instances WHERE is_platform");
  await expect(acting((actor) => actor.reachInstance("instance.manage", rows[0].id))).rejects.toThrow(/not found/);
});

test("an operator reaches neither a deleted nor an unknown instance, and their own as a visitor of it", async () => {
  const { pool } = server.platform.database;
  await acting(async (actor) => {
    expect((await actor.reachInstance("user.view", actor.instance.id)).userId).toBe(actor.person.id);
    const { db, userId } = await actor.reachInstance("user.view", riverside);
    expect(userId).not.toBe(actor.person.id);
    const visitor = db.selectFrom("users").where("id", "=", userId).select(["role", "is_primary", "is_active"]);
    expect(await visitor.execute()).toEqual([{ role: "super_admin", is_primary: true, is_active: true }]);
  });
  await pool.query("UPDATE instances SET deleted_at = now() WHERE id = $1", [riverside]);
  for (const id of [riverside, 999_999])
    await expect(acting((actor) => actor.reachInstance("user.view", id))).rejects.toThrow(/not found/);
  await pool.query("UPDATE instances SET deleted_at = NULL WHERE id = $1", [riverside]);
});

test("an operator whose means allow only some actions does those alone in another instance", async () => {
  await acting(async (operating) => {
    const { db } = await operating.reach("instance.manage");
    const { person, instance } = operating;
    const apiKey = { name: "Limited", ownerRole: "super_admin" as const, scopes: ["settings"] };
    const limited = new Actor(VISIT, server.platform, {
      db,
      signedIn: { person, instance, tokenHash: Buffer.alloc(0), apiKey },
    });
    expect((await limited.reachInstance("settings.manage", riverside)).instanceId).toBe(riverside);
    await expect(limited.reachInstance("user.view", riverside)).rejects.toThrow(/access/);
  });
});

test("the account of an operator is in the platform's instance, and that of a user in their own", async () => {
  const { pool } = server.platform.database;
  const { rows } = await pool.query("SELECT id FROM instances WHERE is_platform");
  // It is not the first that is found.
  await pool.query("UPDATE instances SET name = name WHERE is_platform");
  await acting(async (actor) => {
    const account = await actor.reachAccount("profile.edit");
    expect([account.instanceId, account.userId]).toEqual([rows[0].id, actor.person.platformUserId]);
    expect(await actor.reachPlatform()).toMatchObject({ instanceId: rows[0].id, userId: account.userId });
  });
  const admin = (await server.as("admin@demo.test")).token!;
  await acting(async (actor) => {
    const account = await actor.reachAccount("profile.edit");
    expect([account.instanceId, account.userId]).toEqual([actor.instance.id, actor.person.id]);
    await expect(actor.reachPlatform()).rejects.toThrow(/access/);
  }, admin);
});

test("a user of the main site works in any branch of the instance that is not deleted, by its address", async () => {
  const admin = (await server.as("admin@demo.test")).token!;
  const branches = await server.inside("demo", (db) => db.selectFrom("branches").select(["id", "url"]).execute());
  const reachIn = (url: string) => acting(async (actor) => (await actor.reach("user.view", url)).branchIds, admin);
  for (const { id, url } of branches) expect(await reachIn(url)).toEqual([id]);
  await expect(reachIn("nowhere")).rejects.toThrow(/not found/);
  await server.inside("demo", (db) =>
    db.updateTable("branches").set({ deleted_at: new Date() }).where("url", "=", "south").execute(),
  );
  await expect(reachIn("south")).rejects.toThrow(/not found/);
});

test.each([0, -1, 1.5, Number.NaN, Infinity, "1", "1'; DROP TABLE users; --"])(
  "no transaction begins for %o, which is not the id of an instance",
  (id) => {
    const work = vi.fn(() => Promise.resolve());
    expect(() => inInstance(server.platform.database, id as number, work)).toThrow("Not an instance id.");
    expect(work).not.toHaveBeenCalled();
  },
);
