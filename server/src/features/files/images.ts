import type { Sharp } from "sharp";

// What the widest screen shows of a picture, and a card in a list; for twice the pixels of the latter.
const LARGEST_SIDE = 1_600;
const SMALL_WIDTH = 640;
// A small file can hold a picture that fills the memory; a photograph of a phone has 12 to 50.
const MOST_PIXELS = 60_000_000;
const MOST_FRAMES_PIXELS = 120_000_000;

export interface Pictures {
  image: Buffer;
  /** For cards and lists, as WebP; null when the picture is small anyway. */
  small: Buffer | null;
}

/** The file is no picture, or one with too many pixels. */
export class UnusableImage extends Error {}

/**
 * Draws a picture anew in its own format, upright, no larger than screens need, and without whatever else was in the file: the
 * place where a photograph was taken, or a script. One at a time, since each may take a hundred megabytes for a moment.
 * @throws UnusableImage
 */
export function redraw(bytes: Buffer): Promise<Pictures> {
  const mine = last.then(() => draw(bytes));
  last = mine.catch(() => {});
  return mine;
}

/** The same for a picture that was drawn here once: it is kept to the byte when there is nothing to take away. */
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
    throw new UnusableImage("The picture could not be drawn.", { cause: error });
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
