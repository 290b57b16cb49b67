import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Validation } from "../../../app/errors.ts";
import type { BulkUserInput } from "../../../gen/graphql.ts";
import type { Column, FileRow, RowProblem } from "./userColumns.ts";

/** A row as the server takes it: 'true' in any writing is true and all else false, dates turned round, lists taken apart. */
export function inputOf(row: FileRow): BulkUserInput {
  return {
    first_name: row.first_name ?? "",
    last_name: row.last_name ?? "",
    email: row.email ?? "",
    password: row.password ?? "",
    role: row.role ?? "",
    ...booleanOf("is_primary", row),
    ...booleanOf("is_active", row),
    ...booleanOf("skip_email", row),
    deactivate_at: isoDate(row.deactivate_at ?? "") || null,
    branchUrls: listOf(row.branch_url),
    groupNames: listOf(row.group_name),
  };
}

/** What the form of the file itself gets wrong: dates. Everything about contents is the server's to say (decision 57). */
export function problemsOf(rows: FileRow[]): RowProblem[] {
  return rows.flatMap(({ deactivate_at = "" }, row) =>
    isoDate(deactivate_at) === null
      ? [{ row, column: "deactivate_at" as const, message: i18n._(msg`Write the date as DD/MM/YYYY.`) }]
      : [],
  );
}

/** 31/12/2027 as 2027-12-31; empty stays empty, and what is no such date is null. */
export function isoDate(text: string): string | null {
  if (!text) return "";
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  const iso = `${year}-${month}-${day}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso ? null : iso;
}

const columnOf: Record<string, Column> = { branchUrls: "branch_url", groupNames: "group_name" };

/** The server's messages, `input.N.field`, as problems of rows; each once, in the order of the file. */
export function problemsFrom(validation: Validation): RowProblem[] {
  const problems = Object.entries(validation).flatMap(([key, messages]) => {
    const [, row, field] = /^input\.(\d+)\.(\w+)$/.exec(key) ?? [];
    if (!field) return [];
    return [...new Set(messages)].map((message) => ({
      row: Number(row),
      column: columnOf[field] ?? (field as Column),
      message,
    }));
  });
  return problems.sort((a, b) => a.row - b.row);
}

function booleanOf(column: "is_primary" | "is_active" | "skip_email", row: FileRow) {
  const text = row[column];
  return text === undefined ? {} : { [column]: text.toLowerCase() === "true" };
}

function listOf(text = ""): string[] {
  return text
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
}
