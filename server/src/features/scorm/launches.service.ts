import type { Readable } from "node:stream";
import type { Actor, Reach } from "../../access/actor.ts";
import { contentOrigin, hasPackageOrigins, type ContentPlace } from "../../access/host.ts";
import { hash, instanceIdOf, instanceOf, newToken } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { Conflict, NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import * as learning from "../learning/learning.service.ts";
import { launchParameters } from "./activity-launches.service.ts";
import { isOver, MOST_CHARACTERS, NEW_ATTEMPT, resumed, seedOf, standingOf } from "./attempt.ts";
import * as queries from "./launches.queries.ts";
import type { PackageKind, ScormManifest } from "./package.ts";
import * as runtime from "./runtime.queries.ts";
import { closeAbandoned, learnerOf, OPENED_ELSEWHERE } from "./runtime.service.ts";
import { NOTHING_SHARED, sharedIds } from "./shared-state.ts";
import { listShared } from "./shared-state.queries.ts";

// A long course is taken in one sitting; the token in its addresses dies the same day.
const LIVES_HOURS = 12;
const NOT_READY = "This package is still being prepared. Please try again in a moment.";

/**
 * Where a package is opened, on the content origin, with the token of this session in the address: the player of SCORM, or the
 * page of an xAPI package itself. A course of cmi5 is opened by its AUs, one by one.
 */
export interface Launch {
  url: string | null;
  kind: string;
  /** The last session in the unit has said something that is not kept: the learner is told. */
  has_lost_values?: boolean;
}

/**
 * Opens the package of a unit for whoever learns in it. The newest session wins; one that was left open before is ended.
 * @throws NotFound; Conflict with the reason
 */
export async function launchUnit(
  actor: Actor,
  place: { course_id: number; unit_id: number },
  branchUrl?: string | null,
): Promise<Launch> {
  const reach = await actor.reach("learn", branchUrl);
  await learning.getPackageAtHand(actor, place, branchUrl);
  const found = await queries.findOfUnit(reach, place.unit_id);
  const kind = checkLaunchable(found);
  if (kind === "cmi5") return { url: null, kind };
  const unit = { id: place.unit_id, courseId: place.course_id };
  if (kind !== "xapi") await closeAbandoned(actor, reach, unit, found!.id, kind);
  await queries.replaceSessions(reach, place.unit_id);
  const has_lost_values = await runtime.takeLostValues(reach, place.unit_id);
  return { ...(await open(actor, reach, found!, place)), has_lost_values };
}

/** Opens a package for an author who looks at it; nothing of it is kept. @throws NotFound, Conflict */
export async function previewPackage(actor: Actor, id: number, branchUrl?: string | null): Promise<Launch> {
  const reach = await actor.reach("course.author", branchUrl);
  const found = await queries.findForAuthor(reach, id);
  const kind = checkLaunchable(found);
  if (kind === "cmi5") return { url: null, kind };
  return open(actor, reach, found!, { course_id: null, unit_id: null });
}

/** The session of a launch token that is the person's own, also when its time is over. @throws NotFound */
export async function ownLaunchId(actor: Actor, token: string): Promise<number> {
  const id = await queries.findOwnLaunch(await actor.reach("learn"), hash(token));
  if (id === undefined) throw new NotFound("Session");
  return id;
}

// What a page sends while it closes still arrives.
const ENDS_WITHIN_SECONDS = 30;

/**
 * Ends the session of a launch token that is the person's own, whose window was closed: its token opens nothing any more, for
 * windows that the package opened either.
 */
export async function endLaunch(actor: Actor, token: string): Promise<void> {
  await queries.endOwnLaunch(await actor.reach("learn"), hash(token), ENDS_WITHIN_SECONDS);
}

/** What the player page needs to know before it shows anything. */
export async function playerState(actor: Actor, launchId: number) {
  const { reach, session, found, kind } = await opened(actor, launchId);
  const scos = await runtime.listScos(reach, session.package_id);
  const { unit_id } = session;
  const attempts = unit_id === null ? new Map() : await runtime.listLatest(reach, unit_id, session.package_id);
  const manifest = found.manifest as ScormManifest;
  const learner = learnerOf(actor);
  return {
    kind,
    scormId: session.package_id,
    origin: session.origin,
    isPreview: unit_id === null,
    isSandboxed: !hasPackageOrigins(actor.platform.config),
    title: found.title,
    mostCharacters: MOST_CHARACTERS,
    organization: manifest.organization,
    sequencing: unit_id === null ? null : await queries.findSequencing(reach, unit_id),
    globalToSystem: {
      objectives: manifest.objectivesGlobalToSystem,
      data: manifest.sharedDataGlobalToSystem,
    },
    shared: unit_id === null ? NOTHING_SHARED : await listShared(reach, sharedIds(manifest)),
    lastSequence: session.last_sequence,
    scos: scos.map((sco) => {
      const attempt = attempts.get(sco.id);
      const standing = attempt ? standingOf(attempt, { kind, details: sco.details, learner }) : null;
      return {
        uuid: sco.uuid,
        identifier: sco.identifier,
        title: sco.title,
        kind: sco.kind,
        url: sco.entry_url,
        details: sco.details,
        completion: standing?.completion ?? "unknown",
        success: standing?.success ?? "unknown",
        isSuspended: attempt?.entry === "resume",
      };
    }),
  };
}

/**
 * The whole run-time state of one SCO as it finds it when it begins.
 * @param resumes whether the sequencing of SCORM 2004 goes on with the last attempt, however it ended
 * @throws NotFound
 */
export async function scoState(actor: Actor, launchId: number, uuid: string, { resumes = false } = {}) {
  const { reach, session, kind } = await opened(actor, launchId);
  const sco = await runtime.findSco(reach, session.package_id, uuid);
  if (!sco) throw new NotFound("SCO");
  const attempts =
    session.unit_id === null ? new Map() : await runtime.listLatest(reach, session.unit_id, session.package_id);
  const former = attempts.get(sco.id);
  const hasEnded = former !== undefined && isOver(former);
  const again = hasEnded && resumes ? resumed(former) : former;
  const attempt = !again || (kind === "scorm_2004" && isOver(again)) ? NEW_ATTEMPT : again;
  const ofThisVersion = attempt.scoId === undefined || attempt.scoId === sco.id;
  const kept = ofThisVersion ? attempt : { ...NEW_ATTEMPT, cmi: attempt.cmi, entry: attempt.entry };
  return { cmi: seedOf(kept, { kind, details: sco.details, learner: learnerOf(actor) }) };
}

/** A file of a package, ready to be sent. */
export interface LaunchedFile {
  path: string;
  size: number;
  read: (range?: { start: number; end: number }) => Promise<Readable>;
}

/** Opens a file by the token in its address, on the content host of the package it belongs to; NotFound for anything else. */
export async function openLaunchedFile(
  platform: Platform,
  { instance: instanceLabel, packageId }: ContentPlace,
  token: string,
  path: string,
): Promise<LaunchedFile> {
  const instanceId = instanceLabel && packageId !== null ? await instanceIdOf(platform.database, instanceLabel) : null;
  if (instanceId === null || instanceOf(token) !== instanceId || path.includes("\0")) throw new NotFound("File");
  const found = await inInstance(platform.database, instanceId, (db) =>
    queries.findLaunchedFile(db, instanceId, { tokenHash: hash(token), packageId: packageId! }, path),
  );
  if (!found) throw new NotFound("File");
  const key = `${found.folder_key}/${found.number}`;
  return { path: found.path, size: found.size, read: (range) => platform.files.get(key, range) };
}

const CALLS_KEPT_DAYS = 90;

/** Clears away old entries of the flight recorder and tokens long dead; part of the housekeeping. */
export async function sweepLaunches(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, (db) => queries.deleteExpired(db, instanceId, CALLS_KEPT_DAYS));
}

