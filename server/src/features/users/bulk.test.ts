import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { strengthenPasswords } from "./strengthening.service.ts";

const BULK = `mutation ($input: [BulkUserInput!]!, $branchUrl: String) { bulkCreateUsers(input: $input, branchUrl: $branchUrl) { id first_name last_name email role branchUrl groups { name } } }`;
const LOGIN = `mutation ($email: String!, $password: String!) { loginUser(email: $email, password: $password) { token } }`;
const TOTAL = `{ usersPage { total } }`;
const PASSWORD = "lantern-river-41";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

let count = 0;
const row = (fields: object = {}) => ({
  first_name: "Nora",
  last_name: "Blake",
  email: `bulk${++count}@demo.test`,
  role: "learner",
  ...fields,
});
const upload = async (input: object[], branchUrl?: string, by = admin) =>
  (await by.data(BULK, { input, branchUrl })).bulkCreateUsers;
const problems = async (input: object[], by = admin, branchUrl?: string) =>
  (await by.query(BULK, { input, branchUrl })).errors?.[0]?.extensions.validation;
const total = async () => (await admin.data(TOTAL)).usersPage.total;
const stored = (email: string) =>
  server.inside("demo", (db, instance) =>
    db
      .selectFrom("users")
      .selectAll()
      .where("instance_id", "=", instance)
      .where("email", "=", email)
      .executeTakeFirstOrThrow(),
  );

test("bulkCreateUsers creates all users of a file with their branches, groups and the groups' courses", async () => {
  const created = await upload([
    row({
      email: "First@demo.test",
      branchUrls: ["north", "SOUTH"],
      groupNames: ["night shift"],
      deactivate_at: "2099-12-31",
    }),
    row({ role: "Manager", is_active: false }),
    row({ role: "student" }),
  ]);
  expect(created).toMatchObject([
    { email: "First@demo.test", role: "learner", branchUrl: "north", groups: [{ name: "Night shift" }] },
    { role: "manager", branchUrl: null, groups: [] },
    { role: "learner" },
  ]);
  expect(await stored("First@demo.test")).toMatchObject({
    is_primary: false,
    is_active: true,
    deactivate_at: "2099-12-31",
  });
  expect(await stored(created[1].email)).toMatchObject({ is_primary: true, is_active: false });
  const { userBranches } = await admin.data(`query ($id: Int!) { userBranches(user_id: $id) { url } }`, {
    id: created[0].id,
  });
  expect(userBranches).toEqual([{ url: "north" }, { url: "south" }]);
  const audit = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("audit_log")
      .selectAll()
      .where("instance_id", "=", instance)
      .where("subject_id", "=", created[0].id)
      .execute(),
  );
  expect(audit).toMatchObject([{ action: "user.created", subject_name: "Nora Blake" }]);
  expect(JSON.stringify(audit)).not.toContain("password");
});

test("bulkCreateUsers invites users without a password; those with one sign in immediately, before and after the hash is strengthened", async () => {
  const { jobs } = server.outside;
  jobs.length = 0;
  const [one, two, three] = await upload([row({ password: PASSWORD }), row(), row({ skip_email: true })]);
  expect(jobs).toMatchObject([
    { name: "password.strengthen", payload: { userIds: [one.id] } },
    { name: "mail.invitations", payload: { userIds: [two.id] } },
  ]);
  expect(JSON.stringify(jobs)).not.toContain(PASSWORD);
  expect(three.id).toBeTruthy();
  const signIn = () => server.anonymous().refusal(LOGIN, { email: one.email, password: PASSWORD });
  expect((await stored(one.email)).password_hash).toMatch(/^\$light\$/);
  expect(await signIn()).toBeNull();
  await strengthenPasswords(server.platform, jobs[0]!.payload as never);
  expect((await stored(one.email)).password_hash).toMatch(/^\$layered\$.*argon2id/);
  expect(await signIn()).toBeNull();
  expect(await server.anonymous().refusal(LOGIN, { email: one.email, password: "another-41" })).toBe("VALIDATION");
});

