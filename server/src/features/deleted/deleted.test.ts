import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runHousekeeping } from "../../housekeeping.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { purgeOld } from "./deleted.service.ts";

const PAGE = `query ($kind: String, $search: String, $sort: String, $limit: Int, $branchUrl: String) {
  deletedPage(kind: $kind, search: $search, sort: $sort, limit: $limit, branchUrl: $branchUrl) { total rows { kind id name detail deleted_by days_left } } }`;
const RESTORE = `mutation ($kind: String!, $id: Int!, $branchUrl: String) { restoreDeleted(kind: $kind, id: $id, branchUrl: $branchUrl) { id } }`;
const PURGE = `mutation ($kind: String!, $id: Int!, $name: String!) { purgeDeleted(kind: $kind, id: $id, name: $name) { id } }`;
const GROUP = `mutation ($name: String!, $branchUrl: String) { createGroup(input: { name: $name }, branchUrl: $branchUrl) { id } }`;
const DELETE_GROUP = `mutation ($id: Int!) { deleteGroup(group_id: $id) { id } }`;
const BRANCH = `mutation ($input: BranchInput!) { createBranch(input: $input) { id } }`;
const DELETE_BRANCH = `mutation ($id: Int!) { deleteBranch(branch_id: $id) { id } }`;
const CATEGORY = `mutation ($name: String!, $parent_id: Int) { createCategory(name: $name, parent_id: $parent_id) { id } }`;
const DELETE_CATEGORY = `mutation ($id: Int!) { deleteCategory(id: $id) { id } }`;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  await server.platform.database.pool.query("UPDATE instances SET branch_limit = NULL");
});
afterAll(() => server.close());

let name: string;
let made = 0;
beforeEach(() => {
  name = `Thing ${++made}`;
});

const rows = async (variables: object = {}, client = admin) =>
  (await client.data(PAGE, { limit: 500, ...variables })).deletedPage.rows;
const RESTORE_ALL = `mutation ($kind: String!, $ids: [Int!]!) { restoreAllDeleted(kind: $kind, ids: $ids) }`;
const restore = (kind: string, id: number) => admin.query(RESTORE, { kind, id });
const refusal = async (kind: string, id: number) => {
  const { errors } = await restore(kind, id);
  return errors && [errors[0]!.extensions.code, errors[0]!.message];
};
const deletedGroup = async (branchUrl?: string): Promise<number> => {
  const { id } = (await admin.data(GROUP, { name, branchUrl })).createGroup;
  await admin.data(DELETE_GROUP, { id });
  return id;
};
type Row = "users" | "groups" | "branches" | "courses" | "categories";
const touch = (table: Row, id: number, fields: object) =>
  server.inside("demo", (db, instance) =>
    db.updateTable(table).set(fields).where("instance_id", "=", instance).where("id", "=", id).execute(),
  );
