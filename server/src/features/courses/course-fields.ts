import * as z from "zod";
import type { DB } from "../../db/schema.ts";
import { t } from "../../i18n/message.ts";
import { MOST_DUE_DAYS } from "../due-dates/due.service.ts";

/** A course cannot start again on the day of its completion: its certificate is valid for a year. */
const MOST_RECERTIFY_DAYS = 364;

const TITLE = 200;
const TEXT = 20_000;

/** A field that authors set on a course: one column of `courses` under the same name in every layer. */
interface CourseField {
  /** The type in the API. */
  api: "String" | "Int" | "Float" | "Boolean";
  /** Whether createCourse and editCourse need it. */
  isRequired: boolean;
  /** Whether Course returns null when it is not set. */
  isNullable: boolean;
  /** Validates what authors send, and fills in the default. */
  form: z.ZodType;
  /** Whether a duplicate of the course has the same value. */
  isCopied: boolean;
  /** Reads the value from an archive, null for a field that is not archived. An archive may be older than the field. */
  archived: z.ZodType | null;
  /** Converts the stored value for an archive. Left out: the value itself. */
  toArchive?: (stored: unknown) => unknown;
}

const COMPLETION_RULES = ["all-units", "percentage"] as const;

const shared = { isRequired: false, isNullable: false, isCopied: true } as const;

export const optionalText = (most: number) =>
  z
    .string()
    .max(most, t`This is longer than {0} characters.`)
    .nullish()
    .transform((text) => text?.trim() || null);

const archivedText = z.string().max(TEXT).nullable().default(null);

const optionalTextField = (most: number) =>
  ({ ...shared, api: "String", isNullable: true, form: optionalText(most), archived: archivedText }) as const;

const dateField = {
  ...shared,
  api: "String",
  isNullable: true,
  form: z
    .union([z.iso.date(t`Use a date of the form yyyy-mm-dd.`), z.literal("")])
    .nullish()
    .transform((text) => text || null),
  archived: archivedText,
} as const;

const timeField = {
  ...shared,
  api: "String",
  isNullable: true,
  form: z
    .union([z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, t`Use a time of the form HH:MM.`), z.literal("")])
    .nullish()
    .transform((text) => text || null),
  archived: archivedText,
  toArchive: (time: unknown) => (typeof time === "string" ? time.slice(0, 5) : null),
} as const;

/**
 * Lists the fields of a course. Validation, the API's inputs and outputs, saving, duplicating, export and import derive
 * from it (ADR 054).
 */
export const COURSE_FIELDS = {
  title: {
    ...shared,
    api: "String",
    isRequired: true,
    form: z
      .string()
      .trim()
      .max(TITLE, t`The title may have {0} characters at most.`),
    archived: z.string().max(TEXT),
  },
  description: {
    ...shared,
    api: "String",
    isRequired: true,
    form: z
      .string()
      .trim()
      .max(TEXT, t`The description may have {0} characters at most.`),
    archived: z.string().max(TEXT),
  },
  course_code: optionalTextField(100),
  price: {
    ...shared,
    api: "Float",
    form: z
      .number()
      .min(0, t`The price cannot be below zero.`)
      .max(1_000_000)
      .nullish()
      .transform((price) => price ?? 0),
    archived: z.number().default(0),
  },
  hide_from_catalog: {
    ...shared,
    api: "Boolean",
    form: z.boolean().nullish().transform(Boolean),
    archived: z.boolean().default(false),
  },
  capacity: {
    ...shared,
    api: "Int",
    isNullable: true,
    form: z
      .int()
      .min(0, t`The capacity cannot be below zero.`)
      .nullish()
      .transform((capacity) => capacity || null),
    archived: z.number().nullable().default(null),
  },
  level: optionalTextField(100),
  start_date: dateField,
  start_time: timeField,
  end_date: dateField,
  end_time: timeField,
  due_days: {
    ...shared,
    api: "Int",
    isNullable: true,
    form: z
      .int()
      .min(0, t`The number of days cannot be below zero.`)
      .max(MOST_DUE_DAYS, t`Use at most {0} days.`)
      .nullish()
      .transform((days) => days ?? null),
    archived: z.number().nullable().default(null),
  },
  recertify_days: {
    ...shared,
    api: "Int",
    isNullable: true,
    form: z
      .int()
      .min(1, t`Use at least one day.`)
      .max(MOST_RECERTIFY_DAYS, t`Use at most {0} days.`)
      .nullish()
      .transform((days) => days ?? null),
    archived: z.number().nullable().default(null),
  },
  completion_rules: {
    ...shared,
    api: "String",
    form: z
      .enum(COMPLETION_RULES)
      .nullish()
      .transform((rule) => rule ?? ("all-units" as const)),
    archived: z.enum(COMPLETION_RULES).default("all-units"),
  },
  completion_percentage: {
    ...shared,
    api: "Int",
    form: z
      .int()
      .min(0, t`Use a percentage from 0 to 100.`)
      .max(100, t`Use a percentage from 0 to 100.`)
      .nullish()
      .transform((percentage) => percentage ?? 100),
    archived: z.number().default(100),
  },
  certificate_type: {
    ...shared,
    api: "String",
    form: optionalText(100).transform((type) => type ?? "Default"),
    archived: z.string().max(TEXT).default("Default"),
  },
  /** Not archived: another instance has other templates. */
  certificate_template_id: {
    ...shared,
    api: "Int",
    isNullable: true,
    form: z
      .int()
      .nullish()
      .transform((id) => id ?? null),
    archived: null,
  },
} as const satisfies Partial<Record<keyof DB["courses"], CourseField>>;

