import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendFile } from "../../testing/multipart.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($input: BranchInput!, $logo: Upload) { createBranch(input: $input, logo: $logo) { id name url } }`;
const UPDATE = `mutation ($id: Int!, $input: BranchInput!, $logo: Upload, $branchUrl: String) {
  updateBranch(id: $id, input: $input, logo: $logo, branchUrl: $branchUrl) { id name url } }`;
const DELETE = `mutation ($branch_id: Int!, $branchUrl: String) { deleteBranch(branch_id: $branch_id, branchUrl: $branchUrl) { id } }`;
const BRANCH = `query ($id: Int!) { branch(id: $id) { id name url theme language is_default logo_url primary_color secondary_color } }`;
const PAGE = `query ($search: String, $sort: String, $branchUrl: String) {
  branchesPage(search: $search, sort: $sort, branchUrl: $branchUrl) { total rows { name url is_default people courses } } }`;
const REMOVAL = `query ($branch_id: Int!, $user_id: Int) { branchRemoval(branch_id: $branch_id, user_id: $user_id) { people loses_access } }`;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  await setLimit(1000);
});
afterAll(() => server.close());

let name: string;
let made = 0;
beforeEach(() => {
  name = `Branch ${++made}`;
});

const setLimit = (limit: number | null) =>
  server.platform.database.pool.query("UPDATE instances SET branch_limit = $1 WHERE domain = 'demo'", [limit]);
const create = async (input: object = {}) => (await admin.data(CREATE, { input: { name, ...input } })).createBranch;
const validation = async (input: object) =>
  (await admin.query(CREATE, { input: { name, ...input } })).errors?.[0]?.extensions.validation;
const read = async (id: number) => (await admin.data(BRANCH, { id })).branch;

test("createBranch makes an address from the name, and by default uses the organisation's look", async () => {
  const branch = await create({ name: "  Saint-Étienne & Co " });
  expect(branch).toEqual({ id: expect.any(Number), name: "Saint-Étienne & Co", url: "saint-etienne-co" });
  expect(await read(branch.id)).toMatchObject({
    theme: null,
    language: "en",
    is_default: false,
    logo_url: null,
    primary_color: null,
  });
  expect((await create({ name: "Saint-Étienne Co" })).url).toBe("saint-etienne-co-2");
  expect((await create({ name: "Admin" })).url).toBe("admin-2");
  expect((await create({ name: "北" })).url).toBe("branch");
});

test.each([
  [{ name: " " }, { name: ["Enter a branch name."] }],
  [{ name: "x".repeat(201) }, { name: ["A branch name has at most 200 characters."] }],
  [{ url: "north" }, { url: ["There is already a branch at 'north'."] }],
  [{ url: "NORTH " }, { url: ["There is already a branch at 'north'."] }],
  [{ url: "www" }, { url: ["'www' is kept for the product itself. Choose another."] }],
  [{ url: "not.a.label" }, { url: [expect.stringMatching(/^Use letters, digits and hyphens/)] }],
  [{ url: "-x" }, { url: [expect.stringMatching(/^Use letters, digits and hyphens/)] }],
  [{ url: "x".repeat(64) }, { url: [expect.stringMatching(/^Use letters, digits and hyphens/)] }],
  [{ language: "de" }, { language: ["Choose English, French or Spanish."] }],
  [
    { theme: "custom" },
    { primary_color: [expect.stringContaining("colour")], secondary_color: [expect.stringContaining("colour")] },
  ],
  [
    { theme: "custom", primary_color: "red", secondary_color: "#123456" },
    { primary_color: [expect.stringContaining("colour")] },
  ],
])("createBranch refuses %j by field", async (input, expected) => {
  expect(await validation(input)).toEqual(expected);
});

test("a named theme sets its colours, 'custom' uses one's own, and no theme has none", async () => {
  const { id } = await create({ theme: "ocean" });
  expect(await read(id)).toMatchObject({ theme: "ocean", primary_color: "#1d4f8c", secondary_color: "#2f9e9a" });
  const custom = { theme: "custom", primary_color: "#FFEE00", secondary_color: "#101010" };
  await admin.data(UPDATE, { id, input: { name, ...custom } });
  expect(await read(id)).toMatchObject({ theme: "custom", primary_color: "#ffee00", secondary_color: "#101010" });
  await admin.data(UPDATE, { id, input: { name } });
  expect(await read(id)).toMatchObject({ primary_color: "#ffee00" });
  await admin.data(UPDATE, { id, input: { name, theme: null } });
  expect(await read(id)).toMatchObject({ theme: null, primary_color: null, secondary_color: null });
});

