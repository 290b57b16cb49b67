import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Validation } from "../../../app/errors.ts";
import type { BulkUserInput } from "../../../gen/graphql.ts";
import type { Column, FileRow, OwnColumn, RowProblem } from "./userColumns.ts";

/** Converts a row for the server: 'true' in any case is true and all else false, dates become ISO, lists are split. */
export function toUserInput(row: FileRow, own: readonly OwnColumn[] = []): BulkUserInput {
  return {
    first_name: row.first_name ?? "",
    last_name: row.last_name ?? "",
    email: row.email ?? "",
    password: row.password ?? "",
    role: row.role ?? "",
    ...parseBoolean("is_primary", row),
    ...parseBoolean("is_active", row),
    ...parseBoolean("skip_email", row),
    deactivate_at: isoDate(row.deactivate_at ?? "") || null,
    branchUrls: splitList(row.branch_url),
    groupNames: splitList(row.group_name),
    ...(own.length > 0 && { fields: own.map((column) => ({ id: column.id, value: toFieldValue(column, row) })) }),
  };
}

function toFieldValue({ id, type }: OwnColumn, row: FileRow): string {
  const text = row[`field_${id}`] ?? "";
  return type === "date" ? (isoDate(text) ?? "") : text;
}

/** Finds wrong dates. The server checks everything else (P57). */
export function findProblems(rows: FileRow[], own: readonly OwnColumn[] = []): RowProblem[] {
  const dates = own.filter(({ type }) => type === "date").map(({ id }) => `field_${id}` as const);
  return rows.flatMap((values, row) =>
    (["deactivate_at", ...dates] as const)
      .filter((column) => isoDate(values[column] ?? "") === null)
      .map((column) => ({ row, column, message: i18n._(msg`Write the date as DD/MM/YYYY.`) })),
  );
}

/** Converts 31/12/2027 to 2027-12-31; empty stays empty, and an invalid date is null. */
export function isoDate(text: string): string | null {
  if (!text) return "";
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  const iso = `${year}-${month}-${day}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso ? null : iso;
}

const COLUMNS_BY_FIELD: Record<string, Column> = { branchUrls: "branch_url", groupNames: "group_name" };

/** Converts the server's messages, `input.N.field`, to problems of rows; each once, in the order of the file. */
export function problemsFrom(validation: Validation): RowProblem[] {
  const problems = Object.entries(validation).flatMap(([key, messages]) => {
    const [, row, field] = /^input\.(\d+)\.(\w+)$/.exec(key) ?? [];
    if (!field) return [];
    return [...new Set(messages)].map((message) => ({
      row: Number(row),
      column: COLUMNS_BY_FIELD[field] ?? (field as Column),
      message,
    }));
  });
  return problems.sort((a, b) => a.row - b.row);
}

function parseBoolean(column: "is_primary" | "is_active" | "skip_email", row: FileRow) {
  const text = row[column];
  return text === undefined ? {} : { [column]: text.toLowerCase() === "true" };
}

function splitList(text = ""): string[] {
  return text
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
}
