import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CATEGORIES = `{ categories { id name } }`;
const ADD = `mutation ($name: String!, $branch_ids: [Int!], $parent_id: Int) {
  createCategory(name: $name, branch_ids: $branch_ids, parent_id: $parent_id) { id } }`;
const CREATE = `mutation ($categories: [Int!], $category: String) {
  createCourse(title: "Filed", description: "d", status: "draft", categories: $categories, category: $category) { id } }`;
const EDIT = `mutation ($id: Int!, $categories: [CourseCategoryInput!]) {
  editCourse(input: { id: $id, title: "Filed", description: "d", status: "draft", categories: $categories }) { id } }`;
const READ = `query ($id: Int!) { course(id: $id) { categories { name } } }`;
const UNKNOWN = { categories: ["This category does not exist."] };

let server: TestServer;
let admin: Client;
/** An author of the northern branch alone. */
let north: Client;
let ids: Record<"everywhere" | "north" | "south" | "belowSouth", number>;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("users")
      .set({ is_primary: false })
      .where("instance_id", "=", instance)
      .where("email", "=", "priya.raman@demo.test")
      .execute(),
  );
  north = await server.as("priya.raman@demo.test");
  const { branches } = await admin.data(`{ branches { id url } }`);
  const branch = (url: string) => branches.find((each: { url: string }) => each.url === url).id;
  const add = async (variables: object) => (await admin.data(ADD, variables)).createCategory.id;
  const south = await add({ name: "Of the south", branch_ids: [branch("south")] });
  ids = {
    everywhere: await add({ name: "Of all" }),
    north: await add({ name: "Of the north", branch_ids: [branch("north")] }),
    south,
    belowSouth: await add({ name: "Below the south", parent_id: south }),
  };
});
afterAll(() => server.close());

const refused = async (document: string, variables: object) =>
  (await north.query(document, variables)).errors?.[0]?.extensions.validation;

test("lets the author of a branch use its own categories and those without a branch", async () => {
  const { id } = (await north.data(CREATE, { categories: [ids.everywhere, ids.north] })).createCourse;
  expect((await north.data(READ, { id })).course.categories).toEqual([{ name: "Of all" }, { name: "Of the north" }]);
});

test("refuses the author of a branch the categories of another, by id and by name", async () => {
  for (const id of [ids.south, ids.belowSouth])
    expect(await refused(CREATE, { categories: [ids.everywhere, id] })).toEqual(UNKNOWN);
  expect(await refused(CREATE, { category: "Of the south" })).toEqual(UNKNOWN);
  const { id } = (await north.data(CREATE, {})).createCourse;
  expect(await refused(EDIT, { id, categories: [{ id: ids.south }] })).toEqual(UNKNOWN);
  const { categories } = await north.data(CATEGORIES);
  for (const name of ["Of the south", "Below the south"])
    expect(categories).not.toContainEqual({ id: expect.any(Number), name });
});

test("keeps a category of another branch that the course has already", async () => {
  const { id } = (await north.data(CREATE, {})).createCourse;
  await admin.data(EDIT, { id, categories: [{ id: ids.south }] });
  await north.data(EDIT, { id, categories: [{ id: ids.south }, { id: ids.north }] });
  expect((await north.data(READ, { id })).course.categories).toEqual([
    { name: "Of the south" },
    { name: "Of the north" },
  ]);
  expect((await north.data(CATEGORIES)).categories).toContainEqual({ id: ids.south, name: "Of the south" });
});
