import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { unpackWoff } from "./woff.ts";

const resolve = createRequire(import.meta.url).resolve;

/** The faces of a certificate. The packages split each into parts by script; a text may need several of them. */
const FACES = {
  title: ["newsreader-latin-500-normal", "newsreader-latin-ext-500-normal", "newsreader-vietnamese-500-normal"],
  text: ["figtree-latin-400-normal", "figtree-latin-ext-400-normal"],
  strong: ["figtree-latin-600-normal", "figtree-latin-ext-600-normal"],
} as const;

export type Face = keyof typeof FACES;

/** Every font by the name it goes by; read when the first certificate is drawn, and kept. */
export function fonts(): { name: string; data: Buffer }[] {
  return (loaded ??= Object.values(FACES)
    .flat()
    .map((name) => ({
      name,
      data: unpackWoff(readFileSync(resolve(`@fontsource/${name.split("-")[0]}/files/${name}.woff`))),
    })));
}

let loaded: { name: string; data: Buffer }[] | undefined;

// What the 'latin' and 'vietnamese' parts hold, after the unicode-range of the packages; the rest is in 'latin-ext'.
const LATIN = /[\u0000-\u00ff\u0131\u0152\u0153\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2212]/;
const VIETNAMESE = /[\u1ea0-\u1ef1]/;

export interface Run {
  font: string;
  text: string;
}

/** A text cut into pieces that one font file each can draw. */
export function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = [];
  for (const letter of text.normalize("NFC")) {
    const font = fontOf(letter, FACES[face]);
    const last = runs.at(-1);
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  return runs;
}

function fontOf(letter: string, [latin, extended, vietnamese]: readonly [string, string, string?]): string {
  if (LATIN.test(letter)) return latin;
  return vietnamese && VIETNAMESE.test(letter) ? vietnamese : extended;
}
