import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cjkPart, type Cjk } from "./cjk-fonts.ts";
import { unpackWoff } from "./woff.ts";

const resolve = createRequire(import.meta.url).resolve;

/** The typefaces of printed pages. Their packages split each into parts by script; a text may need several parts. */
const FACES = {
  title: ["newsreader-latin-500-normal", "newsreader-latin-ext-500-normal", "newsreader-vietnamese-500-normal"],
  text: ["figtree-latin-400-normal", "figtree-latin-ext-400-normal"],
  strong: ["figtree-latin-600-normal", "figtree-latin-ext-600-normal"],
} as const;

export type Face = keyof typeof FACES;

/** Returns the font with a typeface's Latin letters. */
export const chooseLatinFont = (face: Face): string => FACES[face][0];

/** Signs of formulas and arrows; '−' and '™' are in the typefaces. */
const SIGNS =
  /[\u2032-\u2037\u2057\u2100-\u2115\u2118-\u2121\u2124-\u214b\u2190-\u2211\u2213-\u23ff\u25a0-\u25ff\u27c0-\u27ff\u2900-\u2bff\u{1d400}-\u{1d7ff}]/u;

/** Scripts that the typefaces do not contain, each in a font of the Noto family in two weights. */
const SCRIPTS: readonly { letters: RegExp; file: string; isRightToLeft?: true; hasOneWeight?: true }[] = [
  { letters: /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/, file: "noto-sans-cyrillic" },
  { letters: /\p{Script=Cyrillic}/u, file: "noto-sans-cyrillic-ext" },
  { letters: /[\u0370-\u03ff]/, file: "noto-sans-greek" },
  { letters: /\p{Script=Greek}/u, file: "noto-sans-greek-ext" },
  { letters: /\p{Script_Extensions=Arabic}/u, file: "noto-sans-arabic-arabic", isRightToLeft: true },
  { letters: /\p{Script_Extensions=Hebrew}/u, file: "noto-sans-hebrew-hebrew", isRightToLeft: true },
  { letters: /\p{Script=Thai}/u, file: "noto-sans-thai-thai" },
  ...["Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"].map(
    ofItsOwn,
  ),
  ...["Lao", "Khmer", "Myanmar", "Ethiopic", "Georgian", "Armenian"].map(ofItsOwn),
  { letters: SIGNS, file: "noto-sans-math-latin", hasOneWeight: true },
];

/** Describes a script whose font is a package of the same name. */
function ofItsOwn(script: string) {
  const name = script.toLowerCase();
  return { letters: new RegExp(`\\p{Script=${script}}`, "u"), file: `noto-sans-${name}-${name}` };
}

const HAN = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

// The letters of the 'latin' and 'vietnamese' parts, by the unicode-range of the packages; 'latin-ext' has the others.
const LATIN = /[\u0000-\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212]/;
const VIETNAMESE = /[\u1ea0-\u1ef1]/;
const SPACE = /\s/;
/** Before ':' and '!' in French. No font has it. */
const NARROW_SPACE = /\u202f/g;
const MARK = /\p{M}/u;

/** A piece of a line in one font and one direction. */
export interface Run {
  font: string;
  text: string;
  isRightToLeft: boolean;
}

/** Returns the bytes of a font by the name in a run; reads them at first use and caches them. */
export function fontData(name: string): Buffer {
  const known = loaded.get(name);
  if (known) return known;
  const data = name.includes("-wght-")
    ? readFileSync(resolve(`@fontsource-variable/${/^noto-sans-\w+/.exec(name)![0]}/files/${name}.woff2`))
    : unpackWoff(readFileSync(resolve(`@fontsource/${findPackage(name)}/files/${name}.woff`)));
  loaded.set(name, data);
  return data;
}

const loaded = new Map<string, Buffer>();

function findPackage(name: string): string {
  // noto-sans-tamil-tamil belongs to noto-sans-tamil, noto-sans-greek-ext to noto-sans.
  return /^(newsreader|figtree|noto-sans-math|(noto-sans-([a-z]+))(?=-\3-)|noto-sans)/.exec(name)![0];
}

/** Tells whether a font is drawn as outlines, in any weight, instead of embedded in the file. */
export const isOutline = (font: string): boolean => font.includes("-wght-");

/**
 * Splits a line into pieces that one font each can draw, from left to right as printed. Right-to-left text is reordered
 * by the base direction of the line (UAX #9, for such short texts).
 */
export function splitRuns(line: string, face: Face): Run[] {
  const letters = [...line.normalize("NFC").replace(NARROW_SPACE, "\u00a0")];
  const cjk = detectCjk(line);
  const choices = letters.map((letter) => (SPACE.test(letter) ? null : chooseFont(letter, face, cjk)));
  const base = choices.find((choice) => choice !== null)?.isRightToLeft ?? false;
  const runs: Run[] = [];
  letters.forEach((letter, at) => {
    const before = choices.slice(0, at).findLast((choice) => choice !== null);
    const after = choices.slice(at + 1).find((choice) => choice !== null);
    let choice = choices[at] ?? { font: chooseLatinFont(face), isRightToLeft: base };
    // A mark joins its letter, and a space the adjacent words if they use one font.
    if (before && MARK.test(letter) && choices[at]) choices[at] = choice = before;
    if (before && SPACE.test(letter) && !isOutline(before.font) && before.font === after?.font) choice = before;
    const last = runs.at(-1);
    if (last?.font === choice.font && last.isRightToLeft === choice.isRightToLeft) last.text += letter;
    else runs.push({ ...choice, text: letter });
  });
  return inPlace(runs, base);
}

type Choice = { font: string; isRightToLeft: boolean };

function chooseFont(letter: string, face: Face, cjk: Cjk): Choice {
  const weight = face === "text" ? 400 : 600;
  const script = SCRIPTS.find(({ letters }) => letters.test(letter));
  if (script)
    return {
      font: `${script.file}-${script.hasOneWeight ? 400 : weight}-normal`,
      isRightToLeft: script.isRightToLeft ?? false,
    };
  const east = HAN.test(letter) || KANA.test(letter) || HANGUL.test(letter) ? cjkPart(letter, cjk) : null;
  return { font: east ?? latinFont(letter, FACES[face]), isRightToLeft: false };
}

/** Reorders the pieces for printing: sequences in the opposite direction to the line's are reversed as a whole. */
function inPlace(runs: Run[], base: boolean): Run[] {
  const stretches: Run[][] = [];
  for (const run of runs) {
    const last = stretches.at(-1);
    if (last && last[0]!.isRightToLeft === run.isRightToLeft) last.push(run);
    else stretches.push([run]);
  }
  const placed = stretches.map((stretch) => (stretch[0]!.isRightToLeft ? stretch.toReversed() : stretch));
  return (base ? placed.toReversed() : placed).flat();
}

/**
 * Detects the language of Chinese characters, whose forms differ in Japanese and Korean texts; a text without other
 * letters counts as Chinese.
 */
function detectCjk(line: string): Cjk {
  if (KANA.test(line)) return "jp";
  return HANGUL.test(line) ? "kr" : "sc";
}

function latinFont(letter: string, [latin, extended, vietnamese]: readonly [string, string, string?]): string {
  if (LATIN.test(letter)) return latin;
  return vietnamese && VIETNAMESE.test(letter) ? vietnamese : extended;
}
