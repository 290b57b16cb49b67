import { t } from "@lingui/core/macro";

/** A rectangle on the picture of a hotspot question, in percent of the picture. Stored as typed. */
export type Region = { x: string; y: string; width: string; height: string };

type NamedRegion = { text: string; checked: boolean; region?: Region };

/** As many as the server takes. */
export const MOST_REGIONS = 20;
const fewestRegions = 2;

/** A region in numbers, in percent of the picture. */
export type Place = { x: number; y: number; width: number; height: number };

/** Reads a region; what is no number is 0, and a number that no picture has is the nearest one that it has. */
export function readRegion({ x, y, width, height }: Region): Place {
  return { x: readPercent(x), y: readPercent(y), width: readPercent(width), height: readPercent(height) };
}

/** Returns a region as it is typed. */
export function writeRegion({ x, y, width, height }: Place): Region {
  return { x: String(x), y: String(y), width: String(width), height: String(height) };
}

/** Returns the region between two points of a picture. */
export function between(a: { x: number; y: number }, b: { x: number; y: number }): Place {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(a.x, b.x) - x, height: Math.max(a.y, b.y) - y };
}

function readPercent(typed: string): number {
  const value = Number(typed.trim().replace(",", "."));
  return Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0;
}

/** Returns the picture of a hotspot question: the first one of the question. */
export const findPicture = <Media extends { kind: string }>(media: Media[] = []) =>
  media.find(({ kind }) => kind === "picture");

/** Returns why nobody can answer a question with these regions; null when it is possible. As `regions.ts` of the server. */
export function findRegionProblem(options: NamedRegion[], media: { kind: string }[] | undefined): string | null {
  if (!findPicture(media)) return t`needs a picture for its regions`;
  if (options.length < fewestRegions || options.length > MOST_REGIONS) return t`needs from 2 to 20 regions`;
  const names = options.map(({ text }) => text.normalize("NFC").replace(/\s+/g, " ").trim());
  if (names.includes("") || new Set(names).size < names.length) return t`needs a name of its own for each region`;
  if (!options.every(({ region }) => region && isOnPicture(readRegion(region))))
    return t`needs each region within its picture`;
  return options.some(({ checked }) => checked) ? null : t`needs at least one right region`;
}

/** Tells whether a region can be seen and is within the picture. The sum of decimal fractions may be a little too large. */
function isOnPicture({ x, y, width, height }: Place): boolean {
  return width >= 1 && height >= 1 && x + width <= 100 + 1e-9 && y + height <= 100 + 1e-9;
}
