import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addLearner, ASSIGN, createPath, insertCourses, UNASSIGN } from "../../testing/learning-paths.ts";
import { openRows } from "../../testing/report-rows.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { findById, keepOrigin, lockCompletion } from "./certificates.queries.ts";
import { listToIssue } from "./path-certificates.queries.ts";

const GENERATE = `mutation ($course: Int, $path: Int) { generateCertificate(input: { course_id: $course, path_id: $path }) { certificate_url } }`;
const CERTIFIED = `query ($courseId: Int, $pathId: Int, $state: String, $search: String, $category_id: Int, $from: String, $to: String) {
  certifiedPage(courseId: $courseId, pathId: $pathId, state: $state, search: $search, category_id: $category_id, from: $from, to: $to, limit: 100) {
    total rows { user_id course_title state } } }`;
const REVOKE = `mutation ($user: Int!, $course: Int!) { revokeCertificate(user_id: $user, course_id: $course, reason: "Mistake") { state } }`;
const COMPLETED = `query ($userId: Int) { completedCourses(userId: $userId) { title } }`;

const START = Date.now();
/** Returns the day so many days ago, yyyy-mm-dd. */
const day = (daysAgo: number) => new Date(START - daysAgo * 86_400_000).toISOString().slice(0, 10);
const DONE = day(40);

let server: TestServer;
let admin: Client;
/** Two people who completed the same courses and learning paths at the same midnight. */
let [ann, bob]: { id: number; client: Client }[] = [];
let [reading, writing, third]: number[] = [];
/** Of the course reading, without a template. */
let readingPath: number;
/** Of the course writing, with a template. */
let writingPath: number;
beforeAll(async () => {
  server = await startServer();
  await server.platform.database.pool.query("UPDATE instances SET time_zone = 'UTC' WHERE domain = 'demo'");
  admin = await server.as("admin@demo.test");
  [reading, writing, third] = await insertCourses(server, ["Apart reading", "Apart writing", "Apart third"]);
  const people = await Promise.all(
    ["ann.apart@demo.test", "bob.apart@demo.test"].map(async (email) => {
      const id = await addLearner(admin, email);
      return { id, client: await server.as(email) };
    }),
  );
  [ann, bob] = people;
  for (const { id } of people)
    await enrol([
      [id, reading!, DONE],
      [id, writing!, DONE],
    ]);
  await enrol([
    [ann!.id, third!, null],
    [bob!.id, third!, DONE],
  ]);
  const { createCertificateTemplate: template } = await admin.data(
    `mutation { createCertificateTemplate(input: { name: "Apart", design: { name_line: "{name}", course_line: "{course}" } }) { id } }`,
  );
  const months = { certificate_months: 12 };
  ({ id: readingPath } = await createPath(admin, "Apart path of reading", [{ course_ids: [reading!] }], months));
  const designed = { ...months, certificate_template_id: template.id };
  ({ id: writingPath } = await createPath(admin, "Apart path of writing", [{ course_ids: [writing!] }], designed));
  for (const id of [readingPath, writingPath])
    await admin.data(ASSIGN, { id, to: { user_ids: people.map((person) => person.id) } });
  await server.inside("demo", async (db, instance) => {
    await sql`UPDATE learning_path_people SET completed_at = ${DONE}::date::timestamp AT TIME ZONE 'UTC'
      WHERE instance_id = ${instance} AND path_id = ANY (${[readingPath, writingPath]}::integer[])`.execute(db);
    // A person who was deleted has completed a path too.
    const person = { instance_id: instance, first_name: "Apart", last_name: "Gone", email: "left.apart@demo.test" };
    const gone = await db
      .insertInto("users")
      .values({ ...person, deleted_at: new Date() })
      .returning("id")
      .executeTakeFirstOrThrow();
    await sql`INSERT INTO learning_path_people (instance_id, path_id, user_id, completed_at)
      VALUES (${instance}, ${readingPath}, ${gone.id}, ${DONE}::date::timestamp AT TIME ZONE 'UTC')`.execute(db);
    // Before the certificate of Ann: that of an earlier completion, and one that ended with its enrolment.
    await sql`INSERT INTO certificates
      (instance_id, user_id, course_id, code, certificate_type, user_name, course_title, completed_on, expires_on, revoked_at, ended_at)
      SELECT ${instance}, ${ann!.id}, ${writing}, rpad(n, 24, 'x'), 'Default', 'Nora Blake', 'Apart writing', d::date, d::date + 365, now(), e
      FROM (VALUES ('apart-ended', ${DONE}, now()), ('apart-earlier', ${day(80)}, NULL)) AS former (n, d, e)`.execute(
      db,
    );
  });
});
afterAll(() => server.close());

