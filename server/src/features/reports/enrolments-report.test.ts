import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";
import { openRows } from "../../testing/report-rows.ts";
import { addDays, dayIn } from "./weeks.ts";

const TABLE = `query ($kind: String!, $course_id: Int, $user_id: Int, $branchUrl: String, $branchUrls: [String!], $group_ids: [Int!],
  $category_id: Int, $from: String, $to: String, $due: String, $search: String, $sort: String, $limit: Int, $offset: Int) {
  reportTable(kind: $kind, course_id: $course_id, user_id: $user_id, branchUrl: $branchUrl, branchUrls: $branchUrls,
    group_ids: $group_ids, category_id: $category_id, from: $from, to: $to, due: $due, search: $search, sort: $sort,
    limit: $limit, offset: $offset, language: "en") { total rows { cells } } }`;
const COLUMNS = `{ reportDefinitions(language: "en") { reports { kind columns { label sort } } } }`;

let server: TestServer;
let admin: Client;
let north: Client;
let ids: Record<"bea" | "first" | "second" | "packages" | "named" | "crew", number>;

beforeAll(async () => {
  server = await startServer();
  [admin, north] = (await Promise.all(
    ["admin@demo.test", "manager.north@demo.test"].map((email) => server.as(email)),
  )) as [Client, Client];
  const rows = openRows(server);
  await rows.clear();
  const today = dayIn("Europe/London");
  const ada = await rows.person("Ada Zander");
  const bea = await rows.person("Bea Young", { role: "instructor" });
  const cy = await rows.person("Cy Young");
  const gone = await rows.person("Gone Away", { deleted_at: new Date() });
  const visitor = await rows.person("Just Visiting", { role: "super_admin", platform_user_id: 1 });
  const closed = await rows.one("branches", { name: "Closed harbour", url: "closed", deleted_at: new Date() });
  const [inNorth, inSouth] = [await rows.branch("north"), await rows.branch("south")];
  for (const [user_id, branch_id] of [
    [bea, inSouth],
    [bea, inNorth],
    [bea, closed],
    [cy, inSouth],
    [ada, closed],
  ])
    await rows.insert("branch_users", { user_id, branch_id });
  const crew = await rows.one("groups", { name: "Crew" });
  await rows.insert("group_users", { group_id: crew, user_id: cy });
  // Two courses of one title, and one with packages only.
  const [first, second] = [await rows.course("Same title"), await rows.course("Same title")];
  const packages = await rows.course("Packages");
  const deleted = await rows.course("Deleted", { deleted_at: new Date() });
  const [dropped, named, other] = [
    await rows.one("categories", { name: "A dropped category", deleted_at: new Date() }),
    await rows.one("categories", { name: "Named" }),
    await rows.one("categories", { name: "Also" }),
  ];
  const categorise = (course_id: number, ...of: number[]) =>
    rows.insert("course_categories", ...of.map((category_id, at) => ({ course_id, category_id, position: at + 1 })));
  await categorise(first, dropped!, named!, other!);
  await categorise(second, other!);
  const enrol = (user_id: number, course_id: number, fields: object) =>
    rows.insert("enrolments", { user_id, course_id, assigned_at: new Date("2026-03-01T12:00:00Z"), ...fields });
  const completed_at = new Date("2026-03-09T10:00:00Z");
  await enrol(bea, first, { units_completed: 1, due_on: addDays(today, -1), time_spent: 3 });
  await enrol(bea, second, { units_completed: 2, completed_at, due_on: addDays(today, -1), time_spent: 5 });
  await enrol(bea, packages, { due_on: addDays(today, 3), assigned_at: new Date("2026-05-01T12:00:00Z") });
  await enrol(cy, first, { due_on: addDays(today, 60), time_spent: 2 });
  await enrol(cy, packages, {});
  await enrol(ada, packages, { units_completed: 1, time_spent: 7 });
  for (const person of [gone, visitor]) await enrol(person, first, { units_completed: 2, completed_at });
  await enrol(bea, deleted, {});

  const exam = await rows.unit(first, "Test", 1);
  const questions = [await rows.question(exam, 1), await rows.question(exam, 2), await rows.question(exam, 3)];
  const answer = (user_id: number, at: number, points: number, is_correct: boolean | null) =>
    rows.answer({ user_id, course_id: first, unit_id: exam, question_id: questions[at]! }, { points, is_correct });
  await answer(bea, 0, 1, true);
  await answer(bea, 1, 3, false);
  await answer(bea, 2, 4, null);
  await answer(cy, 0, 1, true);
  const dropTest = async (user_id: number, course_id: number) => {
    const unit_id = await rows.unit(course_id, "Test", 3, { deleted_at: new Date() });
    const question_id = await rows.question(unit_id, 1);
    await rows.answer({ user_id, course_id, unit_id, question_id }, { points: 1, is_correct: false });
  };
  await dropTest(cy, first);
  await dropTest(ada, packages);
  const { sco_id } = await rows.package();
  const attempt = async (user_id: number, unit_id: number, course_id: number, ...scores: (number | null)[]) => {
    for (const [at, score_scaled] of scores.entries())
      await rows.insert("scorm_attempts", { user_id, unit_id, course_id, sco_id, attempt: at + 1, score_scaled });
  };
  const unit = await rows.unit(packages, "Scorm", 1);
  await attempt(bea, unit, packages, 0.4, 0.7, null);
  await attempt(ada, unit, packages, 0.3);
  await attempt(bea, await rows.unit(packages, "Scorm", 2, { deleted_at: new Date() }), packages, 0.99);
  await attempt(bea, await rows.unit(first, "Scorm", 2), first, 0.95);
  ids = { bea, first, second, packages, named: named!, crew };
});
afterAll(() => server.close());

