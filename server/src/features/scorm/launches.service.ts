import type { Readable } from "node:stream";
import type { Actor, Reach } from "../../access/actor.ts";
import { contentOrigin, hasPackageOrigins, siteOrigin, type ContentPlace } from "../../access/host.ts";
import { hash, findInstanceId, readInstanceId, createToken } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { Conflict, NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import * as learning from "../learning/learning.service.ts";
import { launchParameters } from "./activity-launches.service.ts";
import { isOver, MOST_CHARACTERS, NEW_ATTEMPT, withResume, makeSeed, getStanding } from "./attempt.ts";
import * as queries from "./launches.queries.ts";
import type { PackageKind, ScormManifest } from "./package.ts";
import { requireReady } from "./readiness.ts";
import * as runtime from "./runtime.queries.ts";
import { closeAbandoned, toLearner, OPENED_ELSEWHERE } from "./runtime.service.ts";
import { NOTHING_SHARED, sharedIds } from "./shared-state.ts";
import { listShared } from "./shared-state.queries.ts";

// A long course is taken in one sitting; its token expires the same day.
const LIVES_HOURS = 12;

/**
 * The address of a launched package on the content origin, with the token of this session: the SCORM player, or the
 * page of an xAPI package. The AUs of a cmi5 course are opened one by one.
 */
export interface Launch {
  url: string | null;
  kind: string;
  /** The page on the content origin that shows an xAPI package in a frame; missing for other packages. */
  frame_url?: string;
  /** The last session in the unit reported a value that was not stored; the learner is informed. */
  has_lost_values?: boolean;
}

/**
 * Opens the package of a unit for its learner and ends earlier sessions.
 * @throws NotFound; Conflict with the reason
 */
export async function launchUnit(
  actor: Actor,
  place: { course_id: number; unit_id: number },
  branchUrl?: string | null,
): Promise<Launch> {
  const reach = await actor.reach("learn", branchUrl);
  const atHand = await learning.getPackageAtHand(actor, place, branchUrl);
  const found = await queries.findOfUnit(reach, place.unit_id);
  const kind = checkLaunchable(found);
  if (kind === "cmi5") return { url: null, kind };
  const unit = { id: place.unit_id, courseId: place.course_id };
  if (kind !== "xapi") await closeAbandoned(actor, reach, unit, found!.id, kind);
  await queries.replaceSessions(reach, place.unit_id);
  const has_lost_values = await runtime.takeLostValues(reach, place.unit_id);
  const launch = await open(actor, reach, found!, place);
  await learning.completeOpened(reach, place, atHand);
  return { ...launch, has_lost_values };
}

/** Opens a package for an author's preview, which stores nothing. @throws NotFound, Conflict */
export async function previewPackage(actor: Actor, id: number, branchUrl?: string | null): Promise<Launch> {
  const reach = await actor.reach("course.author", branchUrl);
  const found = await queries.findForAuthor(reach, id);
  const kind = checkLaunchable(found);
  if (kind === "cmi5") return { url: null, kind };
  return open(actor, reach, found!, { course_id: null, unit_id: null });
}

/** Returns the id of the person's own session by its launch token, also after it has ended. @throws NotFound */
export async function ownLaunchId(actor: Actor, token: string): Promise<number> {
  const id = await queries.findOwnLaunch(await actor.reach("learn"), hash(token));
  if (id === undefined) throw new NotFound("Session");
  return id;
}

// Requests that a page sends while it closes still arrive.
const ENDS_WITHIN_SECONDS = 30;

/**
 * Ends the person's own session when its window was closed: its token opens nothing any more, also in windows that the
 * package opened.
 */
export async function endLaunch(actor: Actor, token: string): Promise<void> {
  await queries.endOwnLaunch(await actor.reach("learn"), hash(token), ENDS_WITHIN_SECONDS);
}

/** Returns what the player page needs before it shows anything. */
export async function playerState(actor: Actor, launchId: number) {
  const { reach, session, found, kind } = await opened(actor, launchId);
  const scos = await runtime.listScos(reach, session.package_id);
  const { unit_id } = session;
  const attempts = unit_id === null ? new Map() : await runtime.listLatest(reach, unit_id, session.package_id);
  const manifest = found.manifest as ScormManifest;
  const learner = toLearner(actor);
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
      const standing = attempt ? getStanding(attempt, { kind, details: sco.details, learner }) : null;
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

/** Returns what the page around an AU or an xAPI package needs. @throws NotFound; Conflict when opened elsewhere */
export async function frameState(actor: Actor, launchId: number) {
  const reach = await actor.reach("learn");
  const session = await runtime.lockSession(reach, launchId);
  if (!session) throw new NotFound("Session");
  if (session.replaced_at) throw new Conflict(OPENED_ELSEWHERE);
  return { origin: session.origin, isSandboxed: !hasPackageOrigins(actor.platform.config) };
}

/**
 * Returns the whole run-time state of one SCO when it starts.
 * @param resumes whether SCORM 2004 sequencing continues the last attempt, however it ended
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
  const again = hasEnded && resumes ? withResume(former) : former;
  const attempt = !again || (kind === "scorm_2004" && isOver(again)) ? NEW_ATTEMPT : again;
  const ofThisVersion = attempt.scoId === undefined || attempt.scoId === sco.id;
  const kept = ofThisVersion ? attempt : { ...NEW_ATTEMPT, cmi: attempt.cmi, entry: attempt.entry };
  return { cmi: makeSeed(kept, { kind, details: sco.details, learner: toLearner(actor) }) };
}

/** A file of a package to be sent. */
export interface LaunchedFile {
  path: string;
  size: number;
  read: (range?: { start: number; end: number }) => Promise<Readable>;
}

/** Opens a file by the token in its address, on the content host of its package. @throws NotFound for anything else */
export async function openLaunchedFile(
  platform: Platform,
  { instance: instanceLabel, packageId, unitId }: ContentPlace,
  token: string,
  path: string,
): Promise<LaunchedFile> {
  const instanceId =
    instanceLabel && packageId !== null ? await findInstanceId(platform.database, instanceLabel) : null;
  if (instanceId === null || readInstanceId(token) !== instanceId || path.includes("\0")) throw new NotFound("File");
  const found = await inInstance(platform.database, instanceId, (db) =>
    queries.findLaunchedFile(db, instanceId, { tokenHash: hash(token), packageId: packageId!, unitId }, path),
  );
  if (!found) throw new NotFound("File");
  const key = `${found.folder_key}/${found.number}`;
  return { path: found.path, size: found.size, read: (range) => platform.files.get(key, range) };
}

const CALLS_KEPT_DAYS = 90;

/** Deletes old entries of the call log and long-expired tokens; part of the housekeeping. */
export async function sweepLaunches(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, (db) => queries.deleteExpired(db, instanceId, CALLS_KEPT_DAYS));
}

function checkLaunchable(found: queries.Launchable | undefined): PackageKind {
  if (!found) throw new NotFound("Package");
  requireReady(found);
  return found.kind;
}

/** Returns the SCORM version that the player plays. @throws NotFound for packages without a SCORM state */
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
  const token = createToken(reach.instanceId);
  const { visit, platform, instance } = actor;
  const launchId = await queries.insertSession(reach, {
    ...place,
    token_hash: hash(token),
    package_id: found.id,
    origin: visit.origin,
    ...(found.kind === "xapi" && { home: siteOrigin(visit.origin, platform.config, instance.domain) }),
    hours: LIVES_HOURS,
  });
  const shown = { packageId: found.id, unitId: place.unit_id };
  const root = `${contentOrigin(visit.origin, platform.config, instance.domain, shown)}/scorm/${token}/`;
  if (found.kind !== "xapi") return { url: root, kind: found.kind };
  const page = new URL(found.entry_url!, `${root}files/`);
  for (const [name, value] of await launchParameters(actor, token, launchId)) page.searchParams.set(name, value);
  return { url: page.href, frame_url: `${root}frame/`, kind: found.kind };
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
