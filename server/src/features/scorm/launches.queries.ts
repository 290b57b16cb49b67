import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { packageInScope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import type { PackageKind } from "./package.ts";

type Launching = Reach<"learn"> | Reach<"course.author"> | Reach<"cmi5.manage">;

export interface Launchable {
  id: number;
  kind: PackageKind;
  state: "unpacking" | "ready" | "failed";
  title: string | null;
  /** Relative to the root of the package, or an https address. */
  entry_url: string | null;
  manifest: unknown;
}

/** Finds the package of a unit; undefined when it has none. */
export function findOfUnit(reach: Launching, unitId: number): Promise<Launchable | undefined> {
  return select(reach)
    .innerJoin("units as u", (join) =>
      join.onRef("u.instance_id", "=", "p.instance_id").onRef("u.scorm_id", "=", "p.id"),
    )
    .where("u.id", "=", unitId)
    .where("u.deleted_at", "is", null)
    .executeTakeFirst() as Promise<Launchable | undefined>;
}

/** Finds a package for an author's preview. */
export function findForAuthor(reach: Reach<"course.author">, id: number): Promise<Launchable | undefined> {
  return select(reach).where("p.id", "=", id).where(packageInScope(reach, "p.id")).executeTakeFirst() as Promise<
    Launchable | undefined
  >;
}

/** Finds the package of a session. */
export function findPackage(reach: Launching, id: number): Promise<Launchable | undefined> {
  return select(reach).where("p.id", "=", id).executeTakeFirst() as Promise<Launchable | undefined>;
}

function select(reach: Launching) {
  return reach.db
    .selectFrom("scorm_packages as p")
    .where("p.instance_id", "=", reach.instanceId)
    .select(["p.id", "p.kind", "p.state", "p.title", "p.manifest", "p.entry_url"]);
}

/** Ends earlier sessions of a person in a unit, which learn it at their next call. */
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
    /** For an xAPI package: the home page of the learner's account, unless an earlier session of the unit has another. */
    home?: string;
    hours: number;
  },
): Promise<number> {
  const { hours, home, ...rest } = session;
  const { id } = await reach.db
    .insertInto("scorm_sessions")
    .values({
      ...rest,
      instance_id: reach.instanceId,
      user_id: reach.userId,
      ...(home !== undefined && { account_home: findHome(reach, session.unit_id, home) }),
      expires_at: sql<Date>`now() + make_interval(hours => ${hours})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Sessions of before have no home page: it was the visited origin. */
function findHome(reach: Launching, unitId: number | null, home: string): RawBuilder<string> {
  return sql`coalesce(
    (SELECT coalesce(s.account_home, s.origin) FROM scorm_sessions s
    WHERE s.instance_id = ${reach.instanceId} AND s.user_id = ${reach.userId} AND s.unit_id = ${unitId}::integer
    ORDER BY s.id DESC LIMIT 1),
    ${home})`;
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

/** Shortens the person's own session to this many seconds. */
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
 * Finds a file of the package that a launch token opens, by its path or that path in another case. The token is the
 * right to read, so there is no reach. Undefined after it has ended, and for a token of another package or unit.
 */
export async function findLaunchedFile(
  db: Db,
  instanceId: number,
  { tokenHash, packageId, unitId }: { tokenHash: Buffer; packageId: number | "every"; unitId: number | null },
  path: string,
): Promise<PackageFile | undefined> {
  const { rows } = await sql<PackageFile>`
    SELECT p.folder_key, f.number, f.path, f.size
    FROM scorm_sessions s
    JOIN users u ON u.instance_id = s.instance_id AND u.id = s.user_id AND u.is_active AND u.deleted_at IS NULL
    JOIN scorm_packages p ON p.instance_id = s.instance_id AND p.id = s.package_id
    JOIN scorm_files f ON f.instance_id = p.instance_id AND f.package_id = p.id AND lower(f.path) = lower(${path})
    WHERE s.instance_id = ${instanceId} AND s.token_hash = ${tokenHash} AND s.expires_at > now()
      AND (${packageId === "every"} OR (s.package_id = ${packageId === "every" ? null : packageId}::integer
        AND s.unit_id IS NOT DISTINCT FROM ${unitId}::integer))
    ORDER BY f.path = ${path} DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Finds the sequencing state of a course, as its run-time reported it. */
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
  // Sessions outlive their tokens by a year, to show which packages a person has opened.
  await sql`
    DELETE FROM scorm_sessions WHERE instance_id = ${instanceId} AND expires_at < now() - interval '1 year'`.execute(
    db,
  );
  await sql`
    DELETE FROM scorm_calls WHERE instance_id = ${instanceId} AND called_at < now() - make_interval(days => ${callDays})`.execute(
    db,
  );
}
