import { randomUUID } from "node:crypto";
import type { Actor, Reach } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import type { IncomingFile, RunAsActor } from "../files/files.service.ts";
import type { Platform } from "../../platform/platform.ts";
import * as packages from "../scorm/aus.service.ts";
import { storePackage } from "../scorm/packages.service.ts";
import { isSatisfied } from "./au-state.ts";
import { activityId, toAgent } from "./identity.ts";
import { type AuLaunch, start } from "./launches.service.ts";
import { abandon, abandonOpen } from "./progress.service.ts";
import * as registrations from "./registrations.queries.ts";
import * as sessions from "./sessions.queries.ts";
import type { LaunchMode } from "./vocabulary.ts";
import { waiveIn } from "./waivers.service.ts";
import { t } from "../../i18n/message.ts";

type Managing = Reach<"cmi5.manage">;

/** Courses and registrations belong to the whole instance: only users with access to the main site have this permission. */
function ofInstance(actor: Actor): Promise<Managing> {
  return actor.reach("cmi5.manage");
}

/** Imports a course for another system, with the checks of an upload. @throws Invalid, also when it is not cmi5 */
export async function importCourse(platform: Platform, runAsActor: RunAsActor, file: IncomingFile) {
  await runAsActor(ofInstance);
  const { scorm } = await storePackage(platform, runAsActor, file, "cmi5");
  await runAsActor(async (actor) => {
    const reach = await ofInstance(actor);
    await packages.keepPackage(reach, scorm.id);
    const subject = { type: "cmi5_course", id: scorm.id, name: scorm.title ?? "" } as const;
    await recordAudit(actor, reach, { action: "cmi5_course.imported", subject });
  });
  return { id: scorm.id, title: scorm.title, aus: scorm.units };
}

/** Returns a course with its AUs in order. @throws NotFound; Conflict while it is being unpacked */
export async function getCourse(actor: Actor, id: number) {
  const course = await requireCourse(await ofInstance(actor), id);
  return {
    id,
    title: course.title,
    aus: course.aus.map(({ details }, index) => ({ index, ...details })),
  };
}

/**
 * Deletes an imported course with its files, registrations and AU documents; statements stay in the record store. Open
 * sessions are abandoned.
 * @throws NotFound; Conflict for a course of a unit
 */
export async function deleteCourse(actor: Actor, id: number): Promise<void> {
  const reach = await ofInstance(actor);
  const course = await requireCourse(reach, id);
  for (const registrationId of await registrations.listOpen(reach, id)) {
    const registration = await requireRegistration(reach, registrationId, { held: true });
    await abandonOpen(reach, registration);
  }
  await registrations.deleteDocuments(reach, id);
  if (!(await packages.deleteImported(reach, id)))
    throw new Conflict(t`This course belongs to a unit and is deleted with it.`);
  const subject = { type: "cmi5_course", id, name: course.title ?? "" } as const;
  await recordAudit(actor, reach, { action: "cmi5_course.deleted", subject });
}

/** The actor that another system names, and the registration. */
export interface RegistrationWish {
  actor: { account: { homePage: string; name: string } };
  registration?: string | undefined;
}

/** The launch that another system requests. */
export interface LaunchWish extends RegistrationWish {
  launchMode?: LaunchMode | undefined;
  returnURL?: string | undefined;
}

/**
 * Returns the address that opens an AU for an actor of another system, or for the learner of a learner's own
 * registration.
 * @throws NotFound for a missing course, AU or registration; Invalid for an actor of another registration
 */
export async function launchFor(actor: Actor, courseId: number, index: number, wish: LaunchWish): Promise<AuLaunch> {
  const reach = await ofInstance(actor);
  const course = await requireCourse(reach, courseId);
  const au = auAt(course, index);
  const registration = await registered(actor, reach, course, wish);
  return start(actor, reach, course, au, registration, { mode: wish.launchMode, returnUrl: wish.returnURL });
}

