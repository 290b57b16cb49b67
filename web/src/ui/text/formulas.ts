/** A part of a text: words, or a formula with the source that it had, delimiters included. */
export type TextPart = { text: string } | { formula: string; isBlock: boolean; source: string };

/** The longest formula that is drawn; a longer one stays text. */
const LONGEST = 2_000;
const FORMULA = /\$\$([\s\S]+?)\$\$|\\\(([\s\S]+?)\\\)/g;

/** Splits a text at its formulas in TeX: `$$…$$` on lines of their own, `\(…\)` within a line. */
export function splitFormulas(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(FORMULA)) {
    const [source, block, inline] = match;
    const formula = (block ?? inline ?? "").trim();
    if (formula === "" || formula.length > LONGEST) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ formula, isBlock: block !== undefined, source });
    end = match.index + source.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** Tells whether a text has a formula. */
export const hasFormula = (text: string) =>
  (text.includes("$$") || text.includes("\\(")) && splitFormulas(text).some((part) => "formula" in part);
