import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type Client, type TestServer } from "../../testing/server.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";
import { tableRequest } from "./request.ts";
import { REPORTS } from "./tables.ts";

const TABLE = `query ($kind: String!, $from: String, $category_id: Int, $state: String, $search: String, $sort: String,
  $limit: Int, $language: String) {
  reportTable(kind: $kind, from: $from, category_id: $category_id, state: $state, search: $search, sort: $sort,
    limit: $limit, language: $language) { total rows { cells } } }`;
const DEFINITIONS = `query ($language: String) { reportDefinitions(language: $language) {
  reports { kind title is_scheduled has_general_screen filters columns { key label format explanation sort } } explanations { figure text } } }`;
const SCHEDULE = `mutation ($input: ReportScheduleInput!) { createReportSchedule(input: $input) { id } }`;

/** A value for each filter that a request may have. */
const VALUES: Record<string, unknown> = {
  branchUrls: ["north"],
  from: "2099-01-01",
  to: "2099-01-01",
  search: "Grace",
  category: "Rivers",
  state: "due",
  role: "learner",
  field_value: "Chef",
  is_overdue: true,
  due: "overdue",
  event: "enrolled",
  item_kind: "user",
  action: "user.created",
  subject_type: "user",
  group_ids: [1],
  columns: ["email"],
  platform: true,
};
/** The reports about one course or one user. */
const NEEDS_SUBJECT = [
  "course-users",
  "course-questions",
  "course-matrix",
  "compliance-people",
  "item-analysis",
  "survey",
  "package-results",
  "package-questions",
  "user-courses",
  "user-certificates",
  "user-activity",
];
const COMMON = ["kind", "branchUrl", "sort", "language"];
const filters = Object.keys(tableRequest.shape).filter((name) => !COMMON.includes(name));

let server: TestServer;
let admin: Client;
let courseId: number;
let userId: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  userId = await server.userId("learner@demo.test");
  courseId = await server.inside("demo", async (db, instance_id) => {
    const { course_id } = await db
      .selectFrom("enrolments")
      .where("instance_id", "=", instance_id)
      .where("user_id", "=", userId)
      .select("course_id")
      .executeTakeFirstOrThrow();
    return course_id;
  });
});
afterAll(() => server.close());

describe.each(REPORTS.map(({ kind, filters: declared }) => ({ kind, declared })))(
  "report $kind",
  ({ kind, declared }) => {
    const subject = () => ({
      ...(declared.includes("course_id") && kind !== "certified" && { course_id: courseId }),
      ...(declared.includes("user_id") && { user_id: userId }),
    });

    test("rejects each filter that it does not declare, by its name", async () => {
      for (const name of filters.filter((each) => !declared.some((filter) => filter === each))) {
        const response = await takeTable(server, admin, { kind, ...subject(), [name]: VALUES[name] ?? 1 });
        expect([name, response.statusCode]).toEqual([name, 422]);
        expect(response.body).toContain(`The table '${kind}' has no filter '${name}'.`);
      }
    });

    test("ignores an empty filter", async () => {
      const empty = { from: null, category_id: null, state: "", branchUrls: [], group_ids: null };
      expect((await takeTable(server, admin, { kind, ...subject(), ...empty })).statusCode).toBe(200);
    });

    if (declared.includes("search"))
      test("applies its search", async () => {
        const response = await takeTable(server, admin, { kind, ...subject(), search: "In no row of any report" });
        expect(parseRows(response.body)).toEqual([]);
      });

    if (NEEDS_SUBJECT.includes(kind))
      test("is not found without the course or the user that it is about", async () => {
        expect((await takeTable(server, admin, { kind })).statusCode).toBe(404);
      });

    if (declared.includes("from"))
      test("applies its filter by days", async () => {
        const count = async (days: object) =>
          parseRows((await takeTable(server, admin, { kind, ...subject(), ...days })).body).flatMap((row) =>
            Object.entries(row).filter(
              ([name, value]) =>
                !["Title", "Category", "Unit", "Question", "Version", "Type"].includes(name) &&
                !name.startsWith("Options") &&
                Number(value) !== 0 &&
                !value.startsWith("0h 0m 0s") &&
                !value.endsWith(": 0"),
            ),
          ).length;
        expect(await count({ from: "2099-01-01" })).toBe(0);
      });
  },
);

