import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { parseRows, takeTable, unzip } from "../../testing/tables.ts";
import { dayIn } from "./weeks.ts";

const COUNTS = "assigned compliant due overdue expired";
const COMPLIANCE = `query ($branchUrl: String, $category_id: Int, $from: String, $sort: String, $limit: Int) {
  compliance(branchUrl: $branchUrl, category_id: $category_id, from: $from) {
    totals { ${COUNTS} } months { day assigned compliant overdue }
    courses(sort: $sort, limit: $limit) { total rows { id name counts { ${COUNTS} } } }
    branches(limit: 50) { total rows { id name counts { ${COUNTS} } } } } }`;
const MATRIX = `query ($branchUrl: String, $search: String, $state: String, $limit: Int, $offset: Int, $category_id: Int) {
  trainingMatrix(branchUrl: $branchUrl, category_id: $category_id) {
    courses { id name counts { ${COUNTS} } }
    people(search: $search, state: $state, limit: $limit, offset: $offset) { total
      rows { id name cells { courseId state progress isComplete due expires } } } } }`;

const ZONE = "Pacific/Auckland";
const STATES = ["compliant", "due", "overdue", "expired"] as const;
type Counts = Record<(typeof STATES)[number] | "assigned", number>;

/** Returns a day so many days from today in the instance's time zone, yyyy-mm-dd. */
function dayFromToday(days: number): string {
  const today = new Date(`${dayIn(ZONE)}T12:00:00Z`);
  today.setUTCDate(today.getUTCDate() + days);
  return today.toISOString().slice(0, 10);
}
/** Noon in New Zealand is the same day all year. */
const noon = (day: string) => new Date(`${day}T00:00:00Z`);
const yearAgo = () => `${Number(dayIn(ZONE).slice(0, 4)) - 1}${dayFromToday(0).slice(4)}`;

const COMPLETED = [null, -10, "a year ago", -800] as const;
const BEFORE = [null, -20, -900] as const;
const DUE = [null, -5, 0, 5] as const;

let server: TestServer;
let manager: Client;
let category: number;
/** What the statement should find, worked out from the definition in words. */
const expected = new Map<string, (typeof STATES)[number]>();

beforeAll(async () => {
  server = await startServer();
  manager = await server.as("manager@demo.test");
  await server.inside("demo", async (db, instance_id) => {
    await db.updateTable("instances").set({ time_zone: ZONE }).where("id", "=", instance_id).execute();
    const [{ id }] = (await db
      .insertInto("categories")
      .values({ instance_id, name: "Compliance" })
      .returning("id")
      .execute()) as [{ id: number }];
    category = id;
    const people = await db
      .selectFrom("users")
      .select(["id", "first_name", "last_name"])
      .where("instance_id", "=", instance_id)
      .where("email", "in", ["learner@demo.test", "amara.diallo@demo.test", "samuel.okonkwo@demo.test"])
      .orderBy("id")
      .execute();
    let at = 0;
    for (const completed of COMPLETED)
      for (const before of BEFORE)
        for (const due of DUE)
          for (const isRevoked of [false, true]) {
            const last = completed ?? before;
            if (isRevoked && last === null) continue;
            const { id: person, first_name, last_name } = people[at % people.length]!;
            const title = `Rule ${at++}`;
            const course = await db
              .insertInto("courses")
              .values({ instance_id, title, status: "published", unit_count: 2 })
              .returning("id")
              .executeTakeFirstOrThrow();
            const own = { instance_id, user_id: person, course_id: course.id };
            const toDay = (days: number | string | null) =>
              days === null ? null : typeof days === "string" ? yearAgo() : dayFromToday(days);
            const [done, earlier, dueOn] = [toDay(completed), toDay(before), toDay(due)];
            await db
              .insertInto("course_categories")
              .values({ instance_id, course_id: course.id, category_id: category, position: 1 })
              .execute();
            await db
              .insertInto("enrolments")
              .values({
                ...own,
                assigned_at: noon(dayFromToday(-1000)),
                completed_at: done === null ? null : noon(done),
                completed_before: earlier === null ? null : noon(earlier),
                due_on: dueOn,
                attempt: 1,
              })
              .execute();
            const lastDay = done ?? earlier;
            // Without the revocation, an earlier enrolment and another person had revoked certificates of the same day.
            if (lastDay !== null) {
              const certificate = {
                ...own,
                certificate_type: "Default",
                user_name: "x",
                course_title: title,
                completed_on: lastDay,
                expires_on: "2099-01-01",
              };
              const revoked = { ...certificate, revoked_at: new Date(), revoke_reason: "x" };
              const code = `a-certificate-of-a-rule-${at}`;
              const other = people[at % people.length]!.id;
              await db
                .insertInto("certificates")
                .values(
                  isRevoked
                    ? [{ ...revoked, code }]
                    : [
                        { ...revoked, code, ended_at: new Date() },
                        { ...revoked, code: `${code}-of-another`, user_id: other },
                        { ...certificate, code: `${code}-that-is-valid` },
                      ],
                )
                .execute();
            }
            const isValid = lastDay !== null && lastDay >= yearAgo() && !isRevoked;
            const state = isValid
              ? "compliant"
              : done === null && dueOn !== null && dueOn < dayFromToday(0)
                ? "overdue"
                : lastDay !== null
                  ? "expired"
                  : "due";
            expected.set(`${first_name} ${last_name}: ${title}`, state);
          }
  });
});
afterAll(() => server.close());

