import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addLearner, createPath, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";
import { dayIn } from "./weeks.ts";

const COUNTS = "assigned compliant due overdue expired";
const OVERVIEW = `query ($path_id: Int, $course_id: Int, $branchUrl: String, $branchUrls: [String!]) {
  compliance(path_id: $path_id, course_id: $course_id, branchUrl: $branchUrl, branchUrls: $branchUrls) {
    name totals { ${COUNTS} } months { day assigned compliant overdue }
    branches(limit: 50) { total rows { id name url counts { ${COUNTS} } } } } }`;
const PATHS = `query ($search: String, $sort: String, $category_id: Int) {
  compliance(category_id: $category_id) { paths(search: $search, sort: $sort, limit: 50) { total rows { id name counts { ${COUNTS} } } } } }`;
const PEOPLE = `query ($path_id: Int, $course_id: Int, $search: String, $state: String, $sort: String, $limit: Int) {
  compliance(path_id: $path_id, course_id: $course_id) {
    people(search: $search, state: $state, sort: $sort, limit: $limit) { total rows { id name state progress isComplete due completed expires } } } }`;
const MATRIX = `query ($state: String, $search: String, $limit: Int, $branchUrl: String) { trainingMatrix(branchUrl: $branchUrl) {
  paths { id name counts { ${COUNTS} } }
  path_people(state: $state, search: $search, limit: $limit) { total rows { id name cells { pathId state progress isComplete due expires } } } } }`;

let server: TestServer;
let manager: Client;
let path: number;
let zone: string;
/** The state that each person should be in, worked out from the definition in words. */
const expected = new Map<number, string>();
let people: Record<
  "valid" | "lapsed" | "revoked" | "spared" | "late" | "todo" | "again" | "unenrolled" | "ended",
  number
>;
let courses: number[];

function dayFromToday(days: number): string {
  const today = new Date(`${dayIn(zone)}T12:00:00Z`);
  today.setUTCDate(today.getUTCDate() + days);
  return today.toISOString().slice(0, 10);
}
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

beforeAll(async () => {
  server = await startServer();
  const admin = await server.as("admin@demo.test");
  manager = await server.as("manager@demo.test");
  courses = await insertCourses(server, ["Path rule A", "Path rule B", "Path rule C"]);
  const [a, b, c] = courses as [number, number, number];
  // A is needed, and one of B and C.
  path = (await createPath(admin, "Rules of paths", [{ course_ids: [a] }, { course_ids: [b, c], needed: 1 }])).id;
  let count = 0;
  const add = () => addLearner(admin, `path.rule${++count}@demo.test`, count === 1 ? "north" : undefined);
  people = {
    valid: await add(),
    lapsed: await add(),
    revoked: await add(),
    spared: await add(),
    late: await add(),
    todo: await add(),
    again: await add(),
    unenrolled: await add(),
    ended: await add(),
  };
  await server.inside("demo", async (db, instance_id) => {
    zone = (
      await db.selectFrom("instances").select("time_zone").where("id", "=", instance_id).executeTakeFirstOrThrow()
    ).time_zone;
    const assign = (user_id: number, fields: object = {}) =>
      db
        .insertInto("learning_path_people")
        .values({ instance_id, path_id: path, user_id, assigned_at: noon(dayFromToday(-1000)), ...fields })
        .execute();
    const enrol = (user_id: number, course_id: number, days: number | null, before: number | null = null) =>
      db
        .insertInto("enrolments")
        .values({
          instance_id,
          user_id,
          course_id,
          assigned_at: noon(dayFromToday(-1000)),
          completed_at: days === null ? null : noon(dayFromToday(days)),
          completed_before: before === null ? null : noon(dayFromToday(before)),
        })
        .execute();
    const completed = { completed_at: noon(dayFromToday(-10)) };
    await assign(people.valid, completed);
    await enrol(people.valid, a, -10);
    await enrol(people.valid, b, -20);
    // The needed course A has lapsed.
    await assign(people.lapsed, { completed_at: noon(dayFromToday(-800)) });
    await enrol(people.lapsed, a, -900);
    await enrol(people.lapsed, b, -20);
    await assign(people.revoked, completed);
    await enrol(people.revoked, a, -10);
    await enrol(people.revoked, b, -10);
    await db
      .insertInto("certificates")
      .values({
        instance_id,
        user_id: people.revoked,
        course_id: a,
        code: "a-certificate-of-a-path-1",
        certificate_type: "Default",
        user_name: "x",
        course_title: "x",
        completed_on: dayFromToday(-10),
        expires_on: "2099-01-01",
        revoked_at: new Date(),
        revoke_reason: "x",
      })
      .execute();
    // B has lapsed, and C, which is valid, is enough.
    await assign(people.spared, completed);
    await enrol(people.spared, a, -10);
    await enrol(people.spared, b, -900);
    await enrol(people.spared, c, -30);
    await assign(people.late, { due_on: dayFromToday(-1) });
    await enrol(people.late, a, -10);
    await assign(people.todo, { due_on: dayFromToday(0) });
    // Takes A again; the certificate of the earlier completion is still valid.
    await assign(people.again, completed);
    await enrol(people.again, a, null, -100);
    await enrol(people.again, c, -100);
    // Has completed the path, and has no enrolment left that could lapse.
    await assign(people.unenrolled, completed);
    await assign(people.ended, { ...completed, ended_at: new Date() });
  });
  for (const who of ["valid", "spared", "again", "unenrolled"] as const) expected.set(people[who], "compliant");
  for (const who of ["lapsed", "revoked"] as const) expected.set(people[who], "expired");
  expected.set(people.late, "overdue");
  expected.set(people.todo, "due");
});
afterAll(() => server.close());