function checkLaunchable(found: queries.Launchable | undefined): PackageKind {
  if (!found) throw new NotFound("Package");
  if (found.state !== "ready") throw new Conflict(NOT_READY);
  return found.kind;
}

/** The player plays SCORM; other packages have no state that it could read. */
function checkPlayable(found: queries.Launchable | undefined): "scorm_1_2" | "scorm_2004" {
  const kind = checkLaunchable(found);
  if (kind === "xapi" || kind === "cmi5") throw new NotFound("Package");
  return kind;
}

async function open(
  actor: Actor,
  reach: Reach<"learn"> | Reach<"course.author">,
  found: queries.Launchable,
  place: { course_id: number | null; unit_id: number | null },
): Promise<Launch> {
  const token = newToken(reach.instanceId);
  const { visit, platform, instance } = actor;
  const launchId = await queries.insertSession(reach, {
    ...place,
    token_hash: hash(token),
    package_id: found.id,
    origin: visit.origin,
    hours: LIVES_HOURS,
  });
  const root = `${contentOrigin(visit.origin, platform.config, instance.domain, found.id)}/scorm/${token}/`;
  if (found.kind !== "xapi") return { url: root, kind: found.kind };
  const page = new URL(found.entry_url!, `${root}files/`);
  for (const [name, value] of await launchParameters(actor, token, launchId)) page.searchParams.set(name, value);
  return { url: page.href, kind: found.kind };
}

async function opened(actor: Actor, launchId: number) {
  const reach = await actor.reach("learn");
  const session = await runtime.lockSession(reach, launchId);
  if (!session) throw new NotFound("Session");
  if (session.replaced_at) throw new Conflict(OPENED_ELSEWHERE);
  const found = await queries.findPackage(reach, session.package_id);
  const kind = checkPlayable(found);
  return { reach, session, found: found!, kind };
}
