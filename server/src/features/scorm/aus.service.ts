import { sql } from "kysely";
import { type Actor, actForLearner, type Reach } from "../../access/actor.ts";
import { contentOrigin } from "../../access/host.ts";
import { hash, createToken } from "../../access/session.ts";
import * as launches from "./launches.queries.ts";
import type { AuDetails, Cmi5Manifest } from "./package.ts";
import { requireReady } from "./readiness.ts";
import * as runtime from "./runtime.queries.ts";

export type { AuDetails, Cmi5Block, Cmi5Manifest, LangStrings } from "./package.ts";

/** An AU (assignable unit) of a cmi5 course. */
export interface Au {
  scoId: number;
  uuid: string;
  publisherId: string;
  /** Relative to the root of the package, or an absolute address. */
  entryUrl: string;
  details: AuDetails;
}

/** A cmi5 package with all its AUs in the order of its structure. */
export interface Cmi5Course {
  packageId: number;
  title: string | null;
  manifest: Cmi5Manifest;
  aus: Au[];
}

type Opening = Reach<"learn"> | Reach<"course.author"> | Reach<"cmi5.manage">;

/** Finds the course of a unit; null for a package of another kind. @throws Conflict while it is being unpacked */
export async function findCourseOfUnit(reach: Reach<"learn">, unitId: number): Promise<Cmi5Course | null> {
  return readCourse(reach, await launches.findOfUnit(reach, unitId));
}

/** Finds a course for an author's preview. */
export async function findCourseForAuthor(reach: Reach<"course.author">, id: number): Promise<Cmi5Course | null> {
  return readCourse(reach, await launches.findForAuthor(reach, id));
}

/**
 * Reads the cmi5 course of a package; null for a package of another kind. @throws Conflict while it is being unpacked
 */
export async function findCourse(reach: Opening, id: number): Promise<Cmi5Course | null> {
  return readCourse(reach, await launches.findPackage(reach, id));
}

async function readCourse(reach: Opening, found: launches.Launchable | undefined): Promise<Cmi5Course | null> {
  if (found?.kind !== "cmi5") return null;
  requireReady(found);
  const scos = await runtime.listScos(reach, found.id);
  return {
    packageId: found.id,
    title: found.title,
    manifest: found.manifest as Cmi5Manifest,
    aus: scos.map(toAu),
  };
}

/** Finds one AU of a package; null when it does not exist. */
export async function findAu(reach: Opening, packageId: number, scoId: number): Promise<Au | null> {
  const sco = await runtime.findScoById(reach, packageId, scoId);
  return sco ? toAu(sco) : null;
}

function toAu(sco: runtime.Sco): Au {
  return {
    scoId: sco.id,
    uuid: sco.uuid,
    publisherId: sco.identifier,
    entryUrl: sco.entry_url!,
    details: sco.details as unknown as AuDetails,
  };
}

/**
 * Opens the files of a package for one session; in a unit it ends earlier sessions.
 * @param userId the learner of the session
 * @returns the session's id, and the folder of its pages on the content origin
 */
export async function openFiles(
  actor: Actor,
  reach: Opening,
  packageId: number,
  { place, userId }: { place: { course_id: number; unit_id: number } | null; userId: number },
  hours: number,
): Promise<{ launchId: number; root: string }> {
  const { visit, platform, instance } = actor;
  const theirs = actForLearner(reach, userId);
  const token = createToken(reach.instanceId);
  if (place) await launches.replaceSessions(theirs, place.unit_id);
  const launchId = await launches.insertSession(theirs, {
    ...(place ?? { course_id: null, unit_id: null }),
    token_hash: hash(token),
    package_id: packageId,
    origin: visit.origin,
    hours,
  });
  const shown = { packageId, unitId: place?.unit_id ?? null };
  const origin = contentOrigin(visit.origin, platform.config, instance.domain, shown);
  return { launchId, root: `${origin}/scorm/${token}/` };
}

/** Keeps a package that no unit uses. */
export async function keepPackage(reach: Reach<"cmi5.manage">, id: number): Promise<void> {
  await reach.db
    .updateTable("scorm_packages")
    .set({ is_kept: sql.lit(true) })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Deletes a package that was kept without a unit, with all its records; false when a unit uses it. */
export async function deleteImported(reach: Reach<"cmi5.manage">, id: number): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM scorm_packages p
    WHERE p.instance_id = ${reach.instanceId} AND p.id = ${id} AND p.is_kept
      AND NOT EXISTS (SELECT FROM units u WHERE u.instance_id = ${reach.instanceId} AND u.scorm_id = p.id)
    RETURNING p.id`.execute(reach.db);
  return rows.length > 0;
}
