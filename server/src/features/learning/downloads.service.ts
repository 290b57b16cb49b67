import type { Actor } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import type { Download } from "../../platform/send-file.ts";
import * as courses from "../courses/courses.service.ts";
import * as queries from "./downloads.queries.ts";
import { isOpenTo } from "./units.service.ts";

/**
 * Opens a resource for download.
 * @throws NotFound when it is not downloadable, or the caller may not see its course
 */
export async function openResource(actor: Actor, id: number): Promise<Download> {
  const resource = await queries.findDownloadable(await actor.reach("learn"), id);
  if (!resource || !(await findVisible(actor, resource.course_id))) throw new NotFound("Resource");
  return { file: resource, asAttachment: true };
}

/**
 * Opens a PDF that the viewer shows: of a unit that is open to the caller, or a resource of a course that the caller may
 * see; the PDF of a converted office document too.
 * @param filename the stored name, or the last part of the file's address
 * @throws NotFound when the caller may see no such PDF
 */
export async function openPdf(actor: Actor, filename: string): Promise<Download> {
  for (const { is_unit, course_id, ...file } of await queries.listPdfs(await actor.reach("learn"), filename)) {
    const course = await findVisible(actor, course_id);
    if (course && (!is_unit || (await isOpenTo(course)))) return { file, asAttachment: false };
  }
  throw new NotFound("File");
}

/** Finds a course that the caller may see, at the main site or at one of their branches. */
async function findVisible(actor: Actor, id: number): Promise<courses.Course | null> {
  return courses.getCourse(actor, id).catch((error: unknown) => {
    if (error instanceof NotFound) return null;
    throw error;
  });
}
