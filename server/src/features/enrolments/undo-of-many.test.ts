import { afterAll, beforeAll, expect, test } from "vitest";
import { addLearner, insertCourses } from "../../testing/learning-paths.ts";
import { createGroup, listGroupMembers } from "../../testing/automations.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CHANGE = `mutation ($c: Int!, $u: [Int!], $due: DueInput) {
  changeDueDates(course_id: $c, people: { user_ids: $u }, due: $due) { count former { user_id due_on is_by_hand } } }`;
const RESTORE = `mutation ($c: Int!, $dates: [FormerDueDateInput!]!, $branchUrl: String) {
  restoreDueDates(course_id: $c, dates: $dates, branchUrl: $branchUrl) }`;
const ADD = `mutation ($u: [Int!]!, $g: [Int!]!) { addUsersToGroups(user_ids: $u, group_ids: $g) { added memberships { user_id group_id } } }`;
const REMOVE = `mutation ($m: [GroupMembershipInput!]!, $branchUrl: String) { removeUsersFromGroups(memberships: $m, branchUrl: $branchUrl) }`;
const ASSIGN = `mutation ($u: [Int!]!, $b: [Int!]!) { addUserToBranch(userBranchInput: { user_ids: $u, branch_ids: $b, role: "learner" }) { memberships { user_id branch_id } } }`;
const UNASSIGN = `mutation ($m: [BranchMembershipInput!]!) { removeUsersFromBranches(memberships: $m) }`;
const END = `mutation ($e: [EnrolmentInput!]!) { endEnrolments(enrolments: $e) { count } }`;

let server: TestServer;
let admin: Client;
let people: [number, number, number];
let course: number;
let count = 0;
const add = () => addLearner(admin, `undo${++count}@demo.test`);
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  people = [await add(), await add(), await add()];
  course = (await insertCourses(server, ["Undone"]))[0]!;
  await server.inside("demo", async (db, instance_id) => {
    const [rule, hand, none] = people;
    const own = { instance_id, course_id: course };
    await db
      .insertInto("enrolments")
      .values([
        { ...own, user_id: rule, due_on: "2030-05-01" },
        { ...own, user_id: hand, due_on: "2031-06-02", due_set_at: new Date() },
        { ...own, user_id: none, due_set_at: new Date() },
      ])
      .execute();
    await db
      .insertInto("enrolment_sources")
      .values([
        { ...own, user_id: rule, source: "person", due_on: "2030-05-01" },
        { ...own, user_id: hand, source: "person", due_on: "2030-05-01" },
        { ...own, user_id: none, source: "person" },
      ])
      .execute();
  });
});
afterAll(() => server.close());

const listDue = (of = course) =>
  server.inside("demo", async (db, instance) =>
    (
      await db
        .selectFrom("enrolments")
        .select(["user_id", "due_on", "due_set_at"])
        .where("instance_id", "=", instance)
        .where("course_id", "=", of)
        .orderBy("user_id")
        .execute()
    ).map(({ user_id, due_on, due_set_at }) => [user_id, due_on, due_set_at !== null]),
  );

test("due dates of many go back to what each person had: by hand, by the rules, or none", async () => {
  const other = (await insertCourses(server, ["Not undone"]))[0]!;
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("enrolments")
      .values(people.map((user_id) => ({ instance_id, course_id: other, user_id, due_on: "2035-01-01" })))
      .execute(),
  );
  const elsewhere = await listDue(other);
  const before = await listDue();
  const { changeDueDates } = await admin.data(CHANGE, { c: course, u: people, due: { on: "2040-01-01" } });
  expect(changeDueDates.count).toBe(3);
  expect(await listDue()).toEqual(people.map((id) => [id, "2040-01-01", true]));
  expect((await admin.data(RESTORE, { c: course, dates: changeDueDates.former })).restoreDueDates).toBe(3);
  expect([await listDue(), await listDue(other)]).toEqual([before, elsewhere]);
  expect(changeDueDates.former).toHaveLength(people.length);
});

test("due dates of people who have left the course are not restored, nor dates that are none", async () => {
  const gone = await add();
  const dates = [
    { user_id: gone, due_on: "2030-01-01", is_by_hand: true },
    { user_id: people[0], due_on: "2030-01-01", is_by_hand: true },
  ];
  expect((await admin.data(RESTORE, { c: course, dates })).restoreDueDates).toBe(1);
  for (const wrong of [[], [{ user_id: people[0], due_on: "soon", is_by_hand: true }]])
    expect(await admin.refusal(RESTORE, { c: course, dates: wrong })).toBe("VALIDATION");
  const north = await server.as("manager.north@demo.test");
  expect(await north.refusal(RESTORE, { c: course, dates, branchUrl: "north" })).toBe("FORBIDDEN");
});

test("the audit log has the due date that was set, the days, none, or that the rules decide", async () => {
  const [person, unruled] = [await add(), await add()];
  const [own] = (await insertCourses(server, ["Logged"])) as [number];
  const enrol = `mutation ($u: [Int!]!, $c: [Int!]!) { enrolUsers(user_ids: $u, course_ids: $c) { count } }`;
  await admin.data(enrol, { u: [person, unruled], c: [own] });
  for (const due of [{ on: "2040-01-01" }, { days: 7 }, {}, null])
    await admin.data(CHANGE, { c: own, u: [person], due });
  const dates = [
    { user_id: person, due_on: "2041-01-01", is_by_hand: true },
    { user_id: unruled, due_on: null, is_by_hand: true },
  ];
  await admin.data(RESTORE, { c: own, dates });
  const by_rules = dates.map((each) => ({ ...each, is_by_hand: false }));
  await admin.data(RESTORE, { c: own, dates: by_rules });
  const logged = async (user: number) =>
    server.inside("demo", async (db) => {
      const log = db.selectFrom("audit_log").where("action", "=", "enrolment.due_set").select("changes");
      const rows = await log.where("subject_id", "=", user).orderBy("id").execute();
      return rows.map(({ changes }) => (changes as { due: unknown }).due);
    });
  expect(await logged(person)).toEqual(["2040-01-01", 7, "none", "by_rules", "2041-01-01", "by_rules"]);
  expect(await logged(unruled)).toEqual(["none", "by_rules"]);
});

test("memberships of groups are taken back, and those from before stay", async () => {
  const [first, second] = [await createGroup(admin, "Undo one"), await createGroup(admin, "Undo two")];
  await admin.data(ADD, { u: [people[0]], g: [first] });
  const { addUsersToGroups } = await admin.data(ADD, { u: people, g: [first, second] });
  expect([addUsersToGroups.added, addUsersToGroups.memberships.length]).toEqual([5, 5]);
  expect((await admin.data(REMOVE, { m: addUsersToGroups.memberships })).removeUsersFromGroups).toBe(5);
  expect([await listGroupMembers(server, first), await listGroupMembers(server, second)]).toEqual([[people[0]], []]);
  expect(await admin.refusal(REMOVE, { m: addUsersToGroups.memberships })).toBe("NOT_FOUND");
  expect(await admin.refusal(REMOVE, { m: [] })).toBe("VALIDATION");
});

test("memberships of branches are taken back, and those from before stay", async () => {
  const [north, south] = await server.inside("demo", async (db, instance) =>
    (
      await db
        .selectFrom("branches")
        .select(["id", "url"])
        .where("instance_id", "=", instance)
        .where("url", "in", ["north", "south"])
        .orderBy("url")
        .execute()
    ).map(({ id }) => id),
  );
  await admin.data(ASSIGN, { u: [people[0]], b: [north] });
  const { addUserToBranch } = await admin.data(ASSIGN, { u: people, b: [north, south] });
  expect(addUserToBranch.memberships).toHaveLength(5);
  expect((await admin.data(UNASSIGN, { m: addUserToBranch.memberships })).removeUsersFromBranches).toBe(5);
  const left = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("branch_users")
      .select(["user_id", "branch_id"])
      .where("instance_id", "=", instance)
      .where("user_id", "in", people)
      .execute(),
  );
  expect(left).toEqual([{ user_id: people[0], branch_id: north }]);
  expect(await admin.refusal(UNASSIGN, { m: [] })).toBe("VALIDATION");
});

test("undoing the enrolment of several keeps those whom a group has enrolled since, for the group alone", async () => {
  const [alone, member] = [await add(), await add()];
  const [taught] = (await insertCourses(server, ["Taught twice"])) as [number];
  const { enrolUsers } = await admin.data(
    `mutation ($u: [Int!]!, $c: [Int!]!) { enrolUsers(user_ids: $u, course_ids: $c) { enrolments { user_id course_id } } }`,
    { u: [alone, member], c: [taught] },
  );
  const group = await createGroup(admin, "Taught group");
  await admin.data(`mutation ($g: Int!, $c: [Int!]!) { addCoursesToGroup(group_id: $g, course_ids: $c) { id } }`, {
    g: group,
    c: [taught],
  });
  await admin.data(ADD, { u: [member], g: [group] });
  const { endEnrolments } = await admin.data(END, { e: enrolUsers.enrolments });
  expect(endEnrolments.count).toBe(1);
  expect((await listDue(taught)).map(([user]) => user)).toEqual([member]);
  await admin.data(REMOVE, { m: [{ user_id: member, group_id: group }] });
  expect(await listDue(taught)).toEqual([]);
});

test("an undo leaves out people who were removed by hand since, and takes back the rest", async () => {
  const both = [await add(), await add()] as [number, number];
  const group = await createGroup(admin, "Left by hand");
  const { branches } = await admin.data("{ branches { id } }");
  const branch = branches[0].id as number;
  const { addUsersToGroups } = await admin.data(ADD, { u: both, g: [group] });
  const { addUserToBranch } = await admin.data(ASSIGN, { u: both, b: [branch] });
  await admin.data(REMOVE, { m: [{ user_id: both[0], group_id: group }] });
  await admin.data(UNASSIGN, { m: [{ user_id: both[0], branch_id: branch }] });

  expect((await admin.data(REMOVE, { m: addUsersToGroups.memberships })).removeUsersFromGroups).toBe(1);
  expect(await listGroupMembers(server, group)).toEqual([]);
  expect((await admin.data(UNASSIGN, { m: addUserToBranch.memberships })).removeUsersFromBranches).toBe(1);
  expect(await admin.refusal(REMOVE, { m: addUsersToGroups.memberships })).toBe("NOT_FOUND");
  expect(await admin.refusal(UNASSIGN, { m: addUserToBranch.memberships })).toBe("NOT_FOUND");
});

test("an undo leaves out people who were deleted since, and takes back the rest", async () => {
  const [gone, stays] = [await add(), await add()];
  const both = [gone, stays];
  const [own] = (await insertCourses(server, ["Left by one"])) as [number];
  const { enrolUsers } = await admin.data(
    `mutation ($u: [Int!]!, $c: [Int!]!) { enrolUsers(user_ids: $u, course_ids: $c) { enrolments { user_id course_id } } }`,
    { u: both, c: [own] },
  );
  const { changeDueDates } = await admin.data(CHANGE, { c: own, u: both, due: { on: "2040-01-01" } });
  const { addUsersToGroups } = await admin.data(ADD, { u: both, g: [await createGroup(admin, "Left by one")] });
  const { branches } = await admin.data("{ branches { id } }");
  const { addUserToBranch } = await admin.data(ASSIGN, { u: both, b: [branches[0].id] });
  const remove = "mutation ($u: [Int!]!) { deleteUsers(user_ids: $u) { count } }";
  await admin.data(remove, { u: [gone] });

  const undo = [
    (await admin.data(RESTORE, { c: own, dates: changeDueDates.former })).restoreDueDates,
    (await admin.data(REMOVE, { m: addUsersToGroups.memberships })).removeUsersFromGroups,
    (await admin.data(UNASSIGN, { m: addUserToBranch.memberships })).removeUsersFromBranches,
    (await admin.data(END, { e: enrolUsers.enrolments })).endEnrolments.count,
  ];
  expect(undo).toEqual([1, 1, 1, 1]);
  expect((await listDue(own)).map(([user]) => user)).toEqual([gone]);
  expect((await admin.data(END, { e: [{ user_id: gone, course_id: own }] })).endEnrolments.count).toBe(0);
});
