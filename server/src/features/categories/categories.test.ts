import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CATEGORIES = `query ($branchUrl: String) { categories(branchUrl: $branchUrl) { id name parent_id image parent { id name } } }`;
const CREATE = `mutation ($name: String!, $parent_id: Int, $branchUrl: String) {
  createCategory(name: $name, parent_id: $parent_id, branchUrl: $branchUrl) { id name image parent_id parent { id name } } }`;

let server: TestServer;
let instructor: Client;
beforeAll(async () => {
  server = await startServer();
  instructor = await server.as("instructor@demo.test");
});
afterAll(() => server.close());

let name: string;
let made = 0;
beforeEach(() => {
  name = `Category ${++made}`;
});

const create = async (variables: object): Promise<number> =>
  (await instructor.data(CREATE, { name, ...variables })).createCategory.id;
const names = async (client: Client, branchUrl?: string): Promise<string[]> =>
  (await client.data(CATEGORIES, { branchUrl })).categories.map((category: { name: string }) => category.name);
const validation = async (variables: object) =>
  (await instructor.query(CREATE, variables)).errors?.[0]?.extensions.validation;

test("shows a category from the editor to all users, below its parent", async () => {
  const parentId = await create({});
  const { createCategory } = await instructor.data(CREATE, { name: "  Below  ", parent_id: parentId });
  expect(createCategory).toEqual({
    id: expect.any(Number),
    name: "Below",
    image: null,
    parent_id: parentId,
    parent: { id: parentId, name },
  });
  const { categories } = await (await server.as("learner@demo.test")).data(CATEGORIES);
  expect(categories).toContainEqual({
    id: createCategory.id,
    name: "Below",
    parent_id: parentId,
    image: null,
    parent: { id: parentId, name },
  });
});

test("requires a name that is unique under its parent, ignoring case", async () => {
  const parentId = await create({});
  expect(await validation({ name: "   " })).toEqual({ name: ["Enter a category name."] });
  expect(await validation({ name: "x".repeat(201) })).toEqual({
    name: ["A category name has at most 200 characters."],
  });
  expect(await validation({ name: name.toUpperCase() })).toEqual({
    name: [`There is already a category named '${name.toUpperCase()}' at the top level.`],
  });
  await create({ parent_id: parentId });
  expect(await validation({ name, parent_id: parentId })).toEqual({
    name: [`There is already a category named '${name}' in '${name}'.`],
  });
});

test("rejects an unknown parent and one of another instance", async () => {
  const unknown = { parent_id: ["This parent category does not exist any more."] };
  expect(await validation({ name, parent_id: 999_999 })).toEqual(unknown);
  const parentId = await create({});
  const { errors } = await (await server.as("admin@riverside.test")).query(CREATE, { name, parent_id: parentId });
  expect(errors?.[0]?.extensions.validation).toEqual(unknown);
});

test("shows a branch's category and its descendants in that branch and to authors", async () => {
  const id = await create({});
  const below = (await instructor.data(CREATE, { name: `${name}, below`, parent_id: id })).createCategory.name;
  await server.inside("demo", async (db, instance_id) => {
    const { id: branch_id } = await db
      .selectFrom("branches")
      .select("id")
      .where("instance_id", "=", instance_id)
      .where("url", "=", "south")
      .executeTakeFirstOrThrow();
    await db.insertInto("category_branches").values({ instance_id, category_id: id, branch_id }).execute();
  });
  const learner = await server.as("learner@demo.test");
  const southern = await server.as("amara.diallo@demo.test");
  for (const shown of [name, below]) {
    expect(await names(learner)).not.toContain(shown);
    expect(await names(learner, "north")).not.toContain(shown);
    expect(await names(southern)).toContain(shown);
    expect(await names(southern, "south")).toContain(shown);
    expect(await names(instructor)).toContain(shown);
    expect(await names(await server.as("manager@demo.test"))).not.toContain(shown);
  }
});

test("shows a group's category to its members", async () => {
  const id = await create({});
  await server.inside("demo", async (db, instance_id) => {
    const { id: group_id } = await db
      .selectFrom("groups")
      .select("id")
      .where("instance_id", "=", instance_id)
      .where("name", "=", "Night shift")
      .executeTakeFirstOrThrow();
    await db.insertInto("category_groups").values({ instance_id, category_id: id, group_id }).execute();
  });
  expect(await names(await server.as("learner@demo.test"))).toContain(name);
  expect(await names(await server.as("amara.diallo@demo.test"))).not.toContain(name);
});

test("omits deleted categories and those of another instance", async () => {
  const id = await create({});
  expect(await names(await server.as("admin@riverside.test"))).not.toContain(name);
  await server.inside("demo", (db, instance_id) =>
    db
      .updateTable("categories")
      .set({ deleted_at: new Date() })
      .where("instance_id", "=", instance_id)
      .where("id", "=", id)
      .execute(),
  );
  expect(await names(instructor)).not.toContain(name);
  await create({});
});

test("lets only authors create one", async () => {
  for (const email of ["manager@demo.test", "learner@demo.test"])
    expect(await (await server.as(email)).refusal(CREATE, { name })).toBe("FORBIDDEN");
  expect(await server.anonymous().refusal(CREATE, { name })).toBe("UNAUTHENTICATED");
  expect(await server.anonymous().refusal(CATEGORIES)).toBe("UNAUTHENTICATED");
});
