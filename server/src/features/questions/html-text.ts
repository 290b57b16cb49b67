import { findCharacter } from "./named-characters.ts";
import { writeRaised } from "./raised-text.ts";

/** Tells whether HTML shows something besides text, which a question cannot take over. */
export const hasMedia = (html: string): boolean =>
  /<(?:img|audio|video|object|embed|iframe|svg|math|canvas)[\s>/]/i.test(html);

const RAISED = /<(su[bp])\b[^<>]*>([^<]*(?:<(?!\/?su[bp]\b)[^<]*)*)<\/\1\s*>/gi;

const BLOCKS =
  "(?:p|div|li|tr|h[1-6]|pre|address|article|aside|blockquote|caption|dd|dl|dt|fig\\w+|footer|header|hr|ol|section|table|tbody|tfoot|thead|ul)";
const BORDERS = new RegExp(`</?${BLOCKS}\\b[^<>]*>`, "gi");
/** The border of a block, which is the end of a line where none has ended yet. */
const BORDER = "\u0001";

/** Returns the text of HTML: no markup is kept, so there is nothing to clean. Paragraphs and line breaks become lines. */
export function htmlToText(html: string): string {
  return decodeReferences(
    html
      .replace(/\s+/g, " ")
      .replace(RAISED, (_, name: string, inner: string) => {
        return writeRaised(name.toLowerCase() as "sub" | "sup", inner.replace(/<[^<>]*>/g, ""));
      })
      .replace(/<br\b[^<>]*>|<\/(?:p|div|li|tr|h[1-6]|pre)>/gi, "\n")
      .replace(BORDERS, BORDER)
      .replace(/<\/t[dh]\s*>/gi, " ")
      .replace(/<[^<>]*>/g, "")
      .replace(/ +/g, " ")
      .replace(/\n?[^\S\n]*\u0001(?:[^\S\n]*\u0001)*/g, "\n"),
  )
    .replace(/[^\S\n]*\n[^\S\n]*/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function decodeReferences(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,7}));/gi,
    (whole, decimal, hex, name: string) => {
      if (name) return findCharacter(name) ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16);
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : "";
    },
  );
}
