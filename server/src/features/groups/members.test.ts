import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const GROUP = `query ($id: Int!, $branchUrl: String) { group(id: $id, branchUrl: $branchUrl) { users { email is_leader } courses { title } } }`;
const PAGES = `query ($id: Int!, $search: String) { group(id: $id) {
  usersPage(search: $search, sort: "-name", limit: 2) { total rows { email } } coursesPage(search: $search) { total rows { title } } } }`;
const CREATE = `mutation ($name: String!, $branchUrl: String) { createGroup(input: { name: $name }, branchUrl: $branchUrl) { id } }`;
const DELETE = `mutation ($id: Int!) { deleteGroup(group_id: $id) { id } }`;
const ADD_USER = `mutation ($user_id: Int!, $group_ids: [Int!]!, $branchUrl: String) { addUserToGroup(user_id: $user_id, group_ids: $group_ids, branchUrl: $branchUrl) { id } }`;
const ADD_USERS = `mutation ($user_ids: [Int!]!, $group_ids: [Int!]!) { addUsersToGroups(user_ids: $user_ids, group_ids: $group_ids) { added } }`;
const REMOVE_USER = `mutation ($user_id: Int!, $group_id: Int!, $branchUrl: String) { removeUserFromGroup(user_id: $user_id, group_id: $group_id, branchUrl: $branchUrl) { id } }`;
const ADD_COURSES = `mutation ($group_id: Int!, $course_ids: [Int!]!, $branchUrl: String) { addCoursesToGroup(group_id: $group_id, course_ids: $course_ids, branchUrl: $branchUrl) { id } }`;
const REMOVE_COURSE = `mutation ($group_id: Int!, $course_id: Int!, $branchUrl: String) { removeCourseFromGroup(group_id: $group_id, course_id: $course_id, branchUrl: $branchUrl) { id } }`;
const LEADER = `mutation ($group_id: Int!, $user_id: Int!, $is_leader: Boolean!) { setGroupLeader(group_id: $group_id, user_id: $user_id, is_leader: $is_leader) { id } }`;
const REMOVAL = `query ($group_id: Int!, $user_id: Int, $course_id: Int) {
  groupRemoval(group_id: $group_id, user_id: $user_id, course_id: $course_id) { ends keeps keeps_self keeps_person keeps_group } }`;
const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;

let server: TestServer;
let admin: Client;
let grace: number;
let wei: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  grace = await server.userId("learner@demo.test");
  wei = await server.userId("wei.chen@demo.test");
});
afterAll(() => server.close());

let made = 0;
let group: number;
let course: number;
beforeEach(async () => {
  group = await createGroup();
  course = await createCourse();
});

const createGroup = async (branchUrl?: string): Promise<number> =>
  (await admin.data(CREATE, { name: `Team ${++made}`, branchUrl })).createGroup.id;
const createCourse = (fields: object = {}): Promise<number> =>
  server.inside("demo", async (db, instance_id) => {
    const values = { instance_id, title: `Course ${++made}`, status: "published", ...fields };
    return (await db.insertInto("courses").values(values).returning("id").executeTakeFirstOrThrow()).id;
  });
const addUser = (user_id: number, ...group_ids: number[]) => admin.data(ADD_USER, { user_id, group_ids });
const addCourse = (group_id: number, ...course_ids: number[]) => admin.data(ADD_COURSES, { group_id, course_ids });
const sources = (user: number, of = course) =>
  server.inside("demo", async (db, instance) =>
    (
      await db
        .selectFrom("enrolment_sources")
        .where("instance_id", "=", instance)
        .where("user_id", "=", user)
        .where("course_id", "=", of)
        .select(["source", "group_id"])
        .orderBy("source")
        .orderBy("group_id")
        .execute()
    ).map(({ source, group_id }) => (group_id ? `${source} ${group_id}` : source)),
  );

