import { type MessageWithValues, phrase } from "../../i18n/message.ts";
import type { Media } from "./question-files.ts";

/** A rectangle on a picture, in percent of its width and height from the left and the top. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

const FEWEST = 2;
const MOST = 20;
/** In percent. A smaller one cannot be seen. */
const SMALLEST = 1;

interface NamedRegion {
  text: string;
  checked: boolean;
  region?: Region | undefined;
}

/** Returns why nobody can answer a question with these regions, as the end of a sentence about it; null when it is possible. */
export function findRegionProblem(regions: NamedRegion[], media: Media[] = []): MessageWithValues | null {
  if (!media.some(({ kind }) => kind === "picture")) return phrase`needs a picture for its regions`;
  if (regions.length < FEWEST || regions.length > MOST) return phrase`needs from 2 to 20 regions`;
  // An answer names a region by its text.
  const names = regions.map(({ text }) => text.normalize("NFC").replace(/\s+/g, " ").trim());
  if (names.includes("") || new Set(names).size < names.length) return phrase`needs a name of its own for each region`;
  if (!regions.every(({ region }) => region && isOnPicture(region)))
    return phrase`needs each region within its picture`;
  return regions.some(({ checked }) => checked) ? null : phrase`needs at least one right region`;
}

function isOnPicture({ x, y, width, height }: Region): boolean {
  return width >= SMALLEST && height >= SMALLEST && isWithin(x, width) && isWithin(y, height);
}

/** Tells whether a side is within the picture. The sum of decimal fractions may be a little more than it is written. */
const isWithin = (start: number, length: number) => start >= 0 && start + length <= 100 + 1e-9;
