import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { getExpiry } from "../certificates/expiry.service.ts";
import { openRows } from "../../testing/report-rows.ts";
import { addDays, dayIn } from "./weeks.ts";

const COUNTS = "assigned compliant due overdue expired";
const CELLS = "state progress isComplete due expires";
const PATHS = `query ($category_id: Int, $from: String) { compliance(category_id: $category_id, from: $from) {
  paths(limit: 50) { total rows { name counts { ${COUNTS} } } } } }`;
const OF_PATH = `query ($path_id: Int!) { compliance(path_id: $path_id) { name totals { ${COUNTS} } months { day assigned compliant overdue }
  branches(limit: 50) { rows { name counts { ${COUNTS} } } } people(limit: 50) { total rows { name ${CELLS} } } } }`;
const MATRIX = `query ($state: String, $category_id: Int, $branchUrl: String) { trainingMatrix(category_id: $category_id, branchUrl: $branchUrl) {
  paths { name } path_people(state: $state, limit: 50) { total rows { name cells { pathId ${CELLS} } } } } }`;
const COURSES = `query ($state: String) { trainingMatrix { people(state: $state, limit: 100) { total rows { name cells { courseId ${CELLS} } } } } }`;

let server: TestServer;
let admin: Client;
let north: Client;
let today: string;
let expires: string;
let category: number;
let paths: Record<"one" | "two" | "ofCy" | "ended" | "deleted", number>;
let courses: Record<"a" | "b", number>;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  north = await server.as("manager.north@demo.test");
  const rows = openRows(server);
  await rows.clear();
  await server.inside("demo", (db, id) =>
    db.deleteFrom("learning_path_people").where("instance_id", "=", id).execute(),
  );
  const zone = await server.inside("demo", (db, id) =>
    db.selectFrom("instances").where("id", "=", id).select("time_zone").executeTakeFirstOrThrow(),
  );
  today = dayIn(zone.time_zone);
  const [bea, cy, dee] = [
    await rows.person("Bea Young"),
    await rows.person("Cy Young"),
    await rows.person("Dee Zander"),
  ];
  const gone = await rows.person("Gone Away", { deleted_at: new Date() });
  await rows.insert("branch_users", { user_id: bea, branch_id: await rows.branch("north") });
  const closed = await rows.one("branches", { name: "Closed harbour", url: "closed", deleted_at: new Date() });
  for (const user_id of [bea, cy]) await rows.insert("branch_users", { user_id, branch_id: closed });
  courses = { a: await rows.course("Apart A"), b: await rows.course("Apart B") };
  const deleted = await rows.course("Apart C", { deleted_at: new Date() });
  category = await rows.one("categories", { name: "Apart" });
  await rows.insert("course_categories", { course_id: courses.b, category_id: category, position: 1 });
  const path = async (title: string, of: number[], fields: object = {}) => {
    const path_id = await rows.one("learning_paths", { title, status: "published", ...fields });
    const section_id = await rows.one("learning_path_sections", { path_id, position: 1 });
    await rows.insert(
      "learning_path_courses",
      ...of.map((course_id, at) => ({ path_id, section_id, course_id, position: at + 1 })),
    );
    return path_id;
  };
  paths = {
    one: await path("Path one", [courses.a]),
    two: await path("Path two", [courses.a, courses.b]),
    ofCy: await path("Path three", [courses.b]),
    ended: await path("Path four", [courses.b]),
    deleted: await path("Path five", [courses.b], { deleted_at: new Date() }),
  };
  const day = addDays(today, -10);
  const completed_at = new Date(`${day}T12:00:00Z`);
  expires = getExpiry(day);
  const assigned_at = new Date(`${addDays(today, -100)}T12:00:00Z`);
  const enrol = (user_id: number, course_id: number, fields: object = {}) =>
    rows.insert("enrolments", { user_id, course_id, assigned_at, ...fields });
  await enrol(bea, courses.a, { completed_at, units_completed: 2 });
  await enrol(bea, courses.b, { due_on: addDays(today, -1), units_completed: 1 });
  await enrol(cy, courses.b, { due_on: addDays(today, 5) });
  await enrol(dee, deleted, { due_on: addDays(today, -1) });
  await enrol(gone, courses.a, { completed_at });
  const assign = (user_id: number, path_id: number, fields: object = {}) =>
    rows.insert("learning_path_people", { user_id, path_id, assigned_at, ...fields });
  await assign(bea, paths.one, { completed_at });
  await assign(bea, paths.two, { due_on: addDays(today, 1) });
  await assign(bea, paths.ended, { ended_at: new Date() });
  await assign(bea, paths.deleted, { completed_at });
  await assign(cy, paths.two, { due_on: addDays(today, -1) });
  await assign(cy, paths.ofCy);
  await assign(dee, paths.ended, { ended_at: new Date(), completed_at });
  await assign(dee, paths.deleted);
  await assign(gone, paths.one, { completed_at });
});
afterAll(() => server.close());

