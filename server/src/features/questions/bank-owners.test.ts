import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const ROWS = `query ($category: String!) { bankQuestions(category: $category) { total rows { id question may_edit owning_branch drawn_in { title } } } }`;
const SAVE = `mutation ($category: String!, $questions: [QuestionInput!]!, $branchUrl: String) {
  saveToBank(category: $category, questions: $questions, branchUrl: $branchUrl) { saved } }`;
const UPDATE = `mutation ($id: Int!, $category: String!, $question: QuestionInput!) {
  updateBankQuestion(id: $id, category: $category, question: $question) { id } }`;
const DELETE = "mutation ($ids: [Int!]!) { deleteBankQuestions(ids: $ids) { deleted } }";
const CREATE = `mutation ($category: String!, $status: String!, $count: Int, $branchUrl: String) {
  createCourse(title: "Drawing", description: "d", status: $status, branchUrl: $branchUrl,
    test_units: [{ unit_order: 1, title: "Test", draws: [{ category: $category, count: $count }] }]) { id } }`;
const PREVIEW = "query ($id: Int!) { course(id: $id, preview: true) { tests { tests { id question } } } }";
const GRADE = `query ($course_id: Int!, $question_id: Int!) {
  gradePreview(course_id: $course_id, question_id: $question_id, response: "{}") }`;
const CATEGORIES = "{ bankCategories { name questions } }";

type Site = "main" | "north" | "south";
const SITES: Site[] = ["main", "north", "south"];

let server: TestServer;
let branches: Record<Site, number | null>;
let category: string;
/** One question of each site, in the category of the test. */
let questions: Record<Site, number>;
beforeAll(async () => {
  server = await startServer();
  const rows = await server.inside("demo", (db) => db.selectFrom("branches").select(["id", "url"]).execute());
  const findId = (url: string) => rows.find((row) => row.url === url)!.id;
  branches = { main: null, north: findId("north"), south: findId("south") };
});
beforeEach(async () => {
  category = randomUUID();
  questions = { main: await insert("main"), north: await insert("north"), south: await insert("south") };
});
afterAll(() => server.close());

const ordering = (question: string) => ({ type: "Ordering", question, options: [{ text: "a" }, { text: "b" }] });

const insert = (site: Site): Promise<number> =>
  server.inside("demo", async (db, instance_id) => {
    const options = JSON.stringify([{ text: "a" }, { text: "b" }]);
    const row = { instance_id, category, type: "Ordering", question: `Of ${site}`, options, branch_id: branches[site] };
    return (await db.insertInto("bank_questions").values(row).returning("id").executeTakeFirstOrThrow()).id;
  });

/** Creates an instructor of these sites and signs in. */
async function instructor(...sites: Site[]): Promise<Client> {
  const email = `${randomUUID()}@demo.test`;
  await server.inside("demo", async (db, instance_id) => {
    const is_primary = sites.includes("main");
    const row = { instance_id, first_name: "Some", last_name: "Author", email, role: "instructor", is_primary };
    const { id } = await db.insertInto("users").values(row).returning("id").executeTakeFirstOrThrow();
    for (const branch_id of sites.flatMap((site) => branches[site] ?? []))
      await db.insertInto("branch_users").values({ instance_id, user_id: id, branch_id }).execute();
  });
  return server.as(email);
}

