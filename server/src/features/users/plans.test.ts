import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

/**
 * How often PostgreSQL plans a prepared statement by its values before it keeps a plan for all values, if that is as good. A
 * plan by the values of each request takes as long as to find a few users.
 */
const PLANNED_BY_VALUES = 5;

let server: TestServer;
let admin: Client;
let field: number;
let course: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  await server.inside("demo", async (db, instance_id) => {
    ({ id: field } = await db
      .insertInto("user_fields")
      .values({ instance_id, name: "Desk", type: "text", position: 1, visible_to: "staff", is_listed: true })
      .returning("id")
      .executeTakeFirstOrThrow());
    ({ id: course } = await db
      .selectFrom("enrolments")
      .select("course_id as id")
      .where("instance_id", "=", instance_id)
      .executeTakeFirstOrThrow());
    await sql`INSERT INTO user_field_values (instance_id, user_id, field_id, value)
      SELECT ${instance_id}, id, ${field}, 'Desk ' || id FROM users WHERE instance_id = ${instance_id}`.execute(db);
  });
});
afterAll(() => server.close());

/** Reads how often each connection executed each statement that finds all matches, by a kept plan and by plans of its own. */
async function readPlans(): Promise<{ statement: string; kept: number; own: number }[]> {
  const { pool } = server.platform.database;
  const connections = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  try {
    const read = await Promise.all(
      connections.map((connection) =>
        connection.query<{ statement: string; kept: number; own: number }>(
          `SELECT statement, generic_plans AS kept, custom_plans AS own FROM pg_prepared_statements
           WHERE statement LIKE '%found AS MATERIALIZED%'`,
        ),
      ),
    );
    return read.flatMap(({ rows }) => rows);
  } finally {
    for (const connection of connections) connection.release();
  }
}

const USERS = `query ($search: String, $field_id: Int, $field_value: String, $is_overdue: Boolean) {
  usersPage(search: $search, field_id: $field_id, field_value: $field_value, is_overdue: $is_overdue, limit: 10) {
    total rows { id groups } field_columns } }`;
const PEOPLE = `query ($id: Int!, $search: String) { coursePeople(course_id: $id, search: $search, limit: 10) { total rows { id } } }`;

test.each([
  ["a search", USERS, (turn: number) => ({ search: `learner${turn}` })],
  ["a text of a field", USERS, (turn: number) => ({ field_id: field, field_value: `desk ${turn}` })],
  ["overdue courses", USERS, () => ({ is_overdue: true })],
  ["a search among the people of a course", PEOPLE, (turn: number) => ({ id: course, search: `learner${turn}` })],
])("PostgreSQL keeps the plan of %s", async (_, document, toVariables) => {
  // Enough for one connection to exceed the plans by values, however the requests are spread over the connections.
  const turns = server.platform.database.pool.options.max * PLANNED_BY_VALUES + 1;
  for (let turn = 0; turn < turns; turn++) await admin.data(document, toVariables(turn));
  const often = (await readPlans()).filter(({ kept, own }) => kept + own > PLANNED_BY_VALUES);
  expect(often).not.toEqual([]);
  for (const { statement, own } of often) expect([statement, own]).toEqual([statement, PLANNED_BY_VALUES]);
});

test("searches that find all matches first do not show their patterns to the planner", async () => {
  await admin.data(USERS, { search: "learner1" });
  await admin.data(PEOPLE, { id: course, search: "learner1" });
  const statements = (await readPlans()).map(({ statement }) => statement);
  expect(statements).not.toEqual([]);
  expect(statements.filter((each) => /LIKE [$]/.test(each))).toEqual([]);
});
