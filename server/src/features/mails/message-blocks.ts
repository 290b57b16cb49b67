import { BLOCKS, fillPlaceholders, type MessageText } from "./message-kinds.ts";

/** A part of an edited message: a paragraph, or the place of the button or of the list of changes. */
export type Block = { kind: "text"; text: string } | { kind: "link" } | { kind: "changes" };

/**
 * Reads an edited text: paragraphs are separated by blank lines, and a placeholder such as {link} is a block of its own
 * wherever it is.
 */
export function toBlocks({ body }: MessageText, values: Readonly<Record<string, string>>): Block[] {
  return body
    .replaceAll("\r\n", "\n")
    .split(/(\{(?:link|changes)\})|\n[ \t]*\n/)
    .filter((part) => part !== undefined && part.trim() !== "")
    .map((part): Block => {
      const block = part.slice(1, -1);
      if (part.startsWith("{") && BLOCKS.has(block)) return { kind: block as "link" | "changes" };
      return { kind: "text", text: fillPlaceholders(part.trim(), values) };
    });
}

/** Returns the subject with its values, in one line. */
export function toSubject({ subject }: MessageText, values: Readonly<Record<string, string>>): string {
  // A title of a course may contain anything; a header is one line.
  return fillPlaceholders(subject, values)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}
