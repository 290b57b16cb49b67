import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, userInScope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import type { AuStates } from "./au-state.ts";

export type Holding = Reach<"learn"> | Reach<"course.author"> | Reach<"cmi5.manage">;

export interface Registration {
  id: string;
  package_id: number;
  user_id: number | null;
  course_id: number | null;
  unit_id: number | null;
  origin: string;
  account_home: string;
  account_name: string;
  is_preview: boolean;
  aus: AuStates;
  satisfied: string[];
}

const COLUMNS = [
  "id",
  "package_id",
  "user_id",
  "course_id",
  "unit_id",
  "origin",
  "account_home",
  "account_name",
  "is_preview",
  "aus",
  "satisfied",
] as const;

/** A registration; held until the end of the transaction, what is said in it is judged one after the other. */
export async function findRegistration(
  reach: Holding,
  id: string,
  { held = false } = {},
): Promise<Registration | undefined> {
  const row = await reach.db
    .selectFrom("cmi5_registrations")
    .select(COLUMNS)
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .$if(held, (query) => query.forUpdate())
    .executeTakeFirst();
  return row as unknown as Registration | undefined;
}

/** A learner's own in a unit; undefined before the first launch. */
export async function findOfUnit(reach: Reach<"learn">, unitId: number): Promise<Registration | undefined> {
  const row = await reach.db
    .selectFrom("cmi5_registrations")
    .select(COLUMNS)
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("unit_id", "=", unitId)
    .executeTakeFirst();
  return row as unknown as Registration | undefined;
}

/** Somebody's in a unit, within the reach of who looks after them. */
export function findOfLearner(
  reach: Reach<"cmi5.manage">,
  unitId: number,
  userId: number,
): Promise<{ id: string } | undefined> {
  return reach.db
    .selectFrom("cmi5_registrations as r")
    .select("r.id")
    .where("r.instance_id", "=", reach.instanceId)
    .where("r.unit_id", "=", unitId)
    .where("r.user_id", "=", userId)
    .where(userInScope(reach, "r.user_id"))
    .where(courseInScope(reach, "r.course_id"))
    .executeTakeFirst();
}

/** Makes a registration, unless there is one of that id, or of that learner and unit. */
export async function insertRegistration(
  reach: Holding,
  registration: Omit<Registration, "aus" | "satisfied">,
): Promise<void> {
  await reach.db
    .insertInto("cmi5_registrations")
    .values({ ...registration, instance_id: reach.instanceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Keeps what its AUs have come to; a new version of the package goes on in the same registration. */
export async function updateRegistration(
  reach: Holding,
  { id, package_id, aus, satisfied }: Registration,
): Promise<void> {
  await reach.db
    .updateTable("cmi5_registrations")
    .set({ package_id, aus: JSON.stringify(aus), satisfied: JSON.stringify(satisfied) })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Deletes the previews of a time ago, with their documents. */
export async function deletePreviews(db: Db, instanceId: number, hours: number): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM cmi5_registrations WHERE instance_id = ${instanceId} AND is_preview AND created_at < now() - make_interval(hours => ${hours})
      RETURNING id)
    DELETE FROM xapi_documents d USING gone WHERE d.instance_id = ${instanceId} AND d.registration = gone.id`.execute(
    db,
  );
}
