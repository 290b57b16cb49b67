import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

// More users than a list sorts, so that pages are read along an index or from a remembered order. Each page is compared
// with a plain sort of all users.
const USERS = 6_000;
const PAGE = `query ($search: String, $role: String, $state: String, $group_id: Int, $idle_days: Int, $field_id: Int,
  $field_value: String, $sort: String, $offset: Int) {
  usersPage(search: $search, role: $role, state: $state, group_id: $group_id, idle_days: $idle_days, field_id: $field_id,
    field_value: $field_value, sort: $sort, limit: 10, offset: $offset) { total rows { id } } }`;
const DETAILS = `query ($search: String) { usersPage(search: $search) { rows { id last_active_on } } }`;

interface Row {
  id: number;
  search: string;
  role: string;
  is_active: boolean;
  in_group: boolean;
  last_day: string | null;
  department: string | null;
  desk: string | null;
}

let server: TestServer;
let admin: Client;
let group: number;
let fields: { department: number; desk: number };
let course: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  await server.inside("demo", async (db, instance_id) => {
    const add = async (name: string, type: string, position: number) =>
      (
        await db
          .insertInto("user_fields")
          .values({ instance_id, name, type, choices: ["North", "South"], position, visible_to: "staff" })
          .returning("id")
          .executeTakeFirstOrThrow()
      ).id;
    fields = { department: await add("Wing", "choice", 901), desk: await add("Desk", "text", 902) };
    group = (
      await db
        .insertInto("groups")
        .values({ instance_id, name: "Half of them" })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
    course = (
      await db
        .insertInto("courses")
        .values({ instance_id, title: "Done by some", status: "published" })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
    // Few names, so that many users are equal but for their ids.
    await sql`
      INSERT INTO users (instance_id, first_name, last_name, email, role, is_active, created_at)
      SELECT ${instance_id}, (ARRAY['Ann', 'Ége', 'zoe'])[1 + n % 3], (ARRAY['Ötzi', 'ames', 'Zell', 'Ohm'])[1 + n % 4],
        'crowd' || n || '@demo.test', CASE WHEN n % 10 = 0 THEN 'instructor' ELSE 'learner' END, n % 7 > 0,
        now() - make_interval(hours => n % 50)
      FROM generate_series(1, ${USERS}::integer) n`.execute(db);
    const crowd = sql`FROM users u WHERE u.instance_id = ${instance_id} AND u.email LIKE 'crowd%'`;
    await sql`INSERT INTO group_users (instance_id, group_id, user_id)
      SELECT u.instance_id, ${group}::integer, u.id ${crowd} AND u.id % 2 = 0`.execute(db);
    await sql`INSERT INTO enrolments (instance_id, course_id, user_id)
      SELECT u.instance_id, ${course}::integer, u.id ${crowd} AND u.id % 9 = 0`.execute(db);
    await sql`-- Days that are on the same side of the limit in every time zone.
      INSERT INTO daily_time (instance_id, course_id, day, user_id, seconds)
      SELECT u.instance_id, ${course}::integer, now()::date - u.id % 2 * 45 - u.id % 10, u.id, 60 ${crowd} AND u.id % 9 = 0`.execute(
      db,
    );
    await sql`INSERT INTO user_field_values (instance_id, user_id, field_id, value)
      SELECT u.instance_id, u.id, ${fields.department}::integer, CASE WHEN u.id % 5 = 0 THEN 'South' ELSE 'North' END
      ${crowd} AND u.id % 11 > 0
      UNION ALL SELECT u.instance_id, u.id, ${fields.desk}::integer, 'Desk ' || u.id ${crowd}`.execute(db);
    // They count nowhere, though they learned today.
    await sql`UPDATE users SET deleted_at = now() WHERE instance_id = ${instance_id} AND email LIKE 'crowd%'
      AND id % 90 = 0`.execute(db);
  });
  // For the planner, as autovacuum does within a minute.
  const owner = new pg.Client({ ...server.connection, user: "postgres" });
  await owner.connect();
  await owner.query("ANALYZE");
  await owner.end();
});
afterAll(() => server.close());

