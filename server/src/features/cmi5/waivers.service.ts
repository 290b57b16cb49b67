import { randomUUID } from "node:crypto";
import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as packages from "../scorm/aus.service.ts";
import { isSatisfied } from "./au-state.ts";
import { type CourseView, toCourseView } from "./courses.service.ts";
import { toAccount } from "./identity.ts";
import { waive } from "./progress.service.ts";
import * as registrations from "./registrations.queries.ts";
import { t } from "../../i18n/message.ts";

/** The learner and unit of the course. */
export interface Learner {
  unit_id: number;
  user_id: number;
}

/** Returns a learner's progress in a cmi5 course, launched or not. @throws NotFound when not enrolled */
export async function viewStanding(actor: Actor, learner: Learner, branchUrl?: string | null): Promise<CourseView> {
  const { registration, course } = await find(await actor.reach("cmi5.manage", branchUrl), learner);
  return toCourseView(actor, course, registration?.aus ?? {});
}

/**
 * Declares the criterion of an AU met for a learner, with the reason (cmi5 9.3.7).
 * @throws NotFound; Invalid without a reason; Conflict when it is met already
 */
export async function waiveForLearner(
  actor: Actor,
  { au: uuid, reason, ...learner }: Learner & { au: string; reason: string },
  branchUrl?: string | null,
): Promise<CourseView> {
  const reach = await actor.reach("cmi5.manage", branchUrl);
  const { registration, course } = await findOrBegin(actor, reach, learner);
  const au = course.aus.find((each) => each.uuid === uuid);
  if (!au) throw new NotFound("AU");
  const after = await waiveIn(actor, reach, registration, course, au, reason);
  return toCourseView(actor, course, after.aus);
}

const LONGEST_REASON = 500;

/** Waives an AU in a registration, which is locked. */
export async function waiveIn(
  actor: Actor,
  reach: Reach<"cmi5.manage">,
  registration: registrations.Registration,
  course: packages.Cmi5Course,
  au: packages.Au,
  reason: string,
): Promise<registrations.Registration> {
  const why = reason.trim();
  if (!why) throw new Invalid({ reason: [t`Enter a reason.`] });
  if (why.length > LONGEST_REASON)
    throw new Invalid({ reason: [t`This can have at most ${LONGEST_REASON} characters.`] });
  const state = registration.aus[au.publisherId] ?? {};
  const { moveOn } = au.details;
  if (state.waived || (moveOn !== "NotApplicable" && isSatisfied(moveOn, state)))
    throw new Conflict(t`This AU is satisfied already.`);
  const after = await waive(reach, registration, course, au, why);
  const name = `${registration.account_name}: ${au.publisherId}`;
  const subject = { type: "cmi5_registration", id: course.packageId, name } as const;
  await recordAudit(actor, reach, { action: "cmi5_au.waived", subject, changes: { reason: why } });
  return after;
}

async function find(reach: Reach<"cmi5.manage">, { unit_id, user_id }: Learner, options = {}) {
  const place = await registrations.findPlace(reach, unit_id, user_id);
  const registration = place?.registration
    ? await registrations.findRegistration(reach, place.registration, options)
    : null;
  const packageId = registration?.package_id ?? place?.scorm_id;
  const course = packageId == null ? null : await packages.findCourse(reach, packageId);
  if (!place || !course) throw new NotFound("Registration");
  return { place, registration, course };
}

/** Finds the registration, or creates it for a learner who has launched nothing yet. */
async function findOrBegin(actor: Actor, reach: Reach<"cmi5.manage">, learner: Learner) {
  const { place, registration, course } = await find(reach, learner, { held: true });
  if (registration) return { registration, course };
  const { unit_id, user_id } = learner;
  await registrations.insertRegistration(reach, {
    id: randomUUID(),
    package_id: course.packageId,
    user_id,
    course_id: place.course_id,
    unit_id,
    ...toAccount(actor, user_id),
    is_preview: false,
  });
  return { registration: (await find(reach, learner, { held: true })).registration!, course };
}
