import { randomUUID } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { hash, createToken } from "../../access/session.ts";
import { NotFound } from "../../errors.ts";
import * as learning from "../learning/learning.service.ts";
import * as packages from "../scorm/aus.service.ts";
import * as reports from "../scorm/reports.service.ts";
import { putOwn } from "../xapi/own.service.ts";
import { toAccount, activityId, toAgent } from "./identity.ts";
import { createLaunched } from "./own-statements.ts";
import { abandonOpen, actForRegistration, settle, speak, findUnit } from "./progress.service.ts";
import * as registrations from "./registrations.queries.ts";
import * as sessions from "./sessions.queries.ts";
import { EXTENSION, LAUNCH_DATA, type LaunchMode, PREFERENCES } from "./vocabulary.ts";

const LIVES_HOURS = 12;

/** An AU that can be opened once by its address. */
export interface AuLaunch {
  url: string;
  /** The page on the content origin that shows it in a frame. */
  frame_url: string;
  session: string;
  registration: string;
  /** OwnWindow: the AU requires its own window. */
  launch_method: "OwnWindow" | "AnyWindow";
  launch_mode: LaunchMode;
}

/** Opens an AU for the learner of its unit. @throws NotFound; Conflict with the reason */
export async function launchAu(
  actor: Actor,
  place: { course_id: number; unit_id: number; au: string },
  branchUrl?: string | null,
): Promise<AuLaunch> {
  const reach = await actor.reach("learn", branchUrl);
  const atHand = await learning.getPackageAtHand(actor, place, branchUrl);
  const course = await packages.findCourseOfUnit(reach, place.unit_id);
  const au = getAu(course, place.au);
  const known = await registrations.findOfUnit(reach, place.unit_id);
  if (!known)
    await registrations.insertRegistration(reach, {
      id: randomUUID(),
      package_id: course!.packageId,
      user_id: reach.userId,
      course_id: place.course_id,
      unit_id: place.unit_id,
      ...toAccount(actor, actor.person.id),
      is_preview: false,
    });
  const { id } = known ?? (await registrations.findOfUnit(reach, place.unit_id))!;
  const registration = (await registrations.findRegistration(reach, id, { held: true }))!;
  const launch = await start(actor, reach, course!, au, registration);
  await learning.completeOpened(reach, place, atHand);
  return launch;
}

/** Opens an AU for an author's preview, which stores nothing. @throws NotFound, Conflict */
export async function previewAu(
  actor: Actor,
  { scorm_id, au: uuid }: { scorm_id: number; au: string },
  branchUrl?: string | null,
): Promise<AuLaunch> {
  const reach = await actor.reach("course.author", branchUrl);
  const course = await packages.findCourseForAuthor(reach, scorm_id);
  const au = getAu(course, uuid);
  const registration = {
    id: randomUUID(),
    package_id: scorm_id,
    user_id: null,
    course_id: null,
    unit_id: null,
    ...toAccount(actor, actor.person.id),
    is_preview: true,
  };
  await registrations.insertRegistration(reach, registration);
  return start(actor, reach, course!, au, { ...registration, aus: {}, satisfied: [] });
}

/** Optional settings of a launch. */
interface Wishes {
  mode?: LaunchMode | undefined;
  returnUrl?: string | undefined;
}

/**
 * Opens an AU in a registration, which is locked: abandons open sessions, evaluates the criteria (cmi5 9.6.1.1), sends
 * 'Launched', and stores the documents that the AU reads (10.1, 11).
 */
export async function start(
  actor: Actor,
  reach: registrations.Holding,
  course: packages.Cmi5Course,
  au: packages.Au,
  registration: registrations.Registration,
  { mode, returnUrl }: Wishes = {},
): Promise<AuLaunch> {
  const { details, publisherId } = au;
  const unit = findUnit(registration);
  const id = randomUUID();
  const launchMode = mode ?? chooseMode(registration, publisherId);
  await abandonOpen(reach, registration);
  const settled = await settle(reach, registration, course, id);

  const { launchId, root } = await packages.openFiles(
    actor,
    reach,
    course.packageId,
    {
      place: unit && { course_id: unit.courseId, unit_id: unit.id },
      userId: registration.user_id ?? reach.userId,
    },
    LIVES_HOURS,
  );
  const fetchToken = createToken(reach.instanceId);
  const learner = actForRegistration(reach, registration);
  await sessions.insertSession(reach, {
    id,
    registration: registration.id,
    launch_id: launchId,
    sco_id: au.scoId,
    attempt_id: unit && (await reports.beginAttempt(learner, unit, au.scoId)),
    launch_mode: launchMode,
    fetch_hash: hash(fetchToken),
  });

  const page = new URL(au.entryUrl, `${root}files/`);
  await speak(reach, settled, [createLaunched(settled, { sessionId: id, details, launchMode, url: page.href })]);
  const agent = toAgent(registration);
  const activity = activityId(registration, "au", publisherId);
  await putOwn(
    reach,
    { kind: "state", agent, activityId: activity, registration: registration.id, id: LAUNCH_DATA },
    launchData(details, { sessionId: id, launchMode, returnUrl: returnUrl ?? `${root}return` }),
  );
  if (!registration.is_preview)
    await putOwn(
      reach,
      { kind: "agent_profile", agent, id: PREFERENCES },
      { languagePreference: actor.person.language ?? "en", audioPreference: "on" },
      { ifAbsent: true },
    );
  // Appended unchanged: the AU's own parameters are not re-encoded (13.1.4.0-3).
  const parameters = new URLSearchParams({
    endpoint: `${actor.visit.origin}/xapi/`,
    fetch: `${actor.visit.origin}/api/cmi5/fetch/${fetchToken}`,
    actor: JSON.stringify(agent),
    registration: registration.id,
    activityId: activity,
  });
  const [before, fragment] = page.href.split("#") as [string, string?];
  const url = `${before}${before.includes("?") ? "&" : "?"}${parameters.toString()}${fragment ? `#${fragment}` : ""}`;
  return {
    url,
    frame_url: `${root}frame/`,
    session: id,
    registration: registration.id,
    launch_method: details.launchMethod,
    launch_mode: launchMode,
  };
}

/** Returns the launch data (cmi5 10.2). */
function launchData(
  { publisherId, moveOn, launchMethod, masteryScore, launchParameters, entitlementKey }: packages.AuDetails,
  { sessionId, launchMode, returnUrl }: { sessionId: string; launchMode: LaunchMode; returnUrl: string },
) {
  return {
    contextTemplate: {
      contextActivities: { grouping: [{ id: publisherId }] },
      extensions: { [EXTENSION.sessionId]: sessionId },
    },
    launchMode,
    launchMethod,
    moveOn,
    returnURL: returnUrl,
    ...(masteryScore !== undefined && { masteryScore }),
    ...(launchParameters !== undefined && { launchParameters }),
    ...(entitlementKey !== undefined && { entitlementKey: { courseStructure: entitlementKey } }),
  };
}

/** An AU that can report nothing more is opened for review. */
function chooseMode({ aus }: registrations.Registration, publisherId: string): LaunchMode {
  const { completed, passed, waived } = aus[publisherId] ?? {};
  return waived || (completed && passed) ? "Review" : "Normal";
}

function getAu(course: packages.Cmi5Course | null, uuid: string): packages.Au {
  const au = course?.aus.find((each) => each.uuid === uuid);
  if (!au) throw new NotFound("AU");
  return au;
}
