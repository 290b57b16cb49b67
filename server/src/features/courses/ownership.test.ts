import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const FIELDS = `id title may_edit owning_branch`;
const PAGE = `query ($branchUrl: String) { coursesPage(limit: 500, branchUrl: $branchUrl) { rows { ${FIELDS} } } }`;
const READ = `query ($id: Int!) { course(id: $id) { ${FIELDS} } }`;
const CREATE = `mutation ($title: String!, $branchUrl: String, $learning_path: [Int!]) {
  createCourse(title: $title, description: "d", status: "draft", branchUrl: $branchUrl, learning_path: $learning_path) { id } }`;
const DUPLICATE = `mutation ($id: Int!, $branchUrl: String) { duplicateCourse(id: $id, branchUrl: $branchUrl) { id } }`;
const DELETE = `mutation ($id: Int!) { deleteCourse(id: $id) { id } }`;
const EDIT = `mutation ($input: EditCourseInput!) { editCourse(input: $input) { id } }`;
const ENROL = `mutation ($id: Int!, $user: Int!) { enrolUsers(user_ids: [$user], course_ids: [$id]) { __typename } }`;

/** Every operation that changes an existing course. */
const CHANGES = {
  edit: `editCourse(input: { id: $id, title: "Taken", description: "d", status: "draft" }) { id }`,
  publish: `editCourse(input: { id: $id, title: "Taken", description: "d", status: "published", contents: [] }) { id }`,
  "write together": `announceEditing(id: $id, window: "w1") { version }`,
  delete: `deleteCourse(id: $id) { id }`,
};
/** Every operation that changes a deleted course. */
const RECOVERIES = {
  restore: `restoreDeleted(kind: "course", id: $id) { id }`,
  "restore several": `restoreAllDeleted(kind: "course", ids: [$id])`,
  purge: `purgeDeleted(kind: "course", id: $id, name: "another name") { id }`,
};

let server: TestServer;
let branches: Record<"north" | "south", number>;
/** Courses by the site that owns them; all but the last are assigned to both branches. */
let courses: Record<"main" | "north" | "south" | "southOnly", number>;
let deleted: Record<"main" | "north" | "south", number>;
beforeAll(async () => {
  server = await startServer();
  branches = { north: await branchId("north"), south: await branchId("south") };
  const both = [branches.north, branches.south];
  const each = async (fields: { deleted_at?: Date } = {}) => ({
    main: await insertCourse({ title: "Of the main site", branch_id: null, ...fields }, both),
    north: await insertCourse({ title: "Of north", branch_id: branches.north, ...fields }, both),
    south: await insertCourse({ title: "Of south", branch_id: branches.south, ...fields }, both),
  });
  courses = {
    ...(await each()),
    southOnly: await insertCourse({ title: "Of south alone", branch_id: branches.south }, [branches.south]),
  };
  deleted = await each({ deleted_at: new Date() });
});
afterAll(() => server.close());

const branchId = (url: string) =>
  server.inside("demo", async (db, instance) => {
    const found = db.selectFrom("branches").select("id").where("instance_id", "=", instance).where("url", "=", url);
    return (await found.executeTakeFirstOrThrow()).id;
  });

const insertCourse = (
  fields: { title: string; branch_id: number | null; deleted_at?: Date },
  assignedTo: number[],
): Promise<number> =>
  server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("courses")
      .values({ instance_id, ...fields })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const branch_id of assignedTo)
      await db.insertInto("branch_courses").values({ instance_id, branch_id, course_id: id }).execute();
    return id;
  });

const insertPerson = (role: string, urls: ("north" | "south")[]): Promise<{ id: number; email: string }> => {
  const email = `${randomUUID()}@demo.test`;
  return server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("users")
      .values({ instance_id, first_name: "Some", last_name: role, email, role, is_primary: urls.length === 0 })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const url of urls)
      await db.insertInto("branch_users").values({ instance_id, user_id: id, branch_id: branches[url] }).execute();
    return { id, email };
  });
};
const createPerson = async (role: string, ...urls: ("north" | "south")[]) =>
  server.as((await insertPerson(role, urls)).email);

/** Runs every change, rolled back by a second field that fails, and returns the result of each. */
async function verdicts(client: Client, changes: Record<string, string>, id: number) {
  const met: Record<string, string> = {};
  for (const [name, change] of Object.entries(changes)) {
    const { errors = [] } = await client.query(
      `mutation ($id: Int!) { changed: ${change} undone: loginUser(email: "", password: "") { token } }`,
      { id },
    );
    const error = errors.find((each) => (each as unknown as { path?: string[] }).path?.[0] === "changed");
    const code = error?.extensions.code;
    if (code === "INTERNAL") throw new Error(`${name}: ${error!.message}`);
    met[name] = code === "FORBIDDEN" || code === "NOT_FOUND" ? code : "let in";
  }
  return met;
}
const expectAll = (changes: object, verdict: string) =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, verdict]));