test("a user who joins a group is enrolled in its courses, and a new course enrols its users", async () => {
  const later = await createCourse();
  await addCourse(group, course);
  await addUser(grace, group);
  await addUser(wei, group);
  await addCourse(group, later);
  for (const user of [grace, wei])
    for (const each of [course, later]) expect(await sources(user, each)).toEqual([`group ${group}`]);
  expect((await admin.data(GROUP, { id: group })).group.users).toEqual([
    { email: "learner@demo.test", is_leader: false },
    { email: "wei.chen@demo.test", is_leader: false },
  ]);
  const enrolled = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("activity")
      .where("instance_id", "=", instance)
      .where("course_id", "=", later)
      .select(["user_id", "kind"])
      .orderBy("user_id")
      .execute(),
  );
  expect(enrolled).toEqual([
    { user_id: grace, kind: "enrolled" },
    { user_id: wei, kind: "enrolled" },
  ]);
});

test("adding a user or course twice changes nothing", async () => {
  await addCourse(group, course, course);
  await addUser(grace, group, group);
  await addUser(grace, group);
  await addCourse(group, course);
  expect(await sources(grace)).toEqual([`group ${group}`]);
  expect((await admin.data(GROUP, { id: group })).group.users).toHaveLength(1);
});

test("many users join at once, or none", async () => {
  await addCourse(group, course);
  expect((await admin.data(ADD_USERS, { user_ids: [grace, wei], group_ids: [group] })).addUsersToGroups.added).toBe(2);
  expect(await sources(wei)).toEqual([`group ${group}`]);
  const other = await createGroup();
  expect(await admin.refusal(ADD_USERS, { user_ids: [grace, 999_999], group_ids: [other] })).toBe("NOT_FOUND");
  expect((await admin.data(GROUP, { id: other })).group.users).toEqual([]);
});

test("leaving a group removes only its source: users who enrolled themselves keep the course", async () => {
  await (await server.as("learner@demo.test")).data(ENROL, { id: course });
  await addCourse(group, course);
  await addUser(grace, group);
  expect(await sources(grace)).toEqual([`group ${group}`, "self"]);
  await admin.data(REMOVE_USER, { user_id: grace, group_id: group });
  expect(await sources(grace)).toEqual(["self"]);
});

test("an enrolment ends with its last source", async () => {
  const second = await createGroup();
  for (const each of [group, second]) {
    await addCourse(each, course);
    await addUser(grace, each);
  }
  await admin.data(REMOVE_USER, { user_id: grace, group_id: group });
  expect(await sources(grace)).toEqual([`group ${second}`]);
  await admin.data(REMOVE_COURSE, { group_id: second, course_id: course });
  expect(await sources(grace)).toEqual([]);
  const { myCourses } = await (await server.as("learner@demo.test")).data(`{ myCourses { id } }`);
  expect(myCourses.map(({ id }: { id: number }) => id)).not.toContain(course);
});

test("deleting a group removes its source from all users", async () => {
  await addCourse(group, course);
  await addUser(grace, group);
  await (await server.as("wei.chen@demo.test")).data(ENROL, { id: course });
  await addUser(wei, group);
  await admin.data(DELETE, { id: group });
  expect(await sources(grace)).toEqual([]);
  expect(await sources(wei)).toEqual(["self"]);
});

test("measureRemoval tells who keeps a course, and why", async () => {
  const second = await createGroup();
  await (await server.as("learner@demo.test")).data(ENROL, { id: course });
  for (const each of [group, second]) await addCourse(each, course);
  await addUser(grace, group);
  await addUser(wei, group, second);
  await addUser(await server.userId("callum.fraser@demo.test"), group);
  const removal = async (of: object) => (await admin.data(REMOVAL, { group_id: group, ...of })).groupRemoval;
  const whole = { ends: 1, keeps: 2, keeps_self: 1, keeps_person: 0, keeps_group: 1 };
  expect(await removal({})).toEqual(whole);
  expect(await removal({ course_id: course })).toEqual(whole);
  expect(await removal({ user_id: grace })).toEqual({
    ends: 0,
    keeps: 1,
    keeps_self: 1,
    keeps_person: 0,
    keeps_group: 0,
  });
  expect(await removal({ course_id: await createCourse() })).toMatchObject({ ends: 0, keeps: 0 });
});

