import { sql } from "kysely";
import { inInstance } from "../access/tenancy.ts";
import type { Platform } from "../platform/platform.ts";

const USERS_AT_ONCE = 2_000;

/**
 * Adds fields to the users of an instance for measurements, and a value of each for every user; nothing for boxes that are
 * not checked.
 * @param counts how many fields of each type @param listed how many of them lists show
 */
export async function addFields(
  { database }: Platform,
  instance: number,
  counts: Readonly<Record<string, number>>,
  listed: number,
): Promise<void> {
  const fields = Object.entries(counts).flatMap(([type, count]) =>
    Array.from({ length: count }, (_, at) => ({ type, number: at + 1 })),
  );
  const ids = await inInstance(database, instance, async (db) => {
    const added = await db
      .insertInto("user_fields")
      .values(
        fields.map(({ type }, at) => ({
          instance_id: instance,
          name: `Field ${at + 1}`,
          type,
          choices: type === "choice" ? Array.from({ length: 10 }, (_, choice) => `Choice ${choice + 1}`) : [],
          position: at + 1,
          is_listed: at < listed,
          visible_to: "staff",
        })),
      )
      .returning(["id", "position"])
      .execute();
    return added.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
  });
  const users = await inInstance(database, instance, (db) =>
    db.selectFrom("users").select("id").where("instance_id", "=", instance).orderBy("id").execute(),
  );
  // User by user, as forms and uploads store them: the values of a user are then beside each other on disk.
  for (let start = 0; start < users.length; start += USERS_AT_ONCE)
    await inInstance(database, instance, async (db) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(db);
      await sql`
        INSERT INTO user_field_values (instance_id, user_id, field_id, value)
        SELECT ${instance}, u.id, f.id, CASE f.type
          WHEN 'choice' THEN 'Choice ' || 1 + (u.id * 7 + f.number) % 10
          WHEN 'text' THEN 'Desk ' || (u.id * 31 + f.number) % 100000
          WHEN 'date' THEN (date '2026-01-01' + (u.id * 13 + f.number) % 100)::text
          WHEN 'number' THEN ((u.id * 17 + f.number) % 1000)::text
          ELSE 'true' END
        FROM unnest(${users.slice(start, start + USERS_AT_ONCE).map(({ id }) => id)}::integer[]) AS u (id)
        CROSS JOIN unnest(${ids}::integer[], ${fields.map(({ type }) => type)}::text[],
          ${fields.map(({ number }) => number)}::integer[]) AS f (id, type, number)
        WHERE f.type <> 'checkbox' OR u.id % 3 = 0
        ORDER BY u.id, f.id`.execute(db);
    });
}
