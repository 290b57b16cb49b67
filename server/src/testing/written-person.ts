import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import PostalMime from "postal-mime";
import { newKey } from "../features/files/files.service.ts";
import { agentKey } from "../features/xapi/formats.ts";
import { APP_ROLE } from "../db/migrate.ts";
import { inInstance } from "../access/tenancy.ts";
import type { Db } from "../db/client.ts";
import { createJobs } from "../platform/jobs.ts";
import { createMailer } from "../platform/mail.ts";
import type { Client, TestServer } from "./server.ts";

/** The person of the demo data about whom everything is written. */
export const NAME = "Grace Adeyemi";
export const EMAIL = "learner@demo.test";
/** A word in everything that the person has written. */
export const WORD = "zebrafinch";

export interface Written {
  grace: number;
  instance: number;
  course: number;
  origin: string;
}

const storeFile = async (
  server: TestServer,
  instance: number,
  person: number,
  name: string,
  text: string,
): Promise<string> => {
  const key = newKey(instance);
  await server.platform.files.put(key, Readable.from([Buffer.from(text)]), { type: "application/pdf" });
  await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("files")
      .values({
        instance_id,
        key,
        name,
        type: "application/pdf",
        size: text.length,
        purpose: "assignment",
        uploaded_by: person,
      })
      .execute(),
  );
  return key;
};

