import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Actor, Reach } from "../../access/actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import { dayOf } from "../../db/day.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { recordActivity } from "../activity/activity.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { certificateAddress, isCertificateAddress } from "./certificate-address.ts";
import * as queries from "./certificates.queries.ts";
import { expiryOf } from "./expiry.ts";

export { expiryOf } from "./expiry.ts";

interface CompletedFilter {
  ids?: number[] | null | undefined;
  userId?: number | null | undefined;
  branchUrl?: string | null | undefined;
  /** Completed on these days and between, yyyy-mm-dd. */
  from?: string | null | undefined;
  to?: string | null | undefined;
}

/**
 * Completed courses of oneself, or of somebody whose reports one may read; with `ids`, those courses whether complete or not.
 * @throws Forbidden, NotFound for somebody else
 */
export async function listCompletedCourses(actor: Actor, { ids, userId, branchUrl, ...days }: CompletedFilter) {
  const [from, to] = [dayOf(days.from, "from"), dayOf(days.to, "to")];
  const { reach, person } = await whose(actor, userId, branchUrl);
  const courses = await queries.listCourses(reach, person.id, actor.instance.timeZone, { ids });
  return courses
    .filter(({ completed_on: day }) => ids != null || day !== null)
    .filter(
      ({ completed_on: day }) => (from === null || (day ?? "") >= from) && (to === null || (day !== null && day <= to)),
    )
    .map(({ completed_on, ...course }) => ({
      ...course,
      is_complete: completed_on !== null,
      completed_date: completed_on?.split("-").reverse().join("/") ?? null,
      expiry_date: completed_on && expiryOf(completed_on),
    }));
}

/** What a client sends; only whose certificate and of which course is believed (decision 47). */
export interface CertificateRequest {
  course_id?: number | null | undefined;
  course_name?: string | null | undefined;
  user_id?: number | null | undefined;
}

/**
 * The certificate for a completed course, issued now or before, as an address to download it from.
 * @throws NotFound, Forbidden; Invalid when a course name means several courses; Conflict when the course is not completed
 */
export async function generateCertificate(actor: Actor, request: CertificateRequest, branchUrl?: string | null) {
  const { reach, person } = await whose(actor, request.user_id, branchUrl);
  const course = await chosenCourse(actor, reach, person.id, request);
  if (course.completed_on === null)
    throw new Conflict("This course has not been completed yet, so there is no certificate for it.");

  const certificate = await queries.ensureCertificate(reach, {
    user_id: person.id,
    course_id: course.id,
    code: randomBytes(18).toString("base64url"),
    certificate_type: course.certificate_type,
    user_name: person.name,
    course_title: course.title,
    completed_on: course.completed_on,
    expires_on: expiryOf(course.completed_on),
  });
  if (certificate.isRevoked)
    throw new Conflict("This certificate has been revoked. Please ask your training administrator.");
  if (certificate.isNew) {
    await recordActivity(reach, { userId: person.id, kind: "certificate_issued", courseId: course.id });
    const data = { course_id: course.id, course_title: course.title };
    await notify(actor, reach, "certificate_issued", [{ userId: person.id, data }]);
  }
  return {
    message: "The certificate is ready.",
    certificate_url: certificateAddress(actor.platform.secret, reach.instanceId, certificate.id),
  };
}

/** Where the PDF of a certificate that the caller has found to be theirs to read is downloaded. */
export function certificateUrl(actor: Actor, { instanceId }: { instanceId: number }, id: number): string {
  return certificateAddress(actor.platform.secret, instanceId, id);
}

/** Issues the certificate of a completion, or finds it, without telling anybody: for what has to hang on one. */
export async function certify(
  reach: Reach<"learn"> | Reach<"certificate.manage">,
  done: {
    user_id: number;
    course_id: number;
    user_name: string;
    course_title: string;
    certificate_type: string;
    completed_on: string;
  },
): Promise<number> {
  const certificate = await queries.ensureCertificate(reach, {
    ...done,
    code: randomBytes(18).toString("base64url"),
    expires_on: expiryOf(done.completed_on),
  });
  return certificate.id;
}

/** Opens the signed address of a PDF, on a host of its instance; NotFound for anything else. */
export async function openCertificate(
  platform: Platform,
  instanceId: number | null,
  id: number,
  query: { e?: string; s?: string },
) {
  if (instanceId === null || !isCertificateAddress(platform.secret, instanceId, id, query))
    throw new NotFound("Certificate");
  const certificate = await inInstance(platform.database, instanceId, (db) => queries.findById(db, instanceId, id));
  if (!certificate || certificate.state === "revoked") throw new NotFound("Certificate");
  return certificate;
}

/** The logo of the person's branch, or of the site; null where there is none that can be printed. */
export async function logoOf({ files }: Platform, { logo_key }: queries.CertificateRow): Promise<Buffer | null> {
  if (!logo_key) return null;
  try {
    const logo = await buffer(await files.get(logo_key));
    return isPrintable(logo) ? logo : await asPng(logo);
  } catch {
    return null; // a certificate without the logo is better than none
  }
}

/** A picture of another kind, such as WebP, whose first frame is what can be printed. @throws for what is no picture */
async function asPng(picture: Buffer): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  return sharp(picture, { limitInputPixels: 60_000_000 })
    .resize({ width: LOGO_PIXELS, height: LOGO_PIXELS, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
}

// More than is printed of a logo at 300 dots an inch.
const LOGO_PIXELS = 1_000;

/** PNG and JPEG by their first bytes: what a PDF can hold. */
function isPrintable(file: Buffer): boolean {
  return file.subarray(0, 4).equals(PNG) || file.subarray(0, 3).equals(JPEG);
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** The certificate behind the code of a public page; null when there is none. */
export async function checkCertificate(platform: Platform, instanceId: number | null, code: string) {
  if (instanceId === null) return null;
  return (await inInstance(platform.database, instanceId, (db) => queries.findByCode(db, instanceId, code))) ?? null;
}

interface Whose {
  reach: Reach<"learn"> | Reach<"report.view">;
  person: { id: number; name: string };
}

async function whose(actor: Actor, userId: number | null | undefined, branchUrl?: string | null): Promise<Whose> {
  const { id, firstName, lastName } = actor.person;
  if (userId == null || userId === id)
    return { reach: await actor.reach("learn", branchUrl), person: { id, name: `${firstName} ${lastName}` } };
  const reach = await actor.reach("report.view", branchUrl);
  const person = await queries.findPerson(reach, userId);
  if (!person) throw new NotFound("User");
  return { reach, person: { id: person.id, name: `${person.first_name} ${person.last_name}` } };
}

async function chosenCourse(
  actor: Actor,
  reach: Whose["reach"],
  userId: number,
  { course_id, course_name }: CertificateRequest,
) {
  const title = course_id == null ? course_name?.trim() : null;
  if (course_id == null && !title) throw new Invalid({ course_name: ["Say which course the certificate is for."] });
  const courses = await queries.listCourses(reach, userId, actor.instance.timeZone, {
    ids: course_id == null ? null : [course_id],
    title,
  });
  if (courses.length > 1)
    throw new Invalid({ course_name: ["Several courses have this name. Please send the course_id."] });
  if (!courses[0]) throw new NotFound("Course");
  return courses[0];
}
