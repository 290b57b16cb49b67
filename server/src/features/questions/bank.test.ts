import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const SAVE = `mutation ($category: String!, $questions: [QuestionInput!]!) { saveToBank(category: $category, questions: $questions) { saved } }`;
const BANK = `query ($category: String, $search: String) { bankQuestions(category: $category, search: $search) { total rows { id category question options { text checked } } } }`;
const CATEGORIES = `{ bankCategories { name questions } }`;

let server: TestServer;
let author: Client;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
});
afterAll(() => server.close());

const ordering = (question: string) => ({ type: "Ordering", question, options: [{ text: "a" }, { text: "b" }] });

test("stores, searches, changes and deletes questions by category", async () => {
  await author.data(SAVE, { category: "Knots", questions: [ordering("Tie a bowline"), ordering("Tie a reef knot")] });
  await author.data(SAVE, { category: "knots", questions: [ordering("Tie a 100% safe hitch")] });
  expect((await author.data(CATEGORIES)).bankCategories).toEqual([{ name: "Knots", questions: 3 }]);
  const found = (await author.data(BANK, { search: "100%" })).bankQuestions;
  expect(found).toMatchObject({ total: 1, rows: [{ category: "knots", question: "Tie a 100% safe hitch" }] });

  const id = found.rows[0].id;
  await author.data(
    `mutation ($id: Int!, $question: QuestionInput!) { updateBankQuestion(id: $id, category: "Hitches", question: $question) { id } }`,
    { id, question: ordering("Tie a hitch") },
  );
  expect((await author.data(BANK, { category: "HITCHES" })).bankQuestions.rows[0].question).toBe("Tie a hitch");
  await author.data(`mutation ($ids: [Int!]!) { deleteBankQuestions(ids: $ids) { deleted } }`, { ids: [id] });
  expect((await author.data(BANK, { category: "hitches" })).bankQuestions.total).toBe(0);
});

test("does not save a question over that of another author, unless no version is given", async () => {
  const CHANGE = `mutation ($id: Int!, $version: Int, $question: QuestionInput!) {
    updateBankQuestion(id: $id, version: $version, category: "Reefs", question: $question) { id } }`;
  const READ = `{ bankQuestions(category: "Reefs") { rows { id version question } } }`;
  await author.data(SAVE, { category: "Reefs", questions: [ordering("Opened")] });
  const read = async () => (await author.data(READ)).bankQuestions.rows[0];
  const { id, version } = await read();
  const save = (question: string, version?: number) =>
    author.query(CHANGE, { id, version, question: ordering(question) });
  expect((await save("Theirs", version)).errors).toBeUndefined();
  expect((await save("Mine", version)).errors).toMatchObject([
    {
      message:
        "Another author has changed this question since you opened it. Copy what you typed, open the question again and change it there.",
      extensions: { code: "CONFLICT" },
    },
  ]);
  expect(await read()).toEqual({ id, version: version + 1, question: "Theirs" });
  expect((await save("Mine")).errors).toBeUndefined();
  expect((await read()).question).toBe("Mine");
  await author.data(`mutation ($ids: [Int!]!) { deleteBankQuestions(ids: $ids) { deleted } }`, { ids: [id] });
  expect(await author.refusal(CHANGE, { id, version, question: ordering("Late") })).toBe("NOT_FOUND");
});

test("sorts a page and lists the courses that draw from each question's category", async () => {
  const PAGE = `query ($sort: String, $offset: Int) { bankQuestions(category: "Rivers", sort: $sort, limit: 2, offset: $offset) {
    total rows { question type drawn_in { title } } } }`;
  await author.data(SAVE, { category: "Rivers", questions: ["Trent", "Avon", "Severn"].map(ordering) });
  const names = async (variables: object) =>
    (await author.data(PAGE, variables)).bankQuestions.rows.map((row: { question: string }) => row.question);
  expect(await names({ sort: "question" })).toEqual(["Avon", "Severn"]);
  expect(await names({ sort: "question", offset: 2 })).toEqual(["Trent"]);
  expect(await names({ sort: "-question" })).toEqual(["Trent", "Severn"]);
  expect(await author.refusal(PAGE, { sort: "instance_id" })).toBe("VALIDATION");

  const usedIn = async (client: Client, args = "") =>
    (await client.data(`{ bankQuestions(category: "Rivers"${args}) { rows { drawn_in { title } } } }`)).bankQuestions
      .rows[0].drawn_in;
  expect(await usedIn(author)).toEqual([]);
  const CREATE = `mutation ($title: String!, $tests: [TestUnitInput!]) { createCourse(title: $title, description: "d", test_units: $tests) { id } }`;
  const drawing = (...draws: object[]) => [{ unit_order: 1, title: "T", draws }];
  const { createCourse } = await author.data(CREATE, {
    title: "Down the river",
    tests: drawing({ category: "rivers", count: 2 }),
  });
  await author.data(CREATE, {
    title: "Along it",
    tests: drawing({ category: "RIVERS" }, { category: "Rivers", count: 1 }),
  });
  expect(await usedIn(author)).toEqual([{ title: "Along it" }, { title: "Down the river" }]);
  // A branch without either course does not see them.
  expect(await usedIn(await server.as("admin@demo.test"), ', branchUrl: "north"')).toEqual([]);
  await author.data(`mutation ($id: Int!) { deleteCourse(id: $id) { id } }`, createCourse);
  expect(await usedIn(author)).toEqual([{ title: "Along it" }]);
});

