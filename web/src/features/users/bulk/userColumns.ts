import type { UserField } from "../../../app/userFields/userFields.documents.ts";

/** The columns of the file, in the order of the template. Lists contain several values with commas between them. */
export const COLUMNS = [
  "first_name",
  "last_name",
  "email",
  "password",
  "role",
  "is_primary",
  "is_active",
  "skip_email",
  "deactivate_at",
  "branch_url",
  "group_name",
] as const;

/** A column of the file, or one of the organisation's own fields. */
export type Column = (typeof COLUMNS)[number] | `field_${number}`;

export const REQUIRED: readonly Column[] = ["first_name", "last_name", "email", "role"];

/** A trimmed row of the file, without missing columns. */
export type FileRow = Partial<Record<Column, string>>;

/** A problem of one value of one row, from 0. */
export interface RowProblem {
  row: number;
  column: Column;
  message: string;
}

/** One of the organisation's own fields; its name is the heading of its column. */
export type OwnColumn = Pick<UserField, "id" | "name" | "type">;

/** Returns the heading of a column in the file. */
export const getHeading = (column: Column, own: readonly OwnColumn[]): string =>
  own.find(({ id }) => column === `field_${id}`)?.name ?? column;