test("a logo is uploaded with the form, shown at the branch's address, replaced, kept and removed", async () => {
  const made = await sendFile(
    server.app,
    admin,
    CREATE,
    { input: { name, url: "logo-here" }, logo: null },
    "logo",
    PNG,
  );
  const { id } = made.data.createBranch;
  const { logo_url } = await read(id);
  const picture = await server.app.inject({ url: logo_url, headers: { host: "demo.localhost" } });
  expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/png"]);
  const atItsAddress = `{ branch(url: "logo-here") { logo_url } }`;
  expect((await server.anonymous("logo-here.demo.localhost").data(atItsAddress)).branch.logo_url).toBe(logo_url);
  await admin.data(UPDATE, { id, input: { name } });
  expect((await read(id)).logo_url).toBe(logo_url);
  await sendFile(server.app, admin, UPDATE, { id, input: { name }, logo: null }, "logo", PNG);
  expect((await read(id)).logo_url).not.toBe(logo_url);
  await admin.data(UPDATE, { id, input: { name, remove_logo: true } });
  expect((await read(id)).logo_url).toBeNull();
});

test("createBranch refuses a logo that is no image, and creates no branch", async () => {
  const { errors } = await sendFile(
    server.app,
    admin,
    CREATE,
    { input: { name }, logo: null },
    "logo",
    Buffer.from("<svg/>"),
  );
  expect(errors?.[0]?.extensions.validation).toEqual({ logo: [expect.stringContaining("PNG, JPG, GIF or WebP")] });
  expect((await admin.data(PAGE, { search: name })).branchesPage.total).toBe(0);
});

test("an instance has one default branch", async () => {
  const first = await create({ is_default: true });
  const second = await create({ name: `${name} b`, is_default: true });
  expect([(await read(first.id)).is_default, (await read(second.id)).is_default]).toEqual([false, true]);
  await admin.data(UPDATE, { id: first.id, input: { name, is_default: true } });
  expect([(await read(first.id)).is_default, (await read(second.id)).is_default]).toEqual([true, false]);
});

test("users created on the main site without access to it join the default branch; others stay", async () => {
  const { id } = await create({ is_default: true });
  const person = `mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`;
  const input = { first_name: "New", last_name: name, role: "learner", skip_email: true };
  await admin.data(person, { input: { ...input, email: `away${id}@demo.test`, is_primary: false } });
  await admin.data(person, { input: { ...input, email: `main${id}@demo.test`, is_primary: true } });
  const { branch } = await admin.data(`query ($id: Int!) { branch(id: $id) { users { email } } }`, { id });
  expect(branch.users).toEqual([{ email: `away${id}@demo.test` }]);
});

test("a branch that is saved without a change is not in the audit log", async () => {
  const { id } = await create();
  const count = async () =>
    (await admin.data('{ auditLog(action: "branch.updated", limit: 1) { total } }')).auditLog.total as number;
  const before = await count();
  await admin.data(UPDATE, { id, input: { name } });
  expect(await count()).toBe(before);
  await admin.data(UPDATE, { id, input: { name: `${name}!` } });
  expect(await count()).toBe(before + 1);
});

test("an address can be changed, but not to one that is taken", async () => {
  const { id } = await create();
  expect((await admin.data(UPDATE, { id, input: { name, url: "moved" } })).updateBranch.url).toBe("moved");
  const { errors } = await admin.query(UPDATE, { id, input: { name, url: "south" } });
  expect(errors?.[0]?.extensions.validation).toEqual({ url: ["There is already a branch at 'south'."] });
  expect((await server.anonymous().data(`{ branch(url: "moved") { id } }`)).branch).toEqual({ id });
});

test("the branch limit gives a clear message, also for two requests for the last branch", async () => {
  const { total } = (await admin.data(PAGE)).branchesPage;
  await setLimit(total + 1);
  const both = await Promise.all(
    ["a", "b"].map((character) => admin.query(CREATE, { input: { name: `${name} ${character}` } })),
  );
  await setLimit(1000);
  expect(both.map(({ errors }) => errors?.[0]?.extensions.code ?? null).toSorted()).toEqual(
    ["CONFLICT", null].toSorted(),
  );
  expect(both.find(({ errors }) => errors)?.errors?.[0]?.message).toBe(
    `Your organisation can have ${total + 1} branches and has ${total + 1}. Delete one first, or ask for more.`,
  );
});

