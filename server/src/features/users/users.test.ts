import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const USERS = `query ($branchUrl: String, $search: String, $sort: String, $limit: Int, $offset: Int) {
  users(branchUrl: $branchUrl, search: $search, sort: $sort, limit: $limit, offset: $offset) { id first_name last_name name email role type created_at } }`;
const PAGE = `query ($branchUrl: String, $search: String, $sort: String, $limit: Int, $offset: Int) {
  usersPage(branchUrl: $branchUrl, search: $search, sort: $sort, limit: $limit, offset: $offset) { total rows { email } } }`;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

const emails = async (client: Client, variables: object = {}): Promise<string[]> =>
  (await client.data(USERS, variables)).users.map((user: { email: string }) => user.email);

test("the users list shows all users of the instance by name to an admin", async () => {
  const { users } = await admin.data(USERS);
  expect(users.length).toBeGreaterThan(30);
  expect(users.find((user: { email: string }) => user.email === "learner@demo.test")).toMatchObject({
    first_name: "Grace",
    last_name: "Adeyemi",
    name: "Grace Adeyemi",
    role: "learner",
    type: "Learner",
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(users[0].last_name).toBe("Adeyemi");
});

test.each([
  ["grace", ["learner@demo.test"]],
  ["ADEYEMI", ["learner@demo.test"]],
  ["ace ade", ["learner@demo.test"]],
  ["manager.north@", ["manager.north@demo.test"]],
  ["100%", []],
])("the users list finds %j when searching for %s", async (search, found) => {
  expect(await emails(admin, { search })).toEqual(found);
});

test("the users list has consecutive pages with the total of the search", async () => {
  const all = await emails(admin, { sort: "email" });
  expect(all).toEqual([...all].sort());
  const { usersPage } = await admin.data(PAGE, { sort: "email", limit: 5, offset: 5 });
  expect(usersPage).toEqual({ total: all.length, rows: all.slice(5, 10).map((email) => ({ email })) });
  expect((await admin.data(PAGE)).usersPage.rows).toHaveLength(10);
  expect((await admin.data(PAGE, { search: "grace" })).usersPage.total).toBe(1);
  expect((await admin.data(PAGE, { offset: 2_147_483_647 })).usersPage).toEqual({ total: all.length, rows: [] });
  expect((await admin.data(PAGE, { offset: -5, limit: -5 })).usersPage).toEqual({ total: all.length, rows: [] });
});

test("the users list sorts by role and creation time, in both directions", async () => {
  const roles = (await admin.data(USERS, { sort: "role" })).users.map((user: { role: string }) => user.role);
  expect(roles).toEqual([...roles].sort());
  const ascending = await emails(admin, { sort: "created" });
  expect(await emails(admin, { sort: "-created" })).toEqual(ascending.toReversed());
});

test("the users list contains neither deleted users nor visitors of the platform", async () => {
  const before = await emails(admin);
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("users")
      .values([
        { instance_id, first_name: "Gone", last_name: "Away", email: "gone@demo.test", deleted_at: new Date() },
        {
          instance_id,
          first_name: "Just",
          last_name: "Visiting",
          email: "visitor@demo.test",
          role: "super_admin",
          platform_user_id: 1,
        },
      ])
      .execute(),
  );
  expect(await emails(admin)).toEqual(before);
});

test("the users list of a branch contains its users", async () => {
  const north = await emails(admin, { branchUrl: "north" });
  expect(north).toContain("learner@demo.test");
  expect(north).not.toContain("amara.diallo@demo.test");
  expect(await admin.refusal(USERS, { branchUrl: "nowhere" })).toBe("NOT_FOUND");
});

test("the users list contains no user of another instance", async () => {
  const riverside = await emails(await server.as("admin@riverside.test"));
  expect(riverside).toContain("learner@riverside.test");
  expect(riverside.every((email) => email.endsWith("@riverside.test"))).toBe(true);
});

test("instructors may read the users list; managers, learners and anonymous callers may not", async () => {
  expect(await emails(await server.as("instructor@demo.test"))).toContain("learner@demo.test");
  for (const document of [USERS, PAGE]) {
    for (const email of ["manager@demo.test", "learner@demo.test"])
      expect(await (await server.as(email)).refusal(document)).toBe("FORBIDDEN");
    expect(await server.anonymous().refusal(document)).toBe("UNAUTHENTICATED");
  }
});

test("the users list shows every change immediately, also on a cached page", async () => {
  const add = (last_name: string) =>
    admin.data(`mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`, {
      input: { first_name: "Quirin", last_name, email: `${last_name}@quirin.test`, role: "learner", skip_email: true },
    });
  const read = async () => (await admin.data(PAGE, { search: "QUIRIN", limit: 2 })).usersPage;
  const id = (await add("Moor")).createUser.id;
  const everybody = (await admin.data(PAGE)).usersPage.total;
  expect(await read()).toEqual({ total: 1, rows: [{ email: "Moor@quirin.test" }] });
  await add("Ames");
  await add("Zell");
  expect(await read()).toEqual({ total: 3, rows: [{ email: "Ames@quirin.test" }, { email: "Moor@quirin.test" }] });
  await admin.data(`mutation ($id: Int!) { updateUser(id: $id, input: { last_name: "Abel" }) { id } }`, { id });
  expect((await read()).rows[0]).toEqual({ email: "Moor@quirin.test" });
  await admin.data(`mutation ($id: Int!) { deleteUser(id: $id) { id } }`, { id });
  expect(await read()).toMatchObject({ total: 2 });
  expect((await admin.data(PAGE)).usersPage.total).toBe(everybody + 1);
});

test("the search finds users by any part of their name or address, short or whole, across the '@' and with wildcards", async () => {
  const email = "maximiliane.von_habsburg@lorraine.test";
  await admin.data(`mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`, {
    input: { first_name: "Maximiliane", last_name: "von Habsburg", email, role: "learner", skip_email: true },
  });
  const found = async (search: string) => emails(admin, { search });
  for (const search of [
    email,
    "MAXIMILIANE VON HABSBURG",
    "n_habsburg@lorr",
    "@lorraine",
    "g@lorraine",
    "von h",
    "iliane.von_",
  ])
    expect(await found(search), search).toEqual([email]);
  for (const search of ["xi", "g@", "x"]) expect(await found(search), search).toContain(email);
  for (const search of ["maximiliana.von_habsburg@", "maximiliane@lorraine.test", "ane_von", "%habsburg"])
    expect(await found(search), search).toEqual([]);
});

test("pages from either end meet in the middle, in every order", async () => {
  for (const sort of ["name", "-name", "email", "-role", "created"]) {
    const all = await emails(admin, { sort });
    const paged: string[] = [];
    for (let offset = 0; offset < all.length; offset += 7)
      paged.push(
        ...(await admin.data(PAGE, { sort, limit: 7, offset })).usersPage.rows.map(
          ({ email }: { email: string }) => email,
        ),
      );
    expect(paged).toEqual(all);
  }
});

test("a cached page costs one statement besides the session", async () => {
  const { database } = server.platform;
  await admin.data(PAGE, { search: "demo", limit: 10 });
  const before = database.statements;
  await admin.data(PAGE, { search: "demo", limit: 10 });
  expect(database.statements - before).toBeLessThanOrEqual(2);
});

const FILTERED = `query ($branchUrl: String, $role: String, $state: String, $group_id: Int, $branch_id: Int, $idle_days: Int) {
  usersPage(branchUrl: $branchUrl, role: $role, state: $state, group_id: $group_id, branch_id: $branch_id,
      idle_days: $idle_days, limit: 100) {
    total rows { id email role is_active groups last_active_on } } }`;
type Row = {
  id: number;
  email: string;
  role: string;
  is_active: boolean;
  groups: string[];
  last_active_on: string | null;
};

test("the users list is limited by role, state, group, branch and days without learning, and shows groups and last day", async () => {
  const page = async (variables: object): Promise<Row[]> => {
    const { usersPage } = await admin.data(FILTERED, variables);
    expect(usersPage.total).toBe(usersPage.rows.length);
    return usersPage.rows;
  };
  const all = await page({});
  const facts = await server.inside("demo", async (db, instance) => {
    const group = await db
      .selectFrom("groups")
      .where("instance_id", "=", instance)
      .where("deleted_at", "is", null)
      .select(["id", "name"])
      .orderBy("id")
      .executeTakeFirstOrThrow();
    const branch = await db
      .selectFrom("branches")
      .where("instance_id", "=", instance)
      .where("url", "=", "north")
      .select("id")
      .executeTakeFirstOrThrow();
    const inGroup = await db
      .selectFrom("group_users")
      .where("instance_id", "=", instance)
      .where("group_id", "=", group.id)
      .select("user_id")
      .execute();
    const inBranch = await db
      .selectFrom("branch_users")
      .where("instance_id", "=", instance)
      .where("branch_id", "=", branch.id)
      .select("user_id")
      .execute();
    const days = await db
      .selectFrom("daily_time")
      .where("instance_id", "=", instance)
      .groupBy("user_id")
      .select(({ fn }) => ["user_id", fn.max("day").as("day")])
      .execute();
    return { group, branch, inGroup, inBranch, days };
  });
  const ids = (rows: { user_id: number }[]) => rows.map(({ user_id }) => user_id);
  const expectOnly = async (variables: object, belongs: (row: Row) => boolean) => {
    const expected = all.filter(belongs).map(({ email }) => email);
    expect([variables, expected.length > 0 && expected.length < all.length]).toEqual([variables, true]);
    expect((await page(variables)).map(({ email }) => email)).toEqual(expected);
  };
  await admin.data(`mutation ($ids: [Int!]!) { setUsersActive(user_ids: $ids, is_active: false) { count } }`, {
    ids: [all.find(({ role }) => role === "learner")!.id],
  });
  const after = await page({});
  expect((await page({ state: "inactive" })).map(({ id }) => id)).toEqual(
    after.filter((row) => !row.is_active).map(({ id }) => id),
  );
  expect(await page({ state: "active" })).toHaveLength(after.filter((row) => row.is_active).length);
  await expectOnly({ role: "manager" }, ({ role }) => role === "manager");
  await expectOnly({ group_id: facts.group.id }, ({ id }) => ids(facts.inGroup).includes(id));
  await expectOnly({ branch_id: facts.branch.id }, ({ id }) => ids(facts.inBranch).includes(id));
  await expectOnly({ idle_days: 36_500 }, (row) => row.last_active_on === null);
  expect(
    (await page({ role: "learner", group_id: facts.group.id })).every(
      ({ role, groups }) => role === "learner" && groups.includes(facts.group.name),
    ),
  ).toBe(true);
  for (const { user_id } of facts.days)
    expect(all.find(({ id }) => id === user_id)?.last_active_on ?? null).toEqual(
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    );
});

test("the users list gives an admin of branches nothing by the filter of another branch", async () => {
  const other = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("branches")
      .where("instance_id", "=", instance)
      .where("url", "!=", "north")
      .where("deleted_at", "is", null)
      .select("id")
      .executeTakeFirstOrThrow(),
  );
  const found = async (client: Client, branch_id: number) =>
    (await client.data(FILTERED, { branch_id, branchUrl: "north" })).usersPage.total;
  expect(await found(admin, other.id)).toBe(0);
});