/** Enrols people in courses, which they complete at the midnight in which a day begins. */
const enrol = (enrolments: [userId: number, courseId: number, completedOn: string | null][]) =>
  server.inside("demo", (db, instance_id) =>
    db
      .insertInto("enrolments")
      .values(
        enrolments.map(([user_id, course_id, on]) => ({
          instance_id,
          user_id,
          course_id,
          units_completed: on === null ? 0 : 1,
          completed_at: on === null ? null : new Date(`${on}T00:00:00Z`),
        })),
      )
      .execute(),
  );

/** Issues or finds a certificate. @returns its id */
async function generate({ client }: { client: Client }, of: { course?: number; path?: number }): Promise<number> {
  const { certificate_url } = (await client.data(GENERATE, of)).generateCertificate;
  return Number(/(\d+)\.pdf/.exec(certificate_url)?.[1]);
}

const certified = async (variables: object) => {
  const { total, rows } = (await admin.data(CERTIFIED, { search: "apart", ...variables })).certifiedPage;
  expect(rows).toHaveLength(total);
  return rows as { user_id: number; course_title: string; state: string }[];
};
const listStates = async (variables: object) =>
  (await certified(variables)).map(({ user_id, state }) => [user_id, state]).toSorted();
const listTitles = async (variables: object) => [
  ...new Set((await certified(variables)).map(({ course_title }) => course_title).toSorted()),
];

const listOpen = async () =>
  (await server.inside("demo", (db, instance) => listToIssue(db, instance, 100)))
    .map(({ user_id, path_id }) => [user_id, path_id])
    .toSorted();

test("each person has a certificate of their own for each completion of a course and a path", async () => {
  const issue = async () => {
    const ids: number[] = [];
    for (const person of [ann!, bob!])
      for (const of of [{ course: reading! }, { course: writing! }, { path: readingPath }, { path: writingPath }])
        ids.push(await generate(person, of));
    return ids;
  };
  const open = [ann!, bob!].flatMap(({ id }) => [readingPath, writingPath].map((path) => [id, path]));
  expect(await listOpen()).toEqual(open.toSorted());
  const { pool } = server.platform.database;
  await pool.query("UPDATE instances SET deleted_at = now() WHERE domain = 'demo'");
  expect(await listOpen()).toEqual([]);
  await pool.query("UPDATE instances SET deleted_at = NULL WHERE domain = 'demo'");
  const ids = await issue();
  expect(await listOpen()).toEqual([]);
  expect(new Set(ids).size).toBe(8);
  expect(await issue()).toEqual(ids);
  const read = (id: number) => server.inside("demo", async (db, instance) => (await findById(db, instance, id))!);
  const [ofCourse, ofPath, designed] = await Promise.all([ids[0]!, ids[2]!, ids[3]!].map(read));
  expect(ofCourse).toMatchObject({ design: null, statement: "has completed the course" });
  expect(ofPath).toMatchObject({ design: null, statement: "has completed the learning path" });
  expect(designed!.design?.course_line).toBe("{course}");
});

test("the first download of a certificate decides the address of its own public page alone", async () => {
  const [first, second] = [await generate(ann!, { course: reading! }), await generate(bob!, { course: reading! })];
  const origins = await server.inside("demo", async (db, instance) => [
    await keepOrigin(db, instance, first, "https://first.test"),
    await keepOrigin(db, instance, second, "https://second.test"),
    await keepOrigin(db, instance, first, "https://later.test"),
  ]);
  expect(origins).toEqual(["https://first.test", "https://second.test", "https://first.test"]);
});

