import { afterAll, beforeAll, expect, test } from "vitest";
import { insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const ENROL = `mutation ($user_id: Int!, $course_ids: [Int!]!, $branchUrl: String) { adminCourseEnrollment(user_id: $user_id, course_ids: $course_ids, branchUrl: $branchUrl) { id } }`;
const UNENROL = `mutation ($user_id: Int!, $course_id: Int!, $branchUrl: String) { courseUnenrollment(user_id: $user_id, course_id: $course_id, branchUrl: $branchUrl) { id ended_id } }`;
const RESTORE = `mutation ($id: Int!) { restoreEnrolment(id: $id) { id } }`;
const ENROL_MANY = `mutation ($user_ids: [Int!]!, $course_ids: [Int!]!) { enrolUsers(user_ids: $user_ids, course_ids: $course_ids) { count enrolments { user_id course_id } } }`;
const TAKE_BACK = `mutation ($enrolments: [EnrolmentInput!]!) { endEnrolments(enrolments: $enrolments) { count } }`;
const COURSES = `query ($id: Int!) { user(id: $id) { enrolledCourses { course_id progress } endedEnrolments { id course_id course_title } } }`;

let server: TestServer;
let admin: Client;
let instructor: Client;
let learner: number;
let course: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  instructor = await server.as("instructor@demo.test");
  learner = await server.userId("learner@demo.test");
  course = (await admin.data(`{ courses(includeHidden: true) { id title } }`)).courses[0].id;
});
afterAll(() => server.close());

const user = async (id: number, by = admin) => (await by.data(COURSES, { id })).user;
const isEnrolled = async (id: number, course_id: number) =>
  (await user(id)).enrolledCourses.some((each: { course_id: number }) => each.course_id === course_id);
const sources = (user_id: number, course_id: number) =>
  server.inside("demo", (db, instance) =>
    db
      .selectFrom("enrolment_sources")
      .select(["source", "added_by"])
      .where("instance_id", "=", instance)
      .where("user_id", "=", user_id)
      .where("course_id", "=", course_id)
      .execute(),
  );
const setCourse = (fields: object) =>
  server.inside("demo", (db, instance) =>
    db.updateTable("courses").set(fields).where("instance_id", "=", instance).where("id", "=", course).execute(),
  );
const countPeople = () =>
  server.inside("demo", async (db, instance) => {
    const { count } = await db
      .selectFrom("enrolments")
      .where("instance_id", "=", instance)
      .where("course_id", "=", course)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  });
const add = async (email: string) =>
  (
    await admin.data(`mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`, {
      input: { first_name: "Nora", last_name: "Blake", email, role: "learner", skip_email: true },
    })
  ).createUser.id;

test("enrolUser enrols a user with the admin or instructor as source, once", async () => {
  const id = await add("one@demo.test");
  expect((await instructor.data(ENROL, { user_id: id, course_ids: [course] })).adminCourseEnrollment).toEqual({ id });
  await admin.data(ENROL, { user_id: id, course_ids: [course, course] });
  expect(await isEnrolled(id, course)).toBe(true);
  expect(await sources(id, course)).toEqual([
    { source: "person", added_by: await server.userId("instructor@demo.test") },
  ]);
});

test("unenrolUser ends an enrolment with all its sources; an admin restores it with its progress", async () => {
  const before = (await user(learner)).enrolledCourses.find((each: { progress: number }) => each.progress > 0);
  const variables = { user_id: learner, course_id: before.course_id };
  const { courseUnenrollment } = await admin.data(UNENROL, variables);
  expect(await isEnrolled(learner, before.course_id)).toBe(false);
  expect(await sources(learner, before.course_id)).toEqual([]);
  expect(await admin.refusal(UNENROL, variables)).toBe("NOT_FOUND");
  expect((await user(learner)).endedEnrolments).toMatchObject([
    { id: courseUnenrollment.ended_id, course_id: before.course_id, course_title: expect.any(String) },
  ]);
  expect((await user(learner, instructor)).endedEnrolments).toEqual([]);
  expect(await instructor.refusal(RESTORE, { id: courseUnenrollment.ended_id })).toBe("FORBIDDEN");
  expect(await (await server.as("admin@riverside.test")).refusal(RESTORE, { id: courseUnenrollment.ended_id })).toBe(
    "NOT_FOUND",
  );
  await admin.data(RESTORE, { id: courseUnenrollment.ended_id });
  const after = (await user(learner)).enrolledCourses.find(
    (each: { course_id: number }) => each.course_id === before.course_id,
  );
  expect(after).toEqual(before);
  expect(await admin.refusal(RESTORE, { id: courseUnenrollment.ended_id })).toBe("NOT_FOUND");
});