const insertUser = (fields: object = {}): Promise<number> =>
  server.inside("demo", async (db, instance_id) => {
    const person = { first_name: name, last_name: "Person", email: `${name.replace(" ", "")}@demo.test`, ...fields };
    return (
      await db
        .insertInto("users")
        .values({ ...person, instance_id })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  });
const insertCourse = (): Promise<number> =>
  server.inside("demo", async (db, instance_id) => {
    const course = { instance_id, title: name, status: "published" };
    return (await db.insertInto("courses").values(course).returning("id").executeTakeFirstOrThrow()).id;
  });

test("deletedPage lists who deleted what and for how long it can be restored, the latest first", async () => {
  const id = await deletedGroup();
  expect((await rows())[0]).toEqual({
    kind: "group",
    id,
    name,
    detail: null,
    deleted_by: "Margaret Oyelaran",
    days_left: 30,
  });
  await touch("groups", id, { deleted_at: new Date(Date.now() - 29.5 * 86_400_000) });
  expect(await rows({ search: name })).toMatchObject([{ days_left: 1 }]);
  await touch("groups", id, { deleted_at: new Date(Date.now() - 30.1 * 86_400_000) });
  expect(await rows({ search: name })).toEqual([]);
  expect(await refusal("group", id)).toEqual(["NOT_FOUND", "Deleted item not found."]);
});

test("deletedPage filters by kind, searches, sorts and pages with the total", async () => {
  await deletedGroup();
  const { id } = (await admin.data(CATEGORY, { name })).createCategory;
  await admin.data(DELETE_CATEGORY, { id });
  expect((await rows({ search: name, sort: "kind" })).map((row: { kind: string }) => row.kind)).toEqual([
    "category",
    "group",
  ]);
  expect(await rows({ search: name, kind: "category" })).toMatchObject([{ id }]);
  const { deletedPage } = await admin.data(PAGE, { search: name, limit: 1 });
  expect([deletedPage.total, deletedPage.rows.length]).toEqual([2, 1]);
  expect(await admin.refusal(PAGE, { kind: "planet" })).toBe("VALIDATION");
});

test("rows of several kinds with the same id have one order on all pages", async () => {
  const deleted = { id: 900_000_001, name, deleted_at: new Date() };
  await server.inside("demo", async (db, instance_id) => {
    await db
      .insertInto("groups")
      .values({ ...deleted, instance_id })
      .execute();
    await db
      .insertInto("categories")
      .values({ ...deleted, instance_id })
      .execute();
  });
  for (const sort of ["name", "deleted_at", "deleted_by"])
    expect((await rows({ search: name, sort })).map(({ kind }: { kind: string }) => kind)).toEqual([
      "category",
      "group",
    ]);
});

test("a restored group has its users, and its ended enrolments have their progress", async () => {
  const { id } = (await admin.data(GROUP, { name })).createGroup;
  const user = await server.userId("learner@demo.test");
  const later = await server.userId("wei.chen@demo.test");
  const course = await insertCourse();
  await admin.data(`mutation ($u: [Int!]!, $g: [Int!]!) { addUsersToGroups(user_ids: $u, group_ids: $g) { added } }`, {
    u: [user, later],
    g: [id],
  });
  await admin.data(`mutation ($g: Int!, $c: [Int!]!) { addCoursesToGroup(group_id: $g, course_ids: $c) { id } }`, {
    g: id,
    c: [course],
  });
  const enrolments = () =>
    server.inside("demo", (db, instance) =>
      db
        .selectFrom("enrolments")
        .where("instance_id", "=", instance)
        .where("course_id", "=", course)
        .select(["user_id", "time_spent"])
        .orderBy("user_id")
        .execute(),
    );
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("enrolments")
      .set({ time_spent: 77 })
      .where("instance_id", "=", instance)
      .where("course_id", "=", course)
      .where("user_id", "=", user)
      .execute(),
  );
  await admin.data(DELETE_GROUP, { id });
  expect(await enrolments()).toEqual([]);
  // A user who started again meanwhile keeps the new progress.
  await (
    await server.as("wei.chen@demo.test")
  ).data(`mutation ($c: Int!) { courseEnrollment(input: { course_id: $c }) { id } }`, { c: course });
  expect(await refusal("group", id)).toBeUndefined();
  expect(await enrolments()).toEqual([
    { user_id: user, time_spent: 77 },
    { user_id: later, time_spent: 0 },
  ]);
  expect((await admin.data(`query ($id: Int!) { group(id: $id) { users { id } } }`, { id })).group.users).toHaveLength(
    2,
  );
  expect(await rows({ search: name, kind: "group" })).toEqual([]);
});

test("a group whose name is taken stays deleted with the reason", async () => {
  const id = await deletedGroup();
  await admin.data(GROUP, { name: name.toUpperCase() });
  expect(await refusal("group", id)).toEqual(["CONFLICT", `There is already another group named '${name}'.`]);
});

test("a user is restored unless the e-mail or the licences are taken", async () => {
  const id = await insertUser({ deleted_at: new Date() });
  const other = await insertUser();
  expect(await refusal("user", id)).toEqual([
    "CONFLICT",
    `Another user already has the email ${name.replace(" ", "")}@demo.test.`,
  ]);
  await touch("users", other, { email: `other${made}@demo.test` });
  await server.platform.database.pool.query("UPDATE instances SET license_count = 3 WHERE domain = 'demo'");
  expect(await refusal("user", id)).toEqual([
    "CONFLICT",
    expect.stringContaining("3 licences, and all of them are in use"),
  ]);
  await server.platform.database.pool.query("UPDATE instances SET license_count = 500 WHERE domain = 'demo'");
  expect(await refusal("user", id)).toBeUndefined();
  expect(
    (await admin.data(`query ($s: String) { users(search: $s) { id } }`, { s: `${name} Person` })).users,
  ).toHaveLength(2);
});

test("a restored user has the courses that their groups received meanwhile", async () => {
  const { id: group } = (await admin.data(GROUP, { name })).createGroup;
  const user = await insertUser();
  await admin.data(`mutation ($u: Int!, $g: [Int!]!) { addUserToGroup(user_id: $u, group_ids: $g) { id } }`, {
    u: user,
    g: [group],
  });
  await touch("users", user, { deleted_at: new Date() });
  const course = await insertCourse();
  await admin.data(`mutation ($g: Int!, $c: [Int!]!) { addCoursesToGroup(group_id: $g, course_ids: $c) { id } }`, {
    g: group,
    c: [course],
  });
  expect(await refusal("user", user)).toBeUndefined();
  const enrolled = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("enrolment_sources")
      .where("instance_id", "=", instance)
      .where("course_id", "=", course)
      .select(["user_id", "group_id"])
      .execute(),
  );
  expect(enrolled).toEqual([{ user_id: user, group_id: group }]);
});