const findOwner = (id: number) =>
  server.inside("demo", async (db, instance) => {
    const found = db.selectFrom("courses").select("branch_id").where("instance_id", "=", instance).where("id", "=", id);
    return (await found.executeTakeFirstOrThrow()).branch_id;
  });

describe.each(["instructor", "admin"])("%s", (role) => {
  const recoveries = role === "admin" ? RECOVERIES : {};

  test("of the main site changes the courses of every site", async () => {
    const client = await createPerson(role);
    for (const id of Object.values(courses))
      expect(await verdicts(client, CHANGES, id)).toEqual(expectAll(CHANGES, "let in"));
    for (const id of Object.values(deleted))
      expect(await verdicts(client, recoveries, id)).toEqual(expectAll(recoveries, "let in"));
  });

  test("of one branch changes its courses, and is refused those of other sites", async () => {
    const client = await createPerson(role, "north");
    expect(await verdicts(client, CHANGES, courses.north)).toEqual(expectAll(CHANGES, "let in"));
    expect(await verdicts(client, CHANGES, courses.main)).toEqual(expectAll(CHANGES, "FORBIDDEN"));
    expect(await verdicts(client, CHANGES, courses.south)).toEqual(expectAll(CHANGES, "FORBIDDEN"));
    expect(await verdicts(client, CHANGES, courses.southOnly)).toEqual(expectAll(CHANGES, "NOT_FOUND"));
    expect(await verdicts(client, recoveries, deleted.north)).toEqual(expectAll(recoveries, "let in"));
    expect(await verdicts(client, recoveries, deleted.main)).toEqual(expectAll(recoveries, "FORBIDDEN"));
    expect(await verdicts(client, recoveries, deleted.south)).toEqual(expectAll(recoveries, "FORBIDDEN"));
  });

  test("of two branches changes the courses of both", async () => {
    const client = await createPerson(role, "north", "south");
    for (const id of [courses.north, courses.south, courses.southOnly])
      expect(await verdicts(client, CHANGES, id)).toEqual(expectAll(CHANGES, "let in"));
    expect(await verdicts(client, CHANGES, courses.main)).toEqual(expectAll(CHANGES, "FORBIDDEN"));
  });

  test("of a branch uses, assigns and duplicates a course of the main site", async () => {
    const client = await createPerson(role, "north");
    const { id: user } = await insertPerson("learner", ["north"]);
    expect((await client.data(READ, { id: courses.main })).course).toMatchObject({
      may_edit: false,
      owning_branch: null,
    });
    await client.data(ENROL, { id: courses.main, user });
    const { id } = (await client.data(DUPLICATE, { id: courses.main })).duplicateCourse;
    expect(await findOwner(id)).toBe(branches.north);
    expect(await client.refusal(DELETE, { id })).toBeNull();
  });
});

test.each(["learner", "manager"])("refuses every change to a %s", async (role) => {
  const client = await createPerson(role, "north");
  expect(await verdicts(client, { ...CHANGES, ...RECOVERIES }, courses.north)).toEqual(
    expectAll({ ...CHANGES, ...RECOVERIES }, "FORBIDDEN"),
  );
});

test("hides the courses of every site from another instance", async () => {
  const stranger = await server.as("admin@riverside.test");
  for (const id of Object.values(courses))
    expect(await verdicts(stranger, CHANGES, id)).toEqual(expectAll(CHANGES, "NOT_FOUND"));
  for (const id of Object.values(deleted))
    expect(await verdicts(stranger, RECOVERIES, id)).toEqual(expectAll(RECOVERIES, "NOT_FOUND"));
});

test("lists who owns a course and whether the viewer may change it", async () => {
  const listRows = async (client: Client, branchUrl?: string) =>
    (await client.data(PAGE, { branchUrl })).coursesPage.rows as { id: number }[];
  const findRow = async (client: Client, id: number, branchUrl?: string) =>
    (await listRows(client, branchUrl)).find((row) => row.id === id);
  const north = await createPerson("instructor", "north");
  expect(await findRow(north, courses.main)).toMatchObject({ may_edit: false, owning_branch: null });
  expect(await findRow(north, courses.north)).toMatchObject({ may_edit: true, owning_branch: "Northgate North" });
  expect(await findRow(north, courses.south)).toMatchObject({ may_edit: false, owning_branch: expect.any(String) });
  const main = await createPerson("instructor");
  expect(await findRow(main, courses.southOnly)).toMatchObject({ may_edit: true });
  expect(await findRow(main, courses.main, "north")).toMatchObject({ may_edit: true });
});