test("a group does not exceed a course's capacity: no user is enrolled, and the reason is given", async () => {
  const small = await createCourse({ title: "Small", capacity: 1 });
  await addUser(grace, group);
  await addUser(wei, group);
  const { errors } = await admin.query(ADD_COURSES, { group_id: group, course_ids: [course, small] });
  expect(errors?.[0]).toMatchObject({
    message: "'Small' has a capacity of 1, and this would make 2 people. Nobody was enrolled.",
    extensions: { code: "CONFLICT" },
  });
  expect(await sources(grace, course)).toEqual([]);
  expect((await admin.data(GROUP, { id: group })).group.courses).toEqual([]);
});

test("of two groups that add the last place at once, one succeeds", async () => {
  const small = await createCourse({ capacity: 1 });
  const second = await createGroup();
  await addUser(grace, group);
  await addUser(wei, second);
  const answers = await Promise.all(
    [group, second].map((group_id) => admin.refusal(ADD_COURSES, { group_id, course_ids: [small] })),
  );
  expect(answers.toSorted()).toEqual(["CONFLICT", null].toSorted());
});

test("dates and prices do not limit an assignment", async () => {
  const closed = await createCourse({ end_date: "2020-01-01", price: 10 });
  await addUser(grace, group);
  await addCourse(group, closed);
  expect(await sources(grace, closed)).toEqual([`group ${group}`]);
});

test("a user and a course that are added in parallel do not miss each other", async () => {
  await Promise.all([addUser(grace, group), addCourse(group, course)]);
  expect(await sources(grace)).toEqual([`group ${group}`]);
});

test("users and courses are paged and searched", async () => {
  await addUser(grace, group);
  await addUser(wei, group);
  await addCourse(group, course);
  const { group: both } = await admin.data(PAGES, { id: group });
  expect(both.usersPage).toEqual({
    total: 2,
    rows: [{ email: "wei.chen@demo.test" }, { email: "learner@demo.test" }],
  });
  expect(both.coursesPage.total).toBe(1);
  const { group: found } = await admin.data(PAGES, { id: group, search: "adeyemi" });
  expect(found).toEqual({
    usersPage: { total: 1, rows: [{ email: "learner@demo.test" }] },
    coursesPage: { total: 0, rows: [] },
  });
});

test("a manager who leads a group reads its users' reports until the group is deleted", async () => {
  const helen = await server.userId("manager@demo.test");
  const report = `{ dashboardData { analyticsData { activeUsers inactiveUsers } } }`;
  const people = async () => {
    const { analyticsData } = (await (await server.as("manager@demo.test")).data(report)).dashboardData;
    return analyticsData.activeUsers + analyticsData.inactiveUsers;
  };
  const everybody = await people();
  await addUser(helen, group);
  await addUser(grace, group);
  await admin.data(LEADER, { group_id: group, user_id: helen, is_leader: true });
  expect((await admin.data(GROUP, { id: group })).group.users).toContainEqual({
    email: "manager@demo.test",
    is_leader: true,
  });
  expect(await people()).toBe(2);
  await admin.data(DELETE, { id: group });
  expect(await people()).toBe(everybody);
});

test("users above one's rank can be neither added, removed nor made leaders", async () => {
  const instructor = await server.as("instructor@demo.test");
  const user_id = await server.userId("manager@demo.test");
  await addUser(user_id, group);
  expect(await instructor.refusal(ADD_USER, { user_id, group_ids: [group] })).toBe("FORBIDDEN");
  expect(await instructor.refusal(REMOVE_USER, { user_id, group_id: group })).toBe("FORBIDDEN");
  expect(await instructor.refusal(LEADER, { user_id, group_id: group, is_leader: true })).toBe("FORBIDDEN");
  await instructor.data(ADD_USER, { user_id: grace, group_ids: [group] });
});

