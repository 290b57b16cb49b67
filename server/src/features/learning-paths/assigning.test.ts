import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import {
  addLearner,
  ASSIGN,
  complete,
  createPath,
  insertCourses,
  listSources,
  PEOPLE,
  UNASSIGN,
} from "../../testing/learning-paths.ts";

let server: TestServer;
let admin: Client;
let [first, second, third]: number[] = [];
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  [first, second, third] = await insertCourses(server, ["Way one", "Way two", "Way three"]);
});
afterAll(() => server.close());

const read = async (id: number, filter: object = {}) =>
  (await admin.data(PEOPLE, { id, ...filter })).learningPath as Record<string, any>;
const createGroup = async (name: string, branchUrl?: string): Promise<number> =>
  (
    await admin.data(
      `mutation ($name: String!, $branchUrl: String) { createGroup(input: { name: $name }, branchUrl: $branchUrl) { id } }`,
      { name, branchUrl },
    )
  ).createGroup.id;
const join = (user_id: number, group: number) =>
  admin.data(`mutation ($user_id: Int!, $ids: [Int!]!) { addUserToGroup(user_id: $user_id, group_ids: $ids) { id } }`, {
    user_id,
    ids: [group],
  });
const branchId = async (url: string): Promise<number> =>
  (await admin.data(`{ branches { id url } }`)).branches.find((each: { url: string }) => each.url === url).id;

describe("assignLearningPath", () => {
  test("enrols people in the courses with the path as the reason, and notifies them once", async () => {
    const user = await addLearner(admin, "assigned@demo.test");
    const { id } = await createPath(admin, "Assigned", [{ course_ids: [first!, second!] }]);
    expect((await admin.data(ASSIGN, { id, to: { user_ids: [user] } })).assignLearningPath).toEqual({ added: 1 });
    expect((await admin.data(ASSIGN, { id, to: { user_ids: [user] } })).assignLearningPath).toEqual({ added: 0 });
    expect(await listSources(server, user)).toMatchObject([
      { course_id: first, source: "path", group_id: id },
      { course_id: second, source: "path", group_id: id },
    ]);
    const learner = await server.as("assigned@demo.test");
    const { notifications } = await learner.data(`{ notifications { rows { kind path_id course_title } } }`);
    expect(notifications.rows).toEqual([{ kind: "path_assigned", path_id: id, course_title: "Assigned" }]);
    const { coursePeople } = await admin.data(
      `query ($id: Int!) { coursePeople(course_id: $id, search: "assigned@demo.test") { rows { sources { kind group } } } }`,
      { id: first },
    );
    expect(coursePeople.rows).toEqual([{ sources: [{ kind: "path", group: "Assigned" }] }]);
  });

  test("refuses a draft, unknown people, groups and branches, and nobody", async () => {
    const draft = await createPath(admin, "Not yet", [{ course_ids: [first!] }], { status: "draft" });
    const { id } = await createPath(admin, "Refusals", [{ course_ids: [first!] }]);
    const user = await addLearner(admin, "refused@demo.test");
    expect(await admin.refusal(ASSIGN, { id: draft.id, to: { user_ids: [user] } })).toBe("CONFLICT");
    expect(await admin.refusal(ASSIGN, { id, to: {} })).toBe("VALIDATION");
    const foreign = await server.userId("learner@riverside.test");
    expect(await admin.refusal(ASSIGN, { id, to: { user_ids: [user, foreign] } })).toBe("NOT_FOUND");
    expect(await admin.refusal(ASSIGN, { id, to: { group_ids: [999_999] } })).toBe("NOT_FOUND");
    expect(await admin.refusal(ASSIGN, { id, to: { branch_ids: [999_999] } })).toBe("NOT_FOUND");
    const instructor = await server.as("instructor@demo.test");
    const boss = await server.userId("admin@demo.test");
    expect(await instructor.refusal(ASSIGN, { id, to: { user_ids: [boss] } })).toBe("FORBIDDEN");
    expect((await read(id)).figures.people).toBe(0);
  });

  test("refuses as a whole when a course is full", async () => {
    const [small] = await insertCourses(server, ["One place"], { capacity: 1 });
    const { id } = await createPath(admin, "Full", [{ course_ids: [first!, small!] }]);
    const users = [await addLearner(admin, "full.one@demo.test"), await addLearner(admin, "full.two@demo.test")];
    expect(await admin.refusal(ASSIGN, { id, to: { user_ids: users } })).toBe("CONFLICT");
    expect((await read(id)).figures.people).toBe(0);
    expect(await listSources(server, users[0]!)).toEqual([]);
  });

  test("lets a manager of a branch assign to people of the branch alone", async () => {
    const north = await branchId("north");
    await server.inside("demo", (db, instance_id) =>
      db.insertInto("branch_courses").values({ instance_id, branch_id: north, course_id: third! }).execute(),
    );
    const { id } = await createPath(admin, "By managers", [{ course_ids: [third!] }]);
    const manager = await server.as("manager.north@demo.test");
    const inside = await addLearner(admin, "manager.inside@demo.test", "north");
    const outside = await addLearner(admin, "manager.outside@demo.test", "south");
    expect((await manager.data(ASSIGN, { id, to: { user_ids: [inside] } })).assignLearningPath).toEqual({ added: 1 });
    expect(await manager.refusal(ASSIGN, { id, to: { user_ids: [outside] } })).toBe("NOT_FOUND");
    expect(await manager.refusal(ASSIGN, { id, to: { branch_ids: [await branchId("south")] } })).toBe("NOT_FOUND");
    await admin.data(ASSIGN, { id, to: { user_ids: [outside] } });
    const { learningPath } = await manager.data(PEOPLE, { id });
    expect(learningPath.peoplePage.rows.map((row: { id: number }) => row.id)).toEqual([inside]);
    expect(learningPath.figures.people).toBe(1);
    const choices = `query ($id: Int!) { learningPathChoices(id: $id, search: "manager.") { people { detail } branches { name } } }`;
    expect((await manager.data(choices, { id })).learningPathChoices.people).not.toContainEqual({
      detail: "manager.outside@demo.test",
    });
    expect(await (await server.as("learner@demo.test")).refusal(ASSIGN, { id, to: { user_ids: [inside] } })).toBe(
      "FORBIDDEN",
    );
  });
});

