import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Japanese, simplified Chinese, Korean. */
export type Cjk = "jp" | "sc" | "kr";

const resolve = createRequire(import.meta.url).resolve;
type Part = { file: string; ranges: [from: number, to: number][] };

/** Returns the part of a font that contains a letter, of about a hundred parts; null when none does. */
export function cjkPart(letter: string, cjk: Cjk): string | null {
  const code = letter.codePointAt(0)!;
  const part = listParts(cjk).find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to));
  return part?.file ?? null;
}

const known = new Map<Cjk, Part[]>();

function listParts(cjk: Cjk): Part[] {
  const parts = known.get(cjk) ?? readParts(cjk);
  known.set(cjk, parts);
  return parts;
}

function readParts(cjk: Cjk): Part[] {
  const file = resolve(`@fontsource-variable/noto-sans-${cjk}/unicode.json`);
  const rangesByPart = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  return Object.entries(rangesByPart).map(([part, ranges]) => ({
    file: `noto-sans-${cjk}-${part.replace(/[[\]]/g, "")}-wght-normal`,
    ranges: ranges.split(",").map(readRange),
  }));
}

/** Parses 'U+4e00' or 'U+4e00-4e05', as in a style sheet. */
function readRange(range: string): [number, number] {
  const [from = "", to = from] = range.trim().replace(/^U\+/i, "").split("-");
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}
