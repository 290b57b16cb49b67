/** A part of a 'Fill the Gaps' text: text, or a gap with its choices. */
export type GapPart = { text: string } | { gap: number; choices: string[] };

/**
 * Splits 'Paris is in [France|Spain].' into text and gaps (numbered from 0). A bracket with a single entry offers the
 * entries of all such brackets.
 */
export function splitGaps(question: string): GapPart[] {
  const pieces = question.split(/\[([^[\]]*)\]/);
  const bracket = (inside: string) => [...new Set(inside.split("|").map((entry) => entry.trim()))].filter(Boolean);
  const isGap = (i: number) => i % 2 === 1;
  const gaps = pieces.map((piece, i) => (isGap(i) ? bracket(piece) : []));
  const singles = [...new Set(gaps.filter((entries) => entries.length === 1).flat())].sort();

  let gap = 0;
  return pieces.flatMap((piece, i): GapPart[] => {
    if (!isGap(i)) return piece ? [{ text: piece }] : [];
    const entries = gaps[i] ?? [];
    if (entries.length === 0) return [{ text: `[${piece}]` }];
    return [{ gap: gap++, choices: entries.length === 1 ? singles : entries }];
  });
}

export const countGaps = (question: string) => splitGaps(question).filter((part) => "gap" in part).length;

/** Returns the text of a question without the choices of its gaps. */
export const hideGaps = ({ type, question }: { type: string; question: string }) =>
  type === "Fill the Gaps"
    ? splitGaps(question)
        .map((part) => ("text" in part ? part.text : "[…]"))
        .join("")
    : question;
