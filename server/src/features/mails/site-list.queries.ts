import { sql } from "kysely";
import { userLanguage } from "../../access/scope.ts";
import { instanceIsOpen, personIsActive } from "../../access/session.ts";
import type { Database, Db } from "../../db/client.ts";
import type { Language } from "../../i18n/translate.ts";

/** Lists the instances, by name. */
export async function listInstances(database: Database): Promise<{ id: number; name: string; domain: string }[]> {
  const { rows } = await database.pool.query<{ id: number; name: string; domain: string }>(
    "SELECT id, name, domain FROM instances WHERE deleted_at IS NULL AND NOT is_platform ORDER BY name, id",
  );
  return rows;
}

/** Finds where the user with an e-mail may sign in in an instance; undefined when they may not. */
export function findAccount(
  db: Db,
  instanceId: number,
  email: string,
): Promise<{ is_primary: boolean; language: Language; branches: { url: string; name: string }[] } | undefined> {
  return db
    .selectFrom("users as u")
    .innerJoin("instances as i", "i.id", "u.instance_id")
    .where("u.instance_id", "=", instanceId)
    .where((eb) => eb(eb.fn("lower", ["u.email"]), "=", email.toLowerCase()))
    .where("u.deleted_at", "is", null)
    .where("u.platform_user_id", "is", null)
    .where(personIsActive)
    .where(instanceIsOpen(instanceId))
    .select(["u.is_primary", userLanguage(instanceId).as("language")])
    .select(
      sql<{ url: string; name: string }[]>`coalesce((
        SELECT json_agg(json_build_object('url', b.url, 'name', b.name) ORDER BY b.name, b.id)
        FROM branch_users m
        JOIN branches b ON b.instance_id = m.instance_id AND b.id = m.branch_id AND b.deleted_at IS NULL
        WHERE m.instance_id = ${instanceId} AND m.user_id = u.id), '[]')`.as("branches"),
    )
    .executeTakeFirst();
}
