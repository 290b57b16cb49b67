/** A Quill document. */
export type Delta = { ops: Op[] };
type Op = { insert: string | { image: string }; attributes?: Record<string, unknown> };

/** Reads a stored text; null for what the editor could not show without losing some of it. Nothing stored is an empty text. */
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

/** True when there is neither a word nor an image. */
export function isBlankContent(text: string | null): boolean {
  const delta = parseDelta(text);
  return delta !== null && delta.ops.every(({ insert }) => typeof insert === "string" && insert.trim() === "");
}

/** The words only, with a mark for each image; what is no document is shown as it is. */
export function plainText(text: string | null): string {
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
