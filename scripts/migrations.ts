// Checks that new migrations leave the database usable for servers of the last release: `node scripts/migrations.ts`.
// The rule is in docs/operations/upgrade.md (ADR 130).
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { isConcurrent, splitConcurrent } from "../server/src/db/migrate.ts";
import { listReleases } from "./last-release.ts";

/** Migrations below this number were written before the rule. */
const FIRST = 215;

const BREAKING: [RegExp, string][] = [
  [/\bDROP\s+(TABLE|VIEW|MATERIALIZED VIEW|FUNCTION|PROCEDURE|TYPE|SEQUENCE|SCHEMA|ROLE)\b/i, "removes what they use"],
  [/\bDROP\s+(COLUMN\s+)?(?!CONSTRAINT|NOT\b|DEFAULT|INDEX|TRIGGER|POLICY|IDENTITY|EXPRESSION)\w/i, "removes a column"],
  [/\bDROP\s+DEFAULT\b/i, "their INSERT does not name the column"],
  [/^ALTER\s+(?!INDEX)[\s\S]*\bRENAME\s+(?!CONSTRAINT)/i, "they use the former name"],
  [/\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b/i, "they read and write the former type"],
  [/\bSET\s+NOT\s+NULL\b/i, "they may write NULL"],
  [
    /\bADD\s+(COLUMN\s+)?(?!CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN)(?![\s\S]*\b(DEFAULT|GENERATED)\b)[\s\S]*\bNOT\s+NULL\b/i,
    "their INSERT does not fill the column",
  ],
  [/\bADD\s+(CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN)\b/i, "their writes may be refused"],
  [/^CREATE\s+UNIQUE\s+INDEX\b/i, "their writes may be refused"],
  [/\bREVOKE\b/i, "they may need the right"],
];

/** A line above the statement that names the release without the use, or says why nothing breaks. */
const PERMITTED = /^\s*--\s*(Unused since|Harmless to) (\d+\.\d+\.\d+): \S.{9,}/m;

/**
 * Lists the statements of a migration that servers of the last release do not survive, one message each. A statement
 * about a table that the same file creates is none.
 * @param releases their versions, newest first
 */
export function findBreaking(name: string, sql: string, releases: readonly string[]): string[] {
  const last = releases[0]!;
  const created = new Set(
    [...sql.matchAll(/\bCREATE\s+TABLE\s+(?:IF NOT EXISTS\s+)?(\w+)/gi)].map(([, table]) => table!.toLowerCase()),
  );
  return splitStatements(sql).flatMap(({ comments, text }) => {
    const table = /^(?:ALTER\s+TABLE\s+(?:IF EXISTS\s+)?(?:ONLY\s+)?|CREATE\s+UNIQUE\s+INDEX\s+\w*\s*ON\s+)(\w+)/i.exec(
      text,
    )?.[1];
    if (table !== undefined && created.has(table.toLowerCase())) return [];
    const reasons = splitActions(text).flatMap(
      (action) => BREAKING.find(([pattern]) => pattern.test(action))?.[1] ?? [],
    );
    if (reasons.length === 0) return [];
    const permitted = PERMITTED.exec(comments);
    if (permitted && releases.includes(permitted[2]!)) return [];
    const first = text.split("\n")[0]!.slice(0, 80);
    const remedy = permitted
      ? `names ${permitted[2]}, which is no release`
      : `needs a line above it: '-- Unused since ${last}: …' or '-- Harmless to ${last}: …'`;
    return [`${name}: '${first}' breaks servers of ${last} (${reasons[0]}) and ${remedy}`];
  });
}

/**
 * Lists what keeps a migration without a transaction from running again after it was interrupted, one message each: it has to
 * consist of `DROP INDEX CONCURRENTLY IF EXISTS` and of `CREATE INDEX CONCURRENTLY`, each of an index that is dropped before it.
 */
export function findUnrepeatable(name: string, sql: string): string[] {
  if (!isConcurrent(sql)) return [];
  const dropped = new Set<string>();
  return splitConcurrent(sql).flatMap((statement) => {
    const drop = /^DROP INDEX CONCURRENTLY IF EXISTS (\w+)$/.exec(statement)?.[1];
    if (drop !== undefined) dropped.add(drop);
    const created = /^CREATE INDEX CONCURRENTLY (\w+) ON /.exec(statement)?.[1];
    if (drop !== undefined || (created !== undefined && dropped.has(created))) return [];
    return [
      `${name}: '${statement.split("\n")[0]!.slice(0, 80)}' runs without a transaction and cannot run twice: drop the index before, or use a file of its own`,
    ];
  });
}

interface Statement {
  comments: string;
  text: string;
}

/** Splits a migration into statements, without the bodies of functions and without texts. */
function splitStatements(sql: string): Statement[] {
  const bare = sql
    .replaceAll(/\bAS\s+(\$\w*\$)[\s\S]*?\1/gi, "AS ''")
    .replaceAll(/^(\s*--.*)$/gm, (line) => line.replaceAll(";", ","))
    .replaceAll(/'(?:[^'\n]|'')*'/g, (text, at: number, all: string) => (isInComment(all, at) ? text : "''"));
  return bare.split(";").map((part) => {
    const lines = part.split("\n");
    const isComment = (line: string) => line.trim().startsWith("--");
    return {
      comments: lines.filter(isComment).join("\n"),
      text: lines
        .filter((line) => !isComment(line))
        .map((line) => line.replace(/--.*$/, ""))
        .join("\n")
        .trim(),
    };
  });
}

const isInComment = (all: string, at: number) => all.slice(all.lastIndexOf("\n", at) + 1, at).includes("--");

/** Splits the actions of an ALTER TABLE, each with its beginning; other statements are one action. */
function splitActions(text: string): string[] {
  const start = /^ALTER\s+TABLE\s+(?:IF EXISTS\s+)?(?:ONLY\s+)?\w+\s+/i.exec(text)?.[0];
  if (start === undefined) return [text];
  let depth = 0;
  const actions = [""];
  for (const character of text.slice(start.length)) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "," && depth === 0) actions.push("");
    else actions[actions.length - 1] += character;
  }
  return actions.map((action) => start + action.trim());
}

if (import.meta.main) {
  const root = path.dirname(import.meta.dirname);
  const releases = listReleases(readFileSync(path.join(root, "CHANGELOG.md"), "utf8"));
  const folder = path.join(root, "server/migrations");
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql") && Number.parseInt(name, 10) >= FIRST);
  const problems = names.flatMap((name) => {
    const sql = readFileSync(path.join(folder, name), "utf8");
    return [...findBreaking(name, sql, releases), ...findUnrepeatable(name, sql)];
  });
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
