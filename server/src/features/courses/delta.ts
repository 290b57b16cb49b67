import { z } from "zod";
import { parseJson } from "../../platform/json.ts";

const MAX_TEXT_CHARS = 2_000_000;
const MAX_OPS = 20_000;
// 100 kB as base64, with room for the beginning.
const MAX_DATA_IMAGE_CHARS = 137_000;

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

/** Why the images inside of a text are too large to be kept there, in words for its author; null when they are not. */
export function oversizedImage(text: string): string | null {
  const delta = checkDelta(text);
  const isLarge = (image: unknown) =>
    typeof image === "string" && /^data:/i.test(image) && image.length > MAX_DATA_IMAGE_CHARS;
  if (!delta.ok || !delta.ops.some(({ insert }) => typeof insert !== "string" && isLarge(insert["image"]))) return null;
  return "An image inside of the text is larger than 100 kB. Please use the image button, which uploads it.";
}

/** Lists the addresses of the pictures in a text; none where it is no Quill document. */
export function listPictures(text: string): string[] {
  const delta = checkDelta(text);
  return delta.ok ? delta.ops.flatMap((each) => pictureOf(each) ?? []) : [];
}

/** Replaces the address of each picture in a text. What is no Quill document stays as it is. */
export function replacePictures(text: string, replace: (address: string) => string): string {
  const delta = checkDelta(text);
  if (!delta.ok) return text;
  let hasChanged = false;
  const ops = delta.ops.map((each) => {
    const address = pictureOf(each);
    const other = address === null ? null : replace(address);
    if (other === null || other === address) return each;
    hasChanged = true;
    return { ...each, insert: { image: other } };
  });
  return hasChanged ? JSON.stringify({ ops }) : text;
}

function pictureOf({ insert }: Op): string | null {
  const image = typeof insert === "string" ? null : insert["image"];
  return typeof image === "string" ? image : null;
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
    return parseJson(text);
  } catch {
    return undefined;
  }
}
