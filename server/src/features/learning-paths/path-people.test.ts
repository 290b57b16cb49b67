import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addLearner, ASSIGN, complete, createPath, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

interface Person {
  id: number;
  name: string;
  email: string;
  status: string;
  progress: number;
  due_on: string | null;
  due_status: string | null;
  assigned_at: string;
  completed_at: string | null;
}
const PEOPLE = `query ($id: Int!, $sort: String, $status: String, $due: String, $limit: Int, $offset: Int) { learningPath(id: $id) {
  figures { people completed in_progress overdue }
  peoplePage(sort: $sort, status: $status, due: $due, limit: $limit, offset: $offset) {
    total rows { id name email status progress due_on due_status assigned_at completed_at } } } }`;

let server: TestServer;
let admin: Client;
let path: number;
let everybody: Person[];
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  const [one, two] = (await insertCourses(server, ["People one", "People two"])) as [number, number];
  path = (await createPath(admin, "People of a path", [{ course_ids: [one, two] }])).id;
  const ids: number[] = [];
  for (const [n, courses] of [[one, two], [one], [], [two], [two, one], [], [one], [one, two]].entries()) {
    const id = await addLearner(admin, `path.people${n}@demo.test`);
    await admin.data(ASSIGN, { id: path, to: { user_ids: [id] } });
    await complete(admin, id, courses);
    ids.push(id);
  }
  await server.inside("demo", async (db, instanceId) => {
    const users = db.updateTable("users").where("instance_id", "=", instanceId);
    for (const [n, id] of ids.entries())
      await users
        .set({ first_name: "Ada", last_name: `Path ${ids.length - n}` })
        .where("id", "=", id)
        .execute();
    const assignments = db.updateTable("learning_path_people").where("instance_id", "=", instanceId);
    for (const [n, due_on] of ["2020-01-01", "2099-01-01", null, "2020-01-02", "2020-01-03"].entries())
      await assignments.set({ due_on }).where("user_id", "=", ids[n]!).execute();
    // None of them counts: a deleted user, one who is no longer assigned, and a visitor from the platform.
    await users.set({ deleted_at: new Date() }).where("id", "=", ids[5]!).execute();
    await assignments.set({ ended_at: new Date() }).where("user_id", "=", ids[6]!).execute();
    await users.set({ platform_user_id: 1, role: "super_admin" }).where("id", "=", ids[7]!).execute();
  });
  everybody = (await read({ limit: 50 })).peoplePage.rows;
});
afterAll(() => server.close());

const read = async (filter: object) =>
  (await admin.data(PEOPLE, { id: path, ...filter })).learningPath as {
    figures: Record<string, number>;
    peoplePage: { total: number; rows: Person[] };
  };

/** Compares as the list sorts: without a value last in both directions. */
function compare(key: keyof Person, direction: 1 | -1) {
  return (a: Person, b: Person) => {
    const [x, y] = [a[key], b[key]];
    if (x === y) return direction * (a.id - b.id);
    if (x === null || y === null) return x === null ? 1 : -1;
    return direction * (x < y ? -1 : 1);
  };
}

describe("the people of a learning path", () => {
  test("have the progress of their courses, without deleted users, visitors and ended assignments", () => {
    const found = everybody.map(({ email, status, progress }) => [email[11], status, progress]);
    expect(found).toEqual([
      ["4", "completed", 100],
      ["3", "in_progress", 50],
      ["2", "not_started", 0],
      ["1", "in_progress", 50],
      ["0", "completed", 100],
    ]);
  });

  test.each([
    ["name", "name"],
    ["email", "email"],
    ["status", "status"],
    ["progress", "progress"],
    ["due", "due_on"],
    ["assigned", "assigned_at"],
    ["completed", "completed_at"],
  ] as const)("are sorted by %s in both directions, page by page", async (sort, key) => {
    for (const direction of [1, -1] as const) {
      const expected = everybody.toSorted(compare(key, direction)).map(({ id }) => id);
      const pages: number[] = [];
      for (const offset of [0, 2, 4]) {
        const { peoplePage } = await read({ sort: direction === 1 ? sort : `-${sort}`, limit: 2, offset });
        expect(peoplePage.total).toBe(5);
        pages.push(...peoplePage.rows.map(({ id }) => id));
      }
      expect(pages).toEqual(expected);
    }
  });

  test.each([
    ["status", "completed"],
    ["status", "in_progress"],
    ["status", "not_started"],
    ["due", "overdue"],
    ["due", "due"],
    ["due", "none"],
  ])("are limited by %s %s", async (filter, value) => {
    const expected = everybody.filter((person) => {
      if (filter === "status") return person.status === value;
      return value === "none" ? person.due_on === null : person.due_status === value;
    });
    expect(expected.length).toBeGreaterThan(0);
    const { peoplePage } = await read({ [filter]: value, limit: 50 });
    expect(peoplePage).toEqual({ total: expected.length, rows: expected });
  });

  test("have figures without deleted users and visitors, equal to the rows of the list, here and in the list of paths", async () => {
    const { figures } = await read({});
    const count = (condition: (person: Person) => boolean) => everybody.filter(condition).length;
    expect(figures).toEqual({
      people: everybody.length,
      completed: count(({ status }) => status === "completed"),
      in_progress: count(({ status }) => status === "in_progress"),
      overdue: count(({ due_status }) => due_status === "overdue"),
    });
    const { learningPaths } = await admin.data(
      `{ learningPaths(search: "People of a path") { rows { people completed } } }`,
    );
    expect(learningPaths.rows).toEqual([{ people: figures["people"], completed: figures["completed"] }]);
  });
});