test("the list counts users and courses, and searches name and address", async () => {
  const { branchesPage } = await admin.data(PAGE, { search: "NORTH", sort: "url" });
  expect(branchesPage.rows.find(({ url }: { url: string }) => url === "north")).toMatchObject({
    name: "Northgate North",
    people: 19,
    courses: expect.any(Number),
  });
  expect((await admin.data(PAGE, { branchUrl: "south" })).branchesPage.total).toBe(1);
});

test("deleteBranch lists users who lose all access, ends their sessions, and frees the address", async () => {
  const { id } = await create({ url: "shortlived" });
  const [stays, goes] = [await server.userId("wei.chen@demo.test"), await server.userId("callum.fraser@demo.test")];
  await admin.data(
    `mutation ($user_ids: [Int!]!, $id: Int!) { addUserToBranch(userBranchInput: { user_ids: $user_ids, branch_ids: [$id] }) { id } }`,
    { user_ids: [stays, goes], id },
  );
  await onlyIn(goes, id);
  const [staying, going] = [await server.as("wei.chen@demo.test"), await server.as("callum.fraser@demo.test")];
  expect((await admin.data(REMOVAL, { branch_id: id })).branchRemoval).toEqual({ people: 2, loses_access: 1 });
  expect((await admin.data(REMOVAL, { branch_id: id, user_id: stays })).branchRemoval).toEqual({
    people: 1,
    loses_access: 0,
  });
  expect((await admin.data(DELETE, { branch_id: id })).deleteBranch).toEqual({ id });
  expect(await staying.refusal("{ viewer { id } }")).toBeNull();
  expect(await going.refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
  expect(await admin.refusal(BRANCH, { id })).toBe("NOT_FOUND");
  expect((await server.anonymous().data(`{ branch(url: "shortlived") { id } }`)).branch).toBeNull();
  expect((await create({ url: "shortlived" })).id).not.toBe(id);
});

test("users limited to branches change those, and can neither create nor delete one", async () => {
  const { id } = await create();
  const other = await create({ name: `${name} elsewhere` });
  const email = "beatriz.carvalho@demo.test";
  await onlyIn(await server.userId(email), id, "admin");
  const local = await server.as(email);
  expect((await local.data(PAGE)).branchesPage.rows).toMatchObject([{ name }]);
  expect((await local.data(UPDATE, { id, input: { name: `${name}!` } })).updateBranch.name).toBe(`${name}!`);
  expect(await local.refusal(UPDATE, { id: other.id, input: { name } })).toBe("NOT_FOUND");
  expect(await local.refusal(UPDATE, { id, input: { name, is_default: false } })).toBeNull();
  expect(await local.refusal(UPDATE, { id, input: { name, is_default: true } })).toBe("FORBIDDEN");
  expect(await local.refusal(CREATE, { input: { name } })).toBe("FORBIDDEN");
  expect(await local.refusal(DELETE, { branch_id: id })).toBe("FORBIDDEN");
});

test("branches of another branch's address and of another instance are not found; a super_admin deletes any", async () => {
  const { id } = await create();
  for (const [document, variables] of [
    [UPDATE, { id, input: { name } }],
    [DELETE, { branch_id: id }],
  ] as const) {
    expect(await admin.refusal(document, { ...variables, branchUrl: "south" })).toBe("NOT_FOUND");
    expect(await (await server.as("admin@riverside.test")).refusal(document, variables)).toBe("NOT_FOUND");
  }
  expect(await (await server.as("admin@riverside.test")).refusal(REMOVAL, { branch_id: id })).toBe("NOT_FOUND");
  const login = `mutation { loginUser(email: "super@demo.test", password: "cairn-demo", instance_url: "riverside") { token } }`;
  const { token } = (await server.anonymous("riverside.localhost").data(login)).loginUser;
  const answer = await server.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { host: "riverside.localhost", authorization: `Bearer ${token}` },
    payload: { query: DELETE, variables: { branch_id: id } },
  });
  expect(answer.json().data).toEqual({ deleteBranch: { id } });
  expect(await admin.refusal(BRANCH, { id })).toBe("NOT_FOUND");
});

