import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const BRANCH = `query ($id: Int!) { branch(id: $id) { users { email } courses { title } } }`;
const PAGES = `query ($id: Int!, $search: String) { branch(id: $id) {
  usersPage(search: $search, sort: "-email", limit: 1) { total rows { email role } } coursesPage(search: $search) { total rows { title } } } }`;
const ADD = `mutation ($input: UserBranchInput!, $branchUrl: String) { addUserToBranch(userBranchInput: $input, branchUrl: $branchUrl) { id } }`;
const REMOVE = `mutation ($user_id: Int!, $branch_id: Int!, $branchUrl: String) { removeUserFromBranch(user_id: $user_id, branch_id: $branch_id, branchUrl: $branchUrl) { id } }`;
const ASSIGN = `mutation ($input: BranchCoursesInput!) { assignCoursesToBranch(branchCoursesInput: $input) { id } }`;
const UNASSIGN = `mutation ($branch_id: Int!, $course_id: Int!) { removeCourseFromBranch(branch_id: $branch_id, course_id: $course_id) { id } }`;

let server: TestServer;
let admin: Client;
let north: number;
let south: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  const { branches } = await admin.data(`{ branches { id url } }`);
  [north, south] = ["north", "south"].map((url) => branches.find((each: { url: string }) => each.url === url).id);
  await server.platform.database.pool.query("UPDATE instances SET branch_limit = NULL");
});
afterAll(() => server.close());

let branch: number;
let course: number;
let wei: number;
let made = 0;
beforeEach(async () => {
  const create = `mutation ($name: String!) { createBranch(input: { name: $name }) { id } }`;
  branch = (await admin.data(create, { name: `Place ${++made}` })).createBranch.id;
  course = await server.courseId("Safeguarding essentials");
  wei = await server.userId("wei.chen@demo.test");
});

const add = (input: object, client = admin) =>
  client.data(ADD, { input: { user_ids: [wei], branch_ids: [branch], ...input } });
const people = async (id = branch) =>
  (await admin.data(BRANCH, { id })).branch.users.map(({ email }: { email: string }) => email);

test("users join branches as learner or as student, once, whatever their role", async () => {
  const instructor = await server.userId("instructor@demo.test");
  await add({ user_ids: [wei, instructor], role: "student" });
  await add({ role: "learner" });
  expect(await people()).toEqual(["wei.chen@demo.test", "instructor@demo.test"]);
  expect((await admin.data(PAGES, { id: branch })).branch.usersPage).toEqual({
    total: 2,
    rows: [{ email: "wei.chen@demo.test", role: "learner" }],
  });
  expect((await admin.data(PAGES, { id: branch, search: "whitcombe" })).branch.usersPage.rows).toEqual([
    { email: "instructor@demo.test", role: "instructor" },
  ]);
  const { errors } = await admin.query(ADD, { input: { user_ids: [wei], branch_ids: [branch], role: "admin" } });
  expect(errors?.[0]?.extensions.validation).toEqual({ role: ["People join a branch as learner or student."] });
});

test("users join several branches, or none on an error", async () => {
  const user = await server.userId("amara.diallo@demo.test");
  await add({ user_ids: [user], branch_ids: [branch, north] });
  expect(await people(north)).toContain("amara.diallo@demo.test");
  expect(await admin.refusal(ADD, { input: { user_ids: [wei], branch_ids: [branch, 999_999] } })).toBe("NOT_FOUND");
  expect(await people()).not.toContain("wei.chen@demo.test");
});

