import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { packageInScope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import type { PackageKind } from "./package.ts";

type Launching = Reach<"learn"> | Reach<"course.author"> | Reach<"cmi5.manage">;

export interface Launchable {
  id: number;
  kind: PackageKind;
  state: "unpacking" | "ready";
  title: string | null;
  /** Relative to the root of the package, or an https address. */
  entry_url: string | null;
  manifest: unknown;
}

/** The package of a unit; undefined when it has none. */
export function findOfUnit(reach: Launching, unitId: number): Promise<Launchable | undefined> {
  return select(reach)
    .innerJoin("units as u", (join) =>
      join.onRef("u.instance_id", "=", "p.instance_id").onRef("u.scorm_id", "=", "p.id"),
    )
    .where("u.id", "=", unitId)
    .where("u.deleted_at", "is", null)
    .executeTakeFirst() as Promise<Launchable | undefined>;
}

/** A package for an author to look at. */
export function findForAuthor(reach: Reach<"course.author">, id: number): Promise<Launchable | undefined> {
  return select(reach).where("p.id", "=", id).where(packageInScope(reach, "p.id")).executeTakeFirst() as Promise<
    Launchable | undefined
  >;
}

/** The package of a session. */
export function findPackage(reach: Launching, id: number): Promise<Launchable | undefined> {
  return select(reach).where("p.id", "=", id).executeTakeFirst() as Promise<Launchable | undefined>;
}

function select(reach: Launching) {
  return reach.db
    .selectFrom("scorm_packages as p")
    .where("p.instance_id", "=", reach.instanceId)
    .select(["p.id", "p.kind", "p.state", "p.title", "p.manifest", "p.entry_url"]);
}

/** The newest session of a person in a unit wins: those before it are told at their next call. */
export async function replaceSessions(reach: Launching, unitId: number): Promise<void> {
  await reach.db
    .updateTable("scorm_sessions")
    .set({ replaced_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("unit_id", "=", unitId)
    .where("replaced_at", "is", null)
    .execute();
}

export async function insertSession(
  reach: Launching,
  session: {
    token_hash: Buffer;
    package_id: number;
    course_id: number | null;
    unit_id: number | null;
    origin: string;
    hours: number;
  },
): Promise<number> {
  const { hours, ...rest } = session;
  const { id } = await reach.db
    .insertInto("scorm_sessions")
    .values({
      ...rest,
      instance_id: reach.instanceId,
      user_id: reach.userId,
      expires_at: sql<Date>`now() + make_interval(hours => ${hours})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function findOwnLaunch(reach: Reach<"learn">, tokenHash: Buffer): Promise<number | undefined> {
  const row = await reach.db
    .selectFrom("scorm_sessions")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("token_hash", "=", tokenHash)
    .select("id")
    .executeTakeFirst();
  return row?.id;
}

/** Lets a session of one's own expire within so many seconds, if it would not sooner. */
export async function endOwnLaunch(reach: Reach<"learn">, tokenHash: Buffer, seconds: number): Promise<void> {
  await reach.db
    .updateTable("scorm_sessions")
    .set({ expires_at: sql<Date>`least(expires_at, now() + make_interval(secs => ${seconds}))` })
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("token_hash", "=", tokenHash)
    .execute();
}

export interface PackageFile {
  folder_key: string;
  number: number;
  path: string;
  size: number;
}

/**
 * A file of the package that a launch token opens, by its path, else by that path in another writing of its letters. The token is
 * the right to read, so there is no reach; undefined also when it is over, and for a token of another package.
 */
export async function findLaunchedFile(
  db: Db,
  instanceId: number,
  { tokenHash, packageId }: { tokenHash: Buffer; packageId: number | "every" },
  path: string,
): Promise<PackageFile | undefined> {
  const { rows } = await sql<PackageFile>`
    SELECT p.folder_key, f.number, f.path, f.size
    FROM scorm_sessions s
    JOIN users u ON u.instance_id = s.instance_id AND u.id = s.user_id AND u.is_active AND u.deleted_at IS NULL
    JOIN scorm_packages p ON p.instance_id = s.instance_id AND p.id = s.package_id
    JOIN scorm_files f ON f.instance_id = p.instance_id AND f.package_id = p.id AND lower(f.path) = lower(${path})
    WHERE s.instance_id = ${instanceId} AND s.token_hash = ${tokenHash} AND s.expires_at > now()
      AND (${packageId === "every"} OR s.package_id = ${packageId === "every" ? null : packageId}::integer)
    ORDER BY f.path = ${path} DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Where the sequencing of a course stands, as its run-time has left it. */
export async function findSequencing(reach: Reach<"learn">, unitId: number): Promise<string | null> {
  const row = await reach.db
    .selectFrom("scorm_results")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("unit_id", "=", unitId)
    .select("sequencing")
    .executeTakeFirst();
  return row?.sequencing ?? null;
}

export async function deleteExpired(db: Db, instanceId: number, callDays: number): Promise<void> {
  // Which packages somebody has opened is read from the sessions: they outlive their tokens by a year.
  await sql`
    DELETE FROM scorm_sessions WHERE instance_id = ${instanceId} AND expires_at < now() - interval '1 year'`.execute(
    db,
  );
  await sql`
    DELETE FROM scorm_calls WHERE instance_id = ${instanceId} AND called_at < now() - make_interval(days => ${callDays})`.execute(
    db,
  );
}