/** Reads all users in an order, with what the filters compare. */
const readAll = (order: string): Promise<Row[]> =>
  server.inside("demo", async (db, instance) => {
    const { rows } = await sql<Row>`
      SELECT u.id, u.search, u.role, u.is_active,
        EXISTS (SELECT FROM group_users g WHERE g.instance_id = u.instance_id AND g.user_id = u.id AND g.group_id = ${group}) AS in_group,
        (SELECT max(d.day)::text FROM daily_time d WHERE d.instance_id = u.instance_id AND d.user_id = u.id) AS last_day,
        (SELECT value FROM user_field_values v WHERE v.instance_id = u.instance_id AND v.user_id = u.id AND v.field_id = ${fields.department}) AS department,
        (SELECT value FROM user_field_values v WHERE v.instance_id = u.instance_id AND v.user_id = u.id AND v.field_id = ${fields.desk}) AS desk
      FROM users u WHERE u.instance_id = ${instance} AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
      ORDER BY ${sql.raw(order)}`.execute(db);
    return rows;
  });

const ORDERS: Record<string, string> = {
  name: "u.last_name COLLATE people, u.first_name COLLATE people, u.id",
  "-name": "u.last_name COLLATE people DESC, u.first_name COLLATE people DESC, u.id DESC",
  email: "lower(u.email), u.id",
  "-role": "u.role DESC, u.id DESC",
  created: "u.created_at, u.id",
};

const page = async (variables: object, client = admin): Promise<{ total: number; ids: number[] }> => {
  const { total, rows } = (await client.data(PAGE, variables)).usersPage;
  return { total, ids: rows.map(({ id }: { id: number }) => id) };
};

const someDaysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe("a page of a long list equals that of a plain sort", () => {
  const filters: [string, () => object, (row: Row) => boolean][] = [
    ["without a filter", () => ({}), () => true],
    ["of a role of most", () => ({ role: "learner" }), ({ role }) => role === "learner"],
    ["of active users", () => ({ state: "active" }), ({ is_active }) => is_active],
    ["of inactive users", () => ({ state: "inactive" }), ({ is_active }) => !is_active],
    [
      "of users who are idle",
      () => ({ idle_days: 30 }),
      ({ last_day }) => last_day === null || last_day <= someDaysAgo(30),
    ],
    [
      "of a role that is idle",
      () => ({ idle_days: 30, role: "learner" }),
      ({ last_day, role }) => role === "learner" && (last_day === null || last_day <= someDaysAgo(30)),
    ],
    ["of a group", () => ({ group_id: group }), ({ in_group }) => in_group],
    ["of a choice", () => ({ field_id: fields.department, field_value: "South" }), (row) => row.department === "South"],
    [
      "of a part of a text",
      () => ({ field_id: fields.desk, field_value: "esk 5" }),
      (row) => !!row.desk?.includes("esk 5"),
    ],
    ["without a value", () => ({ field_id: fields.department, field_value: "" }), (row) => row.department === null],
    ["of a search", () => ({ search: "CROWD" }), ({ search }) => search.includes("crowd")],
    ["of a search of few", () => ({ search: "crowd59@d" }), ({ search }) => search.includes("crowd59@d")],
  ];
  test.each(filters)("%s", async (_, toVariables, isMeant) => {
    for (const [sort, order] of Object.entries(ORDERS)) {
      const all = (await readAll(order)).filter(isMeant).map(({ id }) => id);
      const last = Math.max(all.length - 4, 0);
      // Twice and more, so that the same page comes from PostgreSQL and is remembered, and a far one is read in its order.
      for (const offset of [0, 0, 1_010, 2_990, 2_990, Math.floor(all.length / 2) + 1, last, last, all.length + 1])
        expect([sort, offset, await page({ ...toVariables(), sort, offset })]).toEqual([
          sort,
          offset,
          { total: all.length, ids: all.slice(offset, offset + 10) },
        ]);
    }
  });
});

