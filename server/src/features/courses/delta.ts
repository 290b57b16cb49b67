import { z } from "zod";

const MAX_TEXT_CHARS = 2_000_000;
const MAX_OPS = 20_000;
const MAX_DATA_IMAGE_CHARS = 300_000;
const LINKED_IMAGE = /^(?:https?:\/\/|\/files\/)/i;
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,/i;

const embed = z.record(z.string(), z.unknown()).refine((value) => Object.keys(value).length === 1);
const op = z.strictObject({
  insert: z.union([z.string(), embed]),
  attributes: z.record(z.string(), z.unknown()).nullish(),
});
const ops = z.array(op).max(MAX_OPS);
const document = z.union([z.looseObject({ ops }).transform((delta) => delta.ops), ops]);

/** One insertion of a Quill document; unknown attributes are kept, a renderer ignores them. */
export type Op = z.infer<typeof op>;

export type CheckedDelta = { ok: true; ops: Op[] } | { ok: false; reason: string };

/** Reads a Quill document from its JSON text. What is not `ok` is to be kept as it is and shown as plain text. */
export function checkDelta(text: string): CheckedDelta {
  if (text.length > MAX_TEXT_CHARS)
    return { ok: false, reason: "This text is too long. Please split it into several units." };
  const parsed = document.safeParse(jsonOf(text));
  return parsed.success
    ? { ok: true, ops: parsed.data }
    : { ok: false, reason: "This text is not a rich-text document." };
}

/** What must be mended before these ops may be saved, each said once in words for the author; usually nothing. */
export function deltaProblems(ops: Op[]): string[] {
  return [...new Set(ops.flatMap(({ insert }) => (typeof insert === "string" ? [] : embedProblems(insert))))];
}

/** The words only; a text that is no Quill document is returned as it is. */
export function deltaToPlainText(text: string): string {
  const delta = checkDelta(text);
  return delta.ok
    ? delta.ops
        .map(({ insert }) => (typeof insert === "string" ? insert : " "))
        .join("")
        .trim()
    : text.trim();
}

/** True when there is neither a word nor an image. */
export function deltaIsBlank(text: string | null | undefined): boolean {
  const delta = checkDelta(text ?? "");
  if (!delta.ok) return !text?.trim();
  return delta.ops.every(({ insert }) => typeof insert === "string" && insert.trim() === "");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function embedProblems(insert: Record<string, unknown>): string[] {
  if (!Object.hasOwn(insert, "image"))
    return [`Please remove the ${Object.keys(insert)[0]}: texts hold words and images only.`];
  const { image } = insert;
  if (typeof image === "string" && LINKED_IMAGE.test(image)) return [];
  if (typeof image !== "string" || !DATA_IMAGE.test(image))
    return ["Please replace an image: its address cannot be used."];
  return image.length > MAX_DATA_IMAGE_CHARS ? ["Please use smaller images: at most 200 kB each in a text."] : [];
}
