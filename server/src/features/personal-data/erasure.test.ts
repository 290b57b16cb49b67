import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";
import {
  EMAIL,
  findTraces,
  leaveMails,
  NAME,
  readOutbox,
  WORD,
  writeEverything,
} from "../../testing/written-person.ts";
import { eraseNow } from "./erasure.service.ts";

const ERASE = `mutation ($id: Int!, $name: String!) { erasePerson(id: $id, name: $name) { id } }`;

let server: TestServer;
let admin: Client;
let instance: number;
let grace: number;
let course: number;
let origin: string;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  ({ instance, grace, course, origin } = await writeEverything(server, admin));
  server.platform.mailer = await leaveMails(server, instance);
});
beforeEach(() => {
  server.outside.jobs.length = 0;
});
afterAll(() => server.close());

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
  for (const { name, payload } of server.outside.jobs.splice(0))
    if (name === "person.erase") await eraseNow(server.platform, payload as never);
};

test("a person is erased only after their name is typed, and nobody erases themselves", async () => {
  expect(await admin.refusal(ERASE, { id: grace, name: "Grace" })).toBe("VALIDATION");
  const id = await server.userId("admin@demo.test");
  expect(await admin.refusal(ERASE, { id, name: "Margaret Oyelaran" })).toBe("CONFLICT");
  expect(server.outside.jobs).toEqual([]);
});