test("the general screen shows the rows of a report as text, and rejects a filter that it does not declare", async () => {
  const variables = { kind: "everything", limit: 2, language: "en" };
  const { reportTable } = await admin.data(TABLE, variables);
  expect(reportTable.total).toBeGreaterThan(2);
  expect(reportTable.rows).toHaveLength(2);
  const { reports } = (await admin.data(DEFINITIONS, { language: "en" })).reportDefinitions;
  const { columns } = reports.find((report: { kind: string }) => report.kind === "everything");
  expect(reportTable.rows[0].cells).toHaveLength(columns.length);
  expect((await admin.data(TABLE, { ...variables, from: "2099-01-01" })).reportTable.total).toBe(0);
  const { errors } = await admin.query(TABLE, { ...variables, state: "due" });
  expect(errors![0]!.extensions).toMatchObject({
    validation: { state: ["The table 'everything' has no filter 'state'."] },
  });
});

test("a file of all learners in all courses has the order of its screen, by the rules of the language", async () => {
  await server.inside("demo", async (db, instance_id) => {
    const names = ["Zoqq Éclair", "zoqq eclair", "Zoqq Zebra", "Aqq Éclair", "Zoqq eclair"].map((name) =>
      name.split(" "),
    );
    const people = names.map(([first_name, last_name], at) => ({
      instance_id,
      first_name: first_name!,
      last_name: last_name!,
      email: `order-${at}@demo.test`,
      role: "learner",
    }));
    const courses = ["Éditing", "editing", "Zoology"].map((title) => ({ instance_id, title, status: "published" }));
    const added = await db.insertInto("users").values(people).returning("id").execute();
    const titles = await db.insertInto("courses").values(courses).returning("id").execute();
    const enrolments = added.flatMap(({ id }) =>
      titles.map((course) => ({ instance_id, user_id: id, course_id: course.id })),
    );
    await db.insertInto("enrolments").values(enrolments).execute();
  });
  const asked = { kind: "everything", search: "qq" };
  const screen = (await admin.data(TABLE, { ...asked, limit: 100, language: "en" })).reportTable;
  const file = parseRows((await takeTable(server, admin, { ...asked, language: "en" })).body);
  expect(screen.total).toBe(15);
  expect(file.map(({ Name, Course }) => [Name, Course])).toEqual(
    screen.rows.map(({ cells }: { cells: string[] }) => [cells[0], cells[4]]),
  );
});

test("definitions are listed in the language asked for, for those who may read the reports", async () => {
  const list = async (email: string, language: string) =>
    (await (await server.as(email)).data(DEFINITIONS, { language })).reportDefinitions;
  const { reports, explanations } = await list("admin@demo.test", "fr");
  expect(reports).toMatchObject(
    REPORTS.map(({ kind, isScheduled, hasGeneralScreen }) => ({
      kind,
      is_scheduled: isScheduled ?? false,
      has_general_screen: hasGeneralScreen ?? false,
    })),
  );
  expect(reports[0]).toMatchObject({ kind: "users", title: "Rapports des utilisateurs" });
  expect(reports[0].columns[2]).toMatchObject({ label: "Terminés", format: "number", sort: "completed" });
  expect(explanations.length).toBeGreaterThan(10);
  // The organisation chooses the day on which weeks begin.
  expect(explanations.filter(({ text }: { text: string }) => /lundi/.test(text))).toEqual([]);
  const authored = (await list("instructor@demo.test", "en")).reports;
  expect(authored.map(({ kind }: { kind: string }) => kind)).toEqual(["package-results", "package-questions"]);
  expect((await list("learner@demo.test", "en")).reports).toEqual([]);
});

test("definitions that the caller already has are not sent again, unless the language or the permissions differ", async () => {
  const ask = async (email: string, language: string, known: string | null) =>
    (
      await (
        await server.as(email)
      ).data(
        `query ($language: String, $known: String) {
          reportDefinitions(language: $language, known: $known) { version reports { kind } } }`,
        { language, known },
      )
    ).reportDefinitions;
  const { version } = await ask("admin@demo.test", "en", null);
  expect(await ask("admin@demo.test", "en", version)).toBeNull();
  expect((await ask("admin@demo.test", "en", "another")).version).toBe(version);
  expect((await ask("admin@demo.test", "fr", version)).reports).toHaveLength(REPORTS.length);
  expect((await ask("instructor@demo.test", "en", version)).reports).toHaveLength(2);
});

test("a schedule rejects a filter that its report does not declare", async () => {
  const input = {
    name: "Weekly",
    kind: "course-users",
    course_id: courseId,
    category_id: 1,
    every: "week",
    day: 1,
    hour: 7,
    user_ids: [await server.userId("admin@demo.test")],
  };
  const { errors } = await admin.query(SCHEDULE, { input });
  expect(errors![0]!.extensions).toMatchObject({
    validation: { category_id: ["The table 'course-users' has no filter 'category_id'."] },
  });
});