type Cells = Record<string, string | null>;

/** Reads a report on its screen, and checks that its file has the same rows. */
async function read(client: Client, asked: { kind?: string } & Record<string, unknown> = {}): Promise<Cells[]> {
  const request = { kind: "everything", ...asked };
  const { reports } = (await client.data(COLUMNS)).reportDefinitions;
  const { columns } = reports.find(({ kind }: { kind: string }) => kind === request.kind);
  const { total, rows } = (await client.data(TABLE, { limit: 100, ...request })).reportTable;
  const shown: Cells[] = rows.map(({ cells }: { cells: (string | null)[] }) =>
    Object.fromEntries(cells.map((cell, at) => [columns[at].label, cell ?? ""])),
  );
  const written = parseRows((await takeTable(server, client, { ...request, language: "en" })).body);
  expect(
    written.map((row) => Object.fromEntries(Object.keys(shown[0] ?? {}).map((label) => [label, row[label]]))),
  ).toEqual(shown);
  expect(total).toBe(written.length);
  return shown;
}

const pick = (rows: Cells[], ...labels: string[]) => rows.map((row) => labels.map((label) => row[label]).join(" | "));
const names = async (client: Client, asked: Record<string, unknown> = {}) =>
  pick(await read(client, asked), "Name", "Course");