describe("unassignLearningPath", () => {
  test("removes exactly its own reason", async () => {
    const user = await addLearner(admin, "sources@demo.test");
    const one = await createPath(admin, "Source one", [{ course_ids: [first!, second!] }]);
    const two = await createPath(admin, "Source two", [{ course_ids: [second!, third!] }]);
    for (const { id } of [one, two]) await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
    await admin.data(UNASSIGN, { id: one.id, from: { user_ids: [user] } });
    expect(await listSources(server, user)).toMatchObject([
      { course_id: second, source: "path", group_id: two.id },
      { course_id: third, source: "path", group_id: two.id },
    ]);
    expect((await read(one.id)).figures.people).toBe(0);
    expect((await read(two.id)).figures.people).toBe(1);
  });

  test("keeps who is assigned for another reason, and the completion for a later assignment", async () => {
    const user = await addLearner(admin, "tworeasons@demo.test");
    const group = await createGroup("Two reasons");
    await join(user, group);
    const { id } = await createPath(admin, "Two reasons", [{ course_ids: [first!] }]);
    await admin.data(ASSIGN, { id, to: { user_ids: [user], group_ids: [group] } });
    expect((await read(id)).peoplePage.rows[0].sources).toEqual(
      expect.arrayContaining([
        { kind: "person", name: null },
        { kind: "group", name: "Two reasons" },
      ]),
    );
    await admin.data(UNASSIGN, { id, from: { user_ids: [user] } });
    expect((await read(id)).peoplePage.rows).toMatchObject([{ id: user, sources: [{ kind: "group" }] }]);
    await complete(admin, user, [first!]);
    const { completed_at } = (await read(id)).peoplePage.rows[0];
    expect(completed_at).not.toBeNull();
    await admin.data(UNASSIGN, { id, from: { group_ids: [group] } });
    expect((await read(id)).figures.people).toBe(0);
    await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
    expect((await read(id)).peoplePage.rows).toMatchObject([{ id: user, status: "completed", completed_at }]);
  });
});

