import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { TENANCY } from "../../access/tenancy.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { parseRows, takeTable, unzip } from "../../testing/tables.ts";
import { newKey } from "../files/files.service.ts";
import { agentKey } from "../xapi/formats.ts";
import { eraseNow } from "./erasure.service.ts";
import { runExport } from "./export.service.ts";

const ERASE = `mutation ($id: Int!, $name: String!) { erasePerson(id: $id, name: $name) { id } }`;
const REQUEST = `mutation ($user_id: Int) { requestPersonalDataExport(user_id: $user_id) { id state url } }`;
const LATEST = `query ($user_id: Int) { personalDataExport(user_id: $user_id) { id state url } }`;
const NAME = "Grace Adeyemi";
const EMAIL = "learner@demo.test";
/** A word in everything that the person has written. */
const WORD = "zebrafinch";

let server: TestServer;
let admin: Client;
let instance: number;
let grace: number;
let course: number;
let origin: string;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  grace = await server.userId(EMAIL);
  origin = `http://${admin.host}`;
  await writeEverything();
});
beforeEach(() => {
  server.outside.jobs.length = 0;
});
afterAll(() => server.close());

const file = async (name: string, text: string): Promise<string> => {
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
        uploaded_by: grace,
      })
      .execute(),
  );
  return key;
};

/** Leaves the person's name, address and words wherever the product stores them. */
async function writeEverything() {
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
  instance = place.instance_id;
  course = place.course_id;
  const option = (place.options as { text: string }[])[0]!.text;
  const work = await file("work.pdf", `%PDF ${WORD}`);
  const former = await file("former.pdf", `%PDF ${WORD}`);
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
        },
        {
          ...at,
          input_key: "work",
          input_type: "AssignmentText",
          response: JSON.stringify({ content: WORD }),
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
        { unit_id: place.unit_id, question_id: null, input_type: "AssignmentText", response: { content: WORD } },
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
        certificate_type: "classic",
        code: "0123456789ABCDEFGHJKMNPQ",
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
            object: { objectType: "Agent", mbox: `mailto:${EMAIL}` },
            actor: {},
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
        activity: "a",
        agent: agentKey({ account: { homePage: origin, name: String(grace) } }),
        registration: "",
        document: "d",
        document_id: "d",
        content: Buffer.from(WORD),
        content_type: "text/plain",
        etag: "e",
      })
      .execute();
  });
}

