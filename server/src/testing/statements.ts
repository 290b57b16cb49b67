import pg from "pg";
import { TENANCY } from "../access/tenancy.ts";

/** Records all statements that this process sends while `work` runs, including the tests' own. */
export async function recordStatements(work: () => Promise<void>): Promise<Set<string>> {
  const seen = new Set<string>();
  const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === "string" ? first : (first as { text?: string } | undefined)?.text;
    if (text) seen.add(text);
    return original.apply(this, args);
  } as never;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original as never;
  }
  return seen;
}

const TENANT = new Set<string>([
  ...Object.entries(TENANCY).flatMap(([table, rule]) => (rule === "instance" ? [table] : [])),
  "course_progress",
]);
const NOT_AN_ALIAS = new Set(
  "where set on left right inner full cross join order group having values select using returning as limit offset for default union lateral when and or then end".split(
    " ",
  ),
);
const NAMED = /\b(?:from|join|update|using|,)\s*(?:only\s+)?"?([a-z_]+)"?(?!\s*\.)(?:\s+(?:as\s+)?"?([a-z_]+)"?)?/g;

/**
 * Lists the tenant tables that a statement reads or writes without a condition on `instance_id`. With tables
 * distributed by instance, such a statement would run on every machine. The target of an INSERT needs no condition:
 * `instance_id` has no default, so each row names its instance.
 */
export function tablesWithoutTenant(statement: string): string[] {
  const sql = statement
    .replace(/--.*$/gm, " ")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', "")
    .toLowerCase()
    .replace(/\s+/g, " ");
  const named: { table: string; alias: string }[] = [];
  for (const [, table = "", after = ""] of sql.matchAll(NAMED))
    if (TENANT.has(table)) named.push({ table, alias: NOT_AN_ALIAS.has(after) || !after ? table : after });
  const bare = /(?<![.\w])instance_id\b/.test(sql);
  return named
    .filter(({ table, alias }) => !new RegExp(`\\b${alias}\\.instance_id\\b`).test(sql) && !(bare && alias === table))
    .map(({ table }) => table);
}
