import { sql } from "kysely";
import type { Database, Db } from "../../db/client.ts";

export async function countInstances(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    "SELECT count(*) AS count FROM instances WHERE NOT is_platform",
  );
  return rows[0]!.count;
}

interface FirstPerson {
  first_name: string;
  last_name: string;
  email: string;
  password_hash: string;
}

/** Inserts both rows or none. @returns false when another set-up was first */
export async function insertFirst(
  db: Db,
  platformInstanceId: number,
  person: FirstPerson,
  instance: { name: string; domain: string },
): Promise<boolean> {
  await sql`LOCK TABLE instances IN SHARE ROW EXCLUSIVE MODE`.execute(db);
  const others = await db.selectFrom("instances").select("id").where("is_platform", "=", false).executeTakeFirst();
  if (others) return false;
  await db.insertInto("instances").values(instance).execute();
  await db
    .insertInto("users")
    .values({ ...person, instance_id: platformInstanceId, role: "super_admin", is_primary: true, is_owner: true })
    .execute();
  return true;
}
