/** A Quill document. */
export type Delta = { ops: Op[] };
type Op = { insert: string | { image: string }; attributes?: Record<string, unknown> };

/** Parses a stored text; null for one that the editor could not show completely. No text is an empty document. */
export function parseDelta(text: string | null): Delta | null {
  if (!text?.trim()) return { ops: [] };
  try {
    const parsed: unknown = JSON.parse(text);
    const ops = Array.isArray(parsed) ? parsed : (parsed as { ops?: unknown } | null)?.ops;
    return Array.isArray(ops) && ops.every(isOp) ? { ops } : null;
  } catch {
    return null;
  }
}

/** Tells whether a text has neither a word nor an image. */
export function isBlankContent(text: string | null): boolean {
  const delta = parseDelta(text);
  return delta !== null && delta.ops.every(({ insert }) => typeof insert === "string" && insert.trim() === "");
}

/** Returns the words, with a mark for each image; a text that is not a document as it is. */
export function toPlainText(text: string | null): string {
  const delta = parseDelta(text);
  if (!delta) return text ?? "";
  return delta.ops
    .map(({ insert }) => (typeof insert === "string" ? insert : "▣"))
    .join("")
    .trim();
}

function isOp(op: unknown): op is Op {
  if (typeof op !== "object" || op === null || !("insert" in op)) return false;
  const { insert } = op;
  if (typeof insert === "string") return true;
  return typeof insert === "object" && insert !== null && "image" in insert && typeof insert.image === "string";
}
