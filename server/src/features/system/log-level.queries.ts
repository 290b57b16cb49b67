import { sql } from "kysely";
import type { LogLevel } from "../../config.ts";
import type { Db } from "../../db/client.ts";
import type { ChosenLevel } from "../../platform/log-levels.ts";

/** Returns the level that was chosen for all servers and is not over; null for none. */
export async function findLevel(db: Db): Promise<ChosenLevel | null> {
  const found = await db
    .selectFrom("log_level")
    .select(["level", "until"])
    .where((eb) => eb.or([eb("until", "is", null), eb("until", ">", sql<Date>`now()`)]))
    .executeTakeFirst();
  return found ? { level: found.level as LogLevel, until: found.until } : null;
}

/** Stores the level of all servers, for some minutes or without an end. */
export async function storeLevel(db: Db, level: LogLevel, minutes: number | null): Promise<ChosenLevel> {
  const until = minutes === null ? null : sql<Date>`now() + make_interval(mins => ${minutes})`;
  const stored = await db
    .insertInto("log_level")
    .values({ id: 1, level, until })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({ level: eb.ref("excluded.level"), until: eb.ref("excluded.until") })),
    )
    .returning("until")
    .executeTakeFirstOrThrow();
  return { level, until: stored.until };
}

/** Lets every server use its own LOG_LEVEL again. */
export async function deleteLevel(db: Db): Promise<void> {
  await db.deleteFrom("log_level").execute();
}
