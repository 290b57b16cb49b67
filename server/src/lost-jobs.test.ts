import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createFileKey } from "./features/files/addresses.ts";
import { runImport } from "./features/archives/import.service.ts";
import { runHousekeeping } from "./housekeeping.ts";
import type { JobMap } from "./platform/jobs.ts";
import type { Office } from "./platform/office.ts";
import { type Client, startServer, type TestServer } from "./testing/server.ts";

const REQUEST = `mutation { requestPersonalDataExport { id } }`;
const LATEST = `{ personalDataExport { state } }`;
const STATE = `query ($id: Int!) { courseImport(id: $id) { state problems } }`;
const OUR_FAULT = "Something went wrong on our side. Please try again.";

let server: TestServer;
let owner: pg.Pool;
let instance: number;
let author: Client;
let authorId: number;
let keys: Record<"document" | "lost" | "refused", string>;
beforeAll(async () => {
  server = await startServer();
  const { host, port, database } = server.connection;
  owner = new pg.Pool({ host, port, database, user: "postgres", max: 1 });
  instance = await server.inside("demo", async (_, id) => id);
  const newKey = () => createFileKey(instance);
  keys = { document: newKey(), lost: newKey(), refused: newKey() };
  author = await server.as("instructor@demo.test");
  authorId = await server.userId("instructor@demo.test");
});
beforeEach(async () => {
  server.outside.jobs.length = 0;
  await owner.query("DELETE FROM pgboss.job");
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

/** Returns the jobs of a kind that the housekeeping enqueued. */
async function keepHouse(name: keyof JobMap) {
  server.outside.jobs.length = 0;
  await runHousekeeping(server.platform);
  return server.outside.jobs.filter((job) => job.name === name).map(({ payload }) => payload);
}
const enqueue = (name: keyof JobMap, payload: object) =>
  owner.query("INSERT INTO pgboss.job (name, data) VALUES ($1, $2)", [
    name,
    JSON.stringify({ instanceId: instance, actorId: null, ...payload }),
  ]);
const failAll = () => owner.query("UPDATE pgboss.job SET state = 'failed', completed_on = now()");
const insertFile = async (key: string) => {
  await owner.query(
    `INSERT INTO files (instance_id, key, name, type, size, purpose, uploaded_by) VALUES ($1, $2, 'a.docx', 'text/plain', 4, 'archive', $3)`,
    [instance, key, authorId],
  );
};

test("enqueues the erasure of a person again after its job failed for good, and not while it waits", async () => {
  const id = await server.userId("samuel.okonkwo@demo.test");
  await owner.query("UPDATE users SET erased_at = now(), is_active = false WHERE instance_id = $1 AND id = $2", [
    instance,
    id,
  ]);
  await enqueue("person.erase", { userId: id, origin: "http://demo.localhost" });
  expect(await keepHouse("person.erase")).toEqual([]);
  await failAll();
  const payload = { instanceId: instance, actorId: null, userId: id, origin: "http://demo.localhost" };
  expect(await keepHouse("person.erase")).toEqual([payload]);
});

test("enqueues unpacking a package again after its job failed for good, and not while it waits", async () => {
  const { rows } = await owner.query(
    "UPDATE scorm_packages SET state = 'unpacking' WHERE (instance_id, id) = (SELECT instance_id, id FROM scorm_packages WHERE instance_id = $1 AND folder_key IS NOT NULL LIMIT 1) RETURNING id",
    [instance],
  );
  await enqueue("scorm.unpack", { packageId: rows[0].id });
  expect(await keepHouse("scorm.unpack")).toEqual([]);
  await failAll();
  expect(await keepHouse("scorm.unpack")).toEqual([{ instanceId: instance, actorId: null, packageId: rows[0].id }]);
});

test("enqueues the conversion of a document again where the server can convert", async () => {
  const fileKey = keys.document;
  await insertFile(fileKey);
  await owner.query("INSERT INTO document_views (instance_id, file_key) VALUES ($1, $2)", [instance, fileKey]);
  expect(await keepHouse("document.convert")).toEqual([]);
  server.platform.office = { toPdf: () => Promise.reject(new Error("Not called.")) } satisfies Office;
  expect(await keepHouse("document.convert")).toEqual([{ instanceId: instance, actorId: null, fileKey }]);
  await enqueue("document.convert", { fileKey });
  expect(await keepHouse("document.convert")).toEqual([]);
  server.platform.office = null;
});

test("enqueues the move to a time zone again after its job failed for good, and not while it waits", async () => {
  await owner.query("UPDATE instances SET next_time_zone = 'America/New_York' WHERE id = $1", [instance]);
  await enqueue("settings.time_zone", {});
  expect(await keepHouse("settings.time_zone")).toEqual([]);
  await failAll();
  expect(await keepHouse("settings.time_zone")).toEqual([{ instanceId: instance, actorId: null }]);
  await owner.query("UPDATE instances SET next_time_zone = NULL WHERE id = $1", [instance]);
  expect(await keepHouse("settings.time_zone")).toEqual([]);
});

async function insertImport(key: string): Promise<number> {
  await insertFile(key);
  const { rows } = await owner.query(
    "INSERT INTO course_imports (instance_id, user_id, file_key, state) VALUES ($1, $2, $3, 'working') RETURNING id",
    [instance, authorId, key],
  );
  return rows[0].id;
}

test("ends an import whose job was lost, and lets its file be swept", async () => {
  const id = await insertImport(keys.lost);
  await enqueue("course.import", { importId: id, actorId: authorId });
  await runHousekeeping(server.platform);
  expect((await author.data(STATE, { id })).courseImport.state).toBe("working");
  await failAll();
  await runHousekeeping(server.platform);
  expect((await author.data(STATE, { id })).courseImport).toEqual({ state: "failed", problems: [OUR_FAULT] });
  await owner.query("UPDATE files SET created_at = now() - interval '8 days' WHERE key = $1", [keys.lost]);
  await runHousekeeping(server.platform);
  expect((await owner.query("SELECT FROM files WHERE key = $1", [keys.lost])).rows).toEqual([]);
});

test("ends an import when its author may no longer create courses", async () => {
  const id = await insertImport(keys.refused);
  await owner.query("UPDATE users SET role = 'learner' WHERE instance_id = $1 AND id = $2", [instance, authorId]);
  await server.platform.files.put(keys.refused, Readable.from([Buffer.from("text")]), { type: "application/zip" });
  const job = { instanceId: instance, actorId: authorId, importId: id };
  await runImport(server.platform, job, 1).catch(() => {});
  await owner.query("UPDATE users SET role = 'instructor' WHERE instance_id = $1 AND id = $2", [instance, authorId]);
  expect((await author.data(STATE, { id })).courseImport.state).toBe("failed");
});

test("ends a copy of personal data whose job was lost, so that another can be requested", async () => {
  await author.data(REQUEST);
  const { exportId } = server.outside.jobs.find(({ name }) => name === "personal_data.export")!.payload as {
    exportId: number;
  };
  await enqueue("personal_data.export", { exportId });
  await runHousekeeping(server.platform);
  expect(await author.refusal(REQUEST)).toBe("CONFLICT");
  await failAll();
  await runHousekeeping(server.platform);
  expect((await author.data(LATEST)).personalDataExport).toEqual({ state: "failed" });
  expect(await author.refusal(REQUEST)).toBeNull();
});

test("enqueues the sending of a message again after its job failed for good, and not while it waits", async () => {
  const learner = await server.userId("learner@demo.test");
  const { rows } = await owner.query(
    `INSERT INTO announcements (instance_id, created_by, request_key, subject, body, by_mail, in_product, total)
     VALUES ($1, $2, 'lost-job', 'Drill', 'At ten.', true, true, 1) RETURNING id`,
    [instance, authorId],
  );
  const announcementId = rows[0].id;
  await owner.query(
    "INSERT INTO announcement_people (instance_id, announcement_id, user_id, state) VALUES ($1, $2, $3, 'mailing')",
    [instance, announcementId, learner],
  );
  await enqueue("announcement.send", { announcementId, origin: "http://demo.localhost" });
  expect(await keepHouse("announcement.send")).toEqual([]);
  await failAll();
  const payload = {
    instanceId: instance,
    actorId: null,
    announcementId,
    origin: expect.stringMatching("//demo.localhost"),
  };
  expect(await keepHouse("announcement.send")).toEqual([payload]);
  await owner.query("DELETE FROM announcements WHERE instance_id = $1 AND id = $2", [instance, announcementId]);
});

test("ends an export of a report whose job was lost, so that it does not count as running", async () => {
  const { rows } = await owner.query(
    `INSERT INTO report_exports (instance_id, user_id, kind, format, request, scope, state)
     VALUES ($1, $2, 'users', 'csv', '{"kind": "users"}', '[null, []]', 'working') RETURNING id`,
    [instance, authorId],
  );
  const exportId = rows[0].id;
  const readState = async () =>
    (await owner.query("SELECT state FROM report_exports WHERE instance_id = $1 AND id = $2", [instance, exportId]))
      .rows;
  await enqueue("report.export", { exportId });
  await runHousekeeping(server.platform);
  expect(await readState()).toEqual([{ state: "working" }]);
  await failAll();
  await runHousekeeping(server.platform);
  expect(await readState()).toEqual([{ state: "failed" }]);
});

test("enqueues an enrolment of many people again after its job failed for good, and not while it waits", async () => {
  const [admin, learner] = [await server.userId("admin@demo.test"), await server.userId("learner@demo.test")];
  const { rows } = await owner.query(
    `INSERT INTO enrolment_runs (instance_id, course_id, created_by, total)
     SELECT $1, min(id), $2, 1 FROM courses WHERE instance_id = $1 RETURNING id`,
    [instance, admin],
  );
  const runId = rows[0].id;
  await owner.query("INSERT INTO enrolment_run_people (instance_id, run_id, user_id) VALUES ($1, $2, $3)", [
    instance,
    runId,
    learner,
  ]);
  await enqueue("enrolment.run", { runId });
  expect(await keepHouse("enrolment.run")).toEqual([]);
  await failAll();
  const payload = {
    instanceId: instance,
    actorId: admin,
    runId,
    origin: expect.stringMatching("//demo.localhost"),
    language: "en",
  };
  expect(await keepHouse("enrolment.run")).toEqual([payload]);
  // Nobody waits in one that has ended.
  for (const end of ["problem = 'Full', undone_at = NULL", "problem = NULL, undone_at = now()"]) {
    await owner.query(`UPDATE enrolment_runs SET ${end} WHERE instance_id = $1 AND id = $2`, [instance, runId]);
    expect(await keepHouse("enrolment.run")).toEqual([]);
  }
});

test("plans a scheduled report again after its job failed for good, and not while it waits or is paused", async () => {
  const { rows } = await owner.query(
    `INSERT INTO report_schedules (instance_id, name, kind, request, every, day, hour, origin, is_paused, next_at)
     VALUES ($1, 'Weekly', 'users', '{"kind": "users"}', 'week', 1, 8, 'http://demo.localhost', false, '2031-01-06 08:00Z')
     RETURNING id`,
    [instance],
  );
  const scheduleId = rows[0].id;
  await enqueue("report.schedule", { scheduleId, at: "2031-01-06T08:00:00.000Z" });
  expect(await keepHouse("report.schedule")).toEqual([]);
  await failAll();
  const payload = { instanceId: instance, actorId: null, scheduleId, at: "2031-01-06T08:00:00.000Z" };
  expect(await keepHouse("report.schedule")).toEqual([payload]);
  await owner.query("UPDATE report_schedules SET is_paused = true WHERE instance_id = $1", [instance]);
  expect(await keepHouse("report.schedule")).toEqual([]);
});

test("enqueues the submission of a test again after its job was lost, once its time is over", async () => {
  const learner = await server.userId("learner@demo.test");
  const { rows } = await owner.query(
    `INSERT INTO test_attempts (instance_id, user_id, course_id, unit_id, course_attempt, number, question_ids, rules, deadline_at)
     SELECT e.instance_id, e.user_id, e.course_id, u.id, 1, 99, '{}', '{}', now() + interval '1 hour'
     FROM enrolments e JOIN units u USING (instance_id, course_id)
     WHERE e.instance_id = $1 AND e.user_id = $2 ORDER BY u.id LIMIT 1 RETURNING id`,
    [instance, learner],
  );
  const attemptId = rows[0].id;
  const change = (values: string) =>
    owner.query(`UPDATE test_attempts SET ${values} WHERE instance_id = $1 AND id = $2`, [instance, attemptId]);
  expect(await keepHouse("test.submit")).toEqual([]);
  await change("deadline_at = now() - interval '1 minute'");
  await enqueue("test.submit", { attemptId, actorId: learner });
  expect(await keepHouse("test.submit")).toEqual([]);
  await failAll();
  expect(await keepHouse("test.submit")).toEqual([{ instanceId: instance, actorId: learner, attemptId }]);
  await change("submitted_at = now()");
  expect(await keepHouse("test.submit")).toEqual([]);
});

test("enqueues the mail of a notification again after its job was lost, until it is mailed, read or three days old", async () => {
  const learner = await server.userId("learner@demo.test");
  await owner.query("UPDATE notifications SET read_at = now() WHERE instance_id = $1", [instance]);
  const { rows } = await owner.query(
    `INSERT INTO notifications (instance_id, user_id, kind, data) VALUES ($1, $2, 'enrolled', '{}'), ($1, $2, 'enrolled', '{}')
     RETURNING id`,
    [instance, learner],
  );
  const [mailed, id] = rows.map((row) => row.id);
  const change = (values: string, which = id) =>
    owner.query(`UPDATE notifications SET ${values} WHERE instance_id = $1 AND id = $2`, [instance, which]);
  await change("mailed_at = now()", mailed);
  expect(await keepHouse("notifications.mail")).toEqual([]);
  server.platform.config.PUBLIC_URL = "https://learn.example.org";
  const payload = { instanceId: instance, actorId: null, ids: [id], origin: "https://demo.localhost" };
  await enqueue("notifications.mail", { ids: [mailed, id], origin: "https://demo.localhost" });
  expect(await keepHouse("notifications.mail")).toEqual([]);
  await failAll();
  expect(await keepHouse("notifications.mail")).toEqual([payload]);
  for (const end of [
    "kind = 'announcement'",
    "kind = 'enrolled', read_at = now()",
    "read_at = NULL, created_at = now() - interval '4 days'",
  ]) {
    await change(end);
    expect(await keepHouse("notifications.mail")).toEqual([]);
  }
  await change("created_at = now(), is_hidden = true, read_at = now()");
  expect(await keepHouse("notifications.mail")).toEqual([payload]);
  delete server.platform.config.PUBLIC_URL;
});
