import PDFDocument from "pdfkit";
import QRCode from "qrcode";
import { type Box, fitText, LEADING } from "../../platform/pdf/fit-text.ts";
import type { Face } from "../../platform/pdf/fonts.ts";
import { getWidth, writeLine } from "../../platform/pdf/write-line.ts";
import type { Colours } from "./certificate-colours.ts";

export type Page = InstanceType<typeof PDFDocument>;

export const INK = "#1b2523";
export const QUIET = "#5c6a68";
export const PAPER = "#fcfdfc";

export interface Place extends Partial<Box> {
  face: Face;
  x: number;
  y: number;
  width: number;
  height: number;
  largest: number;
  colour?: string;
  centred?: boolean;
  /** Aligns a line that begins from right to left at the right. */
  byDirection?: boolean;
}

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Writes a text as large as its box allows, aligned to the top. @returns the height of its lines */
export function write(page: Page, text: string, place: Place): number {
  const { face, x, y, width, height, largest, smallest = Math.min(largest, 7), colour = INK, centred = false } = place;
  const { size, lines } = fitText(text, { width, height, largest, smallest }, (line, at) =>
    getWidth(page, line, face, at),
  );
  lines.forEach((line, index) => {
    const room = width - getWidth(page, line, face, size);
    const isAtRight = place.byDirection && RIGHT_TO_LEFT.test(line);
    const at = x + (centred ? room / 2 : isAtRight ? room : 0);
    writeLine(page, line, { face, x: at, y: y + index * size * LEADING, size, colour });
  });
  return lines.length * size * LEADING;
}

/** Draws the product's mark, a path on a rounded square. @returns where it ends */
export function drawMark(page: Page, x: number, y: number, { deep, spark }: Colours): number {
  page.roundedRect(x, y, 28, 28, 7).fillColor(deep, 1).fill();
  page
    .moveTo(x + 6, y + 18.5)
    .bezierCurveTo(x + 12, y + 18.5, x + 11, y + 10, x + 15.5, y + 10)
    .bezierCurveTo(x + 19, y + 10, x + 18, y + 15, x + 22, y + 15);
  page.lineWidth(2).lineCap("round").strokeColor("#ffffff", 1).stroke();
  page
    .circle(x + 22, y + 15, 2.4)
    .fillColor(spark, 1)
    .fill();
  return x + 28;
}

/** Draws the double line around a page. @param margin of the inner line, in points */
export function drawFrame(page: Page, { width, height }: Size, margin: number, { deep }: Colours): void {
  page
    .rect(margin, margin, width - 2 * margin, height - 2 * margin)
    .lineWidth(0.75)
    .strokeColor(deep, 0.45)
    .stroke();
  page
    .rect(margin - 5, margin - 5, width - 2 * margin + 10, height - 2 * margin + 10)
    .lineWidth(2)
    .strokeColor(deep, 1)
    .stroke();
}

/** Draws the QR code to the public page on a white card, with a caption below it, as a link. */
export function drawCheckCard(
  page: Page,
  { url, caption, x, y, size }: { url: string; caption: string; x: number; y: number; size: number },
  { deep }: Colours,
): void {
  const inset = size / 11;
  const foot = Math.max(size * 0.2, 22);
  page
    .roundedRect(x, y, size, size + foot, 10)
    .lineWidth(0.75)
    .fillAndStroke("#ffffff", deep);
  const { modules } = QRCode.create(url, { errorCorrectionLevel: "M" });
  const cell = (size - 2 * inset) / modules.size;
  modules.data.forEach((dark, index) => {
    if (dark)
      page.rect(
        x + inset + (index % modules.size) * cell,
        y + inset + Math.floor(index / modules.size) * cell,
        cell,
        cell,
      );
  });
  page.fillColor(INK, 1).fill();
  write(page, caption, {
    face: "text",
    x: x + 8,
    y: y + size - 7,
    width: size - 16,
    height: foot - 2,
    largest: 9,
    smallest: 5,
    colour: QUIET,
    centred: true,
  });
  page.link(x, y, size, size + foot, url);
}

export interface Size {
  width: number;
  height: number;
}

/** Parts of the library that its types omit. */
interface Raw {
  openImage: (file: Buffer) => Size & { obj?: { id: number } };
  _offsets: (number | null)[];
}

/** Tells whether a file is a picture that `drawPicture` draws. */
export function canDraw(picture: Uint8Array): boolean {
  try {
    (new PDFDocument({ autoFirstPage: false }) as unknown as Raw).openImage(Buffer.from(picture));
    return true;
  } catch {
    return false;
  }
}

/**
 * Draws a picture as large as its box allows; nothing for a file that is no picture.
 * The library inflates transparent pictures in the background. Waiting for each keeps the order of a file's parts, and
 * with it its bytes, the same every time.
 * @param fit whether it is shown whole, or fills the box
 * @returns its place, or null when it cannot be drawn
 */
export async function drawPicture(
  page: Page,
  picture: Uint8Array | null | undefined,
  box: Size & { x: number; y: number; alignX?: "left" | "centre"; alignY?: "centre" | "bottom" },
  fit: "whole" | "fill" = "whole",
): Promise<(Size & { x: number; y: number }) | null> {
  if (!picture) return null;
  const raw = page as unknown as Raw;
  try {
    const image = raw.openImage(Buffer.from(picture));
    const choose = fit === "whole" ? Math.min : Math.max;
    const scale = choose(box.width / image.width, box.height / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    const x = box.x + (box.alignX === "left" ? 0 : (box.width - width) / 2);
    const y = box.y + (box.alignY === "bottom" ? box.height - height : (box.height - height) / 2);
    page.save().rect(box.x, box.y, box.width, box.height).clip();
    page.image(image as never, x, y, { width, height });
    page.restore();
    const id = image.obj?.id;
    while (id !== undefined && raw._offsets[id - 1] === null) await new Promise((resume) => setImmediate(resume));
    return { x, y, width, height };
  } catch {
    return null; // A certificate without a picture is better than none.
  }
}
