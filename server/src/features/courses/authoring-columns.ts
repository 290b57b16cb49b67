import { type RawBuilder, sql } from "kysely";
import type { DB } from "../../db/schema.ts";
import { QUESTION_CONTENT } from "../questions/questions.service.ts";

/**
 * Lists the other columns of `questions` with the reason why a save does not write them. The compiler requires each
 * column of the table here or below.
 */
export const OTHER_QUESTION_COLUMNS = {
  instance_id: "the tenant",
  id: "the key",
  bank_id: "set for questions drawn from the question bank, which are not authored in a course",
  bank_version: "as bank_id",
  deleted_at: "set by the server",
} as const satisfies Partial<Record<keyof DB["questions"], string>>;

/** The columns of `questions` that a save writes, with their types. */
const QUESTIONS = {
  unit_id: "integer",
  ...QUESTION_CONTENT,
  position: "integer",
} as const satisfies Record<Exclude<keyof DB["questions"], keyof typeof OTHER_QUESTION_COLUMNS>, string>;

export const QUESTION_COLUMNS: ReadonlyMap<string, string> = new Map(Object.entries(QUESTIONS));

/** Lists the other columns of `course_resources`; their values differ in a duplicate. */
export const OTHER_RESOURCE_COLUMNS = {
  instance_id: "the tenant",
  id: "the key",
  course_id: "the course",
} as const satisfies Partial<Record<keyof DB["course_resources"], string>>;

const RESOURCES = {
  position: true,
  name: true,
  file_key: true,
  category_id: true,
  is_downloadable: true,
} as const satisfies Record<Exclude<keyof DB["course_resources"], keyof typeof OTHER_RESOURCE_COLUMNS>, true>;

/** The columns of `course_resources` that a duplicate takes over. */
export const RESOURCE_COLUMNS: readonly string[] = Object.keys(RESOURCES);

/** Builds the column definitions of a record set, as `title text, url text`. */
export function toRecordColumns(columns: ReadonlyMap<string, string>): RawBuilder<unknown> {
  return sql.join([...columns].map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
}