test("a branch is restored at its address, but not as the default, and within the limit", async () => {
  const { id } = (await admin.data(BRANCH, { input: { name, is_default: true } })).createBranch;
  await admin.data(DELETE_BRANCH, { id });
  const { id: other } = (await admin.data(BRANCH, { input: { name, is_default: true } })).createBranch;
  const url = name.toLowerCase().replace(" ", "-");
  expect(await refusal("branch", id)).toEqual(["CONFLICT", `There is already another branch at '${url}'.`]);
  await touch("branches", other, { url: `${url}-b` });
  await server.platform.database.pool.query("UPDATE instances SET branch_limit = 3 WHERE domain = 'demo'");
  expect(await refusal("branch", id)).toEqual(["CONFLICT", expect.stringContaining("can have 3 branches and has 3")]);
  await server.platform.database.pool.query("UPDATE instances SET branch_limit = NULL WHERE domain = 'demo'");
  expect(await refusal("branch", id)).toBeUndefined();
  expect((await admin.data(`query ($id: Int!) { branch(id: $id) { is_default } }`, { id })).branch.is_default).toBe(
    false,
  );
});

test("a category is restored below its parent, or at the top if that is deleted, unless its name is taken there", async () => {
  const { id: top } = (await admin.data(CATEGORY, { name })).createCategory;
  const { id } = (await admin.data(CATEGORY, { name: `${name} below`, parent_id: top })).createCategory;
  const parent = async () =>
    (await admin.data(`query ($id: Int!) { category(id: $id) { parent_id } }`, { id })).category.parent_id;
  await admin.data(DELETE_CATEGORY, { id });
  expect(await refusal("category", id)).toBeUndefined();
  expect(await parent()).toBe(top);
  await admin.data(DELETE_CATEGORY, { id });
  await admin.data(DELETE_CATEGORY, { id: top });
  const { id: twin } = (await admin.data(CATEGORY, { name: `${name} BELOW` })).createCategory;
  expect(await refusal("category", id)).toEqual([
    "CONFLICT",
    `There is already another category named '${name} below' in its place.`,
  ]);
  await admin.data(DELETE_CATEGORY, { id: twin });
  expect(await refusal("category", id)).toBeUndefined();
  expect(await parent()).toBeNull();
});

test("a course is restored", async () => {
  const id = await insertCourse();
  await admin.data(`mutation ($id: Int!) { deleteCourse(id: $id) { id } }`, { id });
  expect(await rows({ kind: "course", search: name })).toMatchObject([{ id, name }]);
  expect(await refusal("course", id)).toBeUndefined();
  expect((await admin.data(`query ($id: Int!) { course(id: $id) { title } }`, { id })).course.title).toBe(name);
});

test("an ended enrolment is restored with its progress, unless the user started again", async () => {
  const { id: group } = (await admin.data(GROUP, { name })).createGroup;
  const user = await insertUser();
  const course = await insertCourse();
  await admin.data(`mutation ($u: Int!, $g: [Int!]!) { addUserToGroup(user_id: $u, group_ids: $g) { id } }`, {
    u: user,
    g: [group],
  });
  const give = () =>
    admin.data(`mutation ($g: Int!, $c: [Int!]!) { addCoursesToGroup(group_id: $g, course_ids: $c) { id } }`, {
      g: group,
      c: [course],
    });
  const take = () =>
    admin.data(`mutation ($g: Int!, $c: Int!) { removeCourseFromGroup(group_id: $g, course_id: $c) { id } }`, {
      g: group,
      c: course,
    });
  await give();
  await take();
  const [ended] = await rows({ kind: "enrolment", search: name });
  expect(ended).toMatchObject({ name: `${name} Person`, detail: name, deleted_by: "Margaret Oyelaran" });
  await give();
  expect(await refusal("enrolment", ended.id)).toEqual(["CONFLICT", expect.stringContaining("has been enrolled in")]);
  await take();
  expect(await refusal("enrolment", ended.id)).toBeUndefined();
  expect(await rows({ kind: "enrolment", search: name })).toHaveLength(1);
});

test("nothing is purged unless its name is typed", async () => {
  const id = await deletedGroup();
  const { errors } = await admin.query(PURGE, { kind: "group", id, name: "thing" });
  expect(errors?.[0]?.extensions.validation).toEqual({ name: [`Type '${name}' to delete it for good.`] });
  await admin.data(PURGE, { kind: "group", id, name });
  expect(await rows({ search: name })).toEqual([]);
  expect(await restoredAfter(id)).toBe("NOT_FOUND");
});

const restoredAfter = (id: number) => admin.refusal(RESTORE, { kind: "group", id });

