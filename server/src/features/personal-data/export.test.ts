import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { unzip } from "../../testing/tables.ts";
import { EMAIL, WORD, writeEverything } from "../../testing/written-person.ts";
import { sql } from "kysely";
import { runExport } from "./export.service.ts";
import { TOPICS } from "./topics.ts";

const REQUEST = `mutation ($user_id: Int) { requestPersonalDataExport(user_id: $user_id) { id state url } }`;
const LATEST = `query ($user_id: Int) { personalDataExport(user_id: $user_id) { id state url } }`;
const ERASE = `mutation ($id: Int!, $name: String!) { erasePerson(id: $id, name: $name) { id } }`;

let server: TestServer;
let admin: Client;
let grace: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  ({ grace } = await writeEverything(server, admin));
});
beforeEach(() => {
  server.outside.jobs.length = 0;
});
afterAll(() => server.close());

const runJobs = async () => {
  for (const { name, payload } of server.outside.jobs.splice(0))
    if (name === "personal_data.export") await runExport(server.platform, payload as never, true);
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

test("a copy that cannot be stored waits for another try, and has failed after the last", async () => {
  const learner = await server.as("manager@demo.test");
  await learner.data(REQUEST);
  const [job] = server.outside.jobs.splice(0).filter(({ name }) => name === "personal_data.export");
  const { files } = server.platform;
  const put = () => Promise.reject(new Error("The disk is full."));
  server.platform.files = Object.assign(Object.create(files) as typeof files, { put });
  const state = async () => (await learner.data(LATEST)).personalDataExport.state;
  await expect(runExport(server.platform, job!.payload as never, false)).rejects.toThrow("The disk is full.");
  expect(await state()).toBe("waiting");
  await expect(runExport(server.platform, job!.payload as never, true)).rejects.toThrow("The disk is full.");
  expect(await state()).toBe("failed");
  server.platform.files = files;
  await learner.data(REQUEST);
  await runJobs();
  expect(await state()).toBe("done");
});

test("a copy has failed at once when its requester has lost the permission meanwhile", async () => {
  const samuel = await server.userId("samuel.okonkwo@demo.test");
  const id = await server.userId("admin@demo.test");
  await admin.data(REQUEST, { user_id: samuel });
  const [job] = server.outside.jobs.splice(0).filter(({ name }) => name === "personal_data.export");
  const setRole = (role: string) =>
    server.inside("demo", (db) => sql`UPDATE users SET role = ${role} WHERE id = ${id}`.execute(db));
  await setRole("manager");
  await runExport(server.platform, job!.payload as never, false);
  await setRole("admin");
  expect((await admin.data(LATEST, { user_id: samuel })).personalDataExport).toMatchObject({
    state: "failed",
    url: null,
  });
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

/** Tables about users that a copy leaves out, and why. */
const LEFT_OUT: Record<string, string> = {
  calendar_feeds: "the hash of a secret",
  course_editors: "who has a course open for some minutes",
  enrolment_run_people: "the enrolments themselves are there",
  user_list_columns: "which columns a list shows",
  learner_totals: "sums of what is there",
  login_codes: "secrets, for a minute",
  provider_sessions: "secrets of sessions; who a person is at a provider is in the list of providers",
  recovery_codes: "secrets",
  totp_factors: "secrets",
  password_tokens: "secrets",
  password_exceptions: "who may use a password where others may not; the log of changes has it",
  personal_data_exports: "the copies themselves",
  automation_events: "what waits for seconds for an automation; its log is there",
  unit_draws: "which questions a test drew; the answers are there",
};

test("a copy has every table that has rows of users", async () => {
  const { rows } = await server.inside("demo", (db) =>
    sql<{ table: string }>`
      SELECT c.table_name AS "table" FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND c.column_name = 'user_id' AND t.table_type = 'BASE TABLE'`.execute(db),
  );
  const { rows: texts } = await server.inside("demo", async (db) => ({
    rows: Object.values(TOPICS).map((select) => select(1, 1).compile(db).sql),
  }));
  const missing = rows.filter(
    ({ table }) => !LEFT_OUT[table] && !texts.some((text) => new RegExp(String.raw`\b${table}\b`).test(text)),
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});
