import type { Texts } from "../report-texts.ts";

interface Change {
  field: string;
  /** JSON. */
  before?: string | null;
  after?: string | null;
}

/** Formats a change of a field in the audit log: 'field: after' or 'field: before → after'. */
export function formatChange({ field, before, after }: Change, texts: Texts): string {
  const name = field.replaceAll("_", " ");
  const values = before == null ? [after] : [before, after];
  return `${name}: ${values.map((value) => formatValue(value, texts)).join(" → ")}`;
}

function formatValue(json: string | null | undefined, { text }: Texts): string {
  const value: unknown = json == null ? null : JSON.parse(json);
  if (value === null || value === "") return "–";
  if (typeof value === "boolean") return text(value ? "yes" : "no");
  if (Array.isArray(value) && value.every((part) => typeof part !== "object")) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