test("lists only the deleted courses that can be restored", async () => {
  const page = `{ deletedPage(kind: "course", limit: 500) { rows { id } } }`;
  const listIds = async (client: Client) =>
    ((await client.data(page)).deletedPage.rows as { id: number }[]).map(({ id }) => id);
  const north = await listIds(await createPerson("admin", "north"));
  expect(Object.values(deleted).filter((id) => north.includes(id))).toEqual([deleted.north]);
  expect(await listIds(await createPerson("admin"))).toEqual(expect.arrayContaining(Object.values(deleted)));
});

describe("a new course", () => {
  const made = async (client: Client, branchUrl?: string) =>
    findOwner((await client.data(CREATE, { title: "New", branchUrl })).createCourse.id);

  test("belongs to the only branch of its author, or to the branch that is given", async () => {
    expect(await made(await createPerson("instructor", "north"))).toBe(branches.north);
    const ofBoth = await createPerson("instructor", "north", "south");
    expect(await made(ofBoth, "south")).toBe(branches.south);
  });

  test("belongs to the site where a user of the main site created it", async () => {
    const main = await createPerson("instructor");
    expect(await made(main)).toBeNull();
    expect(await made(main, "north")).toBe(branches.north);
  });

  test("requires the site from an author of several branches", async () => {
    const ofBoth = await createPerson("instructor", "north", "south");
    const asked = { branchUrl: [expect.stringContaining("site")] };
    const getValidation = async (document: string, variables: object) =>
      (await ofBoth.query(document, variables)).errors?.[0]?.extensions.validation;
    expect(await getValidation(CREATE, { title: "New" })).toEqual(asked);
    expect(await getValidation(DUPLICATE, { id: courses.north })).toEqual(asked);
    const importCourse = `mutation { importCourse(file_path: "/files/none") { id } }`;
    expect(await getValidation(importCourse, {})).toEqual(asked);
  });
});

test("refuses a prerequisite outside the branch, and keeps one that it already has", async () => {
  const north = await createPerson("instructor", "north");
  expect(await north.refusal(CREATE, { title: "After", learning_path: [courses.southOnly] })).toBe("VALIDATION");
  const { id } = (await north.data(CREATE, { title: "After", learning_path: [courses.main] })).createCourse;
  const input = { id, title: "After", description: "d", status: "draft" };
  const learning_path = [courses.main, courses.southOnly];
  await (await createPerson("admin")).data(EDIT, { input: { ...input, learning_path } });
  expect(await north.refusal(EDIT, { input: { ...input, learning_path } })).toBeNull();
});

test("refuses to remove a course of the branch from it", async () => {
  const remove = `mutation ($branch: Int!, $id: Int!) { removeCourseFromBranch(branch_id: $branch, course_id: $id) { id } }`;
  const { id } = (await (await createPerson("instructor", "north")).data(CREATE, { title: "Stays" })).createCourse;
  const admin = await createPerson("admin", "north");
  expect(await admin.refusal(remove, { branch: branches.north, id })).toBe("CONFLICT");
  expect(await admin.refusal(remove, { branch: branches.north, id: courses.south })).toBeNull();
});

test("gives the courses of a branch to the main site when the branch is purged", async () => {
  const { id, branch_id } = await server.inside("demo", async (db, instance_id) => {
    const branch = { instance_id, name: "Short-lived", url: "short-lived" };
    const { id: branch_id } = await db.insertInto("branches").values(branch).returning("id").executeTakeFirstOrThrow();
    const course = { instance_id, title: "Of a short-lived branch", branch_id };
    const { id } = await db.insertInto("courses").values(course).returning("id").executeTakeFirstOrThrow();
    return { id, branch_id };
  });
  expect(await findOwner(id)).toBe(branch_id);
  await server.inside("demo", (db, instance) =>
    db.deleteFrom("branches").where("instance_id", "=", instance).where("id", "=", branch_id).execute(),
  );
  expect(await findOwner(id)).toBeNull();
});

test("lets a user of a branch use the resource categories that all sites share, and add none", async () => {
  const add = `mutation ($name: String!) { createResourceCategory(name: $name) { id } }`;
  const { id } = (await (await createPerson("instructor")).data(add, { name: "Handouts" })).createResourceCategory;
  for (const role of ["instructor", "admin"]) {
    const client = await createPerson(role, "north");
    expect(await client.refusal(add, { name: "Of north" })).toBe("FORBIDDEN");
    expect((await client.data(`{ resourceCategories { id } }`)).resourceCategories).toContainEqual({ id });
  }
});