test("a page far from the start shows a change at once, though its order is remembered", async () => {
  const read = (offset: number) => page({ sort: "name", offset });
  for (const offset of [2_000, 2_010, 2_020]) await read(offset);
  const before = await read(1_999);
  const all = await readAll(ORDERS["name"]!);
  const later = all.at(-1)!.id;
  await admin.data(`mutation ($id: Int!) { updateUser(id: $id, input: { last_name: "Aaaa" }) { id } }`, { id: later });
  expect(await read(2_000)).toEqual({ total: before.total, ids: before.ids });
  await admin.data(`mutation ($id: Int!) { deleteUser(id: $id) { id } }`, { id: later });
  expect((await read(1_999)).total).toBe(before.total - 1);
  expect((await read(1_999)).ids).toEqual(before.ids);
});

test("a list of active users shows a change of status at once, though it is remembered", async () => {
  const read = () => page({ state: "active", sort: "email" });
  const before = await read();
  expect(await read()).toEqual(before);
  const deactivate = `mutation ($ids: [Int!]!) { setUsersActive(user_ids: $ids, is_active: false) { count } }`;
  await admin.data(deactivate, { ids: [before.ids[5]] });
  expect((await read()).total).toBe(before.total - 1);
  expect((await read()).ids).not.toContain(before.ids[5]);
});

test("a page takes as many statements wherever it is, and one more for the field it is filtered by", async () => {
  const { database } = server.platform;
  const count = async (variables: object) => {
    // The second far page reads the order.
    for (const more of [0, 10]) await page({ ...variables, offset: 3_000 + more });
    const counts: number[] = [];
    for (const offset of [0, 3_000, 3_500]) {
      await page({ ...variables, offset });
      const before = database.statements;
      await page({ ...variables, offset });
      counts.push(database.statements - before);
    }
    return counts;
  };
  // One is the session.
  expect(await count({})).toEqual([2, 2, 2]);
  expect(await count({ state: "active" })).toEqual([2, 2, 2]);
  expect(await count({ field_id: fields.department, field_value: "North" })).toEqual([3, 3, 3]);
  const before = database.statements;
  await page({ offset: 4_321 });
  expect(database.statements - before).toBe(2);
});

const DETAILED = `query ($field_id: Int, $field_value: String, $ids: [Int!], $idle_days: Int, $sort: String, $offset: Int) {
  usersPage(field_id: $field_id, field_value: $field_value, field_ids: $ids, idle_days: $idle_days, sort: $sort, limit: 10,
    offset: $offset) {
    total rows { id groups fields { field_id value } } field_columns } }`;

test("a remembered page is read together with its details, and takes one statement more only where it is found again", async () => {
  const { database } = server.platform;
  for (const [variables, statements] of [
    [{}, 2],
    [{ offset: 3_000 }, 2],
    [{ field_id: fields.department, field_value: "South" }, 3],
    [{ idle_days: 30 }, 4],
  ] as const) {
    for (let turn = 0; turn < 3; turn++) await admin.data(DETAILED, variables);
    const before = database.statements;
    await admin.data(DETAILED, variables);
    expect([variables, database.statements - before]).toEqual([variables, statements]);
  }
});

test("a remembered page shows the details of the users who are on it now", async () => {
  const ids = Object.values(fields);
  const read = async () => (await admin.data(DETAILED, { ids, sort: "email", offset: 1_500 })).usersPage;
  const compare = async () => {
    const { rows, field_columns } = await read();
    const all = await readAll("lower(u.email), u.id");
    expect(rows.map((row: { id: number; groups: string[] }) => [row.id, row.groups])).toEqual(
      all.slice(1_500, 1_510).map(({ id, in_group }) => [id, in_group ? ["Half of them"] : []]),
    );
    expect(field_columns[fields.department!]).toEqual(all.slice(1_500, 1_510).map(({ department }) => department));
    expect(field_columns[fields.desk!]).toEqual(all.slice(1_500, 1_510).map(({ desk }) => desk));
    return rows as { id: number }[];
  };
  for (let turn = 0; turn < 2; turn++) await compare();
  const [first] = await compare();
  await admin.data(`mutation ($id: Int!) { deleteUser(id: $id) { id } }`, { id: first!.id });
  expect((await compare()).map(({ id }) => id)).not.toContain(first!.id);
});

