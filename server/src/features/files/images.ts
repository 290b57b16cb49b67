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
  /** Its type, if that is not the one of the file it was drawn from. */
  type?: string;
}

/** The file is not a picture, or has too many pixels. */
export class UnusableImage extends Error {}

/**
 * Draws a picture again in its own format, upright, no larger than screens need, and without other data such as its
 * location or a script. Runs one at a time, since each may briefly take a hundred megabytes.
 * @throws UnusableImage
 */
export const redraw = (bytes: Buffer): Promise<Pictures> => inTurn(() => draw(bytes));

/** Runs one drawing at a time. @throws UnusableImage */
function inTurn(work: () => Promise<Pictures>): Promise<Pictures> {
  const mine = last.then(work).catch((error: unknown) => {
    throw error instanceof UnusableImage
      ? error
      : new UnusableImage(t`The picture could not be drawn.`, { cause: error });
  });
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

// What an A4 page needs at 210 dpi, and a logo or a signature at 300 dpi.
const PAGE_SIDE = 2_480;
const MARK_SIDE = 1_000;

/** Draws a background for printing: a JPEG without transparency, which a PDF contains as it is. @throws UnusableImage */
export const drawBackground = (bytes: Buffer): Promise<Pictures> =>
  inTurn(async () => {
    const picture = await openToPrint(bytes, PAGE_SIDE);
    return {
      image: await picture.flatten({ background: "#ffffff" }).jpeg({ quality: 88 }).toBuffer(),
      small: null,
      type: "image/jpeg",
    };
  });

/** Draws a logo or a signature for printing, as a PNG, which keeps transparency. @throws UnusableImage */
export const drawMark = (bytes: Buffer): Promise<Pictures> =>
  inTurn(async () => ({
    image: await (await openToPrint(bytes, MARK_SIDE)).png().toBuffer(),
    small: null,
    type: "image/png",
  }));

async function openToPrint(bytes: Buffer, side: number): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" })
    .autoOrient()
    .toColourspace("srgb")
    .resize(fitting(side));
}
