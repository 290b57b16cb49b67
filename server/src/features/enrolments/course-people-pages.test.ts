import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { listPeople } from "./course-people.queries.ts";

// Each page of a course with many people is compared with a plain sort of all of them.
const PEOPLE = `query ($id: Int!, $search: String, $status: String, $sort: String, $offset: Int) {
  coursePeople(course_id: $id, search: $search, status: $status, sort: $sort, limit: 10, offset: $offset) {
    total rows { id last_active_on } } }`;

interface Row {
  id: number;
  search: string;
  status: string;
  last_day: string | null;
}

let server: TestServer;
let admin: Client;
let course: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  await server.inside("demo", async (db, instance_id) => {
    const add = async (title: string) =>
      (
        await db
          .insertInto("courses")
          .values({ instance_id, title, status: "published", unit_count: 4 })
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id;
    course = await add("Many people");
    const other = await add("The same people");
    await sql`
      INSERT INTO users (instance_id, first_name, last_name, email)
      SELECT ${instance_id}, (ARRAY['Ann', 'Ége', 'zoe'])[1 + n % 3], (ARRAY['Ötzi', 'ames', 'Zell'])[1 + n % 3],
        'member' || n || '@demo.test' FROM generate_series(1, 700) n`.execute(db);
    for (const id of [course, other])
      await sql`
        INSERT INTO enrolments (instance_id, course_id, user_id, assigned_at, units_completed, completed_at)
        SELECT u.instance_id, ${id}::integer, u.id, now() - make_interval(hours => u.id % 40), u.id % 5,
          CASE WHEN u.id % 5 = 4 THEN now() - make_interval(hours => u.id % 30) END
        FROM users u WHERE u.instance_id = ${instance_id} AND u.email LIKE 'member%'`.execute(db);
    // The latest day is that of the other course for some.
    await sql`
      INSERT INTO daily_time (instance_id, course_id, day, user_id, seconds)
      SELECT instance_id, course_id, date '2026-02-01' + (user_id * 7 + course_id) % 20 + more, user_id, 60
      FROM enrolments CROSS JOIN generate_series(0, 1) more
      WHERE instance_id = ${instance_id} AND course_id IN (${course}, ${other}) AND user_id % 3 > 0`.execute(db);
    // No list shows them, and no figure counts them.
    await sql`UPDATE users SET deleted_at = now() WHERE instance_id = ${instance_id} AND email LIKE 'member%' AND id % 20 = 0`.execute(
      db,
    );
    await sql`UPDATE users SET platform_user_id = id, role = 'super_admin' WHERE instance_id = ${instance_id} AND email LIKE 'member%' AND id % 20 = 4`.execute(
      db,
    );
  });
  // For the planner, as autovacuum does within a minute.
  const owner = new pg.Client({ ...server.connection, user: "postgres" });
  await owner.connect();
  await owner.query("ANALYZE");
  await owner.end();
});
afterAll(() => server.close());

const ORDERS: Record<string, string> = {
  name: "u.last_name COLLATE people, u.first_name COLLATE people, u.id",
  "-name": "u.last_name COLLATE people DESC, u.first_name COLLATE people DESC, u.id DESC",
  "-email": "lower(u.email) DESC, u.id DESC",
  "-completed": "e.completed_at DESC NULLS LAST, u.id DESC",
  completed: "e.completed_at NULLS LAST, u.id",
  progress: "e.units_completed, u.id",
  "-assigned": "e.assigned_at DESC, u.id DESC",
};

const readAll = (order: string): Promise<Row[]> =>
  server.inside("demo", async (db, instance) => {
    const { rows } = await sql<Row>`
      SELECT u.id, u.search,
        CASE WHEN e.completed_at IS NOT NULL THEN 'completed' WHEN e.units_completed > 0 THEN 'in_progress' ELSE 'not_started' END AS status,
        (SELECT max(d.day)::text FROM daily_time d WHERE d.instance_id = e.instance_id AND d.user_id = e.user_id
          AND d.course_id = e.course_id) AS last_day
      FROM enrolments e JOIN users u ON u.instance_id = e.instance_id AND u.id = e.user_id
      WHERE e.instance_id = ${instance} AND e.course_id = ${course} AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
      ORDER BY ${sql.raw(order)}`.execute(db);
    return rows;
  });

const list = async (variables: object = {}): Promise<{ total: number; rows: { id: number }[] }> =>
  (await admin.data(PEOPLE, { id: course, ...variables })).coursePeople;
const idsAt = async (offset: number) => (await list({ offset })).rows.map(({ id }) => id);