test("after 30 days a job purges deleted rows in parts, and nothing else", async () => {
  const old = new Date(Date.now() - 31 * 86_400_000);
  const recent = await deletedGroup();
  await server.inside("demo", async (db, instance_id) => {
    const names = Array.from({ length: 45 }, (_, index) => ({ instance_id, name: `Old ${index}`, deleted_at: old }));
    await db.insertInto("groups").values(names).execute();
    await db.insertInto("courses").values({ instance_id, title: "Old", deleted_at: old }).execute();
  });
  const gone = () =>
    server.inside("demo", async (db, instance) => {
      const groups = await db
        .selectFrom("groups")
        .where("instance_id", "=", instance)
        .where("deleted_at", "is not", null)
        .select("id")
        .execute();
      const courses = await db
        .selectFrom("courses")
        .where("instance_id", "=", instance)
        .where("title", "=", "Old")
        .select("id")
        .execute();
      return { groups: groups.map(({ id }) => id), courses };
    });
  server.outside.jobs.length = 0;
  await runHousekeeping(server.platform);
  const instanceId = await server.inside("demo", async (_, id) => id);
  expect(server.outside.jobs).toEqual([{ name: "deleted.purge", payload: { instanceId, actorId: null } }]);
  expect((await gone()).groups.length).toBeGreaterThan(45);
  await purgeOld(server.platform, { instanceId });
  const left = await gone();
  expect(left.courses).toEqual([]);
  expect(left.groups).toContain(recent);
  server.outside.jobs.length = 0;
  await runHousekeeping(server.platform);
  expect(server.outside.jobs).toEqual([]);
});

test("a branch restores its own groups; another branch and another instance find nothing", async () => {
  const id = await deletedGroup("north");
  expect(await rows({ search: name, branchUrl: "north" })).toMatchObject([{ id }]);
  expect(await rows({ search: name, branchUrl: "south" })).toEqual([]);
  expect(await admin.refusal(RESTORE, { kind: "group", id, branchUrl: "south" })).toBe("NOT_FOUND");
  const stranger = await server.as("admin@riverside.test");
  expect(await rows({}, stranger)).toEqual([]);
  expect(await stranger.refusal(RESTORE, { kind: "group", id })).toBe("NOT_FOUND");
  expect(await stranger.refusal(PURGE, { kind: "group", id, name })).toBe("NOT_FOUND");
  await admin.data(RESTORE, { kind: "group", id, branchUrl: "north" });
});

test("only admins list and restore deleted rows", async () => {
  const id = await deletedGroup();
  for (const [document, variables] of [
    [PAGE, {}],
    [RESTORE, { kind: "group", id }],
    [PURGE, { kind: "group", id, name }],
  ] as const) {
    for (const email of ["instructor@demo.test", "manager@demo.test", "learner@demo.test"])
      expect(await (await server.as(email)).refusal(document, variables)).toBe("FORBIDDEN");
    expect(await server.anonymous().refusal(document, variables)).toBe("UNAUTHENTICATED");
  }
});

test("restoreSome restores several rows of a kind, all or none", async () => {
  const ids: number[] = [];
  for (const suffix of ["a", "b", "c"])
    ids.push(await insertUser({ email: `${suffix}.${name.replace(" ", "")}@demo.test`, deleted_at: new Date() }));
  const gone = async () => {
    const found = await rows({ kind: "user", search: name.replace(" ", "") });
    return found.filter(({ id }: { id: number }) => ids.includes(id)).length;
  };
  expect(await gone()).toBe(3);
  expect(await admin.refusal(RESTORE_ALL, { kind: "user", ids: [...ids, 2_000_000] })).toBe("NOT_FOUND");
  expect(await gone()).toBe(3);
  expect((await admin.data(RESTORE_ALL, { kind: "user", ids: [...ids, ids[0]] })).restoreAllDeleted).toBe(3);
  expect(await gone()).toBe(0);
});

test("deleting a group for good leaves one that another admin restores at the same moment", async () => {
  const id = await deletedGroup();
  const isWaiting = async () => {
    const { rows: waiting } = await server.platform.database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%DELETE FROM "groups"%'`,
    );
    return waiting.length > 0;
  };
  let purging: Promise<string | null> | undefined;
  await server.inside("demo", async (db, instance) => {
    const restored = db.updateTable("groups").set({ deleted_at: null });
    await restored.where("instance_id", "=", instance).where("id", "=", id).execute();
    purging = admin.refusal(PURGE, { kind: "group", id, name });
    await expect.poll(isWaiting).toBe(true);
  });
  expect(await purging).toBe("NOT_FOUND");
  const { groupsPage } = await admin.data(`query ($name: String) { groupsPage(search: $name) { rows { id } } }`, {
    name,
  });
  expect(groupsPage.rows).toEqual([{ id }]);
});
