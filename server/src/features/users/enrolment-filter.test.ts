import { afterAll, beforeAll, expect, test } from "vitest";
import { insertCourses } from "../../testing/learning-paths.ts";
import { takeTable } from "../../testing/tables.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const PAGE = `query ($search: String, $in: Int, $out: Int, $branchUrl: String) {
  usersPage(search: $search, enrolled_in: $in, not_enrolled_in: $out, branchUrl: $branchUrl, sort: "email") {
    total rows { id } } }`;
const SELECTABLE = `query ($users: UserFilterInput!, $branchUrl: String) {
  selectableUsers(users: $users, branchUrl: $branchUrl) { ids may_edit } }`;
const ENROL = `mutation ($c: Int!, $u: [Int!]!) { enrolUsers(user_ids: $u, course_ids: [$c]) { count } }`;
const JOIN = `mutation ($ids: [Int!]!, $b: [Int!]!) {
  addUserToBranch(userBranchInput: { user_ids: $ids, branch_ids: $b, role: "learner" }) { id } }`;

const CREATE = `mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`;

const SEARCH = "Filtered by enrolment";

const toEmail = (n: number) => `enrolment${n}@demo.test`;

let server: TestServer;
let admin: Client;
let people: [number, number, number];
let course: number;
let other: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  const add = async (n: number): Promise<number> => {
    const input = { first_name: SEARCH, last_name: `${n}`, email: toEmail(n), role: "learner", skip_email: true };
    return (await admin.data(CREATE, { input })).createUser.id;
  };
  people = [await add(1), await add(2), await add(3)];
  [course, other] = (await insertCourses(server, ["Filtered", "Other"])) as [number, number];
  await admin.data(ENROL, { c: course, u: [people[0], people[1]] });
  await admin.data(ENROL, { c: other, u: [people[1]] });
});
afterAll(() => server.close());

const list = async (variables: object, client = admin): Promise<number[]> => {
  const { total, rows } = (await client.data(PAGE, { search: SEARCH, ...variables })).usersPage;
  expect(total).toBe(rows.length);
  return rows.map(({ id }: { id: number }) => id);
};
const select = async (users: object, client = admin, branchUrl?: string) =>
  (await client.data(SELECTABLE, { users, branchUrl })).selectableUsers;

test("the users list is limited to those who are enrolled in one course and not in another", async () => {
  const [first, second, third] = people;
  expect(await list({ in: course })).toEqual([first, second]);
  expect(await list({ out: course })).toEqual([third]);
  expect(await list({ in: course, out: other })).toEqual([first]);
  expect(await list({ in: other, out: course })).toEqual([]);
});

test("the users list shows at once who was enrolled since", async () => {
  const [late] = await insertCourses(server, ["Filtered later"]);
  expect(await list({ in: late })).toEqual([]);
  await admin.data(ENROL, { c: late, u: [people[2]] });
  expect([await list({ in: late }), await list({ out: late })]).toEqual([[people[2]], [people[0], people[1]]]);
});

test("a filter by a course of another instance, or one that was deleted, finds nobody", async () => {
  const [deleted] = await insertCourses(server, ["Filtered and deleted"]);
  await admin.data(ENROL, { c: deleted, u: [people[0]] });
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("courses")
      .set({ deleted_at: new Date() })
      .where("instance_id", "=", instance)
      .where("id", "=", deleted!)
      .execute(),
  );
  const foreign = await server.inside("riverside", (db, instance) =>
    db.selectFrom("courses").select("id").where("instance_id", "=", instance).limit(1).executeTakeFirstOrThrow(),
  );
  for (const id of [deleted, foreign.id]) expect([await list({ in: id }), await list({ out: id })]).toEqual([[], []]);
});

test("an admin of a branch learns nothing of enrolments in courses that the branch does not have", async () => {
  const north = await server.as("priya.raman@demo.test", "north.demo.localhost");
  const branch = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("branches")
      .select("id")
      .where("instance_id", "=", instance)
      .where("url", "=", "north")
      .executeTakeFirstOrThrow(),
  );
  await admin.data(JOIN, { ids: people, b: [branch.id] });
  const asked = { branchUrl: "north" };
  expect(await list(asked, north)).toEqual(people);
  expect([await list({ ...asked, in: course }, north), await list({ ...asked, out: course }, north)]).toEqual([[], []]);
  await server.inside("demo", (db, instance_id) =>
    db.insertInto("branch_courses").values({ instance_id, branch_id: branch.id, course_id: course }).execute(),
  );
  expect(await list({ ...asked, in: course }, north)).toEqual([people[0], people[1]]);
});

test("a file of the users list has the users whom its filters by enrolment leave", async () => {
  const asked = { kind: "users-list", format: "csv", search: SEARCH, enrolled_in: course, not_enrolled_in: other };
  const { body } = await takeTable(server, admin, asked);
  expect([1, 2, 3].map((n) => body.includes(toEmail(n)))).toEqual([true, false, false]);
});

test("everybody whom the filters leave can be selected on every page, without the caller", async () => {
  expect(await select({ search: SEARCH })).toEqual({ ids: people, may_edit: true });
  expect((await select({ search: SEARCH, enrolled_in: course })).ids).toEqual([people[0], people[1]]);
  expect((await select({ user_ids: [people[2]] })).ids).toEqual([people[2]]);
  const all = await select({});
  expect(all.ids).not.toContain(await server.userId("admin@demo.test"));
  expect(all.ids.length).toBeGreaterThan(10);
});

test("nobody above the caller's rank can be selected, and a choice tells whether the caller may change all of it", async () => {
  const instructor = await server.as("instructor@demo.test");
  const { ids } = await select({}, instructor);
  for (const email of ["admin@demo.test", "manager@demo.test", "instructor@demo.test"])
    expect(ids).not.toContain(await server.userId(email));
  await setPrimary(["priya.raman@demo.test", ...[1, 2, 3].map(toEmail)], false);
  const north = await server.as("priya.raman@demo.test", "north.demo.localhost");
  expect(await select({ search: SEARCH }, north, "north")).toEqual({ ids: people, may_edit: true });
  await setPrimary([toEmail(3)], true);
  expect(await select({ search: SEARCH }, north, "north")).toEqual({ ids: people, may_edit: false });
});

/** Gives people access to the main site, or takes it away. */
const setPrimary = (emails: string[], is_primary: boolean) =>
  server.inside("demo", (db, instance) =>
    db
      .updateTable("users")
      .set({ is_primary })
      .where("instance_id", "=", instance)
      .where("email", "in", emails)
      .execute(),
  );