const read = async (client: Client, variables: object = {}) =>
  (await client.data(COMPLIANCE, { category_id: category, ...variables })).compliance;
const readMatrix = async (client: Client, variables: object = {}) =>
  (await client.data(MATRIX, { category_id: category, limit: 50, ...variables })).trainingMatrix;

function count(states: Iterable<string>): Counts {
  const all = [...states];
  const of = (state: string) => all.filter((each) => each === state).length;
  return {
    assigned: all.length,
    compliant: of("compliant"),
    due: of("due"),
    overdue: of("overdue"),
    expired: of("expired"),
  };
}

describe("training matrix", () => {
  test("states for each person and course what completion, expiry, revocation and due date mean", async () => {
    const { courses, people } = await readMatrix(manager);
    const titles = new Map<number, string>(courses.map(({ id, name }: { id: number; name: string }) => [id, name]));
    const found = new Map(
      people.rows.flatMap(({ name, cells }: { name: string; cells: { courseId: number; state: string }[] }) =>
        cells.map(({ courseId, state }) => [`${name}: ${titles.get(courseId)}`, state]),
      ),
    );
    expect(found).toEqual(expected);
    expect(new Set(found.values())).toEqual(new Set(STATES));
  });

  test("agrees with the counts of compliance, course by course and in total", async () => {
    const { courses, people } = await readMatrix(manager);
    const compliance = await read(manager, { limit: 500 });
    expect(compliance.courses.rows).toEqual(courses);
    const cells = people.rows.flatMap((row: { cells: { state: string }[] }) => row.cells);
    expect(compliance.totals).toEqual(count(cells.map(({ state }: { state: string }) => state)));
  });

  test("shows the certificate and the attempt of someone who takes a course again", async () => {
    const { courses, people } = await readMatrix(manager, { state: "compliant" });
    expect(courses.length).toBeGreaterThan(0);
    const again = people.rows
      .flatMap((row: { cells: object[] }) => row.cells)
      .filter((cell: { state: string; isComplete: boolean }) => cell.state === "compliant" && !cell.isComplete);
    expect(again).not.toHaveLength(0);
    for (const { expires } of again) expect(expires > dayFromToday(0)).toBe(true);
  });

  test("shows only people with a course in the chosen state, and refuses an unknown state", async () => {
    const overdue = [...expected].filter(([, state]) => state === "overdue").map(([name]) => name.split(":")[0]);
    const { people } = await readMatrix(manager, { state: "overdue" });
    expect(people.rows.map(({ name }: { name: string }) => name).sort()).toEqual([...new Set(overdue)].sort());
    expect(people.total).toBe(people.rows.length);
    const { errors } = await manager.query(MATRIX, { state: "late" });
    expect(errors![0]!.extensions.code).toBe("VALIDATION");
  });

  test("pages and searches people", async () => {
    const names = async (variables: object) => {
      const { total, rows } = (await readMatrix(manager, variables)).people;
      return [total, rows.map(({ name }: { name: string }) => name)];
    };
    expect(await names({ limit: 1 })).toEqual([3, ["Grace Adeyemi"]]);
    expect(await names({ limit: 1, offset: 1 })).toEqual([3, ["Amara Diallo"]]);
    expect(await names({ search: "okonk" })).toEqual([1, ["Samuel Okonkwo"]]);
  });

  test("finds the same people by stored totals as by their enrolments", async () => {
    const count = async (days: string) =>
      (await manager.data(`{ trainingMatrix${days} { people(limit: 1) { total } } }`)).trainingMatrix.people.total;
    const all = await count("");
    expect(all).toBeGreaterThan(3);
    expect(await count(`(from: "1900-01-01")`)).toBe(all);
  });

  test("reads its people and courses with the same number of statements, however many there are", async () => {
    const statements = async (limit: number) => {
      const before = server.platform.database.statements;
      await readMatrix(manager, { limit });
      return server.platform.database.statements - before;
    };
    expect(await statements(1)).toBe(await statements(50));
  });
});

