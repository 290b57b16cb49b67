/** A part of a 'Fill the Gaps' text: text, or a gap with its alternatives (at least one, the first is right). */
export type GapPart = { text: string } | { alternatives: string[] };

const BRACKET = /\[([^[\]]*)\]/g;

/**
 * Splits 'Paris is in [France|Spain].' into its parts. Alternatives are trimmed; blank and repeated ones are dropped. A
 * bracket that is unclosed or contains only blanks is ordinary text.
 */
export function parseGaps(text: string): GapPart[] {
  const parts: GapPart[] = [];
  let plain = "";
  let end = 0;
  for (const bracket of text.matchAll(BRACKET)) {
    plain += text.slice(end, bracket.index);
    end = bracket.index + bracket[0].length;
    const alternatives = alternativesIn(bracket[1] ?? "");
    if (alternatives.length === 0) {
      plain += bracket[0];
    } else {
      if (plain) parts.push({ text: plain });
      parts.push({ alternatives });
      plain = "";
    }
  }
  plain += text.slice(end);
  if (plain) parts.push({ text: plain });
  return parts;
}

/** Lists the alternatives of each gap, in reading order. */
export function listGaps(text: string): string[][] {
  return parseGaps(text).flatMap((part) => ("alternatives" in part ? [part.alternatives] : []));
}

/** Joins parts: the inverse of `parseGaps`, except for dropped blanks. */
export function printGaps(parts: GapPart[]): string {
  return parts.map((part) => ("text" in part ? part.text : `[${part.alternatives.join("|")}]`)).join("");
}

function alternativesIn(inside: string): string[] {
  const trimmed = inside.split("|").map((alternative) => alternative.trim());
  return [...new Set(trimmed.filter((alternative) => alternative !== ""))];
}
