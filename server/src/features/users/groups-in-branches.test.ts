import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

/* Which groups of a user an admin of one branch sees, where the user belongs to groups of another branch too. */

const PAGE = `query ($group: Int) { usersPage(limit: 500, group_id: $group) { total rows { id groups } } }`;
const USER = `query ($id: Int!, $branchUrl: String) { user(id: $id, branchUrl: $branchUrl) { groups { name } } }`;

let server: TestServer;
let admin: Client;
let north: Client;
let user: number;
let support: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  user = await server.userId("learner@demo.test");
  await server.inside("demo", async (db, instance_id) => {
    await db
      .updateTable("users")
      .set({ role: "admin", is_primary: false })
      .where("instance_id", "=", instance_id)
      .where("email", "=", "manager.north@demo.test")
      .execute();
    const groups = db.selectFrom("groups").where("instance_id", "=", instance_id).where("name", "=", "Family support");
    support = (await groups.select("id").executeTakeFirstOrThrow()).id;
    const [shared] = await db
      .selectFrom("groups")
      .where("instance_id", "=", instance_id)
      .where("name", "=", "Volunteers")
      .select("id")
      .execute();
    for (const group_id of [support, shared!.id])
      await db.insertInto("group_users").values({ instance_id, user_id: user, group_id }).execute();
  });
  north = await server.as("manager.north@demo.test", "north.demo.localhost");
});
afterAll(() => server.close());

const listed = async (client: Client) =>
  (await client.data(PAGE)).usersPage.rows.find(({ id }: { id: number }) => id === user).groups;
const shown = async (client: Client, branchUrl?: string) =>
  (await client.data(USER, { id: user, branchUrl })).user.groups.map(({ name }: { name: string }) => name);

test("an admin of a branch sees of its users no groups of another branch, in the list and on the user's page", async () => {
  for (const read of [listed, shown]) {
    expect(await read(admin)).toEqual(["Family support", "Night shift", "Volunteers"]);
    expect(await read(north)).toEqual(["Night shift", "Volunteers"]);
  }
  expect(await shown(admin, "north")).toEqual(["Night shift", "Volunteers"]);
});

test("the filter by a group of another branch finds nobody for an admin of a branch", async () => {
  const total = async (client: Client) => (await client.data(PAGE, { group: support })).usersPage.total;
  expect(await total(admin)).toBeGreaterThan(1);
  expect(await total(north)).toBe(0);
});
