import { type RawBuilder, sql } from "kysely";
import type { DB } from "../../db/schema.ts";

/** The columns that a question has in a unit and in the bank: what it asks, its key and what it is worth. */
type ContentColumn = Exclude<keyof DB["questions"] & keyof DB["bank_questions"], "instance_id" | "id" | "deleted_at">;

/**
 * Lists these columns with their types. The compiler requires each of them here; everything that reads, writes or copies
 * questions derives from this list.
 */
export const QUESTION_CONTENT = {
  type: "text",
  question: "text",
  options: "jsonb",
  pairs: "jsonb",
  rules: "jsonb",
  required_points: "integer",
  accepted: "jsonb",
  matches_case: "boolean",
  points: "integer",
  feedback: "text",
  media: "jsonb",
  rubric: "jsonb",
  min_words: "integer",
  max_words: "integer",
  marker_note: "text",
} as const satisfies Record<ContentColumn, "text" | "jsonb" | "integer" | "boolean">;

export const QUESTION_CONTENT_NAMES = Object.keys(QUESTION_CONTENT) as ContentColumn[];

type JsonColumn = {
  [Name in ContentColumn]: (typeof QUESTION_CONTENT)[Name] extends "jsonb" ? Name : never;
}[ContentColumn];

/** Builds the list of these columns of a table, as `q.type, q.question`. */
export function listQuestionContent(alias: string): RawBuilder<unknown> {
  return sql.join(QUESTION_CONTENT_NAMES.map((name) => sql.ref(`${alias}.${name}`)));
}

/** Builds the selection of a question with its key. @param place its position in its unit */
export function selectQuestion(alias: string, place: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.id`)}, ${listQuestionContent(alias)}, ${place} AS unit_order`;
}

/** Builds a question with its key as a JSON object. @param place its position in its unit */
export function buildQuestion(alias: string, place: RawBuilder<unknown>): RawBuilder<unknown> {
  const entries = (["id", ...QUESTION_CONTENT_NAMES] as const).map(
    (name) => sql`${sql.lit(name)}, ${sql.ref(`${alias}.${name}`)}`,
  );
  return sql`json_build_object(${sql.join(entries)}, 'unit_order', ${place})`;
}

/** The columns that only some questions have a value for, with the value of the others; a list is empty. */
const OPTIONAL = { media: [], rubric: [], min_words: null, max_words: null, marker_note: "" } as const;
type OptionalColumn = keyof typeof OPTIONAL;

/** Returns a question with a value for each column. */
export const withOptionalContent = <Question extends { [Name in OptionalColumn]?: unknown }>(question: Question) => ({
  ...question,
  ...Object.fromEntries(
    Object.entries(OPTIONAL).map(([name, empty]) => [name, question[name as OptionalColumn] ?? empty]),
  ),
});

/** Returns the content of a question as its columns, with lists as JSON text. */
export function toQuestionContent<
  Question extends Record<Exclude<ContentColumn, OptionalColumn>, unknown> & { [Name in OptionalColumn]?: unknown },
>(given: Question): { [Name in ContentColumn]: Name extends JsonColumn ? string : Question[Name] } {
  const question = withOptionalContent(given);
  const columns = QUESTION_CONTENT_NAMES.map((name) => [
    name,
    QUESTION_CONTENT[name] === "jsonb" ? JSON.stringify(question[name]) : question[name],
  ]);
  return Object.fromEntries(columns) as ReturnType<typeof toQuestionContent<Question>>;
}