const readLog = (id: number) =>
  server.inside("demo", (db, instance) =>
    db
      .selectFrom("audit_log")
      .select(["action", "changes"])
      .where("instance_id", "=", instance)
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute(),
  );

test("enrolling and unenrolling leave audit entries with the course", async () => {
  const id = await add("two@demo.test");
  await admin.data(ENROL, { user_id: id, course_ids: [course] });
  await admin.data(UNENROL, { user_id: id, course_id: course });
  const log = await readLog(id);
  expect(log.map(({ action }) => action)).toEqual(["user.created", "enrolment.added", "enrolment.removed"]);
  expect(log[2]!.changes).toEqual({ courses: [expect.any(String)] });
});

test("users and courses out of reach are not found, users above one's rank are refused, and nothing is half done", async () => {
  const foreign = await server.userId("learner@riverside.test");
  const south = await server.userId("amara.diallo@demo.test");
  const id = await add("three@demo.test");
  expect(await admin.refusal(ENROL, { user_id: foreign, course_ids: [course] })).toBe("NOT_FOUND");
  expect(await admin.refusal(ENROL, { user_id: id, course_ids: [course, 999_999] })).toBe("NOT_FOUND");
  expect(await admin.refusal(ENROL, { user_id: south, course_ids: [course], branchUrl: "north" })).toBe("NOT_FOUND");
  expect(await admin.refusal(ENROL, { user_id: id, course_ids: [] })).toBe("VALIDATION");
  expect(await isEnrolled(id, course)).toBe(false);
  const boss = await server.userId("admin@demo.test");
  expect(await instructor.refusal(ENROL, { user_id: boss, course_ids: [course] })).toBe("FORBIDDEN");
  expect(await admin.refusal(UNENROL, { user_id: foreign, course_id: course })).toBe("NOT_FOUND");
  for (const email of ["manager@demo.test", "learner@demo.test"]) {
    const client = await server.as(email);
    expect(await client.refusal(ENROL, { user_id: id, course_ids: [course] })).toBe("FORBIDDEN");
    expect(await client.refusal(UNENROL, { user_id: id, course_id: course })).toBe("FORBIDDEN");
    expect(await client.refusal(RESTORE, { id: 1 })).toBe("FORBIDDEN");
  }
});

test("enrolUser refuses a full course", async () => {
  const id = await add("four@demo.test");
  await setCourse({ capacity: 1 });
  const { errors } = await admin.query(ENROL, { user_id: id, course_ids: [course] });
  expect(errors?.[0]).toMatchObject({
    message: expect.stringMatching(/capacity of 1/),
    extensions: { code: "CONFLICT" },
  });
  expect(await isEnrolled(id, course)).toBe(false);
  await setCourse({ capacity: null });
});

test("enrolUser gives the last place of a course, whatever places other courses have taken", async () => {
  const [id, other] = [await add("last.place@demo.test"), await add("other.place@demo.test")];
  await setCourse({ capacity: (await countPeople()) + 1 });
  const full = await server.inside("demo", async (db, instance_id) => {
    const values = { instance_id, title: "Žižkov has one place", status: "published", capacity: 1 };
    const made = await db.insertInto("courses").values(values).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("enrolments").values({ instance_id, user_id: other, course_id: made.id }).execute();
    return made.id;
  });
  // The course with a last place comes before the one without.
  expect(await admin.refusal(ENROL, { user_id: id, course_ids: [course, full] })).toBe("CONFLICT");
  await admin.data(ENROL, { user_id: id, course_ids: [course] });
  expect(await isEnrolled(id, course)).toBe(true);
  await setCourse({ capacity: null });
});

test("enrolUser counts the places that an assignment in progress takes", async () => {
  const [first, second] = [await add("place.one@demo.test"), await add("place.two@demo.test")];
  await setCourse({ capacity: (await countPeople()) + 1 });
  let answer: ReturnType<Client["query"]> | undefined;
  await server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .selectFrom("courses")
      .select("id")
      .where("instance_id", "=", instance_id)
      .where("id", "=", course)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await db.insertInto("enrolments").values({ instance_id, user_id: first, course_id: id }).execute();
    answer = admin.query(ENROL, { user_id: second, course_ids: [course] });
    await Promise.race([answer, expect.poll(server.countWaiting).toBeGreaterThan(0)]);
  });
  expect((await answer!).errors?.[0]?.message).toMatch(/has a capacity of/);
  expect(await isEnrolled(second, course)).toBe(false);
  await setCourse({ capacity: null });
});