test.each([
  ["without a filter", {}, () => true],
  ["who have completed it", { status: "completed" }, ({ status }: Row) => status === "completed"],
  ["who are in the middle", { status: "in_progress" }, ({ status }: Row) => status === "in_progress"],
  ["who have not started", { status: "not_started" }, ({ status }: Row) => status === "not_started"],
  ["with a status that does not exist", { status: "toString" }, () => false],
  ["of a search", { search: "MEMBER6" }, ({ search }: Row) => search.includes("member6")],
  ["of a short search", { search: "é" }, ({ search }: Row) => search.includes("é")],
])("a page of the people %s equals that of a plain sort", async (_, filter, isMeant) => {
  for (const [sort, order] of Object.entries(ORDERS)) {
    const all = (await readAll(order)).filter(isMeant);
    // Twice and more, so that the order of all people is read and remembered.
    for (const offset of [0, 195, 205, 300, 300, Math.max(all.length - 4, 0), all.length + 1])
      expect([sort, offset, await list({ ...filter, sort, offset })]).toEqual([
        sort,
        offset,
        {
          total: all.length,
          rows: all.slice(offset, offset + 10).map(({ id, last_day }) => ({ id, last_active_on: last_day })),
        },
      ]);
  }
});

test("a page far from the start shows at once who comes, leaves and changes their name", async () => {
  const before = await idsAt(300);
  expect(await idsAt(300)).toEqual(before);
  const [newcomer] = await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("users")
      .values({ instance_id, first_name: "A", last_name: "Aaaa", email: "newcomer@demo.test" })
      .returning("id")
      .execute(),
  );
  expect(await idsAt(300)).toEqual(before);
  await admin.data(`mutation ($id: Int!, $p: PeopleFilter!) { enrolByFilter(course_id: $id, people: $p) { id } }`, {
    id: course,
    p: { user_ids: [newcomer!.id] },
  });
  expect(await idsAt(301)).toEqual(before);
  const [first] = (await list()).rows;
  expect(first!.id).toBe(newcomer!.id);
  const second = (await list({ offset: 1 })).rows[0]!.id;
  await admin.data(`mutation ($id: Int!) { updateUser(id: $id, input: { last_name: "Zzzz" }) { id } }`, { id: second });
  expect(await idsAt(300)).toEqual(before);
  await admin.data(
    `mutation ($id: Int!, $p: CoursePeopleFilter!) { endCourseEnrolments(course_id: $id, people: $p) { count } }`,
    { id: course, p: { user_ids: [newcomer!.id] } },
  );
  expect(await idsAt(299)).toEqual(before);
  expect((await list({ offset: 299 })).total).toBe((await list()).total);
});

test("a page takes as many statements for many people as for few, and no more where its order is remembered", async () => {
  const { database } = server.platform;
  const count = async (variables: object) => {
    await list(variables);
    const before = database.statements;
    await list(variables);
    return database.statements - before;
  };
  // The session, the course, the number or the version, and the people.
  for (const variables of [{}, { offset: 400 }, { status: "completed", sort: "-completed" }])
    expect([variables, await count(variables)]).toEqual([variables, 4]);
  // The matches of a search are found once for both.
  expect(await count({ search: "member1" })).toBe(3);
});

test.each(["completed", "-completed"])(
  "a page of those who have completed it is read from the index alone when sorted by %s",
  async (sort) => {
    const entries = await server.inside("demo", async (db, instanceId) => {
      const reach = { db, instanceId, branchIds: null } as unknown as Parameters<typeof listPeople>[0];
      const count = async () => {
        const { rows } = await sql<{ entries: number }>`
          SELECT pg_stat_get_xact_tuples_returned('enrolments_completed'::regclass) AS entries`.execute(db);
        return rows[0]!.entries;
      };
      const before = await count();
      const people = await listPeople(reach, course, { status: "completed", sort, limit: 10, offset: 0 });
      expect(people).toHaveLength(10);
      return (await count()) - before;
    });
    // A page and those between whom no list shows, of more than a hundred who have completed it.
    expect(entries).toBeGreaterThanOrEqual(10);
    expect(entries).toBeLessThan(50);
  },
);

test("a search has its total also behind its last page", async () => {
  const { total } = await list({ search: "member1" });
  expect(total).toBeGreaterThan(10);
  expect(await list({ search: "member1", offset: total + 10 })).toEqual({ total, rows: [] });
  expect(await list({ search: "nobody has this name" })).toEqual({ total: 0, rows: [] });
});
