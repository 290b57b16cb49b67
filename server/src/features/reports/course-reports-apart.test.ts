import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { takeTable } from "../../testing/tables.ts";
import { openRows } from "../../testing/report-rows.ts";
import { addDays, dayIn, getWeekStart } from "./weeks.ts";

const MATRIX = `query ($id: Int!) { courseReport(courseId: $id) { matrix { total units { id } rows { name cells { unitId state score result } } } } }`;
const QUESTIONS = `query ($id: Int!) { courseReport(courseId: $id) { questions { question unit answered correct tries options { text people } } } }`;
const WEEKS = `query ($id: Int!) { courseReport(courseId: $id) { timeSpentWeekly { weekStart averageTimeSpent } } }`;
const FOUND = `query ($id: Int!, $group_ids: [Int!], $from: String) { courseReport(courseId: $id, group_ids: $group_ids, from: $from) { title stats { assignedLearners } } }`;
const ALL = `query ($group_ids: [Int!], $search: String) { reportsAllCourses(group_ids: $group_ids) {
  courses { title assignedLearners } coursesPage(search: $search) { total stats { completed } rows { title assignedLearners } } } }`;
const TESTS = `query ($kind: String!, $search: String, $from: String) { reportTable(kind: $kind, search: $search, from: $from, language: "en") { total rows { cells } } }`;

let server: TestServer;
let admin: Client;
let north: Client;
let rows: ReturnType<typeof openRows>;
let bea: number;
let cy: number;
let ada: number;
let inNorth: number;
beforeAll(async () => {
  server = await startServer();
  [admin, north] = (await Promise.all(
    ["admin@demo.test", "manager.north@demo.test"].map((email) => server.as(email)),
  )) as [Client, Client];
  rows = openRows(server);
  await rows.clear();
  [bea, cy, ada] = [await rows.person("Bea Young"), await rows.person("Cy Young"), await rows.person("Ada Zander")];
  inNorth = await rows.branch("north");
  await rows.insert("branch_users", { user_id: bea, branch_id: inNorth });
});
afterAll(() => server.close());

const enrol = (user_id: number, course_id: number, fields: object = {}) =>
  rows.insert("enrolments", { user_id, course_id, assigned_at: new Date("2026-03-01T12:00:00Z"), ...fields });
const report = async (client: Client, document: string, id: number, asked: object = {}) =>
  (await client.data(document, { id, ...asked })).courseReport;

describe("the matrix of learners and units", () => {
  test("shows in each unit what one person did there, in the attempt of the course that they are in", async () => {
    const course = await rows.course("Matrix");
    const [first, second] = [await rows.unit(course, "Test", 1), await rows.unit(course, "Test", 2)];
    const [essay, drawing] = [await rows.unit(course, "Assignment", 3), await rows.unit(course, "Assignment", 4)];
    const parcel = await rows.unit(course, "Scorm", 5);
    const deleted = await rows.unit(course, "Content", 6, { deleted_at: new Date() });
    await enrol(bea, course);
    await enrol(cy, course, { attempt: 2 });
    await enrol(ada, course);
    const open = (user_id: number, ...units: number[]) =>
      rows.insert(
        "unit_progress",
        ...units.map((unit_id) => ({ user_id, course_id: course, unit_id, first_contact_at: new Date() })),
      );
    await open(bea, first, second, essay, drawing, parcel, deleted);
    await open(cy, first, second);
    await open(ada, first, second);
    const submit = (user_id: number, unit_id: number, fields: object) =>
      rows.insert("test_attempts", {
        user_id,
        unit_id,
        course_id: course,
        course_attempt: 1,
        number: 1,
        question_ids: [],
        rules: {},
        ...fields,
      });
    const submitted_at = new Date();
    // Bea's first test waits to be marked. Cy's waited before the course started again; Ada's is open, and her other one marked.
    await submit(bea, first, { submitted_at });
    await submit(cy, first, { submitted_at });
    await submit(ada, first, {});
    await submit(ada, second, { submitted_at, score: 50 });
    await rows.insert("submissions", {
      user_id: bea,
      course_id: course,
      unit_id: essay,
      kind: "AssignmentText",
      content: "x",
      state: "accepted",
    });
    const { package_id } = await rows.package();
    const result = { course_id: course, unit_id: parcel, package_id };
    await rows.insert(
      "scorm_results",
      { ...result, user_id: bea, success_status: "passed", score: 80 },
      { ...result, user_id: cy, success_status: "failed", score: 20 },
    );

    const { matrix } = await report(admin, MATRIX, course);
    const cells = Object.fromEntries(
      matrix.rows.map((row: { name: string; cells: { unitId: number; score: number; result: string }[] }) => [
        row.name,
        row.cells
          .map(({ unitId, score, result: how }) => [unitId, score, how])
          .toSorted((a, b) => Number(a[0]) - Number(b[0])),
      ]),
    );
    expect(cells).toEqual({
      "Bea Young": [
        [first, null, "waiting"],
        [second, null, null],
        [essay, null, "accepted"],
        [drawing, null, null],
        [parcel, 80, "passed"],
      ],
      "Cy Young": [
        [first, null, null],
        [second, null, null],
        [parcel, 20, "failed"],
      ],
      "Ada Zander": [
        [first, null, null],
        [second, null, null],
      ],
    });
    expect(matrix.units.map(({ id }: { id: number }) => id)).toEqual([first, second, essay, drawing, parcel]);
  });
});

