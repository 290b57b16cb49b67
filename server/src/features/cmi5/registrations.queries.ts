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

/**
 * Finds a registration and locks it until the end of the transaction, so that its statements are checked one after
 * another.
 */
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

/** Finds the learner's own registration in a unit; undefined before the first launch. */
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

/** Finds a learner's unit with a package within the caller's reach, and the registration once it exists. */
export function findPlace(reach: Reach<"cmi5.manage">, unitId: number, userId: number) {
  return reach.db
    .selectFrom("units as u")
    .innerJoin("enrolments as e", (join) =>
      join.onRef("e.instance_id", "=", "u.instance_id").onRef("e.course_id", "=", "u.course_id"),
    )
    .leftJoin("cmi5_registrations as r", (join) =>
      join
        .onRef("r.instance_id", "=", "u.instance_id")
        .onRef("r.unit_id", "=", "u.id")
        .onRef("r.user_id", "=", "e.user_id"),
    )
    .select(["u.course_id", "u.scorm_id", "r.id as registration"])
    .where("u.instance_id", "=", reach.instanceId)
    .where("u.id", "=", unitId)
    .where("u.deleted_at", "is", null)
    .where("e.user_id", "=", userId)
    .where(userInScope(reach, "e.user_id"))
    .where(courseInScope(reach, "u.course_id"))
    .executeTakeFirst();
}

/** Creates a registration unless one exists with that id, or for that learner and unit. */
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

/** Stores the progress of its AUs; a new version of the package continues in the same registration. */
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

/** Lists a package's registrations with an open session. */
export async function listOpen(reach: Reach<"cmi5.manage">, packageId: number): Promise<string[]> {
  const rows = await reach.db
    .selectFrom("cmi5_registrations as r")
    .innerJoin("cmi5_sessions as s", (join) =>
      join.onRef("s.instance_id", "=", "r.instance_id").onRef("s.registration", "=", "r.id"),
    )
    .select("r.id")
    .distinct()
    .where("r.instance_id", "=", reach.instanceId)
    .where("r.package_id", "=", packageId)
    .where("r.is_preview", "=", false)
    .where("s.ended_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the AU documents in the registrations of a package. */
export async function deleteDocuments(reach: Reach<"cmi5.manage">, packageId: number): Promise<void> {
  await sql`
    DELETE FROM xapi_documents d USING cmi5_registrations r
    WHERE r.instance_id = ${reach.instanceId} AND r.package_id = ${packageId}
      AND d.instance_id = r.instance_id AND d.registration = r.id`.execute(reach.db);
}

/** Deletes old previews with their documents. */
export async function deletePreviews(db: Db, instanceId: number, hours: number): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM cmi5_registrations WHERE instance_id = ${instanceId} AND is_preview AND created_at < now() - make_interval(hours => ${hours})
      RETURNING id)
    DELETE FROM xapi_documents d USING gone WHERE d.instance_id = ${instanceId} AND d.registration = gone.id`.execute(
    db,
  );
}
