import { buffer } from "node:stream/consumers";
import type { Actor, Reach } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { inInstance } from "../../access/tenancy.ts";
import { parseDay } from "../../db/day.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { recordActivity } from "../activity/activity.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { certificateAddress, isCertificateAddress } from "./certificate-address.ts";
import type { ReportPicture } from "./certificate-printer.ts";
import * as queries from "./certificates.queries.ts";
import { listPictures } from "./templates/design.ts";
import { getExpiry } from "./expiry.service.ts";
import { issueOnce } from "./issuing.service.ts";
import { listPathCertifications } from "./path-certificates.queries.ts";
import { issueForPath } from "./path-certificates.service.ts";
import { t } from "../../i18n/message.ts";

export { forgetOrigins } from "./certificates.queries.ts";
export { getExpiry } from "./expiry.service.ts";
export { issuePathCertificates } from "./path-certificates.service.ts";
export { hasMoreCertificates, moveCompletions, type ZoneChange } from "./time-zone.queries.ts";

interface CompletedFilter {
  ids?: number[] | null | undefined;
  userId?: number | null | undefined;
  branchUrl?: string | null | undefined;
  /** Completed from this day, yyyy-mm-dd. */
  from?: string | null | undefined;
  to?: string | null | undefined;
}

/**
 * Lists completed courses of the caller, or of a user whose reports the caller may read; with `ids`, those courses
 * whether complete or not.
 * @throws Forbidden, NotFound for another user
 */
export async function listCompletedCourses(actor: Actor, { ids, userId, branchUrl, ...days }: CompletedFilter) {
  const [from, to] = [parseDay(days.from, "from"), parseDay(days.to, "to")];
  const { reach, person } = await whose(actor, userId, branchUrl);
  const courses = await queries.listCourses(reach, person.id, actor.instance.timeZone, { ids });
  return courses
    .filter(({ completed_on: day }) => ids != null || day !== null)
    .filter(
      ({ completed_on: day }) => (from === null || (day ?? "") >= from) && (to === null || (day !== null && day <= to)),
    )
    .map(({ completed_on, certified_on: _, ...course }) => ({
      ...course,
      is_complete: completed_on !== null,
      completed_date: completed_on?.split("-").reverse().join("/") ?? null,
      expiry_date: completed_on && getExpiry(completed_on),
    }));
}

/** The completion of a course or learning path for which there is a certificate. */
export interface UserCertificate {
  course_id: number | null;
  path_id: number | null;
  title: string;
  /** dd/mm/yyyy */
  completed_date: string | null;
  /** yyyy-mm-dd */
  expiry_date: string | null;
}

/**
 * Lists the certificates of the caller, or of a user whose reports the caller may read: of completed courses, also while
 * they are taken again, and of completed learning paths that have one, the latest completion first.
 * @throws Forbidden, NotFound for another user
 */
export async function listCertificates(actor: Actor, filter: Omit<CompletedFilter, "ids">): Promise<UserCertificate[]> {
  const [from, to] = [parseDay(filter.from, "from"), parseDay(filter.to, "to")];
  const { reach, person } = await whose(actor, filter.userId, filter.branchUrl);
  const courses = await queries.listCourses(reach, person.id, actor.instance.timeZone, {});
  const paths = await listPathCertifications(reach, person.id);
  return [
    ...paths.map(({ path_id, title, completed_on, expires_on }) => {
      return { course_id: null, path_id, title, completed_on, expires_on };
    }),
    ...courses.flatMap(({ id, title, certified_on }) =>
      certified_on === null
        ? []
        : [{ course_id: id, path_id: null, title, completed_on: certified_on, expires_on: getExpiry(certified_on) }],
    ),
  ]
    .filter(({ completed_on: day }) => (from === null || day >= from) && (to === null || day <= to))
    .toSorted((a, b) => (a.completed_on < b.completed_on ? 1 : a.completed_on > b.completed_on ? -1 : 0))
    .map(({ completed_on, expires_on, ...row }) => ({
      ...row,
      completed_date: completed_on.split("-").reverse().join("/"),
      expiry_date: expires_on,
    }));
}

/** What a client sends; only the user and the course or learning path are used (P47). */
export interface CertificateRequest {
  path_id?: number | null | undefined;
  course_id?: number | null | undefined;
  course_name?: string | null | undefined;
  user_id?: number | null | undefined;
}

/**
 * Returns the address of the certificate of a completed course or learning path, and issues the certificate if needed. While
 * a course is taken again, it is that of the completion before.
 * @throws NotFound, Forbidden; Invalid when a course name fits several courses; Conflict when the course is not
 * completed
 */
