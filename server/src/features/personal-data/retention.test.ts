import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inInstance } from "../../access/tenancy.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { createSurvey } from "../../testing/surveys.ts";
import { eraseNow } from "./erasure.service.ts";
import { enqueueRetention, runRetention } from "./retention.service.ts";

const UPDATE = `mutation ($version: Int!, $privacy: PrivacySettingsInput) {
  updateInstanceSettings(version: $version, privacy: $privacy) {
    version privacy { contact_name contact_email activity_months audit_months inactive_months } } }`;
const PREVIEW = `query ($input: PrivacySettingsInput!) { retentionPreview(input: $input) { activity audit people most } }`;

let server: TestServer;
let admin: Client;
let instance: number;
let gone: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  gone = await server.userId("samuel.okonkwo@demo.test");
  instance = await server.inside("demo", async (db, id) => {
    await db
      .insertInto("activity")
      .values({
        instance_id: id,
        user_id: gone,
        kind: "signed_in",
        created_at: sql<Date>`now() - interval '13 months'`,
      })
      .execute();
    await db
      .insertInto("audit_log")
      .values({
        instance_id: id,
        actor_name: "x",
        action: "x.y",
        subject_type: "user",
        created_at: sql<Date>`now() - interval '25 months'`,
      })
      .execute();
    await db
      .updateTable("users")
      .set({ is_active: false, updated_at: sql<Date>`now() - interval '7 months'` })
      .where("id", "=", gone)
      .execute();
    return id;
  });
});
afterAll(() => server.close());

const update = async (privacy: object) => {
  const { instanceSettings } = await admin.data("{ instanceSettings { version } }");
  return admin.query(UPDATE, { version: instanceSettings.version, privacy });
};
const enqueue = async () => {
  server.outside.jobs.length = 0;
  await inInstance(server.platform.database, instance, (db) => enqueueRetention(server.platform, db, instance));
  return server.outside.jobs.map(({ name }) => name);
};
const countOld = () =>
  server.inside("demo", async (db) => {
    const { rows } = await sql<{ activity: number; audit: number }>`
      SELECT (SELECT count(*)::integer FROM activity WHERE created_at < now() - interval '12 months') AS activity,
        (SELECT count(*)::integer FROM audit_log WHERE created_at < now() - interval '24 months') AS audit`.execute(db);
    return rows[0]!;
  });

test("without periods nothing is deleted", async () => {
  expect(await enqueue()).toEqual([]);
  await runRetention(server.platform, { instanceId: instance });
  expect((await countOld()).activity).toBeGreaterThan(0);
});

test("a preview counts what periods would delete, and changes nothing", async () => {
  const before = await countOld();
  const input = { activity_months: 12, audit_months: 24, inactive_months: 6 };
  expect((await admin.data(PREVIEW, { input })).retentionPreview).toEqual({ ...before, people: 1, most: 100_000 });
  expect((await admin.data(PREVIEW, { input: { inactive_months: 8 } })).retentionPreview).toEqual({
    activity: null,
    audit: null,
    people: 0,
    most: 100_000,
  });
  expect(await countOld()).toEqual(before);
});

test("the contact is public, and periods outside of 1 to 120 months are refused at their field", async () => {
  for (const field of ["activity_months", "audit_months", "inactive_months"])
    for (const months of [0, 121, -1]) {
      const { errors } = await update({ [field]: months });
      expect(Object.keys(errors![0]!.extensions.validation!)).toEqual([field]);
    }
  const { errors } = await update({ contact_email: "nobody" });
  expect(Object.keys(errors![0]!.extensions.validation!)).toEqual(["contact_email"]);
  await update({ contact_name: " Data protection ", contact_email: "data@example.org" });
  const CONTACT = `{ instanceByUrl(url: "demo") { privacy_contact { name email } } }`;
  expect((await server.anonymous().data(CONTACT)).instanceByUrl.privacy_contact).toEqual({
    name: "Data protection",
    email: "data@example.org",
  });
});

test("periods delete what is older, erase who has been deactivated for so long, and leave the rest", async () => {
  const counts = () =>
    server.inside("demo", async (db) => {
      const { rows } = await sql`
        SELECT (SELECT count(*)::integer FROM activity) AS activity, (SELECT count(*)::integer FROM users) AS users,
          (SELECT count(*)::integer FROM users WHERE erased_at IS NOT NULL) AS erased`.execute(db);
      return rows[0] as { activity: number; users: number; erased: number };
    });
  const { unit_id } = await createSurvey(await server.as("instructor@demo.test"));
  const staying = await server.userId("learner@demo.test");
  const answers = { scale: 4, one: ["phone"], why: "The boat of my sister" };
  await server.inside("demo", async (db, instance_id) => {
    for (const user_id of [gone, staying])
      await db
        .insertInto("survey_answers")
        .values({
          instance_id,
          unit_id,
          user_id,
          answers: JSON.stringify(answers),
          answered_at: sql<Date>`now() - interval '5 years'`,
        })
        .execute();
  });
  const [before, old] = [await counts(), await countOld()];
  await update({ activity_months: 12, audit_months: 24, inactive_months: 6 });
  expect(await enqueue()).toEqual(["retention.run"]);
  server.outside.jobs.length = 0;
  await runRetention(server.platform, { instanceId: instance });
  expect(await countOld()).toEqual({ activity: 0, audit: 0 });
  expect(await counts()).toEqual({ activity: before.activity - old.activity, users: before.users, erased: 1 });
  const [job, ...others] = server.outside.jobs.splice(0);
  expect([job!.name, others]).toEqual(["person.erase", []]);
  await eraseNow(server.platform, job!.payload as never);
  const { user } = await admin.data("query ($id: Int!) { user(id: $id) { first_name } }", { id: gone });
  expect(user.first_name).toBe("Erased person");
  // Named answers to surveys go with their person: texts are erased, results still count the rest. Others stay.
  const kept = await server.inside("demo", (db) =>
    db.selectFrom("survey_answers").where("unit_id", "=", unit_id).select(["user_id", "answers"]).execute(),
  );
  expect(new Map(kept.map((row) => [row.user_id, row.answers]))).toEqual(
    new Map<number, object>([
      [gone, { ...answers, why: null }],
      [staying, answers],
    ]),
  );
  const { auditLog } = await admin.data("{ auditLog(limit: 1) { rows { action actor_name subject_name } } }");
  expect(auditLog.rows).toEqual([
    { action: "user.erased", actor_name: "Retention period", subject_name: `Erased person ${gone}` },
  ]);
  expect(await enqueue()).toEqual([]);
});
