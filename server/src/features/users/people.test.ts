import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../demo/people.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const USER = `query ($id: Int!, $branchUrl: String) { user(id: $id, branchUrl: $branchUrl) { id first_name last_name email role is_primary is_active
  deactivate_at skip_email is_owner is_invited groups { name }
  enrolledCourses { id course_id course_title date_assigned progress unitsCompleted totalUnits timeSpent units { contents { id is_complete } tests { id } } } } }`;
const BRANCHES = `query ($user_id: Int!) { userBranches(user_id: $user_id) { id name url } }`;
const CREATE = `mutation ($input: CreateUserInput!, $branchUrl: String) { createUser(input: $input, branchUrl: $branchUrl) { id first_name email role is_primary is_active skip_email deactivate_at } }`;
const UPDATE = `mutation ($id: Int!, $input: UpdateUserInput!, $branchUrl: String) { updateUser(id: $id, input: $input, branchUrl: $branchUrl) { id first_name role is_primary is_active deactivate_at } }`;
const DELETE = `mutation ($id: Int!, $branchUrl: String) { deleteUser(id: $id, branchUrl: $branchUrl) { id } }`;
const INVITE = `mutation ($id: Int!) { resendInvitation(id: $id) { id is_invited } }`;
const LOGIN = `mutation ($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token } }`;
const VIEWER = `{ viewer { id } }`;
const PASSWORD = "lantern-river-41";

let server: TestServer;
let admin: Client;
let instructor: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  instructor = await server.as("instructor@demo.test");
  // An instructor of one branch, without access to the main site.
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("users")
      .set({ is_primary: false })
      .where("instance_id", "=", instance)
      .where("email", "=", "priya.raman@demo.test")
      .execute(),
  );
});
afterAll(() => server.close());

let count = 0;
const someone = (fields: object = {}) => ({
  first_name: "Nora",
  last_name: "Blake",
  email: `nora.blake${++count}@demo.test`,
  role: "learner",
  ...fields,
});
const create = async (fields: object = {}, by = admin, branchUrl?: string) =>
  (await by.data(CREATE, { input: someone(fields), branchUrl })).createUser;
const validation = async (client: Client, document: string, variables: object) =>
  (await client.query(document, variables)).errors?.[0]?.extensions.validation;
const row = (id: number) =>
  server.inside("demo", (db, instance) =>
    db
      .selectFrom("users")
      .selectAll()
      .where("instance_id", "=", instance)
      .where("id", "=", id)
      .executeTakeFirstOrThrow(),
  );
const audits = (action: string) =>
  server.inside("demo", (db, instance) =>
    db
      .selectFrom("audit_log")
      .selectAll()
      .where("instance_id", "=", instance)
      .where("action", "=", action)
      .orderBy("id", "desc")
      .execute(),
  );
const superAdmin = async () =>
  server.withToken(
    (await server.anonymous().data(LOGIN, { email: "super@demo.test", password: DEMO_PASSWORD })).loginUser.token,
  );
const setInstance = (fields: string, domain = "demo") =>
  server.platform.database.pool.query(`UPDATE instances SET ${fields} WHERE domain = '${domain}'`);

test("a user is returned with their courses, units by type and groups", async () => {
  const id = await server.userId("learner@demo.test");
  const { user } = await admin.data(USER, { id });
  expect(user).toMatchObject({
    id,
    first_name: "Grace",
    email: "learner@demo.test",
    role: "learner",
    is_active: true,
    deactivate_at: null,
    is_owner: false,
    is_invited: false,
    groups: [{ name: "Night shift" }],
  });
  expect(user.enrolledCourses.length).toBeGreaterThan(1);
  const course = user.enrolledCourses[0];
  expect(course).toMatchObject({ course_title: expect.any(String), date_assigned: expect.stringMatching(/^\d{4}-/) });
  expect(course.id).toBe(course.course_id);
  expect((await admin.data(BRANCHES, { user_id: id })).userBranches).toMatchObject([
    { name: "Northgate North", url: "north" },
  ]);
});