test("an erased person leaves no name, address, word or file, and the figures of reports stay", async () => {
  const figures = await readFigures();
  const { errors } = await server
    .anonymous()
    .query(`mutation { loginUser(email: "${EMAIL}", password: "wrong") { token } }`);
  expect(errors).toHaveLength(1);
  const before = await findTraces(server, instance, [NAME, EMAIL, WORD]);
  for (const table of [
    "announcements",
    "attempts",
    "audit_log",
    "certificates",
    "course_attempts",
    "ended_enrolments",
    "notifications",
    "responses",
    "scorm_attempts",
    "scorm_calls",
    "submissions",
    "test_answers",
    "user_field_values",
    "user_views",
    "users",
    "xapi_documents",
    "xapi_statements",
  ])
    expect(before).toContain(table);
  expect(before).toContain("files in the bucket");
  expect(before).toContain("pgboss");
  expect(before).toContain("rate_limits");
  const learner = await server.as(EMAIL);
  const mails = await readOutbox(server);

  await admin.data(ERASE, { id: grace, name: NAME });
  expect(await learner.refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
  await runJobs();

  expect(await findTraces(server, instance, [NAME, "Adeyemi, Grace", EMAIL, WORD, "192.0.2.7"])).toEqual([]);
  expect(mails).toHaveLength(5);
  expect(await readOutbox(server)).toEqual(["About Wei Chen", "Of another instance"]);
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

test("an admin who is not the only one cannot erase their own account either", async () => {
  const input = { first_name: "Second", last_name: "Admin", email: "second.admin@demo.test", role: "admin" };
  const { createUser } = await admin.data(`mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`, {
    input: { ...input, skip_email: true },
  });
  const second = await server.as("second.admin@demo.test");
  const { errors } = await second.query(ERASE, { id: createUser.id, name: "Second Admin" });
  expect(errors![0]!.message).toBe("You cannot erase your own account.");
});

test("two jobs that erase the same person at once do the work once", async () => {
  const id = await server.userId("samuel.okonkwo@demo.test");
  await admin.data(ERASE, { id, name: "Samuel Okonkwo" });
  const [job] = server.outside.jobs.splice(0).filter(({ name }) => name === "person.erase");
  const { mailer } = server.platform;
  // The first job has found the person; the second ends before the first goes on.
  const forget: typeof mailer.forget = async (...of) => {
    server.platform.mailer = mailer;
    await eraseNow(server.platform, job!.payload as never);
    return mailer.forget(...of);
  };
  server.platform.mailer = Object.assign(Object.create(mailer) as typeof mailer, { forget });
  await eraseNow(server.platform, job!.payload as never);
  const { rows } = await server.inside("demo", (db) => sql`SELECT email FROM users WHERE id = ${id}`.execute(db));
  expect(rows).toEqual([{ email: `erased-${id}@erased.invalid` }]);
});

test("an erased person's former name leaves the log of what was done with their certificates and courses", async () => {
  const id = await server.userId("wei.chen@demo.test");
  const { user } = await admin.data("query ($id: Int!) { user(id: $id) { first_name last_name } }", { id });
  const formerName = `${user.first_name} ${user.last_name}`;
  const { rows: enrolled } = await server.inside("demo", (db) =>
    sql<{
      course_id: number;
    }>`SELECT course_id FROM enrolments WHERE user_id = ${id} AND completed_at IS NOT NULL`.execute(db),
  );
  const which = { user: id, course: enrolled[0]!.course_id };
  await admin.data(
    `mutation ($user: Int!, $course: Int!) { revokeCertificate(user_id: $user, course_id: $course, reason: "Mistake") { state } }`,
    which,
  );
  await admin.data(
    "mutation ($user: Int!, $course: Int!) { retakeCourse(user_id: $user, course_id: $course) { id } }",
    which,
  );
  await admin.data(`mutation ($id: Int!) { updateUser(id: $id, input: { last_name: "Marriedname" }) { id } }`, { id });
  await admin.data(ERASE, { id, name: `${user.first_name} Marriedname` });
  await runJobs();
  const { rows } = await server.inside("demo", (db) =>
    sql`SELECT DISTINCT action FROM audit_log
      WHERE subject_name = ${formerName} OR (subject_id = ${id} AND changes ->> 'reason' = 'Mistake') ORDER BY 1`.execute(
      db,
    ),
  );
  expect(rows).toEqual([]);
});

test("an erasure removes what packages shared with each other, also from ended enrolments and former attempts", async () => {
  const id = await server.userId("amara.diallo@demo.test");
  await server.inside("demo", async (db, instance_id) => {
    const record = { scorm_shared: [{ kind: "data", id: "urn:notes", value: "Afraid of heights", course_id: course }] };
    const row = { instance_id, user_id: id, course_id: course, record: JSON.stringify(record) };
    await db.insertInto("ended_enrolments").values(row).execute();
    await db
      .insertInto("course_attempts")
      .values({ ...row, attempt: 7, units_completed: 1, total_units: 1 })
      .execute();
  });
  const { user } = await admin.data("query ($id: Int!) { user(id: $id) { first_name last_name } }", { id });
  await admin.data(ERASE, { id, name: `${user.first_name} ${user.last_name}` });
  await runJobs();
  expect(await findTraces(server, instance, ["Afraid of heights"])).toEqual([]);
});

test("an erased person's former names leave what the log says about others", async () => {
  const create = `mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`;
  const input = { first_name: "Formerly", last_name: "Known", email: "formerly.known@demo.test", role: "learner" };
  const { id } = (await admin.data(create, { input: { ...input, skip_email: true } })).createUser;
  const badge = await admin.data(`mutation { createBadge(input: { name: "Former", criteria: "Be there" }) { id } }`);
  await admin.data(`mutation ($id: Int!, $user: Int!) { issueBadge(id: $id, user_ids: [$user]) }`, {
    id: badge.createBadge.id,
    user: id,
  });
  const award = await server.inside("demo", (db) =>
    db.selectFrom("badge_awards").where("user_id", "=", id).select("id").executeTakeFirstOrThrow(),
  );
  await admin.data(`mutation ($id: Int!) { revokeBadge(id: $id, reason: "Mistake") { id } }`, award);
  const update = `mutation ($id: Int!, $input: UpdateUserInput!) { updateUser(id: $id, input: $input) { id } }`;
  await admin.data(update, { id, input: { last_name: "Married" } });
  await admin.data(update, { id, input: { first_name: "Nora" } });
  const names = ["Formerly Known", "Formerly Married", "Nora Married", "formerly.known@"];
  expect(await findTraces(server, instance, names.slice(0, 1))).toContain("audit_log");
  await admin.data(ERASE, { id, name: "Nora Married" });
  await runJobs();
  expect(await findTraces(server, instance, names)).toEqual([]);
});
