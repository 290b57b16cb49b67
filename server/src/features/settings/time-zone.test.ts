import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addLearner, complete, insertCourses } from "../../testing/learning-paths.ts";
import { untilOthersWait } from "../../testing/locks.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { findTwoDays } from "../../testing/two-days.ts";
import { settingsJobs } from "./settings.jobs.ts";

const SETTINGS = `{ instanceSettings { version general { time_zone current_time_zone } } }`;
const UPDATE = `mutation ($version: Int!, $general: GeneralSettingsInput!) { updateInstanceSettings(version: $version, general: $general) { version general { time_zone current_time_zone } } }`;
const CERTIFIED = `{ certifiedPage(search: "many@", courseId: null) { rows { state completed_on } } viewer { instance { time_zone } } }`;
const GENERATE = `mutation ($course: Int) { generateCertificate(input: { course_id: $course }) { certificate_url } }`;
const REVOKE = `mutation ($user: Int!, $course: Int!) { revokeCertificate(user_id: $user, course_id: $course, reason: "Mistake") { state } }`;

const ZONE = "America/New_York";
const { moment: DONE, utc: UTC_DAY, newYork: NEW_YORK_DAY } = findTwoDays(100);

let server: TestServer;
let admin: Client;
let learner: Client;
let user: number;
let [course, later]: number[] = [];
let instance: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  await choose("UTC");
  [course, later] = await insertCourses(server, ["Many A", "Many B"]);
  user = await addLearner(admin, "many@demo.test");
  learner = await server.as("many@demo.test");
  for (const id of [course, later])
    await learner.data(`mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`, { id });
  await complete(admin, user, [course!, later!]);
  instance = await server.inside("demo", async (db, id) => {
    await sql`UPDATE enrolments SET completed_at = ${DONE} WHERE instance_id = ${id} AND user_id = ${user}`.execute(db);
    return id;
  });
  await admin.data(REVOKE, { user, course });
  // More than a request moves itself.
  await server.inside("demo", (db) =>
    sql`INSERT INTO certificates (instance_id, user_id, course_id, code, certificate_type, user_name, course_title, completed_on, expires_on)
      SELECT ${instance}, ${user}, ${course}, 'former-certificate-' || n, 'Default', 'Many', 'Many A', date '2000-01-01' + n, date '2001-01-01' + n
      FROM generate_series(1, 5001) n`.execute(db),
  );
});
afterAll(() => server.close());
beforeEach(async () => {
  await choose("UTC");
  await runJob();
  server.outside.jobs.length = 0;
});

async function choose(time_zone: string, rest: object = {}) {
  const { version } = (await admin.data(SETTINGS)).instanceSettings;
  return (await admin.data(UPDATE, { version, general: { time_zone, ...rest } })).updateInstanceSettings.general;
}

const runJob = () =>
  settingsJobs(server.platform)["settings.time_zone"](
    { instanceId: instance, actorId: null },
    { id: "job", attempt: 1 },
  );
const listJobs = () => server.outside.jobs.filter(({ name }) => name === "settings.time_zone");

async function read() {
  const { certifiedPage, viewer } = await admin.data(CERTIFIED);
  const rows = certifiedPage.rows as { state: string; completed_on: string }[];
  return {
    zone: viewer.instance.time_zone,
    days: [...new Set(rows.map((row) => row.completed_on))],
    states: rows.map(({ state }) => state).toSorted(),
  };
}
const FORMER = { zone: "UTC", days: [UTC_DAY], states: ["revoked", "valid"] };
const MOVED = { zone: ZONE, days: [NEW_YORK_DAY], states: ["revoked", "valid"] };

test("the former time zone applies until a job has moved many certificates, and the settings say so", async () => {
  expect(await choose(ZONE)).toEqual({ time_zone: ZONE, current_time_zone: "UTC" });
  expect(listJobs()).toHaveLength(1);
  expect(await read()).toEqual(FORMER);

  // A change of another setting, which sends the chosen time zone along, changes nothing.
  expect(await choose(ZONE, { currency: "EUR" })).toEqual({ time_zone: ZONE, current_time_zone: "UTC" });
  expect(listJobs()).toHaveLength(1);

  // A certificate of the meantime is moved along.
  const { certificate_url: url } = (await learner.data(GENERATE, { course: later })).generateCertificate;
  await runJob();
  expect(await read()).toEqual(MOVED);
  expect((await admin.data(SETTINGS)).instanceSettings.general).toEqual({ time_zone: ZONE, current_time_zone: null });
  const again = (await learner.data(GENERATE, { course: later })).generateCertificate.certificate_url;
  expect(again.split("?")[0]).toBe(url.split("?")[0]);
});

test("the job changes nothing when it runs twice", async () => {
  await choose(ZONE);
  await Promise.all([runJob(), runJob()]);
  await runJob();
  expect(await read()).toEqual(MOVED);
});

test("a job for a time zone that was taken back changes nothing", async () => {
  await choose(ZONE);
  expect(await choose("UTC")).toEqual({ time_zone: "UTC", current_time_zone: null });
  await runJob();
  expect(await read()).toEqual(FORMER);
});

test("the job moves a certificate that was issued while it moved the others", async () => {
  await choose(ZONE);
  let job: Promise<void> = Promise.resolve();
  await server.inside("demo", async (db) => {
    await sql`DELETE FROM certificates WHERE course_id = ${later}`.execute(db);
    await sql`UPDATE certificates SET user_name = 'Many' WHERE course_id = ${course} AND revoked_at IS NOT NULL`.execute(
      db,
    );
    job = runJob();
    await untilOthersWait(db);
    await sql`INSERT INTO certificates (instance_id, user_id, course_id, code, certificate_type, user_name, course_title, completed_on, expires_on)
      VALUES (${instance}, ${user}, ${later}, 'issued-meanwhile-certificate', 'Default', 'Many', 'Many B', ${UTC_DAY}, '2100-01-01')`.execute(
      db,
    );
  });
  await job;
  const days = await server.inside("demo", (db) =>
    sql<{ day: string }>`SELECT completed_on AS day FROM certificates WHERE course_id = ${later}`.execute(db),
  );
  expect(days.rows).toEqual([{ day: NEW_YORK_DAY }]);
});

test("a job leaves nothing changed when another time zone is chosen while it runs", async () => {
  await choose(ZONE);
  // The job waits for the settings, which another admin changes.
  let job: Promise<void> = Promise.resolve();
  await server.inside("demo", async (db, id) => {
    await sql`UPDATE instances SET next_time_zone = 'Asia/Tokyo' WHERE id = ${id}`.execute(db);
    job = runJob();
    await untilOthersWait(db);
  });
  await job;
  expect(await read()).toEqual(FORMER);
  expect((await admin.data(SETTINGS)).instanceSettings.general).toEqual({
    time_zone: "Asia/Tokyo",
    current_time_zone: "UTC",
  });
  await choose("UTC");
});
