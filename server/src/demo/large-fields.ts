import { sql } from "kysely";
import { inInstance } from "../access/tenancy.ts";
import type { Platform } from "../platform/platform.ts";

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
  await inInstance(database, instance, async (db) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(db);
    let position = 0;
    for (const [type, count] of Object.entries(counts))
      for (let number = 1; number <= count; number++) {
        position++;
        const choices = type === "choice" ? Array.from({ length: 10 }, (_, at) => `Choice ${at + 1}`) : [];
        const { id } = await db
          .insertInto("user_fields")
          .values({
            instance_id: instance,
            name: `Field ${position}`,
            type,
            choices,
            position,
            is_listed: position <= listed,
            visible_to: "staff",
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        await sql`
          INSERT INTO user_field_values (instance_id, user_id, field_id, value)
          SELECT ${instance}, u.id, ${id}, CASE ${type}
            WHEN 'choice' THEN 'Choice ' || 1 + (u.id * 7 + ${number}) % 10
            WHEN 'text' THEN 'Desk ' || (u.id * 31 + ${number}) % 100000
            WHEN 'date' THEN (date '2026-01-01' + (u.id * 13 + ${number}) % 100)::text
            WHEN 'number' THEN ((u.id * 17 + ${number}) % 1000)::text
            ELSE 'true' END
          FROM users u WHERE u.instance_id = ${instance} AND (${type} <> 'checkbox' OR u.id % 3 = 0)`.execute(db);
      }
  });
}