const TOTALS = { assigned: 8, compliant: 4, due: 1, overdue: 1, expired: 2 };

describe("compliance of a learning path", () => {
  test("states for each person what completion, expiry, revocation, the rules of sections and the due date mean", async () => {
    const { rows, total } = (await manager.data(PEOPLE, { path_id: path, limit: 50 })).compliance.people;
    expect(new Map(rows.map(({ id, state }: { id: number; state: string }) => [id, state]))).toEqual(expected);
    expect(total).toBe(expected.size);
  });

  test("lists until when a path is valid: the first day on which a section has too few valid certificates", async () => {
    const { rows } = (await manager.data(PEOPLE, { path_id: path, limit: 50 })).compliance.people;
    const of = (id: number) => rows.find((row: { id: number }) => row.id === id);
    const aYearAfter = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`.replace("-02-29", "-02-28");
    // The course B of 20 days ago lapses before A.
    expect(of(people.valid).expires).toBe(aYearAfter(dayFromToday(-20)));
    expect(of(people.spared).expires).toBe(aYearAfter(dayFromToday(-30)));
    expect(of(people.unenrolled).expires).toBeNull();
    expect(of(people.todo)).toMatchObject({ isComplete: false, due: dayFromToday(0), expires: null, completed: null });
    expect(of(people.late).progress).toBe(50);
  });

  test("agrees in its totals, its last month, the list of paths, the matrix and the branches", async () => {
    const { compliance } = await manager.data(OVERVIEW, { path_id: path });
    expect([compliance.name, compliance.totals]).toEqual(["Rules of paths", TOTALS]);
    expect(compliance.months.at(-1)).toEqual({ day: dayFromToday(0), assigned: 8, compliant: 4, overdue: 1 });
    const north = compliance.branches.rows.find(({ url }: { url: string }) => url === "north");
    expect(north.counts).toEqual({ assigned: 1, compliant: 1, due: 0, overdue: 0, expired: 0 });
    const { paths } = (await manager.data(PATHS, { search: "rules of" })).compliance;
    expect(paths).toEqual({ total: 1, rows: [{ id: path, name: "Rules of paths", counts: TOTALS }] });
    const { trainingMatrix } = await manager.data(MATRIX, { limit: 100 });
    expect(trainingMatrix.paths.find(({ id }: { id: number }) => id === path).counts).toEqual(TOTALS);
    const cells = trainingMatrix.path_people.rows.flatMap(
      (row: { id: number; cells: { pathId: number; state: string }[] }) =>
        row.cells.filter(({ pathId }) => pathId === path).map(({ state }) => [row.id, state]),
    );
    expect(new Map(cells)).toEqual(expected);
  });

  test("counts in each month those who were compliant at its end", async () => {
    const { months } = (await manager.data(OVERVIEW, { path_id: path })).compliance;
    // Before the first completion of the last months, only the lapsed path had been completed, and lapsed.
    expect(months[0]).toMatchObject({ assigned: 8, compliant: 0, overdue: 0 });
  });

  test("sorts and searches people, and shows those in a state only", async () => {
    const read = async (variables: object) =>
      (await manager.data(PEOPLE, { path_id: path, limit: 50, ...variables })).compliance.people;
    expect((await read({ sort: "state" })).rows[0].id).toBe(people.late);
    expect((await read({ sort: "-state" })).rows.at(-1).id).toBe(people.late);
    expect((await read({ state: "expired" })).rows.map(({ id }: { id: number }) => id)).toEqual([
      people.lapsed,
      people.revoked,
    ]);
    expect((await read({ search: "path.rule5@" })).rows.map(({ id }: { id: number }) => id)).toEqual([people.late]);
    const { errors } = await manager.query(PEOPLE, { path_id: path, state: "late" });
    expect(errors![0]!.extensions.code).toBe("VALIDATION");
  });

  test("limits paths by category to those with a course of it", async () => {
    const category = await server.inside("demo", async (db, instance_id) => {
      const { id } = await db
        .insertInto("categories")
        .values({ instance_id, name: "Rules" })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("course_categories")
        .values({ instance_id, course_id: courses[0]!, category_id: id, position: 1 })
        .execute();
      return id;
    });
    const { paths } = (await manager.data(PATHS, { category_id: category })).compliance;
    expect(paths.rows.map(({ id }: { id: number }) => id)).toEqual([path]);
  });

  test("shows in the matrix only people with a path in the chosen state", async () => {
    const { path_people } = (await manager.data(MATRIX, { state: "overdue", limit: 100 })).trainingMatrix;
    const ids = path_people.rows.map(({ id }: { id: number }) => id);
    expect(ids).toContain(people.late);
    expect(ids).not.toContain(people.todo);
    expect(path_people.total).toBe(ids.length);
  });
});

describe("compliance of a course", () => {
  test("counts and lists the people of that course alone", async () => {
    const { compliance } = await manager.data(OVERVIEW, { course_id: courses[0] });
    expect([compliance.name, compliance.totals]).toEqual([
      "Path rule A",
      { assigned: 6, compliant: 4, due: 0, overdue: 0, expired: 2 },
    ]);
    expect(compliance.months.at(-1)).toMatchObject({ assigned: 6, compliant: 4 });
    const { rows } = (await manager.data(PEOPLE, { course_id: courses[0], limit: 50, state: "expired" })).compliance
      .people;
    expect(rows.map(({ id }: { id: number }) => id)).toEqual([people.lapsed, people.revoked]);
  });
});

describe("the reach of compliance", () => {
  test("leaves a branch manager with the people of the branch, and hides courses and paths of nobody there", async () => {
    const north = await server.as("manager.north@demo.test");
    expect((await north.data(OVERVIEW, { path_id: path, branchUrl: "north" })).compliance.totals.assigned).toBe(1);
    for (const subject of [{ path_id: 2_000_000_000 }, { course_id: 2_000_000_000 }])
      expect(await north.refusal(OVERVIEW, { ...subject, branchUrl: "north" })).toBe("NOT_FOUND");
    const other = await server.inside("riverside", async (db, instance_id) =>
      db.selectFrom("courses").select("id").where("instance_id", "=", instance_id).executeTakeFirstOrThrow(),
    );
    expect(await manager.refusal(OVERVIEW, { course_id: other.id })).toBe("NOT_FOUND");
  });

  test("needs one course or one path for its people", async () => {
    for (const both of [{}, { course_id: courses[0], path_id: path }])
      expect(await manager.refusal(PEOPLE, both)).toBe("VALIDATION");
  });

  test("is refused to learners and instructors", async () => {
    for (const role of ["learner", "instructor"])
      for (const document of [OVERVIEW, PEOPLE, MATRIX])
        expect(await (await server.as(`${role}@demo.test`)).refusal(document, { path_id: path })).toBe("FORBIDDEN");
  });
});

describe("files", () => {
  const take = async (asked: object) =>
    parseRows((await takeTable(server, manager, { language: "en", ...asked })).body);

  test("of people list the states of the screen in words", async () => {
    const rows = await take({ kind: "compliance-people", path_id: path });
    expect(rows.map(({ Status }) => Status).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => "Compliant"),
      "Expired",
      "Expired",
      "Overdue",
      "To do",
    ]);
    expect((await takeTable(server, manager, { kind: "compliance-people" })).statusCode).toBe(404);
  });

  test("of paths, branches and the matrix have the counts and cells of the screen", async () => {
    const [row] = await take({ kind: "compliance-paths", search: "rules of" });
    expect(row).toMatchObject({ "Learning path": "Rules of paths", Assigned: "8", Compliant: "4", Expired: "2" });
    const branches = await take({ kind: "compliance-branches", path_id: path });
    expect(branches.reduce((sum, { Assigned }) => sum + Number(Assigned), 0)).toBe(8);
    const matrix = await take({ kind: "training-matrix-paths" });
    expect(matrix.filter((each) => each["Rules of paths"]?.startsWith("Compliant"))).toHaveLength(4);
  });

  test("of the matrix put each path of a person in its own column", async () => {
    const admin = await server.as("admin@demo.test");
    const id = await addLearner(admin, "two.paths@demo.test");
    // Paths are listed by name, and the later one here is older.
    const second = (await createPath(admin, "Two paths, second", [{ course_ids: [courses[1]!] }])).id;
    const first = (await createPath(admin, "Two paths, first", [{ course_ids: [courses[0]!] }])).id;
    await server.inside("demo", (db, instance_id) =>
      db
        .insertInto("learning_path_people")
        .values([
          { instance_id, path_id: second, user_id: id, completed_at: noon(dayFromToday(-5)) },
          { instance_id, path_id: first, user_id: id, due_on: dayFromToday(-1) },
        ])
        .execute(),
    );
    const rows = await take({ kind: "training-matrix-paths", search: "two.paths@demo.test" });
    expect(rows).toHaveLength(1);
    expect(rows[0]!["Two paths, first"]).toMatch(/^Overdue/);
    expect(rows[0]!["Two paths, second"]).toMatch(/^Compliant/);
    expect(rows[0]!["Rules of paths"]).toBe("");
  });
});