test("reading a user takes as many statements with many courses as with one", async () => {
  const { database } = server.platform;
  const id = await server.userId("learner@demo.test");
  await admin.data(USER, { id });
  const before = database.statements;
  await admin.data(USER, { id });
  expect(database.statements - before).toBeLessThanOrEqual(6);
});

test("a user outside one's instance or branch is not found, and one above one's rank is refused", async () => {
  const south = await server.userId("amara.diallo@demo.test");
  const riverside = await server.userId("learner@riverside.test");
  for (const [document, key] of [
    [USER, "id"],
    [BRANCHES, "user_id"],
  ] as const) {
    expect(await admin.refusal(document, { [key]: riverside })).toBe("NOT_FOUND");
    expect(await admin.refusal(document, { [key]: 999_999 })).toBe("NOT_FOUND");
    expect(await instructor.refusal(document, { [key]: await server.userId("admin@demo.test") })).toBe("FORBIDDEN");
    expect(await (await server.as("learner@demo.test")).refusal(document, { [key]: south })).toBe("FORBIDDEN");
  }
  expect(await admin.refusal(USER, { id: south, branchUrl: "north" })).toBe("NOT_FOUND");
  const managerOfNorth = await server.as("manager.north@demo.test");
  expect(await managerOfNorth.refusal(USER, { id: south })).toBe("NOT_FOUND");
  expect((await managerOfNorth.data(USER, { id: await server.userId("learner@demo.test") })).user.first_name).toBe(
    "Grace",
  );
  expect(await managerOfNorth.refusal(BRANCHES, { user_id: south })).toBe("FORBIDDEN");
});

test("an admin creates a user, who signs in with the given password", async () => {
  const user = await create({
    email: "Ada.New@demo.test",
    password: PASSWORD,
    role: "manager",
    deactivate_at: "2099-01-31",
  });
  expect(user).toMatchObject({
    role: "manager",
    is_primary: true,
    is_active: true,
    skip_email: false,
    deactivate_at: "2099-01-31",
  });
  const { loginUser } = await server.anonymous().data(LOGIN, { email: "ada.new@demo.test", password: PASSWORD });
  expect(loginUser.token).toBeTruthy();
  expect((await row(user.id)).password_hash).toMatch(/^\$argon2id/);
  const [entry] = await audits("user.created");
  expect(entry).toMatchObject({ subject_id: user.id, subject_name: "Nora Blake", actor_name: "Margaret Oyelaran" });
  expect(JSON.stringify(entry!.changes)).not.toContain(PASSWORD);
});

test("a user without a password receives an invitation, unless the mail is skipped or the account is inactive", async () => {
  const { jobs } = server.outside;
  const invited = await create();
  expect(jobs.at(-1)).toMatchObject({ name: "mail.link", payload: { kind: "invitation", userId: invited.id } });
  const sent = jobs.length;
  await create({ skip_email: true });
  await create({ is_active: false });
  await create({ password: PASSWORD });
  expect(jobs).toHaveLength(sent);
});

test("an invitation can be sent again until a password is set", async () => {
  const invited = await create();
  const { jobs } = server.outside;
  const sent = jobs.length;
  expect((await admin.data(INVITE, { id: invited.id })).resendInvitation).toEqual({ id: invited.id, is_invited: true });
  expect(jobs).toHaveLength(sent + 1);
  expect(await admin.refusal(INVITE, { id: await server.userId("learner@demo.test") })).toBe("CONFLICT");
  expect(await admin.refusal(INVITE, { id: (await create({ is_active: false })).id })).toBe("CONFLICT");
  expect(await admin.refusal(INVITE, { id: await server.userId("learner@riverside.test") })).toBe("NOT_FOUND");
  expect(await instructor.refusal(INVITE, { id: await server.userId("admin@demo.test") })).toBe("FORBIDDEN");
});

