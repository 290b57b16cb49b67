import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";

const LOG = `query ($id: Int!, $page: Int, $limit: Int, $language: String, $branchUrl: String) {
  userActivityLog(id: $id, page: $page, limit: $limit, language: $language, branchUrl: $branchUrl) {
    data { id message created_at } paginatorInfo { currentPage lastPage total } } }`;
const ENROL = `mutation ($user_id: Int!, $course_ids: [Int!]!) { adminCourseEnrollment(user_id: $user_id, course_ids: $course_ids) { id } }`;
const START = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;

let server: TestServer;
let amara: number;
beforeAll(async () => {
  server = await startServer();
  amara = await server.userId("amara.diallo@demo.test");
  await server.inside("demo", async (db, id) => {
    await db.deleteFrom("activity").where("instance_id", "=", id).where("user_id", "=", amara).execute();
    await db.deleteFrom("enrolments").where("instance_id", "=", id).where("user_id", "=", amara).execute();
  });
});
afterAll(() => server.close());

test("activityPage lists a user's activity with its author, the latest first", async () => {
  const admin = await server.as("admin@demo.test");
  const course = await server.courseId("Welcome to Northgate");
  await admin.data(ENROL, { user_id: amara, course_ids: [course] });
  await (await server.as("amara.diallo@demo.test")).data(START, { id: course });
  const { userActivityLog: log } = await admin.data(LOG, { id: amara });
  expect(log.data.map((entry: { message: string }) => entry.message)).toEqual([
    "Started 'Welcome to Northgate'",
    expect.stringMatching(/^Enrolled in 'Welcome to Northgate' \(by .+ .+\)$/),
  ]);
  expect(log.paginatorInfo).toEqual({ currentPage: 1, lastPage: 1, total: 2 });
});

test("activityPage is in the caller's language", async () => {
  const admin = await server.as("admin@demo.test");
  const { userActivityLog: log } = await admin.data(LOG, { id: amara, language: "fr" });
  expect(log.data[0].message).toBe("A commencé «\u202fWelcome to Northgate\u202f»");
  expect((await admin.data(LOG, { id: amara, language: "constructor" })).userActivityLog.data[0].message).toBe(
    "Started 'Welcome to Northgate'",
  );
});

test("activityPage filters by days and by kind", async () => {
  const admin = await server.as("admin@demo.test");
  const total = async (variables: object) =>
    (
      await admin.data(
        `query ($id: Int!, $from: String, $to: String, $kind: String) {
          userActivityLog(id: $id, from: $from, to: $to, kind: $kind) { paginatorInfo { total } } }`,
        { id: amara, ...variables },
      )
    ).userActivityLog.paginatorInfo.total;
  expect(await total({ kind: "started" })).toBe(1);
  expect(await total({ from: "2100-01-01" })).toBe(0);
  expect(await total({ to: "2100-01-01", kind: "" })).toBe(2);
  const refused = await admin.query(`query ($id: Int!) { userActivityLog(id: $id, to: "soon") { data { id } } }`, {
    id: amara,
  });
  expect(refused.errors![0]!.extensions.validation).toEqual({ to: ["This is not a valid date."] });
});

test("activityPage has pages of ten, and a page beyond the last returns the last", async () => {
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("activity")
      .values(Array.from({ length: 21 }, () => ({ instance_id, user_id: amara, actor_id: amara, kind: "signed_in" })))
      .execute(),
  );
  const admin = await server.as("admin@demo.test");
  const first = (await admin.data(LOG, { id: amara })).userActivityLog;
  expect(first.data).toHaveLength(10);
  expect(first.paginatorInfo).toEqual({ currentPage: 1, lastPage: 3, total: 23 });
  const last = (await admin.data(LOG, { id: amara, page: 99 })).userActivityLog;
  expect(last.paginatorInfo.currentPage).toBe(3);
  expect(last.data).toHaveLength(3);
  expect(new Set([...first.data, ...last.data].map((entry: { id: number }) => entry.id)).size).toBe(13);
});

test("a manager of a branch reads the activity of its users only, and no other instance's", async () => {
  const north = await server.as("manager.north@demo.test");
  const grace = await server.userId("learner@demo.test");
  expect(await north.refusal(LOG, { id: grace })).toBeNull();
  expect(await north.refusal(LOG, { id: amara })).toBe("NOT_FOUND");
  expect(await (await server.as("admin@riverside.test")).refusal(LOG, { id: grace })).toBe("NOT_FOUND");
  for (const email of ["learner@demo.test", "instructor@demo.test"])
    expect(await (await server.as(email)).refusal(LOG, { id: grace })).toBe("FORBIDDEN");
});
