import * as z from "zod";
import {
  archivedFile,
  archivedUnit,
  getArchivedFieldForms,
  MOST_ARCHIVED_FILES,
} from "../courses/archived-course.service.ts";

/** The name of the entry that describes the course; its files are the entries `files/1`, `files/2`, … */
export const DESCRIPTION = "course.json";

const text = z.string().max(20_000);
const optional = text.nullable();

/**
 * The description of a course in an archive. It has what authors write, and nothing about learners or the instance: no
 * ids; prerequisites by their names. Saving the imported course validates it again.
 */
export const archiveForm = z.strictObject({
  format: z.literal("cairn-course"),
  version: z.literal(1),
  course: z.strictObject({
    ...getArchivedFieldForms(),
    /** Each with the categories above it, from the top. */
    categories: z.array(z.array(z.string().trim().min(1).max(200)).min(1).max(20)).max(50),
    /** The prerequisites by title and code; archives of older versions have none. */
    learning_path: z
      .array(z.strictObject({ title: text, course_code: optional }))
      .max(50)
      .default([]),
    thumbnail: archivedFile.nullable(),
    resources: z
      .array(z.strictObject({ name: text, category: optional, is_downloadable: z.boolean(), file: archivedFile }))
      .max(200),
    units: z.array(archivedUnit).max(500),
  }),
  files: z
    .array(
      z.strictObject({
        entry: archivedFile,
        name: z.string().min(1).max(200),
        kind: z.enum(["image", "video", "audio", "presentation", "captions", "resource", "scorm"]),
      }),
    )
    .max(MOST_ARCHIVED_FILES),
});

export type Archive = z.output<typeof archiveForm>;
