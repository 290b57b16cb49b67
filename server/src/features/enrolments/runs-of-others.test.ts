import { afterAll, beforeAll, expect, test } from "vitest";
import { addLearner, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const ENROL = `mutation ($c: Int!, $u: [Int!]) {
  enrolByFilter(course_id: $c, people: { user_ids: $u }) { id enrolled } }`;
const READ = `query ($id: Int!) { enrolmentRun(id: $id) { total } }`;
const UNDO = `mutation ($id: Int!) { undoEnrolmentRun(id: $id) }`;

let server: TestServer;
let admin: Client;
let north: Client;
let course: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  [course] = (await insertCourses(server, ["Runs of others"])) as [number];
  await server.inside("demo", async (db, instance_id) => {
    const { id: user_id } = await db
      .insertInto("users")
      .values({
        instance_id,
        first_name: "Bea",
        last_name: "Branch",
        email: "bea@demo.test",
        role: "admin",
        is_primary: false,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id: branch_id } = await db
      .selectFrom("branches")
      .select("id")
      .where("instance_id", "=", instance_id)
      .where("url", "=", "north")
      .executeTakeFirstOrThrow();
    await db.insertInto("branch_users").values({ instance_id, user_id, branch_id }).execute();
    await db.insertInto("branch_courses").values({ instance_id, course_id: course, branch_id }).execute();
  });
  north = await server.as("bea@demo.test");
});
afterAll(() => server.close());

const enrol = async (by: Client, u: number[]) => (await by.data(ENROL, { c: course, u })).enrolByFilter.id as number;
const readCode = async (by: Client, text: string, id: number) =>
  (await by.query(text, { id })).errors?.[0]!.extensions.code;

const countEnrolled = (users: number[]) =>
  server.inside("demo", async (db, instance) => {
    const rows = await db
      .selectFrom("enrolments")
      .select("user_id")
      .where("instance_id", "=", instance)
      .where("course_id", "=", course)
      .where("user_id", "in", users)
      .execute();
    return rows.length;
  });

test("an admin of a branch neither reads nor undoes an enrolment of people outside the branch in a course that it shares", async () => {
  const inside = await addLearner(admin, "run.inside@demo.test", "north");
  const outside = await addLearner(admin, "run.outside@demo.test");
  const run = await enrol(admin, [inside, outside]);
  expect([await readCode(north, READ, run), await readCode(north, UNDO, run)]).toEqual(["NOT_FOUND", "NOT_FOUND"]);
  expect(await countEnrolled([inside, outside])).toBe(2);
});

test("an instructor does not undo an enrolment of people above their rank", async () => {
  const instructor = await server.as("instructor@demo.test");
  const above = await server.userId("admin@demo.test");
  const run = await enrol(admin, [above]);
  expect(await readCode(instructor, UNDO, run)).toBe("NOT_FOUND");
  expect(await countEnrolled([above])).toBe(1);
});

test("an admin of a branch undoes an enrolment of its people by another admin, and an own one after a person has left", async () => {
  const staying = await addLearner(admin, "run.staying@demo.test", "north");
  const leaving = await addLearner(admin, "run.leaving@demo.test", "north");
  const [others, own] = [await enrol(admin, [staying]), await enrol(north, [leaving])];
  await server.inside("demo", (db, instance) =>
    db.deleteFrom("branch_users").where("instance_id", "=", instance).where("user_id", "=", leaving).execute(),
  );
  for (const id of [others, own]) expect((await north.data(UNDO, { id })).undoEnrolmentRun).toBe(1);
  expect(await countEnrolled([staying, leaving])).toBe(0);
});
