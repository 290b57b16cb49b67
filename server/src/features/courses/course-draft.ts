import * as z from "zod";
import { Invalid } from "../../errors.ts";
import { questionForm } from "../questions/questions.service.ts";

const TITLE = 200;
const TEXT = 20_000;
const CONTENT = 2_000_000;
const MOST_UNITS = 500;
const MOST_QUESTIONS = 500;

const optionalText = (most: number) =>
  z
    .string()
    .max(most, `This is longer than ${most} characters.`)
    .nullish()
    .transform((text) => text?.trim() || null);
const date = z
  .union([z.iso.date("Use a date of the form yyyy-mm-dd."), z.literal("")])
  .nullish()
  .transform((text) => text || null);
const time = z
  .union([z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Use a time of the form HH:MM."), z.literal("")])
  .nullish()
  .transform((text) => text || null);

const captions = z
  .array(
    z.object({
      /** BCP 47, as `fr` or `pt-BR`. */
      language: z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, "Choose the language of the captions."),
      file_path: z.string().max(2_000),
    }),
  )
  .max(50, "A video may have captions in 50 languages at most.")
  .nullish()
  .transform((list) => list ?? [])
  .refine((list) => new Set(list.map(({ language }) => language.toLowerCase())).size === list.length, {
    message: "There are two captions in one language.",
  });

const draws = z
  .array(
    z.object({
      category: z.string().trim().min(1, "Choose a category of the question bank.").max(TITLE),
      count: z
        .int()
        .min(1, "Draw one question at least.")
        .max(MOST_QUESTIONS)
        .nullish()
        .transform((count) => count ?? null),
    }),
  )
  .max(20, "A test may draw from 20 categories at most.")
  .nullish()
  .transform((list) => list ?? []);

const unit = z.object({
  id: z.int().nullish(),
  type: z.enum(["Content", "Video", "Audio", "Presentation", "iFrame", "Scorm", "Test", "Assignment"]),
  unit_order: z.int().min(1),
  title: z
    .string()
    .max(TITLE, `A unit's title may have ${TITLE} characters at most.`)
    .nullish()
    .transform((text) => text?.trim() ?? ""),
  content: z.string().max(CONTENT, "The content of a unit is too long.").nullish(),
  completion_option: z
    .enum(["", "time", "question", "instructor-accepts", "user-uploads"])
    .nullish()
    .transform((option) => option || null),
  time_limit: z
    .int()
    .min(0)
    .max(86_400, "A unit's time may be a day at most.")
    .nullish()
    .transform((seconds) => seconds || null),
  /** The address of the unit's own file: video, audio, document or package. */
  file: optionalText(2_000),
  youtube_link: optionalText(2_000),
  url: optionalText(2_000),
  scorm_id: z.int().nullish(),
  /** Of a film, one for each language. */
  captions,
  /** What a test draws from the bank, besides its own questions. */
  draws,
  questions: z.array(questionForm).max(MOST_QUESTIONS),
});

const resource = z.object({
  id: z.int().nullish(),
  name: z.string().trim().min(1, "Give the resource a name.").max(TITLE),
  file_path: z.string().max(2_000),
  category_id: z.int().nullish(),
  is_downloadable: z.boolean().nullish().transform(Boolean),
});

const course = z
  .object({
    title: z.string().trim().max(TITLE, `The title may have ${TITLE} characters at most.`),
    description: z.string().trim().max(TEXT, `The description may have ${TEXT} characters at most.`),
    course_code: optionalText(100),
    categories: z.array(z.int()).max(50),
    category: optionalText(TITLE),
    price: z
      .number()
      .min(0, "The price cannot be below zero.")
      .max(1_000_000)
      .nullish()
      .transform((price) => price ?? 0),
    hide_from_catalog: z.boolean().nullish().transform(Boolean),
    capacity: z
      .int()
      .min(0, "The capacity cannot be below zero.")
      .nullish()
      .transform((capacity) => capacity || null),
    level: optionalText(100),
    start_date: date,
    start_time: time,
    end_date: date,
    end_time: time,
    completion_rules: z
      .enum(["all-units", "percentage"])
      .nullish()
      .transform((rule) => rule ?? ("all-units" as const)),
    completion_percentage: z
      .int()
      .min(0, "Use a percentage from 0 to 100.")
      .max(100, "Use a percentage from 0 to 100.")
      .nullish()
      .transform((percentage) => percentage ?? 100),
    learning_path: z
      .array(z.int())
      .max(50)
      .nullish()
      .transform((ids) => [...new Set(ids ?? [])]),
    thumbnail: optionalText(2_000),
    certificate_type: optionalText(100).transform((type) => type ?? "Default"),
    resources: z.array(resource).max(200),
    units: z.array(unit).max(MOST_UNITS, `A course may have ${MOST_UNITS} units at most.`),
    status: z
      .enum(["draft", "published"])
      .nullish()
      .transform((status) => status ?? ("published" as const)),
  })
  .refine((draft) => !draft.start_date || !draft.end_date || starts(draft) < ends(draft), {
    path: ["end_date"],
    message: "The end must come after the start.",
  });

/** A course as an author sends it, from either call; not yet checked. */
export type CourseInput = z.input<typeof course>;
export type UnitInput = CourseInput["units"][number];

/** A course in its form, with the defaults filled in and the units in their order, numbered from 1. */
export type CourseDraft = z.output<typeof course>;
export type UnitDraft = CourseDraft["units"][number];

/** @throws Invalid with the messages by field; those of a unit under `units.N.field` */
export function parseCourse(input: CourseInput): CourseDraft {
  // In their order first, so that what is wrong with one is told by its place in the course.
  const parsed = course.safeParse({ ...input, units: input.units.toSorted((a, b) => a.unit_order - b.unit_order) });
  if (!parsed.success) throw new Invalid(messagesByField(parsed.error));
  return { ...parsed.data, units: parsed.data.units.map((each, index) => fitting({ ...each, unit_order: index + 1 })) };
}

/** A completion option that the type does not have is dropped, and a time limit without the option 'time'. */
function fitting(draft: UnitDraft): UnitDraft {
  const options = draft.type === "Assignment" ? ["instructor-accepts", "user-uploads"] : ["time", "question"];
  const hasOption =
    draft.completion_option !== null &&
    options.includes(draft.completion_option) &&
    draft.type !== "Test" &&
    draft.type !== "Scorm";
  const completion_option = hasOption ? draft.completion_option : null;
  return {
    ...draft,
    completion_option,
    time_limit: completion_option === "time" ? draft.time_limit : null,
    captions: draft.type === "Video" ? draft.captions : [],
    draws: draft.type === "Test" ? draft.draws : [],
  };
}

function messagesByField(error: z.ZodError): Record<string, string[]> {
  const messages: Record<string, string[]> = {};
  for (const issue of error.issues) (messages[issue.path.join(".") || "course"] ??= []).push(issue.message);
  return messages;
}

function starts({ start_date, start_time }: { start_date: string | null; start_time: string | null }): string {
  return `${start_date} ${start_time ?? "00:00"}`;
}

function ends({ end_date, end_time }: { end_date: string | null; end_time: string | null }): string {
  return `${end_date} ${end_time ?? "24:00"}`;
}
