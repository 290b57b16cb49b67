/** The width of a text at a size, in the unit of the box. */
export type Measure = (text: string, size: number) => number;

export interface Box {
  width: number;
  height: number;
  /** The sizes to try, in whole steps from the largest. */
  largest: number;
  smallest: number;
}

/** The line height, as a multiple of the size. */
export const LEADING = 1.18;

/**
 * Finds the largest size at which a text fits in its box, and its lines at that size. A text that is too long at the
 * smallest size ends in an ellipsis.
 */
export function fitText(text: string, box: Box, measure: Measure): { size: number; lines: string[] } {
  const words = text.trim().split(/\s+/);
  for (let size = box.largest; size > box.smallest; size--) {
    const fits = (line: string) => measure(line, size) <= box.width;
    const lines = wrap(words, fits);
    if (lines.length <= linesIn(box, size) && lines.every(fits)) return { size, lines };
  }
  const fits = (line: string) => measure(line, box.smallest) <= box.width;
  const lines = wrap(words, fits);
  const most = linesIn(box, box.smallest);
  const whole = lines.length <= most ? lines : [...lines.slice(0, most - 1), lines.slice(most - 1).join(" ")];
  return { size: box.smallest, lines: whole.map((line) => shorten(line, fits)) };
}

/** Returns how many lines fit in the box, at least one. */
function linesIn(box: Box, size: number): number {
  return Math.max(1, Math.floor(box.height / (size * LEADING)));
}

function wrap(words: string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function shorten(line: string, fits: (line: string) => boolean): string {
  if (fits(line)) return line;
  const letters = [...line];
  while (letters.length > 1 && !fits(`${letters.join("").trimEnd()}…`)) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
