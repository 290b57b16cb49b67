import { sql } from "kysely";
import type { Db } from "../../db/client.ts";

export interface KeyRow {
  id: number;
  public_key: string;
  private_key: Buffer;
}

export interface BadgeKey {
  id: number;
  created_at: Date;
  retired_at: Date | null;
  withdrawn_at: Date | null;
  signed: number;
}

interface At {
  db: Db;
  instanceId: number;
}

/** Finds the key that signs. */
export function findCurrent({ db, instanceId }: At): Promise<KeyRow | undefined> {
  return db
    .selectFrom("badge_keys")
    .where("instance_id", "=", instanceId)
    .where("retired_at", "is", null)
    .select(["id", "public_key", "private_key"])
    .executeTakeFirst();
}

/** Stores a key that signs, unless there is one. */
export async function insertKey({ db, instanceId }: At, key: Omit<KeyRow, "id">): Promise<void> {
  await db
    .insertInto("badge_keys")
    .values({ ...key, instance_id: instanceId })
    .onConflict((conflict) => conflict.column("instance_id").where("retired_at", "is", null).doNothing())
    .execute();
}

/** Retires the key that signs; withdraws it and all earlier ones if wanted, with what they signed. */
export async function retireKeys({ db, instanceId }: At, withdraw: boolean): Promise<void> {
  await sql`
    UPDATE badge_keys SET retired_at = coalesce(retired_at, now()),
      withdrawn_at = CASE WHEN ${withdraw}::boolean THEN coalesce(withdrawn_at, now()) ELSE withdrawn_at END
    WHERE instance_id = ${instanceId}`.execute(db);
  if (withdraw)
    await sql`
      UPDATE badge_awards SET credential = NULL, key_id = NULL
      WHERE instance_id = ${instanceId} AND credential IS NOT NULL`.execute(db);
}

/** Lists the public halves of keys that are not withdrawn. */
export function listPublished({ db, instanceId }: At): Promise<{ id: number; public_key: string }[]> {
  return db
    .selectFrom("badge_keys")
    .where("instance_id", "=", instanceId)
    .where("withdrawn_at", "is", null)
    .select(["id", "public_key"])
    .orderBy("id")
    .execute();
}

/** Lists all keys, the latest first. */
export async function listKeys({ db, instanceId }: At): Promise<BadgeKey[]> {
  const { rows } = await sql<BadgeKey>`
    SELECT k.id, k.created_at, k.retired_at, k.withdrawn_at, (SELECT count(*) FROM badge_awards a
      WHERE a.instance_id = k.instance_id AND a.key_id = k.id) AS signed
    FROM badge_keys k WHERE k.instance_id = ${instanceId} ORDER BY k.id DESC LIMIT 100`.execute(db);
  return rows;
}