/** Names the tables and files of the instance in which one of the texts is found. */
async function findTraces(texts: string[]): Promise<string[]> {
  const found = new Set<string>();
  await server.inside("demo", async (db) => {
    for (const [table, kind] of Object.entries(TENANCY)) {
      if (kind !== "instance") continue;
      const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(table)} t`.execute(db);
      const hex = texts.map((text) => Buffer.from(text).toString("hex"));
      if (rows.some(({ row }) => [...texts, ...hex].some((text) => row.includes(text)))) found.add(table);
    }
  });
  for await (const { key } of server.platform.files.list(`${instance}/`)) {
    const bytes = await buffer(await server.platform.files.get(key));
    if (texts.some((text) => bytes.includes(text))) found.add(`file ${key}`);
  }
  return [...found].toSorted();
}

/** Reads reports without the columns that name people. */
async function readFigures() {
  const figures: Record<string, string[]> = {};
  for (const asked of [
    { kind: "users" },
    { kind: "courses" },
    { kind: "everything" },
    { kind: "course-users", course_id: course },
    { kind: "course-questions", course_id: course },
    { kind: "certified" },
  ]) {
    const response = await takeTable(server, admin, { language: "en", ...asked });
    expect([asked.kind, response.statusCode]).toEqual([asked.kind, 200]);
    figures[asked.kind] = parseRows(response.body)
      .map(({ Name: _, Email: __, ...row }) => JSON.stringify(row))
      .toSorted();
  }
  return figures;
}

const runJobs = async () => {
  for (const { name, payload } of server.outside.jobs.splice(0)) {
    if (name === "person.erase") await eraseNow(server.platform, payload as never);
    if (name === "personal_data.export") await runExport(server.platform, payload as never, true);
  }
};

test("users get a copy of all of their data, and of nobody else's", async () => {
  const learner = await server.as(EMAIL);
  expect((await learner.data(LATEST)).personalDataExport).toBeNull();
  expect((await learner.data(REQUEST)).requestPersonalDataExport).toMatchObject({ state: "waiting", url: null });
  expect(await learner.refusal(REQUEST)).toBe("CONFLICT");
  await runJobs();
  const { personalDataExport } = await learner.data(LATEST);
  expect(personalDataExport.state).toBe("done");
  const response = await server.app.inject({ url: personalDataExport.url, headers: { host: learner.host } });
  expect(response.statusCode).toBe(200);
  const entries = await unzip(response.rawPayload);
  const data = JSON.parse(entries.get("data.json")!);
  expect(data.profile).toMatchObject([{ id: grace, email: EMAIL }]);
  for (const topic of ["fields", "courses", "units", "answers", "tries", "submissions", "certificates", "statements"])
    expect([topic, data[topic].length > 0]).toEqual([topic, true]);
  for (const topic of ["fields", "answers", "tries", "submissions", "former_attempts", "ended_courses", "statements"])
    expect([topic, JSON.stringify(data[topic]).includes(WORD)]).toEqual([topic, true]);
  expect(entries.get("answers.csv")!).toContain(WORD);
  const files = [...entries.keys()].filter((name) => name.startsWith("files/"));
  expect(files).toEqual([expect.stringMatching(/^files\/1-.*\.pdf$/), expect.stringMatching(/^files\/2-.*\.pdf$/)]);
  expect(entries.get(files[0]!)!).toContain(WORD);
  expect(JSON.stringify(data)).not.toContain("samuel.okonkwo@demo.test");
});

test("the data of another person is for admins of the main site", async () => {
  const samuel = await server.userId("samuel.okonkwo@demo.test");
  for (const email of ["instructor@demo.test", "manager@demo.test", EMAIL]) {
    const client = await server.as(email);
    expect(await client.refusal(REQUEST, { user_id: samuel })).toBe("FORBIDDEN");
    expect(await client.refusal(LATEST, { user_id: samuel })).toBe("FORBIDDEN");
    expect(await client.refusal(ERASE, { id: samuel, name: "Samuel Okonkwo" })).toBe("FORBIDDEN");
  }
  const foreign = await server.as("admin@riverside.test");
  expect(await foreign.refusal(REQUEST, { user_id: samuel })).toBe("NOT_FOUND");
  expect(await foreign.refusal(ERASE, { id: samuel, name: "Samuel Okonkwo" })).toBe("NOT_FOUND");
  await admin.data(REQUEST, { user_id: samuel });
  await runJobs();
  expect((await admin.data(LATEST, { user_id: samuel })).personalDataExport.state).toBe("done");
  // Only the caller who requested a copy has it.
  expect((await (await server.as("samuel.okonkwo@demo.test")).data(LATEST)).personalDataExport).toBeNull();
});

test("a person is erased only after their name is typed, and nobody erases themselves", async () => {
  expect(await admin.refusal(ERASE, { id: grace, name: "Grace" })).toBe("VALIDATION");
  const id = await server.userId("admin@demo.test");
  expect(await admin.refusal(ERASE, { id, name: "Margaret Oyelaran" })).toBe("CONFLICT");
  expect(server.outside.jobs).toEqual([]);
});

test("an erased person leaves no name, address, word or file, and the figures of reports stay", async () => {
  const figures = await readFigures();
  const before = await findTraces([NAME, EMAIL, WORD]);
  for (const table of [
    "attempts",
    "audit_log",
    "certificates",
    "course_attempts",
    "ended_enrolments",
    "notifications",
    "responses",
    "submissions",
    "user_field_values",
    "users",
    "xapi_documents",
    "xapi_statements",
  ])
    expect(before).toContain(table);
  expect(before.filter((place) => place.startsWith("file ")).length).toBeGreaterThan(1);
  const learner = await server.as(EMAIL);

  await admin.data(ERASE, { id: grace, name: NAME });
  expect(await learner.refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
  await runJobs();

  expect(await findTraces([NAME, EMAIL, WORD, "192.0.2.7"])).toEqual([]);
  expect(await readFigures()).toEqual(figures);
  const { user } = await admin.data(`query ($id: Int!) { user(id: $id) { first_name email is_active may_edit } }`, {
    id: grace,
  });
  expect(user).toEqual({
    first_name: "Erased person",
    email: `erased-${grace}@erased.invalid`,
    is_active: false,
    may_edit: false,
  });
});

test("nobody changes, activates or deletes an erased person, and erasing again changes nothing", async () => {
  const change = `mutation ($id: Int!) { updateUser(id: $id, input: { is_active: true }) { id } }`;
  expect(await admin.refusal(change, { id: grace })).toBe("NOT_FOUND");
  expect(
    await admin.refusal(`mutation ($ids: [Int!]!) { setUsersActive(user_ids: $ids, is_active: true) { count } }`, {
      ids: [grace],
    }),
  ).toBe("NOT_FOUND");
  expect(await admin.refusal(`mutation ($id: Int!) { deleteUser(id: $id) { id } }`, { id: grace })).toBe("NOT_FOUND");
  const read = () =>
    server.inside("demo", (db) => db.selectFrom("users").where("id", "=", grace).selectAll().executeTakeFirstOrThrow());
  const row = await read();
  await eraseNow(server.platform, { instanceId: instance, userId: grace, origin });
  expect(await read()).toEqual(row);
});

test("what an erased person chose of a question's options still counts, and what they typed beside it is gone", async () => {
  const rows = await server.inside("demo", (db) =>
    db
      .selectFrom("responses")
      .where("user_id", "=", grace)
      .where("question_id", "is not", null)
      .select("response")
      .execute(),
  );
  const chosen = rows.map(({ response }) => response as { selectedOption?: string; userSelections?: string[] });
  expect(chosen).toContainEqual({ selectedOption: expect.any(String), userSelections: [expect.any(String)] });
});
