import type { SpanStart } from "./tracing.ts";

/** As many statements as are prepared by name (db/client.ts). */
const MOST = 1_000;
const known = new Map<string, SpanStart>();

/** Describes an SQL statement for a span: its kind and first table, and its text without literals. */
export function describeStatement(sql: string): SpanStart {
  const found = known.get(sql);
  if (found) return found;
  const described = describe(sql);
  if (known.size < MOST) known.set(sql, described);
  return described;
}

function describe(sql: string): SpanStart {
  const text = withoutLiterals(sql);
  const outer = withoutParentheses(text);
  const operation = /\b(select|insert|update|delete|merge|begin|commit|rollback|set)\b/i
    .exec(outer)?.[1]
    ?.toUpperCase();
  const table = /\b(?:from|into|update)\s+"?([a-z_][a-z0-9_.]*)"?/i.exec(outer)?.[1];
  const name = [operation ?? "SQL", ...(table === undefined ? [] : [table])].join(" ");
  return {
    name,
    kind: "client",
    attributes: { "db.system.name": "postgresql", "db.query.summary": name, "db.query.text": text },
  };
}

/** Removes subqueries, so that the first table is that of the statement. */
function withoutParentheses(text: string): string {
  const shorter = text.replaceAll(/\([^()]*\)/g, "");
  return shorter === text ? text : withoutParentheses(shorter);
}

/** Replaces everything that could be a value: values of callers are parameters, and this holds if one ever is not. */
export function withoutLiterals(sql: string): string {
  return sql
    .replaceAll(/'(?:[^']|'')*'|\$([a-z_]*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//gi, (found) =>
      found.startsWith("-") || found.startsWith("/") ? " " : "?",
    )
    .replaceAll(/(?<![\w$])\d+(?:\.\d+)?\b/g, "?")
    .replaceAll(/\s+/g, " ")
    .trim();
}