test("revokeCertificate revokes the certificate of one person for one course", async () => {
  await admin.data(REVOKE, { user: ann!.id, course: reading });
  const states = (ofAnn: string) =>
    [
      [ann!.id, ofAnn],
      [bob!.id, "valid"],
    ].toSorted();
  expect(await listStates({ courseId: reading })).toEqual(states("revoked"));
  // Neither a former certificate nor one that ended counts.
  expect(await listStates({ courseId: writing })).toEqual(states("valid"));
  expect(await listStates({ pathId: readingPath })).toEqual(states("valid"));
  expect(await listStates({ state: "revoked" })).toEqual([[ann!.id, "revoked"]]);
  expect(await listStates({ courseId: reading, state: "valid" })).toEqual([[bob!.id, "valid"]]);
});

test("certifiedPage finds courses and paths by the day of completion and by category", async () => {
  const all = ["Apart path of reading", "Apart path of writing", "Apart reading", "Apart third", "Apart writing"];
  expect(await listTitles({ from: DONE, to: DONE })).toEqual(all);
  expect(await listTitles({ to: day(41) })).toEqual([]);
  expect(await listTitles({ from: day(39) })).toEqual([]);
  const category = await server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("categories")
      .values({ instance_id, name: "Apart" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("course_categories")
      .values({ instance_id, course_id: writing!, category_id: id, position: 1 })
      .execute();
    return id;
  });
  expect(await listTitles({ category_id: category })).toEqual(["Apart path of writing", "Apart writing"]);
});

test("certifications leave out visitors, and people and courses that are deleted", async () => {
  const rows = openRows(server);
  const gone = await rows.person("Gone Other", { deleted_at: new Date() });
  const visitor = await rows.person("Visiting Other", { platform_user_id: 1, role: "super_admin" });
  const deleted = await rows.course("Apart deleted", { deleted_at: new Date() });
  await enrol([
    [gone, third!, DONE],
    [visitor, third!, DONE],
    [bob!.id, deleted, DONE],
  ]);
  expect(await listStates({ courseId: third })).toEqual([[bob!.id, "valid"]]);
  expect(await certified({ courseId: deleted })).toEqual([]);
  for (const userId of [gone, visitor]) expect(await admin.refusal(COMPLETED, { userId })).toBe("NOT_FOUND");
});

test("a certificate is issued only while its own course or path is complete", async () => {
  const isComplete = (user_id: number, of: { course?: number; path?: number }, completed_on = DONE) =>
    server.inside("demo", (db, instanceId) =>
      lockCompletion(
        { db, instanceId },
        { user_id, course_id: of.course ?? null, path_id: of.path ?? null, completed_on },
      ),
    );
  expect(await isComplete(ann!.id, { course: reading! })).toBe(true);
  expect(await isComplete(ann!.id, { course: third! })).toBe(false);
  const cas = await addLearner(admin, "cas.apart@demo.test");
  expect(await isComplete(ann!.id, { path: readingPath })).toBe(true);
  expect(await isComplete(ann!.id, { path: readingPath }, day(41))).toBe(false);
  expect(await isComplete(cas, { path: readingPath })).toBe(false);
  const { id: other } = await createPath(admin, "Apart path of others", [{ course_ids: [third!] }]);
  expect(await isComplete(ann!.id, { path: other })).toBe(false);

  await admin.data(UNASSIGN, { id: writingPath, from: { user_ids: [ann!.id] } });
  await admin.data(UNASSIGN, { id: readingPath, from: { user_ids: [bob!.id] } });
  expect(await isComplete(ann!.id, { path: writingPath })).toBe(false);
});

test("the public page of a path's certificate follows the assignment of its holder to that path", async () => {
  const states = await server.inside("demo", async (db, instance) => {
    const issued = await db
      .selectFrom("certificates")
      .where("instance_id", "=", instance)
      .where("path_id", "in", [readingPath, writingPath])
      .select(["id", "user_id", "path_id"])
      .execute();
    const found = [];
    for (const { id, user_id, path_id } of issued)
      found.push([user_id, path_id, (await findById(db, instance, id))?.state]);
    return found;
  });
  expect(states.toSorted()).toEqual(
    [
      [ann!.id, readingPath, "valid"],
      [ann!.id, writingPath, "revoked"],
      [bob!.id, readingPath, "revoked"],
      [bob!.id, writingPath, "valid"],
    ].toSorted(),
  );
});