test.each([
  [{ first_name: " " }, { first_name: ["Enter a first name."] }],
  [{ last_name: "x".repeat(101) }, { last_name: ["This can have at most 100 characters."] }],
  [{ email: "nobody" }, { email: ["Enter a valid email address."] }],
  [{ email: "LEARNER@demo.test" }, { email: ["This email is already in use."] }],
  [{ role: "king" }, { role: ["Choose a user type from the list."] }],
  [{ password: "short" }, { password: ["Password should be at least 8 characters."] }],
  [{ deactivate_at: "2031-02-30" }, { deactivate_at: ["Enter a date that exists."] }],
  [{ deactivate_at: "2001-01-01" }, { deactivate_at: ["Set a date in the future."] }],
])("createUser refuses %j with the reason at its field", async (fields, problems) => {
  expect(await validation(admin, CREATE, { input: someone(fields) })).toEqual(problems);
});

test("createUser reports all problems of a form at once", async () => {
  const input = someone({ first_name: "", email: "x", role: "" });
  expect(Object.keys((await validation(admin, CREATE, { input }))!)).toEqual(["first_name", "email", "role"]);
});

test("no role assigns a higher one, and instructors create learners only", async () => {
  for (const role of ["super_admin"])
    expect(await admin.refusal(CREATE, { input: someone({ role }) })).toBe("FORBIDDEN");
  for (const role of ["super_admin", "admin", "manager", "instructor"])
    expect(await instructor.refusal(CREATE, { input: someone({ role }) })).toBe("FORBIDDEN");
  expect((await create({}, instructor)).role).toBe("learner");
  const learner = await create();
  expect(await instructor.refusal(UPDATE, { id: learner.id, input: { role: "instructor" } })).toBe("FORBIDDEN");
  expect(await admin.refusal(UPDATE, { id: learner.id, input: { role: "super_admin" } })).toBe("FORBIDDEN");
  for (const email of ["manager@demo.test", "learner@demo.test"])
    expect(await (await server.as(email)).refusal(CREATE, { input: someone() })).toBe("FORBIDDEN");
});

test("users above one's rank, of another branch or of another instance can be neither changed nor deleted", async () => {
  const cases: [Client, string, string][] = [
    [instructor, "admin@demo.test", "FORBIDDEN"],
    [instructor, "manager@demo.test", "FORBIDDEN"],
    [admin, "learner@riverside.test", "NOT_FOUND"],
    [await server.as("manager@demo.test"), "learner@demo.test", "FORBIDDEN"],
    [await server.as("learner@demo.test"), "amara.diallo@demo.test", "FORBIDDEN"],
    [await server.as("priya.raman@demo.test", "north.demo.localhost"), "amara.diallo@demo.test", "NOT_FOUND"],
  ];
  for (const [client, email, code] of cases) {
    const id = await server.userId(email);
    expect([email, await client.refusal(UPDATE, { id, input: { first_name: "Changed" } })]).toEqual([email, code]);
    expect([email, await client.refusal(DELETE, { id })]).toEqual([email, code]);
  }
  const id = await server.userId("amara.diallo@demo.test");
  expect(await admin.refusal(UPDATE, { id, input: {}, branchUrl: "north" })).toBe("NOT_FOUND");
});

test("a user created in a branch joins it and signs in there; only an admin of the main site gives access to it", async () => {
  const own = await create({}, admin, "north");
  expect(own.is_primary).toBe(false);
  expect((await admin.data(BRANCHES, { user_id: own.id })).userBranches).toMatchObject([{ url: "north" }]);
  expect((await create({ is_primary: true }, admin, "north")).is_primary).toBe(true);
  expect((await create({ is_primary: false }, admin, "north")).is_primary).toBe(false);
  expect(await admin.refusal(CREATE, { input: someone({ is_primary: false }) })).toBe("VALIDATION");
  expect(await instructor.refusal(CREATE, { input: someone({ is_primary: false }) })).toBe("FORBIDDEN");
  const priya = await server.as("priya.raman@demo.test", "north.demo.localhost");
  expect((await create({}, priya)).is_primary).toBe(false);
  expect(await priya.refusal(CREATE, { input: someone({ is_primary: true }) })).toBe("FORBIDDEN");
  expect(await priya.refusal(CREATE, { input: someone(), branchUrl: "south" })).toBe("NOT_FOUND");
});

