import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendFile } from "../../testing/multipart.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($name: String!, $parent_id: Int, $branch_ids: [Int!], $group_ids: [Int!], $image: Upload, $branchUrl: String) {
  createCategory(name: $name, parent_id: $parent_id, branch_ids: $branch_ids, group_ids: $group_ids, image: $image, branchUrl: $branchUrl) { id name image parent { id name } } }`;
const UPDATE = `mutation ($id: Int!, $name: String!, $parent_id: Int, $branch_ids: [Int!], $group_ids: [Int!], $image: Upload, $remove_image: Boolean, $branchUrl: String) {
  updateCategory(id: $id, name: $name, parent_id: $parent_id, branch_ids: $branch_ids, group_ids: $group_ids, image: $image, remove_image: $remove_image, branchUrl: $branchUrl) { id name image } }`;
const DELETE = `mutation ($id: Int!, $branchUrl: String) { deleteCategory(id: $id, branchUrl: $branchUrl) { id } }`;
const ONE = `query ($id: Int!, $branchUrl: String) { category(id: $id, branchUrl: $branchUrl) { id name parent_id image branches { name } groups { name } } }`;
const PAGE = `query ($search: String, $limit: Int, $branchUrl: String) {
  categoriesPage(search: $search, limit: $limit, branchUrl: $branchUrl) { total rows { id name parent_name depth } } }`;
const SEEN = `query ($branchUrl: String) { categories(branchUrl: $branchUrl) { name } }`;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let server: TestServer;
let admin: Client;
let north: number;
let south: number;
let nightShift: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  const { branches, groups } = await admin.data(`{ branches { id url } groups(search: "Night shift") { id } }`);
  [north, south] = ["north", "south"].map((url) => branches.find((each: { url: string }) => each.url === url).id);
  nightShift = groups[0].id;
});
afterAll(() => server.close());

let name: string;
let made = 0;
beforeEach(() => {
  name = `Kind ${++made}`;
});

const create = async (variables: object = {}): Promise<number> =>
  (await admin.data(CREATE, { name, ...variables })).createCategory.id;
const read = async (id: number) => (await admin.data(ONE, { id })).category;
const names = async (client: Client, branchUrl?: string): Promise<string[]> =>
  (await client.data(SEEN, { branchUrl })).categories.map((category: { name: string }) => category.name);
const validation = async (document: string, variables: object) =>
  (await admin.query(document, variables)).errors?.[0]?.extensions.validation;

test("a category that is saved without a change is not in the audit log", async () => {
  const id = await create({ branch_ids: [north], group_ids: [nightShift] });
  const count = async () =>
    (await admin.data('{ auditLog(action: "category.updated", limit: 1) { total } }')).auditLog.total as number;
  const before = await count();
  await admin.data(UPDATE, { id, name, branch_ids: [north], group_ids: [nightShift] });
  expect(await count()).toBe(before);
  await admin.data(UPDATE, { id, name, branch_ids: [south] });
  expect(await count()).toBe(before + 1);
});

test("has a picture, a parent, branches and groups, each of which can be changed and removed", async () => {
  const parent_id = await create();
  const places = { branch_ids: [north], group_ids: [nightShift] };
  const child = { name: `${name}, below`, parent_id, ...places, image: null };
  const { createCategory } = (await sendFile(server.app, admin, CREATE, child, "image", PNG)).data;
  expect(createCategory).toMatchObject({
    name: child.name,
    image: expect.stringMatching(/^\/files\//),
    parent: { name },
  });
  const { id } = createCategory;
  const whole = { id, name: child.name, parent_id, image: createCategory.image };
  const placed = { branches: [{ name: "Northgate North" }], groups: [{ name: "Night shift" }] };
  expect(await read(id)).toEqual({ ...whole, ...placed });
  await admin.data(UPDATE, { id, name: "Renamed" });
  expect(await read(id)).toEqual({ ...whole, name: "Renamed", ...placed });
  await admin.data(UPDATE, {
    id,
    name: "Renamed",
    parent_id: null,
    branch_ids: [],
    group_ids: null,
    remove_image: true,
  });
  expect(await read(id)).toEqual({ id, name: "Renamed", parent_id: null, image: null, branches: [], groups: [] });
  await sendFile(server.app, admin, UPDATE, { id, name: "Renamed", image: null }, "image", PNG);
  expect((await read(id)).image).toMatch(/^\/files\//);
});

test("rejects a file that is not a picture and creates nothing", async () => {
  const { errors } = await sendFile(server.app, admin, CREATE, { name, image: null }, "image", Buffer.from("%PDF-1.4"));
  expect(errors?.[0]?.extensions.validation).toEqual({ image: [expect.stringContaining("PNG, JPG, GIF or WebP")] });
  expect((await admin.data(PAGE, { search: name })).categoriesPage.total).toBe(0);
});

test("lists categories as a searchable tree", async () => {
  const top = await create();
  const middle = await create({ name: `${name} b`, parent_id: top });
  const lowest = await create({ name: `${name} a`, parent_id: middle });
  const { total, rows } = (await admin.data(PAGE, { limit: 500 })).categoriesPage;
  expect(rows).toHaveLength(total);
  const at = rows.findIndex((row: { id: number }) => row.id === top);
  expect(rows.slice(at, at + 3)).toEqual([
    { id: top, name, parent_name: null, depth: 0 },
    { id: middle, name: `${name} b`, parent_name: name, depth: 1 },
    { id: lowest, name: `${name} a`, parent_name: `${name} b`, depth: 2 },
  ]);
  expect((await admin.data(PAGE, { search: `${name} A`.toUpperCase() })).categoriesPage.rows).toMatchObject([
    { id: lowest },
  ]);
});

test("rejects a parent below the category itself", async () => {
  const top = await create();
  const below = await create({ parent_id: top });
  const lowest = await create({ name: `${name} low`, parent_id: below });
  const circle = { parent_id: ["A category cannot stand below itself."] };
  for (const parent_id of [top, below, lowest])
    expect(await validation(UPDATE, { id: top, name, parent_id })).toEqual(circle);
  const other = await create({ name: `${name} other` });
  const moves = await Promise.all([
    admin.refusal(UPDATE, { id: top, name, parent_id: other }),
    admin.refusal(UPDATE, { id: other, name: `${name} other`, parent_id: lowest }),
  ]);
  expect(moves.toSorted()).toEqual(["VALIDATION", null].toSorted());
});

test("rejects a taken name under one parent, also in an update", async () => {
  const id = await create();
  await create({ name: `${name} b` });
  expect(await validation(UPDATE, { id, name: `${name} B` })).toEqual({
    name: [`There is already a category named '${name} B' at the top level.`],
  });
  expect(await validation(UPDATE, { id, name: " " })).toEqual({ name: ["Enter a category name."] });
  expect(await validation(UPDATE, { id, name, parent_id: 999_999 })).toEqual({
    parent_id: ["This parent category does not exist any more."],
  });
});

test("moves children one level up when a category is deleted", async () => {
  const top = await create();
  const middle = await create({ name: `${name} middle`, parent_id: top });
  const lowest = await create({ name: `${name} middle`, parent_id: middle });
  await admin.data(DELETE, { id: middle });
  expect((await read(lowest)).parent_id).toBe(top);
  expect(await admin.refusal(ONE, { id: middle })).toBe("NOT_FOUND");
  expect(await admin.refusal(DELETE, { id: middle })).toBe("NOT_FOUND");
  await admin.data(DELETE, { id: top });
  expect((await read(lowest)).parent_id).toBeNull();
});

test("rejects a deletion that would repeat a name on one level", async () => {
  const doomed = await create();
  const below = await create({ name: `${name} twin`, parent_id: doomed });
  await create({ name: `${name} TWIN` });
  const { errors } = await admin.query(DELETE, { id: doomed });
  expect(errors?.[0]).toMatchObject({
    message: `'${name} twin' is below this category and would move one level up, where there is another '${name} twin'. Rename one of them first.`,
    extensions: { code: "CONFLICT" },
  });
  expect((await read(below)).parent_id).toBe(doomed);
});

test("does not show a category to all users after its branch is deleted", async () => {
  await server.platform.database.pool.query("UPDATE instances SET branch_limit = NULL");
  const { id: branch } = (await admin.data(`mutation { createBranch(input: { name: "Passing" }) { id } }`))
    .createBranch;
  await create({ branch_ids: [branch] });
  await admin.data(`mutation ($id: Int!) { deleteBranch(branch_id: $id) { id } }`, { id: branch });
  expect(await names(await server.as("learner@demo.test"))).not.toContain(name);
  await server.inside("demo", (db, instance) =>
    db.deleteFrom("branches").where("instance_id", "=", instance).where("id", "=", branch).execute(),
  );
  expect(await names(await server.as("learner@demo.test"))).not.toContain(name);
});

test("lets a branch change only its own categories, and gives it those created there", async () => {
  const everywhere = await create();
  const southern = await create({ name: `${name} south`, branch_ids: [south] });
  const both = await create({ name: `${name} both`, branch_ids: [north, south] });
  const northern = await create({ name: `${name} north`, branchUrl: "north" });
  const branchUrl = "north";
  const listed = (await admin.data(PAGE, { search: name, branchUrl })).categoriesPage.rows;
  expect(listed).toMatchObject([{ id: northern }]);
  expect((await read(northern)).branches).toEqual([{ name: "Northgate North" }]);
  for (const id of [everywhere, southern, both])
    for (const [document, variables] of [
      [ONE, {}],
      [UPDATE, { name }],
      [DELETE, {}],
    ] as const)
      expect(await admin.refusal(document, { id, ...variables, branchUrl })).toBe("NOT_FOUND");
  expect(await admin.refusal(UPDATE, { id: northern, name: `${name} north`, branch_ids: [south], branchUrl })).toBe(
    "NOT_FOUND",
  );
  await admin.data(UPDATE, { id: northern, name: `${name} north`, parent_id: everywhere, branch_ids: [], branchUrl });
  expect(await read(northern)).toMatchObject({ parent_id: everywhere, branches: [{ name: "Northgate North" }] });
  expect(await validation(UPDATE, { id: northern, name, parent_id: southern, branchUrl })).toHaveProperty("parent_id");
  await admin.data(DELETE, { id: northern, branchUrl });
});

test("does not find categories, branches and groups of another instance", async () => {
  const id = await create();
  const stranger = await server.as("admin@riverside.test");
  for (const [document, variables] of [
    [ONE, { id }],
    [UPDATE, { id, name }],
    [DELETE, { id }],
    [CREATE, { name, branch_ids: [north] }],
    [CREATE, { name, group_ids: [nightShift] }],
  ] as const)
    expect(await stranger.refusal(document, variables)).toBe("NOT_FOUND");
});

test("lets instructors create one in the editor and nothing more; refuses managers, learners and unknown users", async () => {
  const id = await create();
  const instructor = await server.as("instructor@demo.test");
  await instructor.data(CREATE, { name: `${name} plain` });
  expect(await instructor.refusal(CREATE, { name: `${name} placed`, branch_ids: [north] })).toBe("FORBIDDEN");
  for (const [document, variables] of [
    [ONE, { id }],
    [PAGE, {}],
    [UPDATE, { id, name }],
    [DELETE, { id }],
  ] as const) {
    for (const email of ["instructor@demo.test", "manager@demo.test", "learner@demo.test"])
      expect(await (await server.as(email)).refusal(document, variables)).toBe("FORBIDDEN");
    expect(await server.anonymous().refusal(document, variables)).toBe("UNAUTHENTICATED");
  }
});

test("records each change in the audit log", async () => {
  const id = await create();
  const below = await create({ name: `${name} below`, parent_id: id });
  await admin.data(UPDATE, { id, name: `${name}!`, branch_ids: [north] });
  await admin.data(DELETE, { id });
  const entries = await server.inside("demo", (db, instance) =>
    db
      .selectFrom("audit_log")
      .where("instance_id", "=", instance)
      .where("subject_type", "=", "category")
      .where("subject_id", "=", id)
      .select(["action", "changes"])
      .orderBy("id")
      .execute(),
  );
  expect(entries).toMatchObject([
    { action: "category.created" },
    { action: "category.updated", changes: { name: [name, `${name}!`], branch_ids: ["", `${north}`] } },
    { action: "category.deleted", changes: { lifted: [`${name} below`] } },
  ]);
  expect((await read(below)).parent_id).toBeNull();
});

test("refuses an admin of a branch the deletion that would move a category of other sites", async () => {
  const northern = await create({ branch_ids: [north] });
  const below = await create({ name: `${name} below`, parent_id: northern, branch_ids: [north] });
  const shared = await create({ name: `${name} shared`, parent_id: northern });
  const email = `${name.replace(" ", "")}@demo.test`;
  await server.inside("demo", async (db, instance_id) => {
    const person = { instance_id, first_name: "Some", last_name: "Admin", email, role: "admin", is_primary: false };
    const { id } = await db.insertInto("users").values(person).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("branch_users").values({ instance_id, user_id: id, branch_id: north }).execute();
  });
  const local = await server.as(email);
  expect(await local.refusal(DELETE, { id: northern })).toBe("CONFLICT");
  expect((await read(shared)).parent_id).toBe(northern);
  await admin.data(DELETE, { id: shared });
  expect(await local.refusal(DELETE, { id: northern })).toBeNull();
  expect((await read(below)).parent_id).toBeNull();
});
