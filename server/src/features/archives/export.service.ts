import type { Readable } from "node:stream";
import type { Actor } from "../../access/actor.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as courses from "../courses/courses.service.ts";
import type { Archive } from "./archive-form.ts";
import * as queries from "./archives.queries.ts";
import { type ArchivedFile, FileNumbers, writeArchive } from "./write-archive.ts";

const KIND_BY_TYPE: Record<string, ArchivedFile["kind"]> = {
  Video: "video",
  Audio: "audio",
  Presentation: "presentation",
  Scorm: "scorm",
};

/** A course ready to be written as an archive, once its transaction is over. */
export interface Export {
  title: string;
  stream: () => Readable;
}

/**
 * A whole course for another instance, or for safe keeping: what its author wrote, with its files and packages. Who takes it is
 * not in it.
 * @throws NotFound
 */
export async function exportCourse(actor: Actor, id: number, branchUrl?: string | null): Promise<Export> {
  const reach = await actor.reach("course.author", branchUrl);
  const course = await courses.getCourse(actor, id, branchUrl);
  const units = await courses.listUnitsWithKey(course);
  const resources = await courses.listResources(course);
  const numbers = new FileNumbers();
  const described = {
    title: course.title,
    description: course.description,
    course_code: course.course_code,
    categories: await queries.listCategoryPaths(reach, id),
    price: course.price,
    hide_from_catalog: course.hide_from_catalog,
    capacity: course.capacity,
    level: course.level,
    start_date: course.start_date,
    start_time: course.start_time?.slice(0, 5) ?? null,
    end_date: course.end_date,
    end_time: course.end_time?.slice(0, 5) ?? null,
    completion_rules: course.completion_rules as "all-units" | "percentage",
    completion_percentage: course.completion_percentage,
    certificate_type: course.certificate_type,
    learning_path: await queries.listPathNames(reach, id),
    thumbnail: numbers.entryOrNull(course.thumbnail_key, "image"),
    resources: resources.map(({ name, category_name, is_downloadable, file_key }) => ({
      name,
      category: category_name,
      is_downloadable,
      file: numbers.entryOf(file_key, "resource"),
    })),
    units: units.map((unit) => ({
      type: unit.type as Archive["course"]["units"][number]["type"],
      title: unit.title,
      content: numbers.inText(unit.content, unit.content_images),
      completion_option: unit.completion_option as Archive["course"]["units"][number]["completion_option"],
      time_limit: unit.time_limit,
      file: numbers.entryOrNull(unit.file_key, KIND_BY_TYPE[unit.type] ?? "resource"),
      youtube_link: unit.youtube_link,
      url: unit.url,
      captions: unit.captions.map(({ language, file_key }) => ({
        language,
        file: numbers.entryOf(file_key, "captions"),
      })),
      draws: unit.draws.map(({ category, count }) => ({ category, count })),
      questions: unit.questions.map(({ type, question, options, pairs, rules, required_points }) => ({
        type,
        question,
        options: options.map(({ text, checked }) => ({ text, checked })),
        pairs: pairs.map(({ left, right }) => ({ left, right })),
        rules: rules.map(({ condition, word, points }) => ({ condition, word, points })),
        required_points,
      })),
    })),
  };
  const facts = new Map(
    (
      await queries.listFiles(
        reach,
        numbers.list().map(({ key }) => key),
      )
    ).map((file) => [file.key, file]),
  );
  // An image of a text whose file is gone is named by the text alone.
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