test("only admins manage branches", async () => {
  const { id } = await create();
  for (const [document, variables] of [
    [CREATE, { input: { name } }],
    [UPDATE, { id, input: { name } }],
    [DELETE, { branch_id: id }],
    [PAGE, {}],
    [REMOVAL, { branch_id: id }],
  ] as const) {
    for (const email of ["instructor@demo.test", "manager@demo.test", "learner@demo.test"])
      expect(await (await server.as(email)).refusal(document, variables)).toBe("FORBIDDEN");
    expect(await server.anonymous().refusal(document, variables)).toBe("UNAUTHENTICATED");
  }
});

/** Removes a user's main-site access and leaves one branch. */
function onlyIn(user: number, branch: number, role = "learner"): Promise<unknown> {
  return server.inside("demo", async (db, instance) => {
    await db
      .updateTable("users")
      .set({ is_primary: false, role })
      .where("instance_id", "=", instance)
      .where("id", "=", user)
      .execute();
    await db.deleteFrom("branch_users").where("instance_id", "=", instance).where("user_id", "=", user).execute();
    await db.insertInto("branch_users").values({ instance_id: instance, branch_id: branch, user_id: user }).execute();
  });
}

test("a branch has its own pictures and its own welcome text, which its address shows", async () => {
  const { id } = (
    await admin.data(CREATE, { input: { name, url: "own-look", welcome_text: " Welcome to the river. " } })
  ).createBranch;
  const document = `mutation ($id: Int!, $input: BranchInput!, $logo_dark: Upload, $icon: Upload, $login_picture: Upload) {
    updateBranch(id: $id, input: $input, logo_dark: $logo_dark, icon: $icon, login_picture: $login_picture) { id } }`;
  for (const picture of ["logo_dark", "icon", "login_picture"])
    await sendFile(server.app, admin, document, { id, input: { name }, [picture]: null }, picture, PNG);
  const look = `{ branch(url: "own-look") { logo_url logo_dark_url icon_url login_picture_url welcome_text } }`;
  const visitor = server.anonymous("own-look.demo.localhost");
  const { branch } = await visitor.data(look);
  expect(branch).toMatchObject({ logo_url: null, welcome_text: "Welcome to the river." });
  for (const picture of ["logo_dark_url", "icon_url", "login_picture_url"]) {
    const response = await server.app.inject({ url: branch[picture], headers: { host: "own-look.demo.localhost" } });
    expect([picture, response.statusCode]).toEqual([picture, 200]);
  }
  await admin.data(UPDATE, { id, input: { name, remove_icon: true, welcome_text: "" } });
  const after = (await visitor.data(look)).branch;
  expect(after).toMatchObject({ icon_url: null, welcome_text: null });
  expect(after.login_picture_url).toBe(branch.login_picture_url);
  const { auditLog } = await admin.data(
    `{ auditLog(action: "branch.updated", limit: 1) { rows { changes { field } } } }`,
  );
  expect(auditLog.rows[0].changes.map(({ field }: { field: string }) => field)).toEqual(
    expect.arrayContaining(["icon", "welcome_text"]),
  );
  expect(JSON.stringify(auditLog.rows[0].changes)).not.toContain("_key");
});

test("pictures and texts of branches are not shown where the instance may have no brand", async () => {
  await admin.data(CREATE, { input: { name, url: "no-brand", welcome_text: "Hello." } });
  const look = `{ branch(url: "no-brand") { welcome_text } }`;
  const visitor = server.anonymous("no-brand.demo.localhost");
  expect((await visitor.data(look)).branch.welcome_text).toBe("Hello.");
  await server.platform.database.pool.query("UPDATE instances SET branding_enabled = false");
  expect((await visitor.data(look)).branch.welcome_text).toBeNull();
  await server.platform.database.pool.query("UPDATE instances SET branding_enabled = true");
});

test("of branches that get one address at once, one has it and the others say that it is taken", async () => {
  const ids = [];
  for (const name of ["At once 1", "At once 2", "At once 3"])
    ids.push((await admin.data(CREATE, { input: { name } })).createBranch.id);
  const answers = await Promise.all(
    ids.map((id) => admin.query(UPDATE, { id, input: { name: "At once", url: "at-once" } })),
  );
  const errors = answers.flatMap((answer) => answer.errors ?? []);
  expect(errors.map(({ extensions: { code } }) => code)).toEqual(["VALIDATION", "VALIDATION"]);
});
