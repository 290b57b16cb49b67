import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runHousekeeping } from "../../housekeeping.ts";
import { work } from "../../testing/automations.ts";
import {
  addLearner,
  ASSIGN,
  complete,
  createPath,
  insertCourses,
  pathInput,
  UNASSIGN,
  UPDATE,
} from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { issuePathCertificates } from "./certificates.service.ts";

const LIST = `query ($userId: Int) { certificatesOfUser(userId: $userId) { course_id path_id title completed_date expiry_date } }`;
const GENERATE = `mutation ($path: Int!, $user: Int) { generateCertificate(input: { path_id: $path, user_id: $user }) { certificate_url } }`;
const CERTIFIED = `query ($path: Int, $course: Int, $search: String) { certifiedPage(pathId: $path, courseId: $course, search: $search) { total rows {
  user_id course_id path_id course_title state is_again expires_on } } }`;
const REVOKE = `mutation ($user: Int!, $path: Int, $course: Int) { revokeCertificate(user_id: $user, path_id: $path, course_id: $course, reason: "Mistake") { state } }`;
const RESTORE = `mutation ($user: Int!, $path: Int) { restoreCertificate(user_id: $user, path_id: $path) { state } }`;
const WAY = `query ($id: Int!) { myLearningPath(id: $id) { certificate_months certificate_expires_on certificate_is_revoked completed_at } }`;
const BELL = "{ notifications { rows { kind path_id course_title } } }";
const COMPLIANCE = `query ($path: Int!) { compliance(path_id: $path) { people { rows { id state expires } } } }`;
const NUMBERED = { number_scheme: "PATH-{number:3}", name_line: "{name}", course_line: "{path}: {course}" };

let server: TestServer;
let admin: Client;
let learner: Client;
let user: number;
let [first, second]: number[] = [];
let path: { id: number; version: number };
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  [first, second] = await insertCourses(server, ["Ropes", "Knots"]);
  const { createCertificateTemplate: template } = await admin.data(
    `mutation ($design: CertificateDesignInput!) { createCertificateTemplate(input: { name: "Paths", design: $design }) { id } }`,
    { design: NUMBERED },
  );
  path = await createPath(admin, "Rope skills", [{ course_ids: [first!, second!] }], {
    certificate_months: 24,
    certificate_template_id: template.id,
  });
  user = await addLearner(admin, "ropes@demo.test");
  learner = await server.as("ropes@demo.test");
});
afterAll(() => server.close());

const rows = (userId: number) =>
  server.inside("demo", (db, id) =>
    db
      .selectFrom("certificates")
      .selectAll()
      .where("instance_id", "=", id)
      .where("user_id", "=", userId)
      .where("path_id", "is not", null)
      .orderBy("id")
      .execute(),
  );
const assign = (userId: number) => admin.data(ASSIGN, { id: path.id, to: { user_ids: [userId] } });
const download = async (client: Client, variables: object) =>
  (await client.data(GENERATE, { path: path.id, ...variables })).generateCertificate.certificate_url as string;
const get = (url: string) => server.app.inject({ url, headers: { host: "demo.localhost" } });
const notices = async (client: Client) =>
  (await client.data(BELL)).notifications.rows.filter(({ kind }: { kind: string }) => kind.startsWith("certificate"));
const inTwoYears = () => {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + 2);
  return day.toISOString().slice(0, 10);
};

test("a worker issues the certificate of a completed path once, and notifies its holder once", async () => {
  await assign(user);
  await complete(admin, user, [first!]);
  await work(server);
  expect(await rows(user)).toEqual([]);
  expect(await learner.refusal(GENERATE, { path: path.id })).toBe("NOT_FOUND");

  await complete(admin, user, [second!]);
  const instanceId = await server.inside("demo", async (_, id) => id);
  // Several workers at the same time, and the learner who opens it meanwhile.
  await Promise.all([
    work(server),
    issuePathCertificates(server.platform, instanceId),
    issuePathCertificates(server.platform, instanceId),
    download(learner, {}),
  ]);
  await work(server);
  const issued = await rows(user);
  expect(issued).toMatchObject([{ course_id: null, course_title: "Rope skills", number: "PATH-001" }]);
  // None when the learner's own request was first.
  expect((await notices(learner)).length).toBeLessThanOrEqual(1);
});

test("the certificate is listed with those of courses, for the learner and in reports", async () => {
  const certificate = { course_id: null, path_id: path.id, title: "Rope skills", expiry_date: inTwoYears() };
  const listed = (await learner.data(LIST)).certificatesOfUser;
  expect(listed).toHaveLength(3);
  expect(listed).toContainEqual(expect.objectContaining(certificate));
  expect((await admin.data(LIST, { userId: user })).certificatesOfUser).toEqual(listed);
  expect((await learner.data(WAY, { id: path.id })).myLearningPath).toMatchObject({
    certificate_months: 24,
    certificate_expires_on: inTwoYears(),
    certificate_is_revoked: false,
  });

  const { certifiedPage } = await admin.data(CERTIFIED, { path: path.id });
  expect(certifiedPage).toMatchObject({
    total: 1,
    rows: [{ user_id: user, course_id: null, path_id: path.id, course_title: "Rope skills", state: "valid" }],
  });
  expect((await admin.data(CERTIFIED, { search: "rope skills" })).certifiedPage.total).toBe(1);
  expect((await admin.data(CERTIFIED, { course: first })).certifiedPage.rows).toMatchObject([{ path_id: null }]);
});