describe("the questions of a course", () => {
  test("are counted one by one, in courses of several units, without what is deleted and without the key", async () => {
    const course = await rows.course("Questions");
    const [first, second] = [await rows.unit(course, "Test", 1), await rows.unit(course, "Test", 2)];
    const deleted = await rows.unit(course, "Test", 3, { deleted_at: new Date() });
    const options = JSON.stringify([{ text: "Yes", checked: true }, { text: "No" }]);
    const one = await rows.question(first, 1, { options });
    const two = await rows.question(first, 2, { options });
    await rows.question(first, 3, { deleted_at: new Date() });
    await rows.question(second, 4, { type: "Ordering", options: JSON.stringify([{ text: "1st" }, { text: "2nd" }]) });
    await rows.question(deleted, 5);
    await enrol(bea, course);
    await enrol(cy, course);
    const answer = (user_id: number, question_id: number, selectedOption: string) =>
      Promise.all([
        rows.answer(
          { user_id, course_id: course, unit_id: first, question_id },
          { is_correct: selectedOption === "Yes", response: JSON.stringify({ selectedOption }) },
        ),
        rows.insert("attempts", { user_id, unit_id: first, question_id, response: "{}", is_correct: false }),
      ]);
    await answer(bea, one, "Yes");
    await answer(cy, one, "No");
    await answer(bea, two, "No");
    const { questions } = await report(admin, QUESTIONS, course);
    expect(
      questions.map(({ question, unit, answered, correct, tries, options: chosen }: Record<string, any>) => [
        question,
        unit,
        answered,
        correct,
        tries,
        chosen.map(({ text, people }: { text: string; people: number }) => `${text}: ${people}`).join(),
      ]),
    ).toEqual([
      ["Question 1", "Test 1", 2, 1, 2, "Yes: 1,No: 1"],
      ["Question 2", "Test 1", 1, 0, 1, "Yes: 0,No: 1"],
      ["Question 4", "Test 2", 0, 0, 0, ""],
    ]);
  });
});

describe("the weeks of a course", () => {
  test("average the time of each person who spent any in it, from the first of the 26 weeks on", async () => {
    const [course, other] = [await rows.course("Weeks"), await rows.course("Other weeks")];
    const zone = await server.inside("demo", async (db, id) => {
      const found = await db
        .selectFrom("instances")
        .where("id", "=", id)
        .select(["time_zone", "first_weekday"])
        .execute();
      return found[0]!;
    });
    const last = getWeekStart(dayIn(zone.time_zone), zone.first_weekday);
    const first = addDays(last, -7 * 25);
    await enrol(bea, course, { assigned_at: new Date("2020-01-01T12:00:00Z") });
    await enrol(cy, course);
    await enrol(bea, other);
    const spend = (user_id: number, course_id: number, day: string, seconds: number) =>
      rows.insert("daily_time", { user_id, course_id, day, seconds });
    await spend(bea, course, addDays(first, -1), 10_000);
    await spend(bea, course, first, 60);
    await spend(bea, course, addDays(first, 6), 20);
    await spend(cy, course, addDays(first, 3), 40);
    await spend(bea, course, addDays(first, 7), 7);
    await spend(bea, other, first, 500);
    const { timeSpentWeekly } = await report(admin, WEEKS, course);
    expect(timeSpentWeekly).toHaveLength(26);
    expect(timeSpentWeekly.slice(0, 3)).toEqual([
      { weekStart: first, averageTimeSpent: 60 },
      { weekStart: addDays(first, 7), averageTimeSpent: 7 },
      { weekStart: addDays(first, 14), averageTimeSpent: 0 },
    ]);
  });
});