describe("groups and branches of a path", () => {
  test("assign who joins, and end that for who leaves", async () => {
    const [here, later] = [await addLearner(admin, "here@demo.test"), await addLearner(admin, "later@demo.test")];
    const group = await createGroup("Joins later");
    await join(here, group);
    const { id } = await createPath(admin, "For a group", [{ course_ids: [first!] }]);
    expect((await admin.data(ASSIGN, { id, to: { group_ids: [group] } })).assignLearningPath).toEqual({ added: 1 });
    await join(later, group);
    expect((await read(id)).members).toEqual([{ kind: "group", name: "Joins later", people: 2 }]);
    expect(await listSources(server, later)).toMatchObject([{ course_id: first, source: "path", group_id: id }]);
    await admin.data(
      `mutation ($user_id: Int!, $group_id: Int!) { removeUserFromGroup(user_id: $user_id, group_id: $group_id) { id } }`,
      { user_id: here, group_id: group },
    );
    expect(await listSources(server, here)).toEqual([]);
    await admin.data(`mutation ($id: Int!) { deleteGroup(group_id: $id) { id } }`, { id: group });
    expect((await read(id)).figures.people).toBe(0);
    await admin.data(`mutation ($id: Int!) { restoreDeleted(kind: "group", id: $id) { id } }`, { id: group });
    expect((await read(id)).peoplePage.rows).toMatchObject([{ id: later }]);
  });

  test("assign people who are created in a branch, one by one and in bulk, and end that with the branch", async () => {
    const { createBranch } = await admin.data(
      `mutation { createBranch(input: { name: "Harbour", url: "harbour" }) { id } }`,
    );
    const { id } = await createPath(admin, "For a branch", [{ course_ids: [second!] }]);
    await admin.data(ASSIGN, { id, to: { branch_ids: [createBranch.id] } });
    const one = await addLearner(admin, "harbour.one@demo.test", "harbour");
    const { bulkCreateUsers } = await admin.data(
      `mutation ($input: [BulkUserInput!]!) { bulkCreateUsers(input: $input) { id } }`,
      {
        input: [
          {
            first_name: "Bulk",
            last_name: "Person",
            email: "harbour.two@demo.test",
            role: "learner",
            skip_email: true,
            branchUrls: ["harbour"],
          },
        ],
      },
    );
    const three = await addLearner(admin, "harbour.three@demo.test");
    await admin.data(
      `mutation ($user: Int!, $branch: Int!) { addUserToBranch(userBranchInput: { user_ids: [$user], branch_ids: [$branch], role: "student" }) { id } }`,
      { user: three, branch: createBranch.id },
    );
    const ids = (await read(id)).peoplePage.rows.map((row: { id: number }) => row.id);
    expect(ids.toSorted()).toEqual([one, bulkCreateUsers[0].id, three].toSorted());
    await admin.data(
      `mutation ($user: Int!, $branch: Int!) { removeUserFromBranch(user_id: $user, branch_id: $branch) { id } }`,
      { user: three, branch: createBranch.id },
    );
    expect(await listSources(server, three)).toEqual([]);
    await admin.data(`mutation ($id: Int!) { deleteBranch(branch_id: $id) { id } }`, { id: createBranch.id });
    expect((await read(id)).figures.people).toBe(0);
    await admin.data(`mutation ($id: Int!) { restoreDeleted(kind: "branch", id: $id) { id } }`, {
      id: createBranch.id,
    });
    expect((await read(id)).figures.people).toBe(2);
  });
});

describe("the due rule", () => {
  const inDays = (days: number) => {
    const day = new Date();
    day.setUTCDate(day.getUTCDate() + days);
    return day.toISOString().slice(0, 10);
  };

  test("counts from the assignment and becomes the due date of the courses, the earliest of all reasons", async () => {
    const user = await addLearner(admin, "due@demo.test");
    const slow = await createPath(admin, "Slow", [{ course_ids: [first!] }], { due_days: 60 });
    const fast = await createPath(admin, "Fast", [{ course_ids: [first!] }], { due_days: 10 });
    for (const { id } of [slow, fast]) await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
    const due = async () =>
      (
        await admin.data(
          `query ($id: Int!) { coursePeople(course_id: $id, search: "due@demo.test") { rows { due_on } } }`,
          { id: first },
        )
      ).coursePeople.rows[0].due_on;
    // The day of the instance may be a day before or after that of the test.
    expect([inDays(9), inDays(10), inDays(11)]).toContain(await due());
    expect((await read(fast.id, { due: "due" })).peoplePage.rows).toMatchObject([{ id: user, due_status: "due" }]);
    await admin.data(UNASSIGN, { id: fast.id, from: { user_ids: [user] } });
    expect([inDays(59), inDays(60), inDays(61)]).toContain(await due());
  });
});