test("other sites, branches and learners do not see it", async () => {
  const other = await server.as("admin@riverside.test");
  expect(await other.refusal(LIST, { userId: user })).toBe("NOT_FOUND");
  expect(await other.refusal(GENERATE, { path: path.id })).toBe("NOT_FOUND");
  expect((await other.data(CERTIFIED, { path: path.id })).certifiedPage.total).toBe(0);
  const north = await server.as("manager.north@demo.test");
  expect(await north.refusal(GENERATE, { path: path.id, user })).toBe("NOT_FOUND");
  expect((await north.data(CERTIFIED, { path: path.id })).certifiedPage.total).toBe(0);
  const colleague = await server.as("learner@demo.test");
  expect(await colleague.refusal(GENERATE, { path: path.id, user })).toBe("FORBIDDEN");
  expect(await colleague.refusal(GENERATE, { path: path.id })).toBe("NOT_FOUND");
});

test("the PDF and the public page name the path", async () => {
  const pdf = await get(await download(learner, {}));
  expect(pdf.statusCode).toBe(200);
  expect(pdf.headers["content-type"]).toBe("application/pdf");
  const [{ code, drawn_from } = { code: "", drawn_from: null }] = await rows(user);
  expect(drawn_from).toMatchObject({ statement: "has completed the learning path" });
  const page = await get(`/certificates/${code}`);
  expect(page.body).toContain("Learning path");
  expect(page.body).toContain("Rope skills");
  expect(page.body).toContain("This certificate is valid.");
});

test("revoking and restoring it counts in compliance and on the public page", async () => {
  const state = async () =>
    (await admin.data(COMPLIANCE, { path: path.id })).compliance.people.rows.find(
      (row: { id: number }) => row.id === user,
    );
  expect(await state()).toMatchObject({ state: "compliant", expires: inTwoYears() });
  expect((await admin.data(REVOKE, { user, path: path.id })).revokeCertificate.state).toBe("revoked");
  expect(await admin.refusal(REVOKE, { user, path: path.id })).toBe("CONFLICT");
  expect(await state()).toMatchObject({ state: "expired" });
  expect(await learner.refusal(GENERATE, { path: path.id })).toBe("CONFLICT");
  const [{ code } = { code: "" }] = await rows(user);
  expect((await get(`/certificates/${code}`)).body).toContain("has been revoked");
  expect((await admin.data(RESTORE, { user, path: path.id })).restoreCertificate.state).toBe("valid");
  expect(await state()).toMatchObject({ state: "compliant" });
  expect(await admin.refusal(REVOKE, { user })).toBe("VALIDATION");
  expect(await admin.refusal(REVOKE, { user, path: path.id, course: first })).toBe("VALIDATION");
});

test("it ends with the assignment, and returns with it", async () => {
  const url = await download(learner, {});
  await admin.data(UNASSIGN, { id: path.id, from: { user_ids: [user] } });
  expect(
    (await learner.data(LIST)).certificatesOfUser.some((row: { path_id: number }) => row.path_id === path.id),
  ).toBe(false);
  expect((await get(url)).statusCode).toBe(404);
  await assign(user);
  expect((await get(url)).statusCode).toBe(200);
  expect(await rows(user)).toHaveLength(1);
});

test("a completion by courses that were completed earlier gets a certificate too", async () => {
  const early = await addLearner(admin, "early@demo.test");
  await admin.data(
    `mutation ($ids: [Int!]!, $courses: [Int!]!) { enrolUsers(user_ids: $ids, course_ids: $courses) { count } }`,
    { ids: [early], courses: [first, second] },
  );
  await complete(admin, early, [first!, second!]);
  await assign(early);
  await work(server);
  expect(await rows(early)).toMatchObject([{ path_id: path.id }]);
  expect(await notices(await server.as("early@demo.test"))).toMatchObject([
    { kind: "certificate_issued", path_id: path.id, course_title: "Rope skills" },
  ]);
});

test("a path that gets a certificate later issues it to people who completed it before", async () => {
  const { id, version } = await createPath(admin, "Later", [{ course_ids: [first!] }]);
  const late = await addLearner(admin, "late@demo.test");
  await admin.data(ASSIGN, { id, to: { user_ids: [late] } });
  await complete(admin, late, [first!]);
  await work(server);
  expect(await rows(late)).toEqual([]);
  const sections = [{ course_ids: [first!] }];
  const change = { id, version, input: pathInput("Later", sections, { certificate_months: 6 }) };
  await admin.data(UPDATE, change);
  await work(server);
  expect(await rows(late)).toMatchObject([{ course_title: "Later", number: null, template_version_id: null }]);

  // It keeps its last day, also when the path has no certificate any more.
  const before = (await (await server.as("late@demo.test")).data(LIST)).certificatesOfUser;
  await admin.data(UPDATE, { id, version: version + 1, input: pathInput("Later", sections) });
  expect((await (await server.as("late@demo.test")).data(LIST)).certificatesOfUser).toEqual(before);
});