const done = () => ({ state: "compliant", progress: 100, isComplete: true, due: null, expires });
const open = (progress: number, due: number | null, state = "due") => ({
  state,
  progress,
  isComplete: false,
  due: due === null ? null : addDays(today, due),
  expires: null,
});
const readPath = async (id: number) => (await admin.data(OF_PATH, { path_id: id })).compliance;
const none = { assigned: 0, compliant: 0, due: 0, overdue: 0, expired: 0 };

describe("compliance of several learning paths", () => {
  test("has each person once in each path that is theirs, with what they did in that path", async () => {
    const one = await readPath(paths.one);
    expect(one.people).toEqual({ total: 1, rows: [{ name: "Bea Young", ...done() }] });
    expect(one.totals).toEqual({ ...none, assigned: 1, compliant: 1 });
    const two = await readPath(paths.two);
    expect(two.people).toEqual({
      total: 2,
      rows: [
        { name: "Bea Young", ...open(50, 1) },
        { name: "Cy Young", ...open(0, -1, "overdue") },
      ],
    });
    expect(two.totals).toEqual({ ...none, assigned: 2, due: 1, overdue: 1 });
    expect((await readPath(paths.ended)).totals).toEqual(none);
  });

  test("counts each path for itself, and none that is deleted", async () => {
    const list = async (filter: object = {}) => {
      const { total, rows } = (await admin.data(PATHS, filter)).compliance.paths;
      expect(total).toBe(rows.length);
      return rows.map(({ name, counts }: { name: string; counts: object }) =>
        [name, ...Object.values(counts)].join(" "),
      );
    };
    expect(await list()).toEqual(["Path one 1 1 0 0 0", "Path three 1 0 1 0 0", "Path two 2 0 1 1 0"]);
    expect(await list({ category_id: category })).toEqual(["Path three 1 0 1 0 0", "Path two 2 0 1 1 0"]);
    expect(await list({ from: today })).toEqual([]);
  });

  test("counts people of a branch that is deleted as people without one", async () => {
    const { branches } = await readPath(paths.two);
    expect(
      branches.rows.map(({ name, counts }: { name: string; counts: { assigned: number } }) => [name, counts.assigned]),
    ).toEqual([
      ["Northgate North", 1],
      [null, 1],
    ]);
  });

  test("ends each month with its last day, and the months with today", async () => {
    const { months } = await readPath(paths.one);
    const days: string[] = months.map(({ day }: { day: string }) => day);
    expect(days.slice(0, -1).map((day) => addDays(day, 1).slice(8))).toEqual(Array.from({ length: 11 }, () => "01"));
    expect(days.at(-1)).toBe(today);
    expect(new Set(days.map((day) => day.slice(0, 7))).size).toBe(12);
  });

  test("is hidden for a path that is deleted, and from a branch manager for a path that nobody of the branch takes", async () => {
    expect(await admin.refusal(OF_PATH, { path_id: paths.deleted })).toBe("NOT_FOUND");
    const known: string[] = [];
    for (const [name, path_id] of Object.entries(paths))
      if ((await north.refusal(OF_PATH, { path_id })) === null) known.push(name);
    expect(known).toEqual(["one", "two"]);
  });
});

describe("the training matrix", () => {
  const read = async (asked: object = {}, client = admin) => {
    const { path_people } = (await client.data(MATRIX, asked)).trainingMatrix;
    expect(path_people.total).toBe(path_people.rows.length);
    return path_people.rows.map(({ name, cells }: { name: string; cells: { pathId: number }[] }) => ({
      name,
      cells: cells.toSorted((a, b) => a.pathId - b.pathId),
    }));
  };

  test("of learning paths has the paths of each person, and nobody who has none", async () => {
    const bea = {
      name: "Bea Young",
      cells: [
        { pathId: paths.one, ...done() },
        { pathId: paths.two, ...open(50, 1) },
      ],
    };
    const cy = {
      name: "Cy Young",
      cells: [
        { pathId: paths.two, ...open(0, -1, "overdue") },
        { pathId: paths.ofCy, ...open(0, null) },
      ],
    };
    expect(await read()).toEqual([bea, cy]);
    expect(await read({}, north)).toEqual([bea]);
    expect(await read({ state: "overdue" })).toEqual([cy]);
    expect(await read({ category_id: category })).toEqual([{ ...bea, cells: bea.cells.slice(1) }, cy]);
  });

  test("of courses has the courses of each person that are not deleted, and nobody who has none", async () => {
    const readCourses = async (state?: string) => (await admin.data(COURSES, { state })).trainingMatrix.people;
    const { total, rows } = await readCourses();
    expect(total).toBe(2);
    const sorted = (cells: { courseId: number }[]) => cells.toSorted((a, b) => a.courseId - b.courseId);
    expect(
      rows.map(({ name, cells }: { name: string; cells: { courseId: number }[] }) => [name, sorted(cells)]),
    ).toEqual([
      [
        "Bea Young",
        [
          { courseId: courses.a, ...done() },
          { courseId: courses.b, ...open(50, -1, "overdue") },
        ],
      ],
      ["Cy Young", [{ courseId: courses.b, ...open(0, 5) }]],
    ]);
    expect((await readCourses("overdue")).rows.map(({ name }: { name: string }) => name)).toEqual(["Bea Young"]);
  });
});