/**
 * Creates a registration without launching, so that its AUs can be waived; an existing one stays unchanged.
 * @throws NotFound; Invalid for an actor of another registration
 */
export async function register(
  actor: Actor,
  courseId: number,
  wish: RegistrationWish,
): Promise<{ registration: string }> {
  const reach = await ofInstance(actor);
  const { id } = await registered(actor, reach, await requireCourse(reach, courseId), wish);
  return { registration: id };
}

/** Returns the progress of a registration. @throws NotFound */
export async function getRegistration(actor: Actor, id: string) {
  const reach = await ofInstance(actor);
  const registration = await requireRegistration(reach, id);
  const course = await requireCourse(reach, registration.package_id);
  return {
    registration: registration.id,
    course: course.packageId,
    actor: toAgent(registration),
    isSatisfied: registration.satisfied.includes(course.manifest.course.publisherId),
    aus: course.aus.map(({ publisherId, details }, index) => ({
      index,
      publisherId,
      activityId: activityId(registration, "au", publisherId),
      moveOn: details.moveOn,
      isSatisfied: isSatisfied(details.moveOn, registration.aus[publisherId]),
      ...registration.aus[publisherId],
    })),
  };
}

/**
 * Declares an AU's criterion met in a registration (cmi5 9.3.7). @throws NotFound, Invalid; Conflict when it is met
 * already
 */
export async function waiveAu(actor: Actor, id: string, index: number, reason: string): Promise<void> {
  const reach = await ofInstance(actor);
  const registration = await requireRegistration(reach, id, { held: true });
  const course = await requireCourse(reach, registration.package_id);
  await waiveIn(actor, reach, registration, course, auAt(course, index), reason);
}

/** Ends a session whose AU has not ended it (cmi5 9.3.6). @throws NotFound; Conflict when it has ended */
export async function abandonSession(actor: Actor, id: string): Promise<void> {
  const reach = await ofInstance(actor);
  const found = await sessions.findSession(reach, id);
  if (!found) throw new NotFound("Session");
  const registration = await requireRegistration(reach, found.registration, { held: true });
  const session = (await sessions.findSession(reach, id))!;
  if (session.ended_at) throw new Conflict(t`This session is over.`);
  const au = await packages.findAu(reach, registration.package_id, session.sco_id);
  await abandon(reach, registration, au, session);
}

/** Finds or creates the registration of another system's actor, and locks it. */
async function registered(
  { visit, platform, instance }: Actor,
  reach: Managing,
  course: packages.Cmi5Course,
  wish: RegistrationWish,
): Promise<registrations.Registration> {
  const { homePage, name } = wish.actor.account;
  const id = wish.registration?.toLowerCase() ?? randomUUID();
  await registrations.insertRegistration(reach, {
    id,
    package_id: course.packageId,
    user_id: null,
    course_id: null,
    unit_id: null,
    origin: siteOrigin(visit.origin, platform.config, instance.domain),
    account_home: homePage,
    account_name: name,
    is_preview: false,
  });
  const registration = (await registrations.findRegistration(reach, id, { held: true }))!;
  if (registration.package_id !== course.packageId) throw new NotFound("Registration");
  if (registration.account_home !== homePage || registration.account_name !== name)
    throw new Invalid({ actor: [t`This registration is of another actor.`] });
  return registration;
}

async function requireCourse(reach: Managing, id: number): Promise<packages.Cmi5Course> {
  const course = await packages.findCourse(reach, id);
  if (!course) throw new NotFound("Course");
  return course;
}

function auAt(course: packages.Cmi5Course, index: number): packages.Au {
  const au = course.aus[index];
  if (!au) throw new NotFound("AU");
  return au;
}

async function requireRegistration(reach: Managing, id: string, options = {}): Promise<registrations.Registration> {
  const found = await registrations.findRegistration(reach, id.toLowerCase(), options);
  if (!found || found.is_preview) throw new NotFound("Registration");
  return found;
}
