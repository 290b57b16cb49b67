import { sql } from "kysely";
import { personIsActive } from "../../access/session.ts";
import type { Db } from "../../db/client.ts";
import type { Holding } from "./registrations.queries.ts";
import type { LaunchMode } from "./vocabulary.ts";

export interface Session {
  id: string;
  registration: string;
  launch_id: number;
  sco_id: number;
  attempt_id: number | null;
  launch_mode: LaunchMode;
  launched_at: Date;
  preferences_read_at: Date | null;
  heard_at: Date | null;
  verbs: string[];
  ended_at: Date | null;
}

const COLUMNS = [
  "id",
  "registration",
  "launch_id",
  "sco_id",
  "attempt_id",
  "launch_mode",
  "launched_at",
  "preferences_read_at",
  "heard_at",
  "verbs",
  "ended_at",
] as const;

export async function findSession(reach: Holding, id: string): Promise<Session | undefined> {
  const row = await reach.db
    .selectFrom("cmi5_sessions")
    .select(COLUMNS)
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row as unknown as Session | undefined;
}

/** Lists the open sessions of a registration. */
export async function listOpen(reach: Holding, registration: string): Promise<Session[]> {
  const rows = await reach.db
    .selectFrom("cmi5_sessions")
    .select(COLUMNS)
    .where("instance_id", "=", reach.instanceId)
    .where("registration", "=", registration)
    .where("ended_at", "is", null)
    .orderBy("launched_at")
    .execute();
  return rows as unknown as Session[];
}

export async function insertSession(
  reach: Holding,
  session: Pick<Session, "id" | "registration" | "launch_id" | "sco_id" | "attempt_id" | "launch_mode"> & {
    fetch_hash: Buffer;
  },
): Promise<void> {
  await reach.db
    .insertInto("cmi5_sessions")
    .values({ ...session, instance_id: reach.instanceId })
    .execute();
}

/** Stores which statements an AU has sent. */
export async function keepHeard(
  reach: Holding,
  id: string,
  { verbs, isTerminated }: { verbs: readonly string[]; isTerminated: boolean },
): Promise<void> {
  await reach.db
    .updateTable("cmi5_sessions")
    .set({
      verbs: [...verbs],
      heard_at: sql`statement_timestamp()`,
      ...(isTerminated && { ended_at: sql<Date>`statement_timestamp()` }),
    })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Stores that the AU has read the learner preferences (cmi5 11.0); only the first time counts. */
export async function markPreferencesRead(reach: Holding, id: string): Promise<void> {
  await reach.db
    .updateTable("cmi5_sessions")
    .set({ preferences_read_at: sql`statement_timestamp()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .where("preferences_read_at", "is", null)
    .execute();
}

export async function markAbandoned(reach: Holding, id: string): Promise<void> {
  await reach.db
    .updateTable("cmi5_sessions")
    .set({ ended_at: sql`statement_timestamp()`, is_abandoned: true })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

export type Fetched = "given" | "used" | "unknown";

/**
 * Gives a session its token, once (cmi5 8.2.3). The address is the right to ask, so there is no reach.
 * @param tokenHash what is stored of the token
 */
export async function giveToken(db: Db, instanceId: number, fetchHash: Buffer, tokenHash: Buffer): Promise<Fetched> {
  const { rows } = await sql<{ given: boolean }>`
    WITH given AS (
      UPDATE cmi5_sessions c SET token_hash = ${tokenHash}
      FROM scorm_sessions s
      WHERE c.instance_id = ${instanceId} AND c.fetch_hash = ${fetchHash} AND c.token_hash IS NULL AND c.ended_at IS NULL
        AND s.instance_id = c.instance_id AND s.id = c.launch_id AND s.expires_at > now()
      RETURNING 1)
    SELECT EXISTS (SELECT FROM given) AS given
    FROM cmi5_sessions WHERE instance_id = ${instanceId} AND fetch_hash = ${fetchHash}`.execute(db);
  if (!rows[0]) return "unknown";
  return rows[0].given ? "given" : "used";
}

/** Lists open sessions after their time, with their users, who may sign in: those of others wait until they return. */
export async function listOverdue(db: Db, instanceId: number): Promise<{ id: string; user_id: number }[]> {
  return db
    .selectFrom("cmi5_sessions as c")
    .innerJoin("scorm_sessions as s", (join) =>
      join.onRef("s.instance_id", "=", "c.instance_id").onRef("s.id", "=", "c.launch_id"),
    )
    .innerJoin("users as u", (join) =>
      join.onRef("u.instance_id", "=", "s.instance_id").onRef("u.id", "=", "s.user_id"),
    )
    .innerJoin("instances as i", "i.id", "c.instance_id")
    .where("c.instance_id", "=", instanceId)
    .where("c.ended_at", "is", null)
    .where("s.expires_at", "<", sql<Date>`now()`)
    .where("u.deleted_at", "is", null)
    .where(personIsActive)
    .select(["c.id", "s.user_id"])
    .limit(1_000)
    .execute();
}
