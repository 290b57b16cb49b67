import * as z from "zod";
import { questionForm } from "../questions/questions.service.ts";

/** The name of the entry that describes the course; its files lie beside it as `files/1`, `files/2`, … */
export const DESCRIPTION = "course.json";

const entry = z.string().regex(/^files\/[1-9]\d{0,3}$/);
const text = z.string().max(20_000);
const optional = text.nullable();
const types = ["Content", "Video", "Audio", "Presentation", "iFrame", "Test", "Assignment", "Scorm"] as const;

/**
 * What an archive says of a course. It holds what authors write, and nothing of learners or of the instance: no ids; of the
 * courses that come before it, their names. What the course may hold is checked once more when it is saved.
 */
export const archiveForm = z.strictObject({
  format: z.literal("cairn-course"),
  version: z.literal(1),
  course: z.strictObject({
    title: text,
    description: text,
    course_code: optional,
    /** Each with the categories above it, from the top. */
    categories: z.array(z.array(z.string().trim().min(1).max(200)).min(1).max(20)).max(50),
    price: z.number(),
    hide_from_catalog: z.boolean(),
    capacity: z.number().nullable(),
    level: optional,
    start_date: optional,
    start_time: optional,
    end_date: optional,
    end_time: optional,
    completion_rules: z.enum(["all-units", "percentage"]),
    completion_percentage: z.number(),
    certificate_type: text,
    /** The courses that come before it, by what they are called; an archive from before they were in it has none. */
    learning_path: z
      .array(z.strictObject({ title: text, course_code: optional }))
      .max(50)
      .default([]),
    thumbnail: entry.nullable(),
    resources: z
      .array(z.strictObject({ name: text, category: optional, is_downloadable: z.boolean(), file: entry }))
      .max(200),
    units: z
      .array(
        z.strictObject({
          type: z.enum(types),
          title: text,
          /** A Quill Delta as JSON text; images of the archive stand in it as `archive:files/1`. */
          content: z.string().max(2_000_000).nullable(),
          completion_option: z.enum(["time", "question", "instructor-accepts", "user-uploads"]).nullable(),
          time_limit: z.number().nullable(),
          file: entry.nullable(),
          youtube_link: optional,
          url: optional,
          captions: z.array(z.strictObject({ language: text, file: entry })).max(50),
          draws: z.array(z.strictObject({ category: text, count: z.number().nullable() })).max(20),
          questions: z.array(questionForm.omit({ id: true })).max(500),
        }),
      )
      .max(500),
  }),
  files: z
    .array(
      z.strictObject({
        entry,
        name: z.string().min(1).max(200),
        kind: z.enum(["image", "video", "audio", "presentation", "captions", "resource", "scorm"]),
      }),
    )
    .max(2_000),
});

export type Archive = z.output<typeof archiveForm>;