test("a path lapses with its own certificate, else with those of its courses that are not deleted, person by person", async () => {
  const rows = openRows(server);
  const [eva, fay, gil] = [
    await rows.person("Eva Young"),
    await rows.person("Fay Young"),
    await rows.person("Gil Young"),
  ];
  const hal = await rows.person("Hal Young");
  const [first, second] = [await rows.course("Lapse A"), await rows.course("Lapse B")];
  const deleted = await rows.course("Lapse C", { deleted_at: new Date() });
  const path = async (title: string, ...of: number[]) => {
    const path_id = await rows.one("learning_paths", { title, status: "published" });
    const section_id = await rows.one("learning_path_sections", { path_id, position: 1 });
    const places = of.map((course_id, at) => ({ path_id, section_id, course_id, position: at + 1 }));
    await rows.insert("learning_path_courses", ...places);
    return path_id;
  };
  const plain = await path("Lapse plain", first, deleted);
  const older = await path("Lapse older", second);
  const certified = await path("Lapse certified", first);
  const third = await rows.course("Lapse D");
  const chosen = await path("Lapse two of three", first, second, third);
  await server.inside("demo", (db, id) =>
    db
      .updateTable("learning_path_sections")
      .set({ needed: 2 })
      .where("instance_id", "=", id)
      .where("path_id", "=", chosen)
      .execute(),
  );
  const onDay = (days: number) => addDays(today, days);
  const noon = (days: number) => new Date(`${onDay(days)}T12:00:00Z`);
  const enrol = (user_id: number, course_id: number, days: number) =>
    rows.insert("enrolments", { user_id, course_id, assigned_at: noon(-900), completed_at: noon(days) });
  const assign = (user_id: number, path_id: number, days: number) =>
    rows.insert("learning_path_people", { user_id, path_id, assigned_at: noon(-900), completed_at: noon(days) });
  const certify = (user_id: number, days: number, until: number, fields: object = {}) =>
    rows.insert("certificates", {
      user_id,
      path_id: certified,
      code: `a-certificate-that-lapses-${user_id}`,
      certificate_type: "Default",
      user_name: "x",
      course_title: "x",
      completed_on: onDay(days),
      expires_on: onDay(until),
      ...fields,
    });
  await enrol(eva, first, -10);
  await enrol(eva, second, -40);
  await enrol(eva, third, -60);
  await enrol(eva, deleted, -800);
  for (const [path_id, days] of [
    [plain, -10],
    [older, -40],
    [chosen, -10],
    [certified, -10],
  ] as const)
    await assign(eva, path_id, days);
  await certify(eva, -10, 20);
  await enrol(fay, first, -60);
  for (const path_id of [plain, certified]) await assign(fay, path_id, -60);
  await certify(fay, -60, -1);
  await assign(gil, certified, -10);
  await certify(gil, -10, 0);
  await assign(hal, certified, -10);
  await certify(hal, -10, 20, { revoked_at: noon(-2), revoke_reason: "x" });
  const read = async (id: number) =>
    (await readPath(id)).people.rows.map((row: Record<string, string>) => [row["name"], row["state"], row["expires"]]);
  expect(await read(plain)).toEqual([
    ["Eva Young", "compliant", getExpiry(onDay(-10))],
    ["Fay Young", "compliant", getExpiry(onDay(-60))],
  ]);
  expect(await read(older)).toEqual([["Eva Young", "compliant", getExpiry(onDay(-40))]]);
  expect(await read(chosen)).toEqual([["Eva Young", "compliant", getExpiry(onDay(-40))]]);
  expect(await read(certified)).toEqual([
    ["Eva Young", "compliant", onDay(20)],
    ["Fay Young", "expired", onDay(-1)],
    ["Gil Young", "compliant", today],
    ["Hal Young", "expired", onDay(-3)],
  ]);
});

test("a course that was completed in the first moment of a day counts for that day", async () => {
  const rows = openRows(server);
  const course_id = await rows.course("First moment");
  let first = addDays(today, -370);
  while (getExpiry(first) < today) first = addDays(first, 1);
  const midnight = await server.inside("demo", async (db, id) => {
    const { rows: found } = await sql<{ at: Date }>`
      SELECT ${first}::date::timestamp AT TIME ZONE time_zone AS at FROM instances WHERE id = ${id}`.execute(db);
    return found[0]!.at.getTime();
  });
  for (const [name, moment] of [
    ["In time", midnight],
    ["Too early", midnight - 1],
  ] as const)
    await rows.insert("enrolments", {
      user_id: await rows.person(name),
      course_id,
      assigned_at: new Date(midnight - 1_000),
      completed_at: new Date(moment),
    });
  const { totals } = (await admin.data(`{ compliance(course_id: ${course_id}) { totals { ${COUNTS} } } }`)).compliance;
  expect(totals).toEqual({ ...none, assigned: 2, compliant: 1, expired: 1 });
});