test("enrolUsers enrols several users, and the undo does not affect earlier enrolments", async () => {
  const [before, fresh] = [await add("five@demo.test"), await add("six@demo.test")];
  await admin.data(ENROL, { user_id: before, course_ids: [course] });
  const { enrolUsers } = await admin.data(ENROL_MANY, { user_ids: [before, fresh], course_ids: [course] });
  expect(enrolUsers).toEqual({ count: 1, enrolments: [{ user_id: fresh, course_id: course }] });
  const foreign = await server.userId("learner@riverside.test");
  expect(await admin.refusal(ENROL_MANY, { user_ids: [fresh, foreign], course_ids: [course] })).toBe("NOT_FOUND");
  expect(
    await admin.refusal(TAKE_BACK, { enrolments: [...enrolUsers.enrolments, { user_id: foreign, course_id: course }] }),
  ).toBe("NOT_FOUND");
  expect((await admin.data(TAKE_BACK, { enrolments: enrolUsers.enrolments })).endEnrolments).toEqual({ count: 1 });
  expect(await isEnrolled(fresh, course)).toBe(false);
  expect(await isEnrolled(before, course)).toBe(true);
});

test("the audit entries of several users have the courses that each of them gained or lost", async () => {
  const [half, fresh, none] = [await add("half@demo.test"), await add("fresh@demo.test"), await add("none@demo.test")];
  const [first, second] = (await insertCourses(server, ["First of two", "Second of two"])) as [number, number];
  const course_ids = [first, second];
  await admin.data(ENROL, { user_id: half, course_ids: [first] });
  await admin.data(ENROL, { user_id: none, course_ids });
  await admin.data(ENROL_MANY, { user_ids: [half, fresh, none], course_ids });
  const enrolments = [
    { user_id: half, course_id: first },
    { user_id: fresh, course_id: second },
  ];
  await admin.data(TAKE_BACK, { enrolments });
  const entries = async (id: number) =>
    (await readLog(id)).slice(1).map(({ action, changes }) => [action, (changes as { courses: string[] }).courses]);
  expect(await entries(half)).toEqual([
    ["enrolment.added", ["First of two"]],
    ["enrolment.added", ["Second of two"]],
    ["enrolment.removed", ["First of two"]],
  ]);
  expect(await entries(fresh)).toEqual([
    ["enrolment.added", expect.arrayContaining(["First of two", "Second of two"])],
    ["enrolment.removed", ["Second of two"]],
  ]);
  expect(await entries(none)).toHaveLength(1);
});

test("a user's removed enrolments are theirs alone, the last of a course is undone, and none of a deleted course", async () => {
  const [id, other] = [await add("ended@demo.test"), await add("ended.too@demo.test")];
  const [kept, deleted] = (await insertCourses(server, ["Kept", "Deleted later"])) as [number, number];
  const end = async (user_id: number, course_id: number): Promise<number> => {
    await admin.data(ENROL, { user_id, course_ids: [course_id] });
    return (await admin.data(UNENROL, { user_id, course_id })).courseUnenrollment.ended_id;
  };
  const ended = [await end(id, kept), await end(id, kept), await end(id, deleted)];
  expect(new Set(ended).size).toBe(3);
  await end(other, kept);
  const listEnded = async () => (await user(id)).endedEnrolments.map((each: { id: number }) => each.id);
  expect(await listEnded()).toEqual(ended.toReversed());
  await server.inside("demo", (db) =>
    db.updateTable("courses").set({ deleted_at: new Date() }).where("id", "=", deleted).execute(),
  );
  expect(await listEnded()).toEqual([ended[1], ended[0]]);
  expect(await admin.refusal(ENROL, { user_id: id, course_ids: [deleted] })).toBe("NOT_FOUND");
});

test("a course that a branch does not have is assigned to nobody there", async () => {
  const [own] = await insertCourses(server, ["Not in the north"]);
  const person = await server.inside("demo", (db) =>
    db
      .selectFrom("branch_users as m")
      .innerJoin("branches as b", "b.id", "m.branch_id")
      .innerJoin("users as u", "u.id", "m.user_id")
      .where("b.url", "=", "north")
      .where("u.role", "=", "learner")
      .select("u.id")
      .executeTakeFirstOrThrow(),
  );
  const variables = { user_id: person.id, course_ids: [own] };
  expect(await admin.refusal(ENROL, { ...variables, branchUrl: "north" })).toBe("NOT_FOUND");
  expect(await admin.refusal(ENROL, variables)).toBeNull();
});