describe("the report on every learner in every course", () => {
  test("has one row for each person and course, with branches, the first category and the score of that course", async () => {
    const rows = await read(admin);
    expect(pick(rows, "Name", "Branches", "Course", "Category", "Score")).toEqual([
      "Bea Young | Northgate North, Northgate Sud | Packages |  | 70",
      "Bea Young | Northgate North, Northgate Sud | Same title | Named | 25",
      "Bea Young | Northgate North, Northgate Sud | Same title | Also | ",
      "Cy Young | Northgate Sud | Packages |  | ",
      "Cy Young | Northgate Sud | Same title | Named | 100",
      "Ada Zander |  | Packages |  | 30",
    ]);
    expect(pick(rows, "Status", "Progress", "Time Spent")).toEqual([
      "Not Started | 0 | 0h 0m 0s",
      "In Progress | 50 | 0h 0m 3s",
      "Completed | 100 | 0h 0m 5s",
      "Not Started | 0 | 0h 0m 0s",
      "Not Started | 0 | 0h 0m 2s",
      "In Progress | 50 | 0h 0m 7s",
    ]);
  });

  test("names no other branch to a branch manager, and lists none of its people", async () => {
    expect(pick(await read(north), "Name", "Branches", "Course")).toEqual([
      "Bea Young | Northgate North | Packages",
      "Bea Young | Northgate North | Same title",
      "Bea Young | Northgate North | Same title",
    ]);
  });

  test("is limited by status of the due date, which a completed course has not", async () => {
    expect(await names(admin, { due: "overdue" })).toEqual(["Bea Young | Same title"]);
    expect(await names(admin, { due: "due_soon" })).toEqual(["Bea Young | Packages"]);
    expect(await names(admin, { due: "due" })).toEqual(["Cy Young | Same title"]);
    expect(await names(admin, { due: "none" })).toEqual(["Cy Young | Packages", "Ada Zander | Packages"]);
  });

  test("is limited by days, category, group, branch and name, and by all of them together", async () => {
    expect(await names(admin, { from: "2026-05-01" })).toEqual(["Bea Young | Packages"]);
    expect(await names(admin, { to: "2026-04-30", search: "bea" })).toHaveLength(2);
    expect(await names(admin, { category_id: ids.named })).toEqual(["Bea Young | Same title", "Cy Young | Same title"]);
    expect(await names(admin, { group_ids: [ids.crew] })).toEqual(["Cy Young | Packages", "Cy Young | Same title"]);
    expect(await names(admin, { branchUrls: ["south"], category_id: ids.named, due: "due", search: "young" })).toEqual([
      "Cy Young | Same title",
    ]);
  });

  test("is sorted by each column that offers it, and by name within the same value", async () => {
    const sorts = ["progress", "-progress", "time", "-time", "units", "-units", "dueDate", "-dueDate", "assignedDate"];
    const rows = await read(admin);
    for (const sort of sorts) {
      const label = { p: "Progress", t: "Time Spent", u: "Units Completed", d: "Due Date", a: "Assigned Date" }[
        sort.replace("-", "")[0]!
      ]!;
      const key = (row: Cells) =>
        label.endsWith("Date") ? row[label]!.split("/").toReversed().join("-") : row[label]!.padStart(20);
      const sign = sort.startsWith("-") ? -1 : 1;
      const compare = (a: Cells, b: Cells) => {
        // Rows without a date come last, however they are sorted.
        if (!row(a) || !row(b)) return Number(!row(a)) - Number(!row(b));
        return key(a) === key(b) ? 0 : sign * (key(a) < key(b) ? -1 : 1);
      };
      const row = (each: Cells) => each[label];
      expect([sort, await read(admin, { sort })]).toEqual([sort, rows.toSorted(compare)]);
    }
  });

  test("has pages that together are the whole", async () => {
    const page = async (offset: number) =>
      (await admin.data(TABLE, { kind: "everything", limit: 2, offset })).reportTable.rows.map(
        ({ cells }: { cells: string[] }) => cells.join(),
      );
    const { rows } = (await admin.data(TABLE, { kind: "everything", limit: 50 })).reportTable;
    expect([...(await page(0)), ...(await page(2)), ...(await page(4)), ...(await page(6))]).toEqual(
      rows.map(({ cells }: { cells: string[] }) => cells.join()),
    );
  });
});

describe("the reports on one course and one user", () => {
  test("list the people of that course only, by name, with its search and its due dates", async () => {
    const asked = { kind: "course-users", course_id: ids.first };
    expect(pick(await read(admin, asked), "Name", "Progress")).toEqual(["Bea Young | 50", "Cy Young | 0"]);
    expect(pick(await read(admin, { ...asked, search: "cy" }), "Name")).toEqual(["Cy Young"]);
    expect(pick(await read(admin, { ...asked, due: "overdue" }), "Name")).toEqual(["Bea Young"]);
    expect(pick(await read(north, asked), "Name")).toEqual(["Bea Young"]);
  });

  test("list the courses of that user only, the latest assigned first, with its search", async () => {
    const asked = { kind: "user-courses", user_id: ids.bea };
    const labels = ["Course Name", "Units Completed", "Total Units"];
    expect(pick(await read(admin, asked), ...labels)).toEqual([
      "Packages | 0 | 2",
      "Same title | 2 | 2",
      "Same title | 1 | 2",
    ]);
    expect(pick(await read(admin, { ...asked, search: "pack" }), ...labels)).toEqual(["Packages | 0 | 2"]);
    expect(pick(await read(admin, { ...asked, from: "2026-05-01" }), ...labels)).toEqual(["Packages | 0 | 2"]);
  });
});