type CourseFields = typeof COURSE_FIELDS;
export type CourseFieldName = keyof CourseFields;

export const COURSE_FIELD_NAMES = Object.keys(COURSE_FIELDS) as CourseFieldName[];

/**
 * Lists the other columns of `courses` with the reason why they are not fields. The compiler requires each column of the
 * table either here or in `COURSE_FIELDS`.
 */
export const OTHER_COURSE_COLUMNS = {
  instance_id: { isCopied: false, reason: "the tenant" },
  id: { isCopied: false, reason: "the key" },
  thumbnail_key: { isCopied: true, reason: "the API and archives name the file by its address or entry" },
  status: { isCopied: false, reason: "a duplicate and an imported course are drafts" },
  version: { isCopied: false, reason: "counts the saves of one course" },
  unit_count: { isCopied: true, reason: "computed from the units" },
  branch_id: { isCopied: false, reason: "the site where the course was made" },
  created_by: { isCopied: false, reason: "set by the server" },
  created_at: { isCopied: false, reason: "set by the server" },
  creation_key: { isCopied: false, reason: "the call that created one course" },
  creation_version: { isCopied: false, reason: "the call that created one course" },
  updated_by: { isCopied: false, reason: "set by the server" },
  updated_at: { isCopied: false, reason: "set by the server" },
  published_at: { isCopied: false, reason: "set by the server" },
  deleted_at: { isCopied: false, reason: "set by the server" },
} as const satisfies Record<Exclude<keyof DB["courses"], CourseFieldName>, { isCopied: boolean; reason: string }>;

/** Returns the columns of `courses` whose values a duplicate takes over. */
export function listCopiedColumns(): string[] {
  const columns = Object.entries({ ...COURSE_FIELDS, ...OTHER_COURSE_COLUMNS });
  return columns.flatMap(([column, { isCopied }]) => (isCopied ? [column] : []));
}

type Forms = { [Name in CourseFieldName]: CourseFields[Name]["form"] };

/** Returns the forms of all fields, as part of the form of a course. */
export function getCourseFieldForms(): Forms {
  return Object.fromEntries(COURSE_FIELD_NAMES.map((name) => [name, COURSE_FIELDS[name].form])) as Forms;
}

type ArchivedForms = {
  [
    Name in CourseFieldName as CourseFields[Name]["archived"] extends z.ZodType ? Name : never
  ]: CourseFields[Name]["archived"];
};

const ARCHIVED_FIELDS = COURSE_FIELD_NAMES.filter((name) => COURSE_FIELDS[name].archived !== null);

/** Returns the forms of the fields that archives have, as part of the form of an archive. */
export function getArchivedFieldForms(): ArchivedForms {
  return Object.fromEntries(ARCHIVED_FIELDS.map((name) => [name, COURSE_FIELDS[name].archived])) as ArchivedForms;
}

/** Returns the values of a stored course for an archive. */
export function toArchivedFields(stored: Record<CourseFieldName, unknown>): z.output<z.ZodObject<ArchivedForms>> {
  const fields: Record<string, CourseField> = COURSE_FIELDS;
  const values = ARCHIVED_FIELDS.map((name) => [name, fields[name]!.toArchive?.(stored[name]) ?? stored[name]]);
  return Object.fromEntries(values) as z.output<z.ZodObject<ArchivedForms>>;
}