describe("compliance", () => {
  test("ends its months with today, with the counts of today", async () => {
    const { totals, months } = await read(manager);
    expect(months).toHaveLength(12);
    expect(months.at(-1)).toEqual({
      day: dayFromToday(0),
      assigned: totals.assigned,
      compliant: totals.compliant,
      overdue: totals.overdue,
    });
    expect(months.map(({ day }: { day: string }) => day)).toEqual(
      months.map(({ day }: { day: string }) => day).toSorted(),
    );
  });

  test("counts the members of each branch, and people without one apart", async () => {
    const { branches, totals } = await read(manager);
    const north = branches.rows.find(({ name }: { name: string }) => name.includes("North"));
    const theirs = [...expected].filter(([name]) => /^(Grace|Samuel)/.test(name)).map(([, state]) => state);
    expect(north.counts).toEqual(count(theirs));
    expect((await read(await server.as("manager.north@demo.test"))).totals).toEqual(count(theirs));
    expect(totals.assigned).toBeGreaterThan(theirs.length);
  });

  test("sorts courses by the share that is compliant", async () => {
    const { courses } = await read(manager, { sort: "-share", limit: 500 });
    const shares = courses.rows.map(({ counts }: { counts: Counts }) => counts.compliant / counts.assigned);
    expect(shares).toEqual(shares.toSorted((a: number, b: number) => b - a));
  });

  test("searches courses and branches by name", async () => {
    const { data } = await manager.query(
      `query ($category_id: Int) { compliance(category_id: $category_id) {
        courses(search: "rule 1", limit: 50) { total rows { name } } branches(search: "nor", sort: "-name") { total rows { name } } none: branches(search: "%") { total } } }`,
      { category_id: category },
    );
    const titles = [...expected.keys()]
      .map((name) => name.split(": ")[1]!)
      .filter((title) => title.startsWith("Rule 1"));
    expect(data.compliance.courses.total).toBe(titles.length);
    const { branches, none } = data.compliance;
    expect(branches.rows.filter(({ name }: { name: string }) => /nor/i.test(name))).toHaveLength(branches.total);
    expect([branches.total > 0, none.total]).toEqual([true, 0]);
  });

  test("is of a course or of a learning path, and of neither that is not there", async () => {
    const admin = await server.as("admin@demo.test");
    const document = `query ($course: Int, $path: Int) { compliance(course_id: $course, path_id: $path) { totals { assigned } } }`;
    const [course, path] = [999_998, 999_999];
    expect(await admin.refusal(document, { course, path })).toBe("VALIDATION");
    expect(await admin.refusal(document, { course })).toBe("NOT_FOUND");
    expect(await admin.refusal(document, { path })).toBe("NOT_FOUND");
    expect(await admin.refusal(document)).toBeNull();
  });

  test("counts only what was assigned on the chosen days", async () => {
    expect((await read(manager, { from: "2099-01-01" })).totals.assigned).toBe(0);
  });

  test("is refused to learners and instructors, and to managers of another branch", async () => {
    for (const role of ["learner", "instructor"])
      for (const document of [COMPLIANCE, MATRIX])
        expect(await (await server.as(`${role}@demo.test`)).refusal(document)).toBe("FORBIDDEN");
    const north = await server.as("manager.north@demo.test");
    expect(await north.refusal(COMPLIANCE, { branchUrl: "south" })).toBe("NOT_FOUND");
    expect(await north.refusal(MATRIX, { branchUrl: "south" })).toBe("NOT_FOUND");
  });
});

describe("files", () => {
  test("of the matrix have a column for each course, in words", async () => {
    const asked = { kind: "training-matrix", category_id: category, language: "en" };
    const rows = parseRows((await takeTable(server, manager, asked)).body);
    expect(Object.keys(rows[0]!).slice(0, 3)).toEqual(["Name", "Email", "Rule 0"]);
    const cells = rows.flatMap(({ Name, Email: _, ...courses }) =>
      Object.entries(courses).flatMap(([title, text]) => (text ? [[`${Name}: ${title}`, text.split(" · ")[0]]] : [])),
    );
    const words = { compliant: "Compliant", due: "To do", overdue: "Overdue", expired: "Expired" };
    expect(Object.fromEntries(cells)).toEqual(
      Object.fromEntries([...expected].map(([name, state]) => [name, words[state]])),
    );
    expect(rows.flatMap(Object.values).join()).toMatch(/Compliant · taken again · .*valid until \d\d\/\d\d\/\d{4}/);
  });

  test("of compliance by course and by branch have the counts of the screen", async () => {
    const { totals } = await read(manager);
    const sum = (rows: Record<string, string>[], column: string) =>
      rows.reduce((total, row) => total + Number(row[column]), 0);
    const take = async (kind: string) =>
      parseRows((await takeTable(server, manager, { kind, category_id: category, language: "en" })).body);
    const courses = await take("compliance");
    expect(courses).toHaveLength(expected.size);
    expect([sum(courses, "Assigned"), sum(courses, "Overdue")]).toEqual([totals.assigned, totals.overdue]);
    expect((await take("compliance-branches")).length).toBeGreaterThan(1);
  });

  test("of the matrix exist as a workbook", async () => {
    const { rawPayload } = await takeTable(server, manager, {
      kind: "training-matrix",
      category_id: category,
      format: "xlsx",
    });
    expect([...(await unzip(rawPayload)).keys()]).toContain("xl/worksheets/sheet1.xml");
  });
});