test("only a super admin changes access to the main site", async () => {
  const { id } = await create({ is_primary: true }, admin, "north");
  expect(await admin.refusal(UPDATE, { id, input: { is_primary: false } })).toBe("FORBIDDEN");
  expect((await admin.data(UPDATE, { id, input: { is_primary: true, first_name: "Ann" } })).updateUser.first_name).toBe(
    "Ann",
  );
  expect((await (await superAdmin()).data(UPDATE, { id, input: { is_primary: false } })).updateUser.is_primary).toBe(
    false,
  );
});

test("updateUser keeps omitted fields and writes the changes to the audit log", async () => {
  const { id } = await create({ deactivate_at: "2099-01-31" });
  const { updateUser } = await admin.data(UPDATE, { id, input: { first_name: "Zoë", password: "" } });
  expect(updateUser).toMatchObject({
    first_name: "Zoë",
    role: "learner",
    is_active: true,
    deactivate_at: "2099-01-31",
  });
  expect((await audits("user.updated"))[0]).toMatchObject({ subject_id: id, changes: { first_name: ["Nora", "Zoë"] } });
  expect((await admin.data(UPDATE, { id, input: { deactivate_at: null } })).updateUser.deactivate_at).toBeNull();
  expect(await validation(admin, UPDATE, { id, input: { email: "other@demo.test" } })).toEqual({
    email: ["The email cannot be changed."],
  });
  expect(await validation(admin, UPDATE, { id, input: { first_name: " ", role: "x" } })).toMatchObject({
    first_name: ["Enter a first name."],
  });
});

test.each([
  ["a new role", { role: "manager" }],
  ["deactivation", { is_active: false }],
])("%s ends the user's sessions", async (_, input) => {
  const { id, email } = await create({ password: PASSWORD });
  const own = await server.as(email);
  await own.data(VIEWER);
  await admin.data(UPDATE, { id, input });
  expect(await own.refusal(VIEWER)).toBe("UNAUTHENTICATED");
});

test("a new name ends no session", async () => {
  const { id, email } = await create({ password: PASSWORD });
  const own = await server.as(email);
  await admin.data(UPDATE, { id, input: { last_name: "Smith" } });
  expect(await own.refusal(VIEWER)).toBeNull();
});

test("a deleted user loses their sessions, is in no list, cannot sign in, and frees the e-mail address", async () => {
  const { id, email } = await create({ password: PASSWORD });
  const own = await server.as(email);
  expect((await admin.data(DELETE, { id })).deleteUser).toEqual({ id });
  expect(await own.refusal(VIEWER)).toBe("UNAUTHENTICATED");
  expect(await server.anonymous().refusal(LOGIN, { email, password: PASSWORD })).toBe("VALIDATION");
  expect(await admin.refusal(USER, { id })).toBe("NOT_FOUND");
  expect(await admin.refusal(DELETE, { id })).toBe("NOT_FOUND");
  expect((await row(id)).deleted_at).not.toBeNull();
  expect((await audits("user.deleted"))[0]).toMatchObject({ subject_id: id });
  await create({ email });
});

test("users can neither delete, deactivate nor demote themselves", async () => {
  const { id, email } = await create({ role: "admin", password: PASSWORD });
  const second = await server.as(email);
  expect(await second.refusal(DELETE, { id })).toBe("CONFLICT");
  for (const input of [{ is_active: false }, { role: "learner" }])
    expect(await second.refusal(UPDATE, { id, input })).toBe("CONFLICT");
  expect(await second.refusal(UPDATE, { id, input: { first_name: "Still" } })).toBeNull();
  await admin.data(DELETE, { id });
});