test("a page of users who have not learned lately shows at once who has learned, and the details of the others", async () => {
  const ids = Object.values(fields);
  const read = async () => (await admin.data(DETAILED, { ids, idle_days: 30 })).usersPage;
  const compare = async () => {
    const { total, rows, field_columns } = await read();
    const idle = (await readAll("u.last_name COLLATE people, u.first_name COLLATE people, u.id")).filter(
      ({ last_day }) => last_day === null || last_day <= someDaysAgo(30),
    );
    expect(total).toBe(idle.length);
    expect(rows.map(({ id }: { id: number }) => id)).toEqual(idle.slice(0, 10).map(({ id }) => id));
    const desks = field_columns[fields.desk!];
    expect(desks ?? idle.slice(0, 10).map(() => null)).toEqual(idle.slice(0, 10).map(({ desk }) => desk));
    return rows[0].id as number;
  };
  for (let turn = 0; turn < 2; turn++) await compare();
  const first = await compare();
  await server.inside("demo", async (db, instance_id) => {
    await sql`INSERT INTO enrolments (instance_id, course_id, user_id) VALUES (${instance_id}, ${course}, ${first})
      ON CONFLICT DO NOTHING`.execute(db);
    await sql`INSERT INTO daily_time (instance_id, course_id, day, user_id, seconds)
      VALUES (${instance_id}, ${course}, current_date, ${first}, 60)`.execute(db);
  });
  expect(await compare()).not.toBe(first);
});

test("the last active day follows the days of all courses, when they come and when they go", async () => {
  const person = await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("users")
      .values({ instance_id, first_name: "Last", last_name: "Day", email: "lastday@demo.test" })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const enrol = (course_id: number) =>
    server.inside("demo", (db, instance_id) =>
      db.insertInto("enrolments").values({ instance_id, course_id, user_id: person.id }).execute(),
    );
  const spend = (course_id: number, day: string) =>
    server.inside("demo", (db, instance_id) =>
      sql`INSERT INTO daily_time AS d (instance_id, course_id, day, user_id, seconds)
        VALUES (${instance_id}, ${course_id}, ${day}, ${person.id}, 60)
        ON CONFLICT (instance_id, course_id, day, user_id) DO UPDATE SET seconds = d.seconds + 60`.execute(db),
    );
  const leave = (course_id: number) =>
    server.inside("demo", (db, instance_id) =>
      db
        .deleteFrom("enrolments")
        .where("instance_id", "=", instance_id)
        .where("course_id", "=", course_id)
        .where("user_id", "=", person.id)
        .execute(),
    );
  const lastDay = async () =>
    (await admin.data(DETAILS, { search: "lastday@" })).usersPage.rows[0].last_active_on as string | null;
  const other = await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("courses")
      .values({ instance_id, title: "Another", status: "published" })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  expect(await lastDay()).toBeNull();
  for (const id of [course, other.id]) await enrol(id);
  expect(await lastDay()).toBeNull();
  await spend(course, "2026-03-05");
  expect(await lastDay()).toBe("2026-03-05");
  await spend(other.id, "2026-03-01");
  await spend(course, "2026-03-05");
  expect(await lastDay()).toBe("2026-03-05");
  await leave(course);
  expect(await lastDay()).toBe("2026-03-01");
  await leave(other.id);
  expect(await lastDay()).toBeNull();
});

test("the stored last active days equal those of all days", async () => {
  const different = await server.inside("demo", async (db, instance) => {
    const { rows } = await sql<{ user_id: number }>`
      SELECT t.user_id FROM learner_totals t WHERE t.instance_id = ${instance} AND t.last_active_on IS DISTINCT FROM
        (SELECT max(d.day) FROM daily_time d WHERE d.instance_id = t.instance_id AND d.user_id = t.user_id)
      UNION ALL SELECT d.user_id FROM daily_time d WHERE d.instance_id = ${instance}
        AND NOT EXISTS (SELECT FROM learner_totals t WHERE t.instance_id = d.instance_id AND t.user_id = d.user_id)`.execute(
      db,
    );
    return rows;
  });
  expect(different).toEqual([]);
});
