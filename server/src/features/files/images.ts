import type { Sharp } from "sharp";
import { t } from "../../i18n/message.ts";

// The width of a picture on the widest screen, and on a card in a list; the latter for twice the pixels.
const LARGEST_SIDE = 1_600;
const SMALL_WIDTH = 640;
// A small file can contain a picture that exhausts memory; phone photographs have 12 to 50 million pixels.
const MOST_PIXELS = 60_000_000;
const MOST_FRAMES_PIXELS = 120_000_000;

export interface Pictures {
  image: Buffer;
  /** For cards and lists, as WebP; null when the picture is small enough. */
  small: Buffer | null;
}

/** The file is not a picture, or has too many pixels. */
export class UnusableImage extends Error {}

/**
 * Draws a picture again in its own format, upright, no larger than screens need, and without other data such as its
 * location or a script. Runs one at a time, since each may briefly take a hundred megabytes.
 * @throws UnusableImage
 */
export function redraw(bytes: Buffer): Promise<Pictures> {
  const mine = last.then(() => draw(bytes));
  last = mine.catch(() => {});
  return mine;
}

/** Accepts a picture that was drawn here before, unchanged when there is nothing to remove. */
export async function admit(bytes: Buffer): Promise<Pictures> {
  const drawn = await redraw(bytes);
  const { default: sharp } = await import("sharp");
  const { width, height, pageHeight, exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
  const isSmall = width <= LARGEST_SIDE && (pageHeight ?? height) <= LARGEST_SIDE;
  const isBare = [exif, xmp, iptc, icc, orientation].every((each) => each === undefined);
  return isSmall && isBare ? { ...drawn, image: bytes } : drawn;
}

let last: Promise<unknown> = Promise.resolve();

async function draw(bytes: Buffer): Promise<Pictures> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const {
      format,
      width,
      pages = 1,
      pageHeight,
      height,
    } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).metadata();
    const isAnimated = pages > 1 && (format === "gif" || format === "webp");
    if (width * (pageHeight ?? height) * (isAnimated ? pages : 1) > MOST_FRAMES_PIXELS)
      throw new Error("too many pixels");
    const open = (animated: boolean) =>
      sharp(bytes, {
        limitInputPixels: animated ? MOST_FRAMES_PIXELS : MOST_PIXELS,
        animated,
        failOn: "error",
      }).autoOrient();
    const image = await inFormat(open(isAnimated).resize(fitting(LARGEST_SIDE)), format).toBuffer();
    const isSmall = width <= SMALL_WIDTH && image.length < 100_000;
    const small = isSmall ? null : await open(false).resize(fitting(SMALL_WIDTH)).webp({ quality: 78 }).toBuffer();
    return { image, small };
  } catch (error) {
    throw new UnusableImage(t`The picture could not be drawn.`, { cause: error });
  }
}

const fitting = (side: number) => ({ width: side, height: side, fit: "inside" as const, withoutEnlargement: true });

function inFormat(picture: Sharp, format: string): Sharp {
  switch (format) {
    case "jpeg":
      return picture.jpeg({ quality: 82, mozjpeg: true });
    case "gif":
      return picture.gif();
    case "webp":
      return picture.webp({ quality: 82 });
    default:
      return picture.png({ compressionLevel: 9 });
  }
}
