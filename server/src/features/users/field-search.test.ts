import fc from "fast-check";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { valueContains } from "../../db/like.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const PAGE = `query ($field_id: Int, $field_value: String, $search: String) {
  usersPage(field_id: $field_id, field_value: $field_value, search: $search, limit: 100) { rows { id } } }`;
/** Letters that mean something to a pattern, to the search or to the index, and one of two code units. */
const LETTERS = ["a", "b", "B", "1", "2", ":", "@", "%", "_", "\\", " ", "😀"];

let server: TestServer;
let admin: Client;
const fields: number[] = [];
/** The stored values by user: one of each field. */
const stored = new Map<number, string[]>();
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  await server.inside("demo", async (db, instance_id) => {
    for (const name of ["Desk", "Room"]) {
      const { id } = await db
        .insertInto("user_fields")
        .values({ instance_id, name, type: "text", position: 1, visible_to: "staff", is_listed: true })
        .returning("id")
        .executeTakeFirstOrThrow();
      fields.push(id);
    }
    const users = await db
      .selectFrom("users")
      .select("id")
      .where("instance_id", "=", instance_id)
      .where("platform_user_id", "is", null)
      .where("deleted_at", "is", null)
      .execute();
    const values = fc.sample(fc.tuple(toText(1, 30), toText(1, 30)), { numRuns: users.length, seed: 7 });
    for (const [at, { id }] of users.entries()) stored.set(id, values[at]!);
    await db
      .insertInto("user_field_values")
      .values(
        [...stored].flatMap(([user_id, texts]) =>
          texts.map((value, at) => ({ instance_id, user_id, field_id: fields[at]!, value })),
        ),
      )
      .execute();
  });
});
afterAll(() => server.close());

const toText = (minLength: number, maxLength: number) =>
  fc
    .array(fc.constantFrom(...LETTERS), { minLength, maxLength })
    .map((letters) => letters.join("").trim())
    .filter((text) => text !== "");

const find = async (variables: object): Promise<number[]> =>
  (await admin.data(PAGE, variables)).usersPage.rows.map(({ id }: { id: number }) => id).toSorted();

test("a search in a field finds the values of this field that contain it, whatever its letters are", async () => {
  const inside = fc
    .tuple(fc.constantFrom(...stored.values()), fc.nat(), fc.nat({ max: 12 }))
    .map(([[first], start, length]) => {
      const letters = [...first!];
      const from = start % letters.length;
      return letters
        .slice(from, from + length + 1)
        .join("")
        .trim();
    })
    .filter((text) => text !== "");
  await fc.assert(
    fc.asyncProperty(fc.oneof(inside, toText(1, 4)), async (part) => {
      for (const [at, field_id] of fields.entries()) {
        const expected = [...stored].filter(([, values]) => values[at]!.toLowerCase().includes(part.toLowerCase()));
        expect(await find({ field_id, field_value: part })).toEqual(expected.map(([id]) => id).toSorted());
      }
    }),
    { numRuns: 60 },
  );
});

test("a search finds a name whose seventh character from its end has two code units", async () => {
  const [id] = stored.keys();
  await server.inside("demo", (db) =>
    db.updateTable("users").set({ last_name: "Ito 😀abcdef" }).where("id", "=", id!).execute(),
  );
  expect(await find({ search: "ito 😀abcdef" })).toEqual([id]);
});

test("a search in a field may use its index behind row-level security", async () => {
  // Enough for PostgreSQL to expect less work from the index than from reading all.
  await server.inside("demo", (db, instance_id) =>
    sql`WITH added AS (
        INSERT INTO user_fields (instance_id, name, type, position, visible_to)
        SELECT ${instance_id}, 'Locker ' || n, 'text', n, 'staff' FROM generate_series(1, 200) n RETURNING id)
      INSERT INTO user_field_values (instance_id, user_id, field_id, value)
      SELECT ${instance_id}, u.id, added.id, 'Locker ' || u.id FROM added CROSS JOIN users u WHERE u.instance_id = ${instance_id}`.execute(
      db,
    ),
  );
  const owner = new pg.Client({ ...server.connection, user: "postgres" });
  await owner.connect();
  await owner.query("ANALYZE user_field_values");
  await owner.end();
  const plan = await server.inside("demo", async (db) => {
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      EXPLAIN SELECT user_id FROM user_field_values v WHERE ${valueContains(fields[0]!, "desk")}`.execute(db);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toMatch(/Index Scan on user_field_values_trigrams/);
});