export async function generateCertificate(actor: Actor, request: CertificateRequest, branchUrl?: string | null) {
  const { reach, person } = await whose(actor, request.user_id, branchUrl);
  if (request.path_id != null) return openPathCertificate(actor, reach, person.id, request.path_id);
  const course = await chosenCourse(actor, reach, person.id, request);
  if (course.certified_on === null)
    throw new Conflict(t`This course has not been completed yet, so there is no certificate for it.`);

  const certificate = await issueOnce(reach, {
    user_id: person.id,
    course_id: course.id,
    path_id: null,
    certificate_type: course.certificate_type,
    user_name: person.name,
    course_title: course.title,
    completed_on: course.certified_on,
    expires_on: getExpiry(course.certified_on),
  });
  if (certificate.isRevoked) throw new Conflict(REVOKED);
  if (certificate.isNew) {
    await recordActivity(reach, { userId: person.id, kind: "certificate_issued", courseId: course.id });
    const data = { course_id: course.id, course_title: course.title };
    await notify(actor, reach, "certificate_issued", [{ userId: person.id, data }]);
  }
  return toReady(actor, reach, certificate.id);
}

async function openPathCertificate(actor: Actor, reach: Whose["reach"], userId: number, pathId: number) {
  const [completion] = await listPathCertifications(reach, userId, pathId);
  if (!completion) throw new NotFound("Certificate");
  const certificate = await issueForPath(reach, completion);
  if (certificate.isRevoked) throw new Conflict(REVOKED);
  if (certificate.isNew) {
    const data = { path_id: pathId, course_title: completion.title };
    await notify(actor, reach, "certificate_issued", [{ userId, data }]);
  }
  return toReady(actor, reach, certificate.id);
}

const REVOKED = t`This certificate has been revoked. Please ask your training administrator.`;

const toReady = (actor: Actor, { instanceId }: Whose["reach"], id: number) => ({
  message: t`The certificate is ready.`,
  certificate_url: certificateAddress(actor.platform.secret, instanceId, id),
});

/** Returns the address of the PDF of a certificate that the caller may read. */
export function certificateUrl(actor: Actor, { instanceId }: { instanceId: number }, id: number): string {
  return certificateAddress(actor.platform.secret, instanceId, id);
}

/** Issues or finds the certificate of a completion without a notification, for what refers to one. */
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
  const certificate = await issueOnce(reach, { ...done, path_id: null, expires_on: getExpiry(done.completed_on) });
  return certificate.id;
}

/**
 * Opens the signed address of a PDF on a host of its instance, with the address of its public page. The first download
 * decides that address, so that each later one has the same bytes.
 * @throws NotFound for all other addresses
 */
export async function openCertificate(
  platform: Platform,
  instanceId: number | null,
  id: number,
  { origin, ...query }: { e?: string; s?: string; origin: string },
) {
  if (instanceId === null || !isCertificateAddress(platform.secret, instanceId, id, query))
    throw new NotFound("Certificate");
  return inInstance(platform.database, instanceId, async (db) => {
    const certificate = await queries.findById(db, instanceId, id);
    if (!certificate || certificate.state === "revoked") throw new NotFound("Certificate");
    const site =
      certificate.origin ??
      (await queries.keepOrigin(db, instanceId, id, siteOrigin(origin, platform.config, certificate.domain)));
    return { certificate, checkUrl: `${site}/certificates/${certificate.code}` };
  });
}

/**
 * Reads the pictures that a certificate shows, by key: those of its design, and the logo. What is no picture is left out.
 * @param report is called with the key of each picture that is left out
 */
export async function readPictures(
  { files }: Platform,
  { logo_key, design }: Pick<queries.CertificateRow, "logo_key" | "design">,
  report: ReportPicture = () => {},
): Promise<Record<string, Buffer>> {
  const keys = new Set(design ? listPictures(design) : []);
  if (logo_key !== null && (design === null || design.logo === "brand")) keys.add(logo_key);
  const read = async (key: string): Promise<[string, Buffer][]> => {
    try {
      const picture = await buffer(await files.get(key));
      return [[key, isPrintable(picture) ? picture : await asPng(picture)]];
    } catch (error) {
      report(key, error);
      return []; // A certificate without a picture is better than none.
    }
  };
  return Object.fromEntries((await Promise.all([...keys].map(read))).flat());
}

/** Converts an image of another format, such as WebP, to PNG. @throws Error for a file that is no image */
async function asPng(picture: Buffer): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  return sharp(picture, { limitInputPixels: 60_000_000 })
    .resize({ width: LOGO_PIXELS, height: LOGO_PIXELS, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
}

// More than a logo at 300 dpi needs.
const LOGO_PIXELS = 1_000;

/** Tells by the first bytes whether an image is PNG or JPEG, which a PDF can contain. */
function isPrintable(file: Buffer): boolean {
  return file.subarray(0, 4).equals(PNG) || file.subarray(0, 3).equals(JPEG);
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Finds the certificate for the code of a public page; null when there is none. */
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
  if (course_id == null && !title) throw new Invalid({ course_name: [t`Enter the course of the certificate.`] });
  const courses = await queries.listCourses(reach, userId, actor.instance.timeZone, {
    ids: course_id == null ? null : [course_id],
    title,
  });
  if (courses.length > 1)
    throw new Invalid({ course_name: [t`Several courses have this name. Please send the course_id.`] });
  if (!courses[0]) throw new NotFound("Course");
  return courses[0];
}
