import { randomUUID } from "node:crypto";
import type { Actor, Reach } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import type { IncomingFile, ShortDoor } from "../files/files.service.ts";
import type { Platform } from "../../platform/platform.ts";
import * as packages from "../scorm/aus.service.ts";
import { storePackage } from "../scorm/packages.service.ts";
import { isSatisfied } from "./au-state.ts";
import { activityId, agentOf } from "./identity.ts";
import { type AuLaunch, start } from "./launches.service.ts";
import { abandon, abandonOpen } from "./progress.service.ts";
import * as registrations from "./registrations.queries.ts";
import * as sessions from "./sessions.queries.ts";
import type { LaunchMode } from "./vocabulary.ts";
import { waiveIn } from "./waivers.service.ts";

type Managing = Reach<"cmi5.manage">;

/** Courses and registrations are of the whole instance: the permission is only for people with access to the main site. */
function ofInstance(actor: Actor): Promise<Managing> {
  return actor.reach("cmi5.manage");
}

/** Imports a course for another system. It is refused as every upload is, and when it is none of cmi5. @throws Invalid */
export async function importCourse(platform: Platform, door: ShortDoor, file: IncomingFile) {
  await door(ofInstance);
  const { scorm } = await storePackage(platform, door, file, "cmi5");
  await door(async (actor) => {
    const reach = await ofInstance(actor);
    await packages.keepPackage(reach, scorm.id);
    const subject = { type: "cmi5_course", id: scorm.id, name: scorm.title ?? "" } as const;
    await recordAudit(actor, reach, { action: "cmi5_course.imported", subject });
  });
  return { id: scorm.id, title: scorm.title, aus: scorm.units };
}

/** A course with its AUs in their order. @throws NotFound; Conflict while it is unpacked */
export async function getCourse(actor: Actor, id: number) {
  const course = await courseOf(await ofInstance(actor), id);
  return {
    id,
    title: course.title,
    aus: course.aus.map(({ details }, index) => ({ index, ...details })),
  };
}

/**
 * Deletes an imported course with its files, registrations and what AUs have kept in them; what was said of it stays in the record
 * store. Sessions that are open are abandoned.
 * @throws NotFound; Conflict for a course that a unit has
 */
export async function deleteCourse(actor: Actor, id: number): Promise<void> {
  const reach = await ofInstance(actor);
  const course = await courseOf(reach, id);
  for (const registrationId of await registrations.listOpen(reach, id)) {
    const registration = await registrationOf(reach, registrationId, { held: true });
    await abandonOpen(reach, registration, course);
  }
  await registrations.deleteDocuments(reach, id);
  if (!(await packages.deleteImported(reach, id)))
    throw new Conflict("This course belongs to a unit, and goes with it.");
  const subject = { type: "cmi5_course", id, name: course.title ?? "" } as const;
  await recordAudit(actor, reach, { action: "cmi5_course.deleted", subject });
}

/** Whom another system speaks of, and in which registration. */
export interface RegistrationWish {
  actor: { account: { homePage: string; name: string } };
  registration?: string | undefined;
}

/** What another system asks of a launch. */
export interface LaunchWish extends RegistrationWish {
  launchMode?: LaunchMode | undefined;
  returnURL?: string | undefined;
}

/**
 * The address that opens an AU for an actor of another system, or in a learner's own registration for that learner.
 * @throws NotFound for a course, AU or registration that is not there; Invalid for an actor that is not the registration's
 */
export async function launchFor(actor: Actor, courseId: number, index: number, wish: LaunchWish): Promise<AuLaunch> {
  const reach = await ofInstance(actor);
  const course = await courseOf(reach, courseId);
  const au = auAt(course, index);
  const registration = await registered(actor, reach, course, wish);
  return start(actor, reach, course, au, registration, { mode: wish.launchMode, returnUrl: wish.returnURL });
}

/**
 * Begins a registration in which nothing is launched yet, so that its AUs can be waived; one that is there already stays as it is.
 * @throws NotFound; Invalid for an actor that is not the registration's
 */
export async function register(
  actor: Actor,
  courseId: number,
  wish: RegistrationWish,
): Promise<{ registration: string }> {
  const reach = await ofInstance(actor);
  const { id } = await registered(actor, reach, await courseOf(reach, courseId), wish);
  return { registration: id };
}

/** How a registration stands. @throws NotFound */
export async function getRegistration(actor: Actor, id: string) {
  const reach = await ofInstance(actor);
  const registration = await registrationOf(reach, id);
  const course = await courseOf(reach, registration.package_id);
  return {
    registration: registration.id,
    course: course.packageId,
    actor: agentOf(registration),
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

/** Declares an AU's criterion met in a registration (cmi5 9.3.7). @throws NotFound, Invalid; Conflict when it is met already */
export async function waiveAu(actor: Actor, id: string, index: number, reason: string): Promise<void> {
  const reach = await ofInstance(actor);
  const registration = await registrationOf(reach, id, { held: true });
  const course = await courseOf(reach, registration.package_id);
  await waiveIn(actor, reach, registration, course, auAt(course, index), reason);
}

/** Ends a session whose AU has not ended it (cmi5 9.3.6). @throws NotFound; Conflict when it is over */
export async function abandonSession(actor: Actor, id: string): Promise<void> {
  const reach = await ofInstance(actor);
  const found = await sessions.findSession(reach, id);
  if (!found) throw new NotFound("Session");
  const registration = await registrationOf(reach, found.registration, { held: true });
  const session = (await sessions.findSession(reach, id))!;
  if (session.ended_at) throw new Conflict("This session is over.");
  const au = await packages.findAu(reach, registration.package_id, session.sco_id);
  await abandon(reach, registration, au, session);
}

/** The registration of an actor of another system, begun where it is not known yet, and held. */
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
    throw new Invalid({ actor: ["This registration is of another actor."] });
  return registration;
}

async function courseOf(reach: Managing, id: number): Promise<packages.Cmi5Course> {
  const course = await packages.findCourse(reach, id);
  if (!course) throw new NotFound("Course");
  return course;
}

function auAt(course: packages.Cmi5Course, index: number): packages.Au {
  const au = course.aus[index];
  if (!au) throw new NotFound("AU");
  return au;
}

async function registrationOf(reach: Managing, id: string, options = {}): Promise<registrations.Registration> {
  const found = await registrations.findRegistration(reach, id.toLowerCase(), options);
  if (!found || found.is_preview) throw new NotFound("Registration");
  return found;
}
