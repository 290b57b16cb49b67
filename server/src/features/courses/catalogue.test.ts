import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "../../db/client.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const CATALOGUE = `query ($category: Int, $search: String, $price: String, $notStarted: Boolean, $sort: String, $limit: Int, $offset: Int, $branchUrl: String) {
  catalogue(category: $category, search: $search, price: $price, notStarted: $notStarted, sort: $sort, limit: $limit, offset: $offset, branchUrl: $branchUrl) {
    current { name } parent { name } categories { id name } choices { name } total sort rows { id title price }
  }
}`;

let server: TestServer;
let learner: Client;
const ids: Record<string, number> = {};
beforeAll(async () => {
  server = await startServer();
  learner = await server.as("learner@demo.test");
  await server.inside("demo", async (db, id) => {
    // Hides the courses of the demo, so that the test has a catalogue of its own.
    await sql`UPDATE courses SET hide_from_catalog = true WHERE instance_id = ${id}`.execute(db);
    for (const [name, parent] of [["Rivers"], ["Rapids", "Rivers"], ["Deserts"]] as [string, string?][])
      ids[name] = await insert(db, "categories", id, "name, parent_id", sql`${name}, ${parent ? ids[parent] : null}`);
    for (const [title, category, price] of [
      ["Rafting", "Rapids", 0],
      ["Bridges", "Rivers", 20],
      ["Swimming 100%", null, 0],
    ] as [string, string | null, number][]) {
      ids[title] = await insert(db, "courses", id, "title, price, status", sql`${title}, ${price}, 'published'`);
      if (category)
        await sql`INSERT INTO course_categories (instance_id, course_id, category_id, position)
          VALUES (${id}, ${ids[title]}, ${ids[category]}, 0)`.execute(db);
    }
  });
});
afterAll(() => server.close());

async function insert(db: Db, table: string, id: number, columns: string, values: ReturnType<typeof sql>) {
  const { rows } = await sql<{ id: number }>`INSERT INTO ${sql.table(table)} (instance_id, ${sql.raw(columns)})
    VALUES (${id}, ${values}) RETURNING id`.execute(db);
  return rows[0]!.id;
}

async function look(variables: object = {}, as = learner) {
  const { catalogue } = await as.data(CATALOGUE, variables);
  return {
    ...catalogue,
    categories: catalogue.categories.map(({ name }: { name: string }) => name),
    titles: catalogue.rows.map(({ title }: { title: string }) => title),
  };
}

test("lists at the top the categories that contain courses, and the courses without a category", async () => {
  expect(await look()).toMatchObject({ current: null, categories: ["Rivers"], titles: ["Swimming 100%"], total: 1 });
});

test("lists the newest courses of all categories at the top alone", async () => {
  const newest = async (variables: string) =>
    (await learner.data(`{ catalogue${variables} { newest(limit: 9) { title } } }`)).catalogue.newest.map(
      ({ title }: { title: string }) => title,
    );
  expect(await newest("")).toEqual(["Bridges", "Rafting"]);
  expect(await newest(`(category: ${ids["Rivers"]})`)).toEqual([]);
  expect(await newest(`(search: "a")`)).toEqual([]);
});

test("lists what is directly in a category with its parent; shows the top for an unknown category", async () => {
  expect(await look({ category: ids["Rivers"] })).toMatchObject({
    current: { name: "Rivers" },
    parent: null,
    categories: ["Rapids"],
    titles: ["Bridges"],
  });
  expect(await look({ category: ids["Rapids"] })).toMatchObject({ parent: { name: "Rivers" }, titles: ["Rafting"] });
  expect(await look({ category: 999_999 })).toMatchObject({ current: null, titles: ["Swimming 100%"] });
});

test("finds courses at any depth, and takes wildcards literally", async () => {
  expect(await look({ search: " RAFT " })).toMatchObject({ categories: [], titles: ["Rafting"] });
  expect((await look({ search: "%" })).titles).toEqual(["Swimming 100%"]);
  expect((await look({ category: ids["Rivers"], search: "r" })).titles).toEqual(["Bridges", "Rafting"]);
  expect(await look({ search: "nothing like it" })).toMatchObject({ total: 0, titles: [] });
});

test("filters courses by price and by whether the learner has started them", async () => {
  expect((await look({ price: "priced" })).titles).toEqual(["Bridges"]);
  expect((await look({ price: "free" })).titles).toEqual(["Swimming 100%", "Rafting"]);
  expect(await learner.refusal(CATALOGUE, { price: "cheap" })).toBe("VALIDATION");
  await learner.data("mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }", {
    id: ids["Rafting"],
  });
  expect((await look({ notStarted: true })).titles).toEqual(["Swimming 100%", "Bridges"]);
});

test("returns pages with the total", async () => {
  expect(await look({ search: "i", limit: 1 })).toMatchObject({ total: 3, titles: ["Swimming 100%"] });
  expect((await look({ search: "i", limit: 2, offset: 1 })).titles).toEqual(["Bridges", "Rafting"]);
  const far = { limit: 2_147_483_647, offset: 2_147_483_647 };
  expect(await look(far)).toMatchObject({ total: 1, titles: [] });
  expect(await look({ search: "i", ...far })).toMatchObject({ total: 3, titles: [] });
});

test("leaves out drafts, hidden courses, and courses of other branches and instances", async () => {
  await server.inside("demo", async (db, id) => {
    await insert(db, "courses", id, "title, status", sql`'Quiet draft', 'draft'`);
    await insert(db, "courses", id, "title, status, hide_from_catalog", sql`'Quiet hidden', 'published', true`);
    await sql`INSERT INTO branch_courses (instance_id, branch_id, course_id)
      SELECT ${id}, b.id, ${ids["Bridges"]} FROM branches b WHERE b.instance_id = ${id} AND b.url = 'north'`.execute(
      db,
    );
  });
  expect((await look({ search: "quiet" })).total).toBe(0);
  expect((await look({ search: "i", branchUrl: "north" })).titles).toEqual(["Bridges"]);
  const elsewhere = await server.as("admin@riverside.test");
  expect((await look({ search: "Rafting" }, elsewhere)).titles).not.toContain("Rafting");
  expect((await look({ category: ids["Rivers"] }, elsewhere)).current).toBeNull();
});

test("runs two statements for any page of 2,000 courses, besides those of every request", async () => {
  await server.inside("demo", (db, id) =>
    sql`WITH made AS (
        INSERT INTO courses (instance_id, title, status) SELECT ${id}, 'Bulk ' || n, 'published' FROM generate_series(1, 2000) n RETURNING id)
      INSERT INTO course_categories (instance_id, course_id, category_id, position)
      SELECT ${id}, made.id, ${ids["Deserts"]}, 0 FROM made WHERE made.id % 2 = 0`.execute(db),
  );
  const { database } = server.platform;
  const counted = async (document: string) => {
    const before = database.statements;
    await learner.data(document);
    return database.statements - before;
  };
  const signIn = await counted("{ viewer { id } }");
  const page = `{ catalogue(search: "bulk") { total rows { id title thumbnail } choices { id } } }`;
  expect((await counted(page)) - signIn).toBeLessThanOrEqual(2);

  for (let n = 0; n < 20; n++) expect((await look({ offset: 24 * n })).total).toBe(1001);
});

test("tells how many complete units make a course complete", async () => {
  const OF = `query ($id: Int!) { course(id: $id) { units_completed total_units units_needed } }`;
  const set = (rule: string) =>
    server.inside("demo", (db, id) =>
      sql`UPDATE courses SET ${sql.raw(rule)} WHERE instance_id = ${id} AND id = ${ids["Bridges"]}`.execute(db),
    );
  await set("unit_count = 11, completion_rules = 'percentage', completion_percentage = 80");
  expect(await learner.data(OF, { id: ids["Bridges"] })).toEqual({
    course: { units_completed: 0, total_units: 11, units_needed: 9 },
  });
  await set("completion_percentage = 1");
  expect((await learner.data(OF, { id: ids["Bridges"] })).course.units_needed).toBe(1);
  await set("completion_rules = 'all-units'");
  expect((await learner.data(OF, { id: ids["Bridges"] })).course.units_needed).toBe(11);
});

test("tells the total beyond the last page too, at the top, in a category and for a search", async () => {
  for (const choice of [{}, { category: ids["Rivers"] }, { search: "i" }]) {
    const { total } = await look(choice);
    expect(total).toBeGreaterThan(0);
    expect(await look({ ...choice, offset: 5_000 })).toMatchObject({ titles: [], total });
  }
});