/** Leaves a person's name, address and words wherever the product stores them. */
export async function writeEverything(server: TestServer, admin: Client): Promise<Written> {
  const grace = await server.userId(EMAIL);
  const origin = `http://${admin.host}`;
  const place = await server.inside("demo", async (db, instance_id) => {
    const row = await db
      .selectFrom("enrolments as e")
      .innerJoin("units as u", "u.course_id", "e.course_id")
      .innerJoin("questions as q", "q.unit_id", "u.id")
      .where("e.instance_id", "=", instance_id)
      .where("q.type", "=", "Multiple Choice")
      .where("e.user_id", "=", grace)
      .select(["e.course_id", "u.id as unit_id", "q.id as question_id", "q.options"])
      .orderBy("e.course_id")
      .executeTakeFirstOrThrow();
    return { instance_id, ...row };
  });
  const { instance_id: instance, course_id: course } = place;
  const option = (place.options as { text: string }[])[0]!.text;
  const work = await storeFile(server, instance, grace, "work.pdf", `%PDF ${WORD}`);
  const former = await storeFile(server, instance, grace, "former.pdf", `%PDF ${WORD}`);
  const { createUserField } = await admin.data(
    `mutation ($input: UserFieldInput!) { createUserField(input: $input) { id } }`,
    { input: { name: "Nickname" } },
  );
  await admin.data(
    `mutation ($id: Int!, $fields: [UserFieldValueInput!]) { updateUser(id: $id, input: { fields: $fields }) { id } }`,
    { id: grace, fields: [{ id: createUserField.id, value: WORD }] },
  );
  await server.inside("demo", async (db, instance_id) => {
    const whose = { instance_id, user_id: grace };
    const at = { ...whose, course_id: course, unit_id: place.unit_id };
    await db.deleteFrom("responses").where("user_id", "=", grace).where("unit_id", "=", place.unit_id).execute();
    await db
      .insertInto("responses")
      .values([
        {
          ...at,
          input_key: `q${place.question_id}`,
          input_type: "question",
          question_id: place.question_id,
          response: JSON.stringify({ selectedOption: option, userSelections: [option, WORD], freeTextAnswer: WORD }),
          is_correct: true,
          former_response: JSON.stringify({ freeTextAnswer: WORD }),
        },
        {
          ...at,
          input_key: "work",
          input_type: "AssignmentText",
          response: JSON.stringify({ content: WORD }),
          former_response: null,
          file_key: work,
        },
      ])
      .execute();
    await db
      .insertInto("attempts")
      .values({
        ...whose,
        unit_id: place.unit_id,
        question_id: place.question_id,
        response: JSON.stringify([WORD]),
        is_correct: false,
      })
      .execute();
    await db
      .insertInto("submissions")
      .values({ ...at, kind: "AssignmentText", content: WORD, comment: `Well done, ${WORD}`, file_key: work })
      .execute();
    const record = JSON.stringify({
      responses: [
        {
          unit_id: place.unit_id,
          question_id: null,
          input_type: "AssignmentText",
          response: { content: WORD },
          former_response: { content: WORD },
        },
      ],
      submissions: [{ content: WORD, comment: WORD, file_key: former }],
      unit_progress: [{ unit_id: place.unit_id, time_spent: 7 }],
    });
    await db
      .insertInto("course_attempts")
      .values({
        ...whose,
        course_id: course,
        attempt: 1,
        completed_at: new Date(),
        units_completed: 1,
        total_units: 1,
        record,
      })
      .execute();
    const left = await db
      .insertInto("courses")
      .values({ instance_id, title: "Left", status: "published" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("ended_enrolments")
      .values({ ...whose, course_id: left.id, record })
      .execute();
    await db
      .insertInto("certificates")
      .values({
        ...whose,
        course_id: left.id,
        course_title: "Left",
        user_name: NAME,
        certificate_type: "Default",
        code: "0123456789ABCDEFGHJKMNPQ",
        drawn_from: JSON.stringify({ language: "en", values: { first_name: NAME, field_1: WORD } }),
        completed_on: "2026-01-01",
        expires_on: "2030-01-01",
      })
      .execute();
    const { id: other } = await db
      .selectFrom("users")
      .where("email", "=", "instructor@demo.test")
      .select("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("notifications")
      .values([
        { ...whose, kind: "enrolled", data: JSON.stringify({ course_title: WORD }) },
        { instance_id, user_id: other, kind: "submission_received", data: JSON.stringify({ user_name: NAME }) },
      ])
      .execute();
    await db
      .insertInto("audit_log")
      .values([
        {
          instance_id,
          actor_id: grace,
          actor_name: NAME,
          action: "x.y",
          subject_type: "course",
          subject_id: 1,
          address: "192.0.2.7",
        },
        {
          instance_id,
          actor_id: other,
          actor_name: "Daniel Whitcombe",
          action: "group.users_added",
          subject_type: "group",
          subject_id: 1,
          changes: JSON.stringify({ people: [NAME, "Wei Chen"], mails: [EMAIL] }),
        },
      ])
      .execute();
    const sco = await db
      .selectFrom("units as u")
      .innerJoin("scorm_scos as s", "s.package_id", "u.scorm_id")
      .select(["u.course_id", "u.id as unit_id", "s.id as sco_id"])
      .orderBy("s.id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("enrolments")
      .values({ ...whose, course_id: sco.course_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { id: attempt } = await db
      .insertInto("scorm_attempts")
      .values({
        ...whose,
        ...sco,
        cmi: JSON.stringify({
          "cmi.core.student_name": "Adeyemi, Grace",
          "cmi.suspend_data": WORD,
          "cmi.core.score.raw": "80",
          "cmi.interactions.0.id": "q1",
          "cmi.interactions.0.student_response": WORD,
          "cmi.interactions.0.result": "correct",
        }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("scorm_calls")
      .values({ instance_id, attempt_id: attempt, call: "LMSSetValue", element: "cmi.suspend_data", value: WORD })
      .execute();
    const statement = {
      id: "5a0ec9a6-2f8c-4cf7-9d2b-0a5c3e1f7b10",
      actor: { name: NAME, account: { homePage: origin, name: String(grace) } },
      verb: { id: "http://adlnet.gov/expapi/verbs/experienced" },
      object: { id: "http://example.test/activity" },
      result: { response: WORD },
    };
    await db
      .insertInto("xapi_statements")
      .values([
        { instance_id, id: statement.id, statement: JSON.stringify(statement), stored: new Date(), user_id: grace },
        {
          instance_id,
          id: "6b0ec9a6-2f8c-4cf7-9d2b-0a5c3e1f7b11",
          statement: JSON.stringify({
            ...statement,
            result: { completion: true },
            object: { objectType: "Agent", mbox: `mailto:${EMAIL}` },
            actor: { name: "Wei Chen", account: { homePage: origin, name: "0" } },
          }),
          stored: new Date(),
        },
      ])
      .execute();
    await db
      .insertInto("xapi_documents")
      .values({
        instance_id,
        kind: "state",
        activity: NIL,
        agent: agentKey({ account: { homePage: origin, name: String(grace) } }),
        registration: NIL,
        document: NIL,
        document_id: "d",
        content: Buffer.from(WORD),
        content_type: "text/plain",
        etag: "e",
      })
      .execute();
    await writeAround(
      db,
      { ...whose, course_id: course, unit_id: place.unit_id, question_id: place.question_id },
      other,
    );
  });
  await leaveJobs(server, instance);
  return { grace, instance, course, origin };
}

/** Leaves the person in an attempt at a test, a view of a list, and a message of staff. */
async function writeAround(
  db: Db,
  place: { instance_id: number; user_id: number; course_id: number; unit_id: number; question_id: number },
  other: number,
): Promise<void> {
  const { question_id, ...at } = place;
  const { instance_id, user_id } = place;
  const { id: attempt_id } = await db
    .insertInto("test_attempts")
    .values({ ...at, course_attempt: 1, number: 9, question_ids: [question_id], rules: "{}", submitted_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const mark = { is_correct: true, credit: 1, mark_comment: WORD };
  await db
    .insertInto("test_answers")
    .values({ ...at, ...mark, attempt_id, question_id, response: JSON.stringify([WORD]) })
    .execute();
  await db
    .insertInto("user_views")
    .values([
      { instance_id, user_id, name: WORD, filters: JSON.stringify({ search: "Wei" }) },
      { instance_id, user_id: other, name: `Looks for ${NAME}`, filters: JSON.stringify({ search: EMAIL }) },
    ])
    .execute();
  const { id: announcement_id } = await db
    .insertInto("announcements")
    .values({
      instance_id,
      created_by: other,
      request_key: "about-one",
      subject: `For ${NAME}`,
      body: `Hello ${NAME}, write to ${EMAIL}.`,
      by_mail: true,
      in_product: true,
      total: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("announcement_people").values({ instance_id, announcement_id, user_id, state: "sent" }).execute();
}

const NIL = "00000000-0000-0000-0000-000000000000";
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** Leaves jobs about the person in the queue: finished ones and one that waits, of their instance and of another. */
async function leaveJobs(server: TestServer, instance: number) {
  const { host, port, database } = server.connection;
  const owner = new pg.Pool({ host, port, database, user: "postgres", max: 1 });
  const jobs = createJobs({ host, port, database, user: APP_ROLE }, SILENT);
  const common = { instanceId: instance, actorId: null, origin: "http://demo.localhost", branchUrl: null };
  await inInstance(server.platform.database, instance, async (db) => {
    await jobs.enqueue(db, "mail.reset_request", { ...common, email: EMAIL });
    await jobs.enqueue(db, "mail.link", { ...common, userId: 1, kind: "invitation", by: NAME });
    await jobs.enqueue(db, "mail.link", { ...common, userId: 2, kind: "invitation", by: "Wei Chen" });
  });
  await jobs.stop();
  await owner.query(`
    INSERT INTO pgboss.job (name, data, state, completed_on, output)
    SELECT name, data, 'completed', now(), jsonb_build_object('message', 'Refused: ${EMAIL}') FROM pgboss.job WHERE name = 'mail.link'`);
  await owner.end();
}

/** Leaves mails in the outbox: two about the person, one with a file, one about another user, one of another instance. */
export async function leaveMails(server: TestServer, instance: number) {
  const mailer = createMailer(server.platform.config, SILENT);
  const mail = { instanceId: instance, subject: "Hello", html: "<p>Hello</p>" };
  await mailer.send({ ...mail, to: EMAIL, text: "Hello" });
  await mailer.send({ ...mail, to: "wei@demo.test", text: `« ${NAME} » a remis un travail. ${"é".repeat(200)}` });
  const report = { name: "report.csv", type: "text/csv", content: Buffer.from(NAME) };
  await mailer.send({ ...mail, to: "wei@demo.test", text: "A report", files: [report] });
  await mailer.send({ ...mail, to: "wei@demo.test", text: "About Wei Chen" });
  await mailer.send({ ...mail, instanceId: instance + 1, to: EMAIL, text: "Of another instance" });
  return mailer;
}

/** Returns the texts of the mails in the outbox. */
export async function readOutbox(server: TestServer): Promise<string[]> {
  const folder = path.join(server.platform.config.DATA_DIR, "outbox");
  const texts: string[] = [];
  for (const name of (await readdir(folder)).toSorted())
    texts.push((await PostalMime.parse(await readFile(path.join(folder, name)))).text?.trim() ?? "");
  return texts.toSorted();
}

/** Names the tables of the whole database, the queue included, and the files in which one of the texts is found. */
export async function findTraces(server: TestServer, instance: number, texts: string[]): Promise<string[]> {
  const found = new Set<string>();
  const wanted = texts.flatMap((text) => [
    text,
    Buffer.from(text).toString("hex"),
    Buffer.from(text).toString("base64").slice(0, -4),
  ]);
  const isIn = (text: string) => wanted.some((each) => text.toLowerCase().includes(each.toLowerCase()));
  const owner = new pg.Client({ ...server.connection, user: "postgres" });
  await owner.connect();
  const { rows: tables } = await owner.query<{ schema: string; name: string }>(`
    SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`);
  for (const { schema, name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`SELECT t::text AS row FROM "${schema}"."${name}" t`);
    if (rows.some(({ row }) => isIn(row))) found.add(schema === "public" ? name : schema);
  }
  await owner.end();
  for await (const { key } of server.platform.files.list(`${instance}/`)) {
    const bytes = await buffer(await server.platform.files.get(key));
    if (texts.some((text) => bytes.includes(text))) found.add("files in the bucket");
  }
  return [...found].toSorted();
}
