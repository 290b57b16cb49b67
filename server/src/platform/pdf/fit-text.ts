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
  const words = splitToWords(text);
  for (let size = box.largest; size > box.smallest; size--) {
    const fits = (line: string) => measure(line, size) <= box.width;
    const lines = wrap(words, fits);
    if (lines.length <= linesIn(box, size) && lines.every(fits)) return { size, lines };
  }
  const fits = (line: string) => measure(line, box.smallest) <= box.width;
  const lines = wrap(words, fits);
  const most = linesIn(box, box.smallest);
  // What is left over is cut off anyway.
  const whole = lines.length <= most ? lines : [...lines.slice(0, most - 1), joinLines(lines.slice(most - 1))];
  return { size: box.smallest, lines: whole.map((line) => shorten(line, fits)) };
}

/** Returns how many lines fit in the box, at least one. */
function linesIn(box: Box, size: number): number {
  return Math.max(1, Math.floor(box.height / (size * LEADING)));
}

/** A piece of text that stays on one line. */
interface Word {
  text: string;
  /** Whether there is a space before it, unless it begins a line. */
  isSpaced: boolean;
}

/** Scripts that are written without spaces between words: lines break between any two letters, or between words. */
const BY_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const BY_WORD = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** What never begins a line, and what never ends one (JIS X 4051). */
const NOT_FIRST =
  /^[\p{Pe}\p{Pf}\p{M}、。，．・：；？！ー々ゝゞヽヾ…‥％ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;!?]/u;
const NOT_LAST = /[\p{Ps}\p{Pi}]$/u;

/** Splits a text where its lines may break. */
function splitToWords(text: string): Word[] {
  const words = text.trim().split(/\s+/);
  return words.flatMap((word) => breakUp(word).map((piece, index) => ({ text: piece, isSpaced: index === 0 })));
}

function breakUp(word: string): string[] {
  if (!BY_LETTER.test(word) && !BY_WORD.test(word)) return [word];
  const segmenter = new Intl.Segmenter(undefined, { granularity: BY_LETTER.test(word) ? "grapheme" : "word" });
  const pieces: string[] = [];
  for (const { segment } of segmenter.segment(word)) {
    const before = pieces.at(-1);
    const isOneWord =
      before !== undefined && BY_LETTER.test(word) && !BY_LETTER.test(before.at(-1)!) && !BY_LETTER.test(segment);
    if (before !== undefined && (isOneWord || NOT_FIRST.test(segment) || NOT_LAST.test(before)))
      pieces[pieces.length - 1] = before + segment;
    else pieces.push(segment);
  }
  return pieces;
}

function wrap(words: Word[], fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const { text, isSpaced } of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)}${isSpaced ? " " : ""}${text}` : text;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(text);
  }
  return lines;
}

/** Joins lines again that did not fit; scripts without spaces get none. */
const joinLines = (lines: string[]): string =>
  lines.reduce((all, line) => {
    const isDense = BY_LETTER.test(all.at(-1) ?? "") || BY_WORD.test(all.at(-1) ?? "");
    return `${all}${isDense ? "" : " "}${line}`;
  });

function shorten(line: string, fits: (line: string) => boolean): string {
  if (fits(line)) return line;
  const letters = [...line];
  while (letters.length > 1 && !fits(`${letters.join("").trimEnd()}…`)) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