test("in a branch only its own users and courses can be used", async () => {
  const northern = await createGroup("north");
  const amara = await server.userId("amara.diallo@demo.test");
  const branchUrl = "north";
  expect(await admin.refusal(ADD_USER, { user_id: amara, group_ids: [northern], branchUrl })).toBe("NOT_FOUND");
  expect(await admin.refusal(ADD_USER, { user_id: grace, group_ids: [group], branchUrl })).toBe("NOT_FOUND");
  expect(await admin.refusal(ADD_COURSES, { group_id: northern, course_ids: [course], branchUrl })).toBe("NOT_FOUND");
  await admin.data(ADD_USER, { user_id: amara, group_ids: [northern] });
  await addCourse(northern, course);
  expect((await admin.data(GROUP, { id: northern, branchUrl })).group).toEqual({ users: [], courses: [] });
  expect(await admin.refusal(REMOVE_USER, { user_id: amara, group_id: northern, branchUrl })).toBe("NOT_FOUND");
  expect(await admin.refusal(REMOVE_COURSE, { course_id: course, group_id: northern, branchUrl })).toBe("NOT_FOUND");
});

test("unknown, deleted and other instances' ids are not found", async () => {
  const kit = await server.userId("learner@riverside.test");
  const foreign = await server.inside(
    "riverside",
    async (db, instance_id) =>
      (
        await db
          .insertInto("courses")
          .values({ instance_id, title: "Foreign" })
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id,
  );
  const gone = await createCourse({ deleted_at: new Date() });
  for (const user_id of [kit, 999_999])
    expect(await admin.refusal(ADD_USER, { user_id, group_ids: [group] })).toBe("NOT_FOUND");
  for (const id of [foreign, gone, 999_999])
    expect(await admin.refusal(ADD_COURSES, { group_id: group, course_ids: [id] })).toBe("NOT_FOUND");
  expect(await admin.refusal(REMOVE_USER, { user_id: grace, group_id: group })).toBe("NOT_FOUND");
  expect(await admin.refusal(REMOVE_COURSE, { course_id: course, group_id: group })).toBe("NOT_FOUND");
  const stranger = await server.as("admin@riverside.test");
  for (const [document, variables] of [
    [ADD_USER, { user_id: kit, group_ids: [group] }],
    [ADD_COURSES, { group_id: group, course_ids: [foreign] }],
    [REMOVE_USER, { user_id: kit, group_id: group }],
    [REMOVE_COURSE, { group_id: group, course_id: foreign }],
    [LEADER, { group_id: group, user_id: kit, is_leader: true }],
    [REMOVAL, { group_id: group }],
  ] as const)
    expect(await stranger.refusal(document, variables)).toBe("NOT_FOUND");
});

test("managers, learners and anonymous callers change no membership", async () => {
  for (const [document, variables] of [
    [ADD_USER, { user_id: grace, group_ids: [group] }],
    [ADD_COURSES, { group_id: group, course_ids: [course] }],
    [REMOVE_USER, { user_id: grace, group_id: group }],
    [REMOVE_COURSE, { group_id: group, course_id: course }],
    [LEADER, { group_id: group, user_id: grace, is_leader: true }],
    [REMOVAL, { group_id: group }],
  ] as const) {
    for (const email of ["manager@demo.test", "learner@demo.test"])
      expect(await (await server.as(email)).refusal(document, variables)).toBe("FORBIDDEN");
    expect(await server.anonymous().refusal(document, variables)).toBe("UNAUTHENTICATED");
  }
});

test("a picker offers users and courses that the group does not have, and no user above one's rank", async () => {
  const choices = `query ($id: Int!, $search: String) { group(id: $id) { usersToAdd(search: $search) { email } coursesToAdd(search: $search) { id } } }`;
  const offered = async (search: string, client = admin) => (await client.data(choices, { id: group, search })).group;
  const { title } = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("courses")
      .where("instance_id", "=", instance)
      .where("id", "=", course)
      .select("title")
      .executeTakeFirstOrThrow(),
  );
  expect((await offered("grace")).usersToAdd).toEqual([{ email: "learner@demo.test" }]);
  expect((await offered(title)).coursesToAdd).toContainEqual({ id: course });
  await addUser(grace, group);
  await addCourse(group, course);
  expect((await offered("grace")).usersToAdd).toEqual([]);
  expect((await offered(title)).coursesToAdd).not.toContainEqual({ id: course });
  expect((await offered("manager@")).usersToAdd).toHaveLength(1);
  expect((await offered("manager@", await server.as("instructor@demo.test"))).usersToAdd).toEqual([]);
});
