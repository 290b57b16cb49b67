import { z } from "zod";
import { parseJson } from "../../platform/json.ts";
import { type MessageWithValues, phrase, t } from "../../i18n/message.ts";

const MAX_TEXT_CHARS = 2_000_000;
const MAX_OPS = 20_000;
// 100 kB as base64, with room for the prefix.
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

/** Reads a Quill document from its JSON text. A text that is not `ok` is kept as it is and shown as plain text. */
export function checkDelta(text: string): CheckedDelta {
  if (text.length > MAX_TEXT_CHARS)
    return { ok: false, reason: t`This text is too long. Please split it into several units.` };
  const parsed = document.safeParse(readJson(text));
  return parsed.success
    ? { ok: true, ops: parsed.data }
    : { ok: false, reason: t`This text is not a rich-text document.` };
}

/** Returns why the embedded images of a text are too large, as a message for its author; null when they are not. */
export function findOversizedImage(text: string): MessageWithValues | null {
  const delta = checkDelta(text);
  const isLarge = (image: unknown) =>
    typeof image === "string" && /^data:/i.test(image) && image.length > MAX_DATA_IMAGE_CHARS;
  if (!delta.ok || !delta.ops.some(({ insert }) => typeof insert !== "string" && isLarge(insert["image"]))) return null;
  return phrase`An image inside of the text is larger than 100 kB. Please use the image button, which uploads it.`;
}

/** Lists the addresses of the images in a text; none if it is not a Quill document. */
export function listPictures(text: string): string[] {
  const delta = checkDelta(text);
  return delta.ok ? delta.ops.flatMap((each) => getPicture(each) ?? []) : [];
}

/** Replaces the address of each image in a text. A text that is not a Quill document stays as it is. */
export function replacePictures(text: string, replace: (address: string) => string): string {
  const delta = checkDelta(text);
  if (!delta.ok) return text;
  let hasChanged = false;
  const ops = delta.ops.map((each) => {
    const address = getPicture(each);
    const other = address === null ? null : replace(address);
    if (other === null || other === address) return each;
    hasChanged = true;
    return { ...each, insert: { image: other } };
  });
  return hasChanged ? JSON.stringify({ ops }) : text;
}

function getPicture({ insert }: Op): string | null {
  const image = typeof insert === "string" ? null : insert["image"];
  return typeof image === "string" ? image : null;
}

/** Returns the words of a text; one that is not a Quill document as it is. */
export function toPlainText(text: string): string {
  const delta = checkDelta(text);
  return delta.ok
    ? delta.ops
        .map(({ insert }) => (typeof insert === "string" ? insert : " "))
        .join("")
        .trim()
    : text.trim();
}

/** Tells whether a text has neither a word nor an image. */
export function isBlankDelta(text: string | null | undefined): boolean {
  const delta = checkDelta(text ?? "");
  if (!delta.ok) return !text?.trim();
  return delta.ops.every(({ insert }) => typeof insert === "string" && insert.trim() === "");
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
