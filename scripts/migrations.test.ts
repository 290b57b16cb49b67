import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findLastRelease, listReleases } from "./last-release.ts";
import { findBreaking, findUnrepeatable } from "./migrations.ts";

const RELEASES = ["0.2.0", "0.1.0"];
const find = (sql: string) => findBreaking("0300_example.sql", sql, RELEASES);

test.each([
  "DROP TABLE notes;",
  "DROP VIEW IF EXISTS notes_of_users;",
  "DROP FUNCTION list_notes(integer);",
  "ALTER TABLE notes DROP COLUMN text;",
  "ALTER TABLE notes DROP text;",
  "ALTER TABLE notes ADD COLUMN a text, DROP COLUMN text;",
  "ALTER TABLE notes ALTER COLUMN place DROP DEFAULT;",
  "ALTER TABLE notes RENAME TO remarks;",
  "ALTER TABLE notes RENAME COLUMN text TO words;",
  "ALTER VIEW notes_of_users RENAME TO remarks_of_users;",
  "ALTER TABLE notes ALTER COLUMN place TYPE bigint;",
  "alter table notes alter place set data type bigint;",
  "ALTER TABLE notes ALTER COLUMN text SET NOT NULL;",
  "ALTER TABLE notes ADD COLUMN kind text NOT NULL;",
  "ALTER TABLE notes ADD kind text NOT NULL, ADD COLUMN b text NOT NULL DEFAULT '';",
  "ALTER TABLE notes ADD CONSTRAINT notes_text CHECK (text <> '');",
  "ALTER TABLE notes ADD UNIQUE (text);",
  "CREATE UNIQUE INDEX notes_text ON notes (text);",
  "REVOKE INSERT ON notes FROM cairn_app;",
  "-- Unused since then.\nDROP TABLE notes;",
  "-- Unused since 0.3.0: no release reads the table.\nDROP TABLE notes;",
  "-- Unused since 0.1.0: no release reads the table.\nSELECT 1;\nDROP TABLE notes;",
  "CREATE TABLE others (id integer);\nALTER TABLE notes DROP COLUMN text;",
])("refuses %j", (sql) => {
  expect(find(sql)).toHaveLength(1);
});

test.each([
  "CREATE TABLE notes (id integer NOT NULL, UNIQUE (id));\nCREATE UNIQUE INDEX notes_id ON notes (id);",
  "CREATE TABLE notes (id integer);\nALTER TABLE notes ADD COLUMN text text NOT NULL;\nALTER TABLE notes RENAME id TO number;",
  "ALTER TABLE notes ADD COLUMN kind text;",
  "ALTER TABLE notes ADD COLUMN kind text NOT NULL DEFAULT 'DROP TABLE notes';",
  "ALTER TABLE notes ADD COLUMN size integer NOT NULL GENERATED ALWAYS AS (length(text)) STORED;",
  "ALTER TABLE notes DROP CONSTRAINT notes_text;",
  "ALTER TABLE notes ALTER COLUMN text DROP NOT NULL;",
  "ALTER INDEX notes_text RENAME TO remarks_text;",
  "CREATE INDEX notes_text ON notes (text);",
  "DROP INDEX notes_text;",
  "DROP TRIGGER notes_keep ON notes;",
  "CREATE FUNCTION forget() RETURNS void LANGUAGE sql AS $$ DROP TABLE notes; $$;",
  "-- Later: DROP TABLE notes;\nSELECT 1;",
  "-- Unused since 0.1.0: no release reads the table; it was empty.\nDROP TABLE notes;",
  "-- Harmless to 0.2.0: the constraint is wider than the former one.\nALTER TABLE notes ADD CHECK (text <> '');",
])("accepts %j", (sql) => {
  expect(find(sql)).toEqual([]);
});

test("says which release breaks, why, and what to write", () => {
  expect(find("ALTER TABLE notes DROP COLUMN text;")).toEqual([
    "0300_example.sql: 'ALTER TABLE notes DROP COLUMN text' breaks servers of 0.2.0 (removes a column) and needs a line above it: '-- Unused since 0.2.0: …' or '-- Harmless to 0.2.0: …'",
  ]);
});

const findTwice = (sql: string) => findUnrepeatable("0300_example.sql", sql);

test.each([
  "CREATE INDEX CONCURRENTLY notes_text ON notes (text);",
  "DROP INDEX CONCURRENTLY IF EXISTS notes_size;\nCREATE INDEX CONCURRENTLY notes_text ON notes (text);",
  "DROP INDEX CONCURRENTLY notes_text;",
  "DROP INDEX CONCURRENTLY IF EXISTS notes_text;\nALTER TABLE notes ADD COLUMN kind text;",
])("refuses %j, which cannot run twice without a transaction", (sql) => {
  expect(findTwice(sql)).toHaveLength(1);
});

test.each([
  "-- Again; after an interruption.\nDROP INDEX CONCURRENTLY IF EXISTS notes_text;\nCREATE INDEX CONCURRENTLY notes_text ON notes (text);",
  "-- Not CONCURRENTLY: the table is small.\nCREATE INDEX notes_text ON notes (text);",
])("accepts %j, which can run twice or has a transaction", (sql) => {
  expect(findTwice(sql)).toEqual([]);
});

test("CHANGELOG names the commit of the last release", () => {
  const changelog = readFileSync(path.join(import.meta.dirname, "../CHANGELOG.md"), "utf8");
  expect(findLastRelease(changelog).version).toBe(listReleases(changelog)[0]);
  expect(() =>
    findLastRelease("## Unreleased\n\n## 0.3.0 - 2027-01-01\n\n## 0.2.0 - 2026-12-01\n\nCommit: `0`\n"),
  ).toThrow("names no commit");
});