test("users without other access lose their sessions on removal; others stay signed in", async () => {
  const aoife = await server.userId("aoife.brennan@demo.test");
  await add({ user_ids: [wei, aoife] });
  await server.inside("demo", async (db, instance) => {
    await db
      .updateTable("users")
      .set({ is_primary: false })
      .where("instance_id", "=", instance)
      .where("id", "=", aoife)
      .execute();
  });
  const [weiHere, aoifeHere] = [await server.as("wei.chen@demo.test"), await server.as("aoife.brennan@demo.test")];
  await admin.data(REMOVE, { user_id: wei, branch_id: branch });
  await admin.data(REMOVE, { user_id: aoife, branch_id: branch });
  expect(await people()).toEqual([]);
  expect(await aoifeHere.refusal("{ viewer { id } }")).toBeNull();
  await admin.data(REMOVE, { user_id: aoife, branch_id: north });
  expect(await aoifeHere.refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
  expect(await weiHere.refusal("{ viewer { id } }")).toBeNull();
  expect(await admin.refusal(REMOVE, { user_id: wei, branch_id: branch })).toBe("NOT_FOUND");
});

test("users cannot remove themselves from their only branch", async () => {
  const id = await server.userId("ruth.pemberton@demo.test");
  await add({ user_ids: [id] });
  await server.inside("demo", async (db, instance) => {
    await db
      .updateTable("users")
      .set({ is_primary: false, role: "admin" })
      .where("instance_id", "=", instance)
      .where("id", "=", id)
      .execute();
    await db
      .deleteFrom("branch_users")
      .where("instance_id", "=", instance)
      .where("user_id", "=", id)
      .where("branch_id", "<>", branch)
      .execute();
  });
  const local = await server.as("ruth.pemberton@demo.test");
  expect(await local.refusal(REMOVE, { user_id: id, branch_id: branch })).toBe("CONFLICT");
  expect(await local.refusal(ADD, { input: { user_ids: [wei], branch_ids: [branch] } })).toBe("NOT_FOUND");
  expect(await local.refusal(ADD, { input: { user_ids: [id], branch_ids: [south] } })).toBe("NOT_FOUND");
});

test("an assigned course is in the branch's catalog and enrols no user; after removal, enrolled users keep it", async () => {
  await admin.data(ASSIGN, { input: { branch_id: branch, course_ids: [course] } });
  await admin.data(ASSIGN, { input: { branch_id: branch, course_ids: [course, course] } });
  expect((await admin.data(BRANCH, { id: branch })).branch.courses).toEqual([{ title: "Safeguarding essentials" }]);
  const enrolled = () =>
    server.inside("demo", (db, instance) =>
      db
        .selectFrom("enrolments")
        .where("instance_id", "=", instance)
        .where("course_id", "=", course)
        .select("user_id")
        .execute(),
    );
  const before = await enrolled();
  await admin.data(UNASSIGN, { branch_id: branch, course_id: course });
  expect((await admin.data(BRANCH, { id: branch })).branch.courses).toEqual([]);
  expect(await enrolled()).toEqual(before);
  expect(await admin.refusal(UNASSIGN, { branch_id: branch, course_id: course })).toBe("NOT_FOUND");
});

test("users and courses of another branch or instance, and unknown ids, are not found", async () => {
  await add({});
  const kit = await server.userId("learner@riverside.test");
  for (const user of [kit, 999_999])
    expect(await admin.refusal(ADD, { input: { user_ids: [user], branch_ids: [branch] } })).toBe("NOT_FOUND");
  expect(await admin.refusal(ASSIGN, { input: { branch_id: branch, course_ids: [999_999] } })).toBe("NOT_FOUND");
  expect(await admin.refusal(REMOVE, { user_id: wei, branch_id: branch, branchUrl: "south" })).toBe("NOT_FOUND");
  expect(await admin.refusal(ADD, { input: { user_ids: [wei], branch_ids: [branch] }, branchUrl: "south" })).toBe(
    "NOT_FOUND",
  );
  const stranger = await server.as("admin@riverside.test");
  for (const [document, variables] of [
    [ADD, { input: { user_ids: [kit], branch_ids: [branch] } }],
    [REMOVE, { user_id: wei, branch_id: branch }],
    [ASSIGN, { input: { branch_id: branch, course_ids: [course] } }],
    [UNASSIGN, { branch_id: branch, course_id: course }],
    [BRANCH, { id: branch }],
  ] as const)
    expect(await stranger.refusal(document, variables)).toBe("NOT_FOUND");
});

test("only admins change or see the users of a branch", async () => {
  for (const [document, variables] of [
    [ADD, { input: { user_ids: [wei], branch_ids: [branch] } }],
    [REMOVE, { user_id: wei, branch_id: branch }],
    [ASSIGN, { input: { branch_id: branch, course_ids: [course] } }],
    [UNASSIGN, { branch_id: branch, course_id: course }],
    [BRANCH, { id: branch }],
  ] as const) {
    for (const email of ["instructor@demo.test", "manager@demo.test", "learner@demo.test"])
      expect(await (await server.as(email)).refusal(document, variables)).toBe("FORBIDDEN");
    expect(await server.anonymous().refusal(document, variables)).toBe("UNAUTHENTICATED");
  }
  const byAddress = `{ branch(url: "north") { users { email } } }`;
  expect(await server.anonymous().refusal(byAddress)).toBe("UNAUTHENTICATED");
  expect(await (await server.as("learner@demo.test")).refusal(byAddress)).toBe("FORBIDDEN");
});

test("each change of a branch's users and courses is in the audit log", async () => {
  await add({});
  await admin.data(ASSIGN, { input: { branch_id: branch, course_ids: [course] } });
  await admin.data(UNASSIGN, { branch_id: branch, course_id: course });
  await admin.data(REMOVE, { user_id: wei, branch_id: branch });
  const entries = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("audit_log")
      .where("instance_id", "=", instance)
      .where("subject_type", "=", "branch")
      .where("subject_id", "=", branch)
      .select(["action", "changes"])
      .orderBy("id")
      .execute(),
  );
  expect(entries).toMatchObject([
    { action: "branch.created" },
    { action: "branch.users_added", changes: { people: ["Wei Chen"] } },
    { action: "branch.courses_assigned", changes: { courses: ["Safeguarding essentials"] } },
    { action: "branch.course_removed", changes: { course: "Safeguarding essentials" } },
    { action: "branch.user_removed", changes: { person: "Wei Chen", loses_access: false } },
  ]);
});

test("a picker offers users and courses that the branch does not have", async () => {
  const choices = `query ($id: Int!, $search: String) { branch(id: $id) { usersToAdd(search: $search) { email } coursesToAdd(search: $search) { id } } }`;
  const offered = async (search: string) => (await admin.data(choices, { id: branch, search })).branch;
  expect((await offered("wei.ch")).usersToAdd).toEqual([{ email: "wei.chen@demo.test" }]);
  expect((await offered("safeguarding ess")).coursesToAdd).toEqual([{ id: course }]);
  await add({});
  await admin.data(ASSIGN, { input: { branch_id: branch, course_ids: [course] } });
  expect((await offered("wei.ch")).usersToAdd).toEqual([]);
  expect((await offered("safeguarding ess")).coursesToAdd).toEqual([]);
});