describe.each([
  { sites: ["north"], answers: { main: "FORBIDDEN", north: null, south: "NOT_FOUND" } },
  { sites: ["north", "south"], answers: { main: "FORBIDDEN", north: null, south: null } },
  { sites: ["main"], answers: { main: null, north: null, south: null } },
  { sites: ["main", "north"], answers: { main: null, north: null, south: null } },
] satisfies { sites: Site[]; answers: Record<Site, string | null> }[])("author of $sites", ({ sites, answers }) => {
  const usable = SITES.filter((site) => answers[site] !== "NOT_FOUND");

  test("finds the questions they may use, with may_edit and the owner", async () => {
    const { total, rows } = (await (await instructor(...sites)).data(ROWS, { category })).bankQuestions;
    const owners = { main: null, north: "Northgate North", south: "Northgate Sud" };
    expect(total).toBe(usable.length);
    expect(rows).toEqual(
      usable.map((site) => ({
        id: questions[site],
        question: `Of ${site}`,
        may_edit: answers[site] === null,
        owning_branch: owners[site],
        drawn_in: [],
      })),
    );
  });

  test("changes and deletes only questions of their sites", async () => {
    const client = await instructor(...sites);
    for (const site of SITES) {
      const id = questions[site];
      const change = { id, category, question: ordering("Changed") };
      expect([site, await client.refusal(UPDATE, change)]).toEqual([site, answers[site]]);
      expect([site, await client.refusal(DELETE, { ids: [id] })]).toEqual([site, answers[site]]);
    }
  });

  test("reads the size of a category in questions they may use", async () => {
    const { bankCategories } = await (await instructor(...sites)).data(CATEGORIES);
    expect(bankCategories).toContainEqual({ name: category, questions: usable.length });
  });
});

test("adds a question to the site where it is created", async () => {
  const main = await instructor("main");
  const save = async (client: Client, question: string, branchUrl?: string) =>
    client.refusal(SAVE, { category, questions: [ordering(question)], branchUrl });
  expect(await save(main, "At the main site")).toBeNull();
  expect(await save(main, "At north", "north")).toBeNull();
  expect(await save(await instructor("south"), "In south")).toBeNull();
  const both = await instructor("north", "south");
  expect(await save(both, "Nowhere")).toBe("VALIDATION");
  expect(await save(both, "At south", "south")).toBeNull();
  const { rows } = (await main.data(ROWS, { category })).bankQuestions;
  const owners = new Map(rows.map((row: any) => [row.question, row.owning_branch]));
  expect(owners.get("At the main site")).toBeNull();
  expect(owners.get("At north")).toBe("Northgate North");
  expect(owners.get("In south")).toBe("Northgate Sud");
  expect(owners.get("At south")).toBe("Northgate Sud");
  expect(owners.has("Nowhere")).toBe(false);
});

describe("test that draws from a category", () => {
  const create = async (client: Client, fields: object = {}) =>
    (await client.data(CREATE, { category, status: "draft", ...fields })).createCourse.id as number;
  const drawn = async (client: Client, id: number) =>
    (await client.data(PREVIEW, { id })).course.tests[0].tests.map((each: any) => each.question).toSorted();

  test("draws questions of the main site and of its course's owner", async () => {
    const main = await instructor("main");
    expect(await drawn(main, await create(main))).toEqual(["Of main"]);
    const north = await instructor("north");
    const id = await create(north);
    expect(await drawn(north, id)).toEqual(["Of main", "Of north"]);
    expect(await drawn(main, id)).toEqual(["Of main", "Of north"]);
  });

  test("is not published with more questions than its course draws", async () => {
    const north = await instructor("north");
    const publish = (count: number) => north.refusal(CREATE, { category, status: "published", count });
    expect(await publish(3)).toBe("VALIDATION");
    expect(await publish(2)).toBeNull();
    const main = await instructor("main");
    expect(await main.refusal(CREATE, { category, status: "published", count: 2 })).toBe("VALIDATION");
  });

  test("grades no question of another site in a preview", async () => {
    const north = await instructor("north");
    const course_id = await create(north);
    expect(await north.refusal(GRADE, { course_id, question_id: -questions.north })).toBeNull();
    expect(await north.refusal(GRADE, { course_id, question_id: -questions.south })).toBe("NOT_FOUND");
  });

  test("is listed with the questions that it draws and with no others", async () => {
    const main = await instructor("main");
    await create(main);
    const { rows } = (await main.data(ROWS, { category })).bankQuestions;
    expect(rows.map((row: any) => [row.question, row.drawn_in.length])).toEqual([
      ["Of main", 1],
      ["Of north", 0],
      ["Of south", 0],
    ]);
  });
});