test("bulkCreateUsers reports every error with its row and field, and creates no user", async () => {
  const before = await total();
  expect(
    await problems([
      row({ first_name: "", email: "x" }),
      row(),
      row({ email: "same@demo.test", role: "king" }),
      row({ email: "SAME@demo.test", branchUrls: ["nowhere", "north"], groupNames: ["Nobody"] }),
      row({ email: "Learner@demo.test", password: "short", deactivate_at: "2031-02-30" }),
      row({ is_primary: false }),
      row({ role: "super_admin" }),
    ]),
  ).toEqual({
    "input.0.first_name": ["Enter a first name."],
    "input.0.email": ["Enter a valid email address."],
    "input.2.role": ["Choose a user type from the list."],
    "input.3.email": ["User 3 has the same email."],
    "input.3.branchUrls": ["There is no branch with the URL 'nowhere'."],
    "input.3.groupNames": ["There is no group named 'nobody'."],
    "input.4.email": ["This email is already in use."],
    "input.4.password": ["Password should be at least 8 characters."],
    "input.4.deactivate_at": ["Enter a date that exists."],
    "input.5.is_primary": ["Give access to the main site, or name a branch."],
    "input.6.role": ["You may not give this user type."],
  });
  expect(await total()).toBe(before);
  expect(await problems([])).toEqual({ input: ["The file contains no users."] });
});

test("bulkCreateUsers puts users with neither the main site nor a branch into the default branch", async () => {
  const south = await server.inside("demo", async (db, id) => {
    const branch = { instance_id: id, name: "Everybody else", url: "everybody-else", is_default: true };
    return (await db.insertInto("branches").values(branch).returning("id").executeTakeFirstOrThrow()).id;
  });
  await admin.data(BULK, { input: [row({ email: "nowhere@demo.test", is_primary: false })] });
  const places = await server.inside("demo", (db, id) =>
    db
      .selectFrom("branch_users as b")
      .innerJoin("users as u", (join) =>
        join.onRef("u.instance_id", "=", "b.instance_id").onRef("u.id", "=", "b.user_id"),
      )
      .where("b.instance_id", "=", id)
      .where("u.email", "=", "nowhere@demo.test")
      .select("b.branch_id")
      .execute(),
  );
  expect(places).toEqual([{ branch_id: south }]);
  await server.inside("demo", (db, id) =>
    db.deleteFrom("branches").where("instance_id", "=", id).where("id", "=", south).execute(),
  );
});

test("bulkCreateUsers in a branch adds all users to it and accepts no other branch", async () => {
  const [user] = await upload([row()], "north");
  expect(await stored(user.email)).toMatchObject({ is_primary: false });
  const { userBranches } = await admin.data(`query ($id: Int!) { userBranches(user_id: $id) { url } }`, {
    id: user.id,
  });
  expect(userBranches).toEqual([{ url: "north" }]);
  expect(await problems([row({ branchUrls: ["south"] })], admin, "north")).toEqual({
    "input.0.branchUrls": ["There is no branch with the URL 'south'."],
  });
});

test("bulkCreateUsers finds no branch, group or user of another instance", async () => {
  const riverside = await server.as("admin@riverside.test");
  expect(
    Object.keys((await problems([row({ branchUrls: ["north"], groupNames: ["Night shift"] })], riverside))!),
  ).toEqual(["input.0.branchUrls", "input.0.groupNames"]);
  await upload([row({ email: "learner@demo.test" })], undefined, riverside);
});

test("only admins may create users in bulk", async () => {
  for (const email of ["instructor@demo.test", "manager@demo.test", "learner@demo.test"])
    expect(await (await server.as(email)).refusal(BULK, { input: [row()] })).toBe("FORBIDDEN");
});

test("bulkCreateUsers creates no user of a file beyond the licences, and says how many are left", async () => {
  const before = await total();
  const set = (licences: number) =>
    server.platform.database.pool.query(`UPDATE instances SET license_count = ${licences} WHERE domain = 'demo'`);
  await set(before + 1);
  const { errors } = await admin.query(BULK, { input: [row(), row(), row()] });
  expect(errors![0]).toMatchObject({ message: expect.stringMatching(/left|in use/), extensions: { code: "CONFLICT" } });
  expect(await total()).toBe(before);
  await set(20_000);
});

test("bulkCreateUsers creates 5,000 rows with passwords, branches and groups in few statements", async () => {
  const input = Array.from({ length: 5_000 }, (_, index) =>
    row({
      password: `lantern-river-${index}`,
      branchUrls: [index % 2 ? "north" : "south"],
      groupNames: ["Volunteers"],
    }),
  );
  const before = await total();
  const { database } = server.platform;
  const statements = database.statements;
  const began = performance.now();
  const created = await upload(input);
  const seconds = (performance.now() - began) / 1000;
  expect(created).toHaveLength(5_000);
  expect(await total()).toBe(before + 5_000);
  expect(database.statements - statements).toBeLessThan(40);
  process.stdout.write(`5,000 rows in ${seconds.toFixed(1)} s\n`);
}, 120_000);
