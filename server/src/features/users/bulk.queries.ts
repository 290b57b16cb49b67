import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { NewPerson } from "./person.queries.ts";

type Bulk = Reach<"user.bulk">;

/** Returns those of the e-mail addresses that are in use, in lower case. */
export async function listTaken(reach: Bulk, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    SELECT lower(email) AS email FROM users
    WHERE instance_id = ${reach.instanceId} AND deleted_at IS NULL AND platform_user_id IS NULL
      AND lower(email) = ANY (${[...emails]})`.execute(reach.db);
  return new Set(rows.map(({ email }) => email));
}

/** Finds the branches of the reach by address. @returns ids by address */
export async function listBranches(reach: Bulk, urls: readonly string[]): Promise<Map<string, number>> {
  const rows = await reach.db
    .selectFrom("branches as b")
    .where("b.instance_id", "=", reach.instanceId)
    .where("b.deleted_at", "is", null)
    .where((eb) => eb("b.url", "=", eb.fn.any(eb.val([...urls]))))
    .$if(reach.branchIds !== null, (query) => query.where((eb) => eb("b.id", "=", eb.fn.any(eb.val(reach.branchIds!)))))
    .select(["b.id", "b.url"])
    .execute();
  return new Map(rows.map(({ id, url }) => [url, id]));
}

/** Finds groups by name, in lower case. */
export async function listGroups(
  reach: Bulk,
  names: readonly string[],
): Promise<Map<string, { id: number; name: string }>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM groups
    WHERE instance_id = ${reach.instanceId} AND deleted_at IS NULL AND lower(name) = ANY (${[...names]})
      AND (${reach.branchIds}::integer[] IS NULL OR branch_id = ANY (${reach.branchIds}::integer[]))`.execute(reach.db);
  return new Map(rows.map((group) => [group.name.toLowerCase(), group]));
}

/** Inserts all users in one statement, without those whose address is in use meanwhile. @returns ids by e-mail address */
export async function insertPeople(reach: Bulk, people: readonly NewPerson[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; email: string }>`
    INSERT INTO users (instance_id, first_name, last_name, email, password_hash, role, is_primary, is_active, skip_email, deactivate_at)
    SELECT ${reach.instanceId}, first_name, last_name, email, password_hash, role, is_primary, is_active, skip_email, deactivate_at
    FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      AS r (first_name text, last_name text, email text, password_hash text, role text, is_primary boolean, is_active boolean, skip_email boolean, deactivate_at date)
    ON CONFLICT (instance_id, lower(email)) WHERE deleted_at IS NULL AND platform_user_id IS NULL DO NOTHING
    RETURNING id, email`.execute(reach.db);
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Adds people to branches; those who are members already stay so. */
export async function addToBranches(
  reach: Bulk,
  pairs: readonly { user_id: number; branch_id: number }[],
): Promise<void> {
  await sql`
    INSERT INTO branch_users (instance_id, branch_id, user_id)
    SELECT ${reach.instanceId}, p.branch_id, p.user_id
    FROM unnest(${pairs.map((pair) => pair.branch_id)}::integer[], ${pairs.map((pair) => pair.user_id)}::integer[]) AS p (branch_id, user_id)
    ON CONFLICT DO NOTHING`.execute(reach.db);
}
