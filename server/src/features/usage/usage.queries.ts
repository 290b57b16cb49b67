import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";

export interface UsageDay {
  /** yyyy-mm-dd */
  day: string;
  people: number;
  licences: number | null;
  bytes: number;
}

/** Lists the days since some months ago, the earliest first. */
export async function listDays({ db, instanceId }: Reach<"settings.manage">, months: number): Promise<UsageDay[]> {
  const { rows } = await sql<UsageDay>`
    SELECT day::text AS day, people, licences, bytes FROM usage_days
    WHERE instance_id = ${instanceId} AND day > current_date - make_interval(months => ${months})
    ORDER BY usage_days.day`.execute(db);
  return rows;
}

export async function hasDay(db: Db, instanceId: number, day: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM usage_days WHERE instance_id = ${instanceId} AND day = ${day}::date) AS has`.execute(db);
  return rows[0]!.has;
}

/** Stores a day once; the first figures of a day stay. */
export async function insertDay(db: Db, instanceId: number, { day, people, licences, bytes }: UsageDay): Promise<void> {
  await db
    .insertInto("usage_days")
    .values({ instance_id: instanceId, day, people, licences, bytes })
    .onConflict((conflict) => conflict.columns(["instance_id", "day"]).doNothing())
    .execute();
}

/** Returns the day it is in the time zone of an instance. */
export async function findToday(db: Db, instanceId: number): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    SELECT (now() AT TIME ZONE time_zone)::date::text AS today FROM instances WHERE id = ${instanceId}`.execute(db);
  return rows[0]!.today;
}
