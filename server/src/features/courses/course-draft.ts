import * as z from "zod";
import { Invalid, type Validation } from "../../errors.ts";
import { toMessage } from "../../i18n/issues.ts";
import { questionForm } from "../questions/questions.service.ts";
import { getCourseFieldForms, optionalText } from "./course-fields.ts";
import { COMPLETION_OPTIONS } from "./units/unit-type.ts";
import { getEmptyUnitFields, getUnitType, UNIT_TYPE_NAMES, getUnitFieldForms } from "./units/unit-types.ts";
import { t } from "../../i18n/message.ts";

const TITLE = 200;
const CONTENT = 2_000_000;
export const MOST_UNITS = 500;
const MOST_QUESTIONS = 500;

const unit = z.object({
  id: z.int().nullish(),
  type: z.enum(UNIT_TYPE_NAMES),
  unit_order: z.int().min(1),
  title: z
    .string()
    .max(TITLE, t`A unit's title may have {0} characters at most.`)
    .nullish()
    .transform((text) => text?.trim() ?? ""),
  content: z
    .string()
    .max(CONTENT, t`The content of a unit is too long.`)
    .nullish(),
  completion_option: z
    .enum(["", ...COMPLETION_OPTIONS])
    .nullish()
    .transform((option) => option || null),
  time_limit: z
    .int()
    .min(0)
    .max(86_400, t`A unit's time may be a day at most.`)
    .nullish()
    .transform((seconds) => seconds || null),
  /** The address of the unit's own file: video, audio, document or package. */
  file: optionalText(2_000),
  questions: z
    .array(questionForm)
    .max(MOST_QUESTIONS)
    .optional()
    .transform((questions) => questions ?? []),
  ...getUnitFieldForms(),
});

const resource = z.object({
  id: z.int().nullish(),
  name: z
    .string()
    .trim()
    .min(1, t`Give the resource a name.`)
    .max(TITLE),
  file_path: z.string().max(2_000),
  category_id: z.int().nullish(),
  is_downloadable: z.boolean().nullish().transform(Boolean),
});

const course = z
  .object({
    ...getCourseFieldForms(),
    categories: z.array(z.int()).max(50),
    category: optionalText(TITLE),
    learning_path: z
      .array(z.int())
      .max(50)
      .nullish()
      .transform((ids) => [...new Set(ids ?? [])]),
    thumbnail: optionalText(2_000),
    resources: z.array(resource).max(200),
    units: z.array(unit).max(MOST_UNITS, t`A course may have {0} units at most.`),
    status: z
      .enum(["draft", "published"])
      .nullish()
      .transform((status) => status ?? ("published" as const)),
  })
  .refine((draft) => !draft.start_date || !draft.end_date || formatStart(draft) < formatEnd(draft), {
    path: ["end_date"],
    message: t`The end must come after the start.`,
  });

/** A course as an author sends it, from either call; not yet checked. Undefined questions of a stored unit are kept. */
export type CourseInput = z.input<typeof course>;
export type UnitInput = CourseInput["units"][number];

/** A valid course, with the defaults filled in and the units in their order, numbered from 1. */
export type CourseDraft = z.output<typeof course>;
export type UnitDraft = CourseDraft["units"][number];

/**
 * Validates a course and fills in the defaults.
 * @throws Invalid with the messages by field; those of a unit under `units.N.field`
 */
export function parseCourse(input: CourseInput): CourseDraft {
  // Sorted first, so that messages name a unit by its place in the course.
  const parsed = course.safeParse({ ...input, units: input.units.toSorted((a, b) => a.unit_order - b.unit_order) });
  if (!parsed.success) throw new Invalid(listMessagesByField(parsed.error));
  const units = parsed.data.units.map((each, index) => removeForeignFields({ ...each, unit_order: index + 1 }));
  return { ...parsed.data, units };
}

/** Removes what the type of a unit does not have, and a time limit that is not used: of a unit without the
 * completion option 'time', except for a test. */
function removeForeignFields(draft: UnitDraft): UnitDraft {
  const { completionOptions, takes, file, fields } = getUnitType(draft.type);
  const isKnown = draft.completion_option !== null && completionOptions.includes(draft.completion_option);
  const completion_option = isKnown ? draft.completion_option : null;
  const foreign = Object.entries(getEmptyUnitFields()).filter(([name]) => !(name in fields));
  return {
    ...draft,
    ...Object.fromEntries(foreign),
    completion_option,
    time_limit: completion_option === "time" || takes.includes("time_limit") ? draft.time_limit : null,
    file: file && draft.file,
  };
}

function listMessagesByField(error: z.ZodError): Validation {
  const messages: Validation = {};
  for (const issue of error.issues) (messages[issue.path.join(".") || "course"] ??= []).push(toMessage(issue));
  return messages;
}

function formatStart({ start_date, start_time }: { start_date: string | null; start_time: string | null }): string {
  return `${start_date} ${start_time ?? "00:00"}`;
}

function formatEnd({ end_date, end_time }: { end_date: string | null; end_time: string | null }): string {
  return `${end_date} ${end_time ?? "24:00"}`;
}