test("a path is completed again when its courses were taken again, and then has a new certificate", async () => {
  const again = await addLearner(admin, "again@demo.test");
  await assign(again);
  await complete(admin, again, [first!, second!]);
  await work(server);
  await server.inside("demo", (db, instance) =>
    sql`UPDATE certificates SET completed_on = completed_on - 700, expires_on = expires_on - 700
      WHERE instance_id = ${instance} AND user_id = ${again}`.execute(db),
  );
  await ago(again, "700 days", path.id, { keeps: true });
  const formerly = await rows(again);
  for (const course of [first, second])
    await admin.data(
      `mutation ($course: Int!, $user: Int!) { retakeCourse(course_id: $course, user_id: $user) { attempt } }`,
      {
        course,
        user: again,
      },
    );
  await complete(admin, again, [first!]);
  await work(server);
  expect(await rows(again)).toEqual(formerly);
  await complete(admin, again, [second!]);
  await work(server);
  const renewed = await rows(again);
  expect(renewed).toHaveLength(formerly.length + 1);
  expect(renewed.at(-1)).toMatchObject({ expires_on: inTwoYears() });
});

test("an optional course that is completed later renews nothing", async () => {
  const { id } = await createPath(admin, "Any", [{ course_ids: [first!, second!], needed: 1 }], {
    certificate_months: 12,
  });
  const any = await addLearner(admin, "any@demo.test");
  await admin.data(ASSIGN, { id, to: { user_ids: [any] } });
  await complete(admin, any, [first!]);
  await ago(any, "3 days", id);
  await complete(admin, any, [second!]);
  const [{ completed_at }] = (await (await server.as("any@demo.test")).data(`{ myLearningPaths { completed_at } }`))
    .myLearningPaths;
  expect(new Date(completed_at).getTime()).toBeLessThan(Date.now() - 2 * 86_400_000);
});

test("its holder is reminded before it expires, once at each distance, and an expired one is not issued", async () => {
  const soon = await addLearner(admin, "soon@demo.test");
  await assign(soon);
  await complete(admin, soon, [first!, second!]);
  await ago(soon, "2 years -5 days");
  const gone = await addLearner(admin, "gone@demo.test");
  await assign(gone);
  await complete(admin, gone, [first!, second!]);
  await ago(gone, "2 years 5 days");
  await runHousekeeping(server.platform);
  await runHousekeeping(server.platform);
  const client = await server.as("soon@demo.test");
  expect((await notices(client)).map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    "certificate_expiring",
    "certificate_issued",
  ]);
  expect(await rows(gone)).toEqual([]);
  expect((await admin.data(CERTIFIED, { path: path.id })).certifiedPage.rows).toContainEqual(
    expect.objectContaining({ user_id: gone, state: "expired" }),
  );
});

test("a certificate is issued until its last day", async () => {
  const { id } = await createPath(admin, "Four years", [{ course_ids: [first!] }], { certificate_months: 48 });
  const [onTheDay, late] = [
    await addLearner(admin, "on-the-day@demo.test"),
    await addLearner(admin, "day-late@demo.test"),
  ];
  await admin.data(ASSIGN, { id, to: { user_ids: [onTheDay, late] } });
  for (const each of [onTheDay, late]) await complete(admin, each, [first!]);
  await ago(onTheDay, "4 years", id);
  await ago(late, "4 years 1 day", id);
  await work(server);
  expect(await rows(onTheDay)).toMatchObject([{ course_title: "Four years" }]);
  expect(await rows(late)).toEqual([]);
});

test("only templates of the instance, and months from 1 to 120, are accepted", async () => {
  const attempt = (more: object) =>
    admin.refusal(`mutation ($input: LearningPathInput!) { createLearningPath(input: $input) { id } }`, {
      input: pathInput("Refused", [{ course_ids: [first!] }], more),
    });
  expect(await attempt({ certificate_months: 0 })).toBe("VALIDATION");
  expect(await attempt({ certificate_months: 121 })).toBe("VALIDATION");
  expect(await attempt({ certificate_months: 1, certificate_template_id: 999_999 })).toBe("VALIDATION");
});

/** Moves the completion of a path, and of the courses, into the past; what was issued for it goes. */
async function ago(userId: number, interval: string, pathId = path.id, { keeps = false } = {}): Promise<void> {
  await server.inside("demo", async (db, instance) => {
    for (const [table, condition] of [
      ["learning_path_people", sql`path_id = ${pathId}`],
      ["enrolments", sql`true`],
    ] as const)
      await sql`UPDATE ${sql.table(table)} SET completed_at = completed_at - ${interval}::interval
        WHERE instance_id = ${instance} AND user_id = ${userId} AND ${condition}`.execute(db);
    if (!keeps) await sql`DELETE FROM certificates WHERE instance_id = ${instance} AND user_id = ${userId}`.execute(db);
  });
}
