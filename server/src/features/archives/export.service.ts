import type { Readable } from "node:stream";
import type { Actor } from "../../access/actor.ts";
import { Conflict } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { MOST_ARCHIVED_FILES, toArchivedFields, toArchivedUnit } from "../courses/archived-course.service.ts";
import * as courses from "../courses/courses.service.ts";
import type { Archive } from "./archive-form.ts";
import * as queries from "./archives.queries.ts";
import { FileNumbers, writeArchive } from "./write-archive.ts";

/** An archive that is written after its transaction. */
export interface Export {
  title: string;
  stream: () => Readable;
}

/**
 * Prepares the archive of a course: what its author wrote, with its files and packages, without its learners.
 * @throws NotFound; Conflict for a course with more files than an archive may have
 */
export async function exportCourse(actor: Actor, id: number, branchUrl?: string | null): Promise<Export> {
  const reach = await actor.reach("course.author", branchUrl);
  const course = await courses.getCourse(actor, id, branchUrl);
  const units = await courses.listUnitsWithKey(course, { drawn: false });
  const resources = await courses.listResources(course);
  const numbers = new FileNumbers();
  const described = {
    ...toArchivedFields(course),
    categories: await queries.listCategoryPaths(reach, id),
    learning_path: await queries.listPathNames(reach, id),
    thumbnail: numbers.entryOrNull(course.thumbnail_key, "image"),
    resources: resources.map(({ name, category_name, is_downloadable, file_key }) => ({
      name,
      category: category_name,
      is_downloadable,
      file: numbers.toEntry(file_key, "resource"),
    })),
    units: units.map((unit) =>
      toArchivedUnit({ ...unit, content: numbers.inText(unit.content, unit.content_images) }, numbers),
    ),
  };
  if (numbers.list().length > MOST_ARCHIVED_FILES)
    throw new Conflict(t`This course has more than ${MOST_ARCHIVED_FILES} files, so it cannot be exported.`);
  const facts = new Map(
    (
      await queries.listFiles(
        reach,
        numbers.list().map(({ key }) => key),
      )
    ).map((file) => [file.key, file]),
  );
  // The text keeps the entry of an image whose file was deleted.
  const files = numbers.list().flatMap((file) => {
    const stored = facts.get(file.key);
    return stored ? [{ ...file, name: stored.name, size: stored.size }] : [];
  });
  const archive: Archive = {
    format: "cairn-course",
    version: 1,
    course: described,
    files: files.map(({ entry, name, kind }) => ({ entry, name, kind })),
  };
  await recordAudit(actor, reach, { action: "course.exported", subject: { type: "course", id, name: course.title } });
  const store = actor.platform.files;
  return { title: course.title, stream: () => writeArchive(archive, files, (key) => store.get(key)) };
}