test("the last active admin of an instance cannot be removed by anyone", async () => {
  const operator = await superAdmin();
  const id = await server.userId("admin@riverside.test");
  for (const input of [{ is_active: false }, { role: "manager" }, { deactivate_at: "2099-01-01" }])
    expect(await operator.refusal(UPDATE, { id, input })).toBe("CONFLICT");
  expect(await operator.refusal(DELETE, { id })).toBe("CONFLICT");
});

test("a super admin reads, changes and deletes users of another instance by id, with an audit entry there", async () => {
  const operator = await superAdmin();
  const riverside = await server.as("admin@riverside.test");
  const { createUser } = await riverside.data(CREATE, { input: someone({ email: "temp@riverside.test" }) });
  const { id } = createUser;
  expect((await operator.data(USER, { id })).user.email).toBe("temp@riverside.test");
  expect((await operator.data(UPDATE, { id, input: { first_name: "Moved" } })).updateUser.first_name).toBe("Moved");
  await operator.data(DELETE, { id });
  expect(await riverside.refusal(USER, { id })).toBe("NOT_FOUND");
  const log = await server.inside("riverside", (db, instance) =>
    db
      .selectFrom("audit_log")
      .select("action")
      .where("instance_id", "=", instance)
      .where("subject_id", "=", id)
      .execute(),
  );
  expect(log.map(({ action }) => action)).toEqual(["user.created", "user.updated", "user.deleted"]);
});

test("a super admin makes a user an operator, who then signs in as one", async () => {
  const operator = await superAdmin();
  const invited = await create();
  expect(await operator.refusal(UPDATE, { id: invited.id, input: { role: "super_admin" } })).toBe("VALIDATION");
  const { id, email } = await create({ password: PASSWORD });
  await operator.data(UPDATE, { id, input: { role: "super_admin" } });
  const { loginUser } = await server.anonymous().data(LOGIN, { email, password: PASSWORD });
  const { viewer } = await server.withToken(loginUser.token).data(`{ viewer { role can } }`);
  expect(viewer.role).toBe("super_admin");
  expect(viewer.can).toContain("instance.manage");
  expect(await admin.refusal(USER, { id })).toBe("NOT_FOUND");
});

test("active users need licences; without one no user is created or activated, and nothing is half done", async () => {
  const client = await server.as("admin@riverside.test");
  const { rows } = await server.platform.database.pool.query("SELECT id FROM instances WHERE domain = 'riverside'");
  const active = await server.inside("riverside", (db) =>
    db
      .selectFrom("users")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("instance_id", "=", rows[0].id)
      .where("is_active", "=", true)
      .where("deleted_at", "is", null)
      .where("platform_user_id", "is", null)
      .executeTakeFirstOrThrow(),
  );
  await setInstance(`license_count = ${active.count + 1}`, "riverside");
  const add = (fields: object = {}) =>
    client.query(CREATE, { input: someone({ email: `lic${++count}@riverside.test`, skip_email: true, ...fields }) });
  const answers = await Promise.all([add(), add(), add(), add()]);
  expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
  expect(answers.find(({ errors }) => errors)!.errors![0]).toMatchObject({
    message: expect.stringMatching(/all of them are in use/),
    extensions: { code: "CONFLICT" },
  });
  const { data } = await add({ is_active: false });
  const { id } = data.createUser;
  expect(await client.refusal(UPDATE, { id, input: { is_active: true } })).toBe("CONFLICT");
  await client.data(DELETE, { id: answers.find(({ errors }) => !errors)!.data.createUser.id });
  expect((await client.data(UPDATE, { id, input: { is_active: true } })).updateUser.is_active).toBe(true);
});