test("saves all questions or none, with the reason", async () => {
  const before = (await author.data(BANK)).bankQuestions.total;
  const bad = { type: "Ordering", question: "?", options: [{ text: "only one" }] };
  const { errors } = await author.query(SAVE, { category: "Knots", questions: [ordering("Fine"), bad] });
  expect(errors?.[0]?.extensions.validation).toEqual({ questions: ["Question 2 needs at least two items to order"] });
  expect(await author.refusal(SAVE, { category: " ", questions: [ordering("Fine")] })).toBe("VALIDATION");
  expect((await author.data(BANK)).bankQuestions.total).toBe(before);
});

test("hides the bank from other instances and from learners", async () => {
  await author.data(SAVE, { category: "Secret", questions: [ordering("Ours")] });
  const [{ id }] = (await author.data(BANK, { category: "Secret" })).bankQuestions.rows;
  const outsider = await server.as("admin@riverside.test");
  expect((await outsider.data(BANK, { category: "Secret" })).bankQuestions.total).toBe(0);
  const DELETE = `mutation ($ids: [Int!]!) { deleteBankQuestions(ids: $ids) { deleted } }`;
  expect(await outsider.refusal(DELETE, { ids: [id] })).toBe("NOT_FOUND");
  for (const email of ["learner@demo.test", "manager@demo.test"])
    expect(await (await server.as(email)).refusal(BANK)).toBe("FORBIDDEN");
});

test("lets branch authors add questions, and change and delete only those of their branch", async () => {
  const UPDATE = `mutation ($id: Int!, $question: QuestionInput!) { updateBankQuestion(id: $id, category: "Shared", question: $question) { id } }`;
  const DELETE = `mutation ($ids: [Int!]!) { deleteBankQuestions(ids: $ids) { deleted } }`;
  const ROWS = `{ bankQuestions(category: "Shared") { rows { id question may_edit } } }`;
  const rowsFor = async (client: Client) =>
    (await client.data(ROWS)).bankQuestions.rows as { id: number; question: string; may_edit: boolean }[];
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("users")
      .set({ is_primary: false })
      .where("instance_id", "=", instance)
      .where("email", "=", "priya.raman@demo.test")
      .execute(),
  );
  const north = await server.as("priya.raman@demo.test");
  await author.data(SAVE, { category: "Shared", questions: [ordering("Of the main site")] });
  await north.data(SAVE, { category: "Shared", questions: [ordering("Of north")] });

  const shown = Object.fromEntries((await rowsFor(north)).map((row) => [row.question, row]));
  const main = shown["Of the main site"]!;
  const own = shown["Of north"]!;
  expect([main.may_edit, own.may_edit]).toEqual([false, true]);
  expect((await rowsFor(author)).map(({ may_edit }) => may_edit)).toEqual([true, true]);

  expect(await north.refusal(UPDATE, { id: main.id, question: ordering("Taken") })).toBe("FORBIDDEN");
  expect(await north.refusal(DELETE, { ids: [own.id, main.id] })).toBe("FORBIDDEN");
  expect(await north.refusal(DELETE, { ids: [own.id, 999_999] })).toBe("NOT_FOUND");
  const stranger = await server.as("admin@riverside.test");
  expect(await stranger.refusal(UPDATE, { id: main.id, question: ordering("Taken") })).toBe("NOT_FOUND");
  expect((await rowsFor(author)).map(({ question }) => question).toSorted()).toEqual(["Of north", "Of the main site"]);

  expect(await north.refusal(UPDATE, { id: own.id, question: ordering("Of north, changed") })).toBeNull();
  expect(await author.refusal(UPDATE, { id: own.id, question: ordering("Changed by the main site") })).toBeNull();
  expect(await north.refusal(DELETE, { ids: [own.id] })).toBeNull();
});