describe("the courses of a report", () => {
  test("are those that are published, or taken by anybody who is shown, and for a branch those that it has or its people take", async () => {
    const states = {
      open: await rows.course("Apart open"),
      draft: await rows.course("Apart draft", { status: "draft" }),
      taken: await rows.course("Apart taken draft", { status: "draft" }),
      elsewhere: await rows.course("Apart of the south"),
      ours: await rows.course("Apart of the branch"),
      our_draft: await rows.course("Apart draft of the branch", { status: "draft" }),
      deleted: await rows.course("Apart deleted", { deleted_at: new Date() }),
      visited: await rows.course("Apart visited draft", { status: "draft" }),
    };
    await enrol(await rows.person("Visiting Reader", { platform_user_id: 1, role: "super_admin" }), states.visited);
    await enrol(bea, states.taken);
    await enrol(cy, states.elsewhere);
    await enrol(bea, states.deleted);
    for (const course_id of [states.ours, states.our_draft, states.deleted])
      await rows.insert("branch_courses", { branch_id: inNorth, course_id });
    const find = async (client: Client, asked: object = {}) => {
      const found: string[] = [];
      for (const [name, id] of Object.entries(states))
        if ((await client.refusal(FOUND, { id, ...asked })) === null) found.push(name);
      for (const [name, id] of Object.entries(states)) {
        const { statusCode } = await takeTable(server, client, { kind: "course-users", course_id: id, ...asked });
        expect([name, statusCode]).toEqual([name, found.includes(name) ? 200 : 404]);
      }
      return found;
    };
    const list = async (client: Client, asked: object = {}) => {
      const { courses, coursesPage } = (await client.data(ALL, { search: "apart", ...asked })).reportsAllCourses;
      const titles = (of: { title: string }[]) =>
        of.map(({ title }) => title).filter((title) => title.startsWith("Apart"));
      expect(titles(coursesPage.rows)).toEqual(titles(courses));
      expect(coursesPage.total).toBe(titles(courses).length);
      return titles(courses);
    };
    expect(await find(admin)).toEqual(["open", "taken", "elsewhere", "ours"]);
    expect(await list(admin)).toEqual(["Apart of the branch", "Apart of the south", "Apart open", "Apart taken draft"]);
    expect(await find(north)).toEqual(["taken", "ours"]);
    expect(await list(north)).toEqual(["Apart of the branch", "Apart taken draft"]);

    // A group has the courses that its members take, and those that it was given.
    const [group, other] = [await rows.one("groups", { name: "Apart" }), await rows.one("groups", { name: "Other" })];
    await rows.insert("group_users", { group_id: group, user_id: cy });
    for (const [group_id, course_id] of [
      [group, states.open],
      [group, states.draft],
      [other, states.ours],
    ])
      await rows.insert("group_courses", { group_id, course_id });
    expect(await list(admin, { group_ids: [group] })).toEqual(["Apart of the south", "Apart open"]);
    // A course stays known where a filter leaves nobody of it.
    expect(await find(north, { from: "2100-01-01" })).toEqual(["taken", "ours"]);
    expect((await report(north, FOUND, states.taken, { from: "2100-01-01" })).stats.assignedLearners).toBe(0);
  });
});

describe("the report on attempts at tests", () => {
  test("has a row for each attempt of each person, with its course and unit, its days and how it ended", async () => {
    const [course, other] = [await rows.course("Attempts"), await rows.course("Other attempts")];
    const [unit, second] = [await rows.unit(course, "Test", 1), await rows.unit(other, "Test", 1, { title: "Second" })];
    await enrol(bea, course);
    await enrol(cy, course, { assigned_at: new Date("2026-05-01T12:00:00Z") });
    await enrol(bea, other);
    const attempt = (user_id: number, course_id: number, unit_id: number, number: number, fields: object) =>
      rows.insert("test_attempts", {
        user_id,
        course_id,
        unit_id,
        course_attempt: 1,
        number,
        question_ids: [],
        rules: {},
        ...fields,
      });
    const submitted_at = new Date();
    await attempt(bea, course, unit, 1, { submitted_at, score: 20, is_passed: false });
    await attempt(bea, course, unit, 2, { submitted_at, score: 90, is_passed: true, counts: true });
    await attempt(bea, other, second, 1, { submitted_at });
    await attempt(cy, course, unit, 1, {});
    const read = async (asked: object = {}) => {
      const { total, rows: found } = (await admin.data(TESTS, { kind: "testAttempts", ...asked })).reportTable;
      const mine = found.filter(({ cells }: { cells: string[] }) => /attempts$/i.test(cells[1]!));
      expect(total).toBe(found.length);
      return mine.map(({ cells }: { cells: string[] }) => [0, 1, 2, 3, 6, 7, 9].map((at) => cells[at]).join(" | "));
    };
    const all = [
      "Bea Young | Attempts | Test 1 | 1 | 20 | Failed | No",
      "Bea Young | Attempts | Test 1 | 2 | 90 | Passed | Yes",
      "Bea Young | Other attempts | Second | 1 |  | Waiting for a mark | No",
      "Cy Young | Attempts | Test 1 | 1 |  |  | No",
    ];
    expect(await read()).toEqual(all);
    expect(await read({ from: "2026-05-01" })).toEqual(all.slice(3));
    expect(await read({ search: "bea" })).toEqual(all.slice(0, 3));
  });
});

test("the results of packages leave out units that are deleted", async () => {
  const course = await rows.course("Packages");
  const { package_id } = await rows.package();
  const units = [
    await rows.unit(course, "Scorm", 1),
    await rows.unit(course, "Scorm", 2, { deleted_at: new Date() }),
  ] as const;
  await enrol(bea, course);
  for (const unit_id of units)
    await rows.insert("scorm_results", { user_id: bea, course_id: course, unit_id, package_id, score: 5 });
  const document = `query ($id: Int!) { packageResultsPage(course_id: $id) { total rows { unit_id } } }`;
  expect((await admin.data(document, { id: course })).packageResultsPage).toEqual({
    total: 1,
    rows: [{ unit_id: units[0] }],
  });
});
