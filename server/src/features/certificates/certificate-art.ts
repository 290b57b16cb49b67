import type PDFKit from "pdfkit";
import type { Colours } from "./certificate-colours.ts";

/** Returns the seed of a certificate's background: that of its course, or of its learning path. */
export const toSeed = ({ course_id, path_id }: { course_id: number | null; path_id: number | null }): number =>
  course_id ?? (path_id ?? 0) * 7 + 3;

/**
 * Draws a background of contour lines with a path; the last point of the path, in the second colour, marks the
 * completion. `seed` bends the lines, so that each course or learning path has its own background.
 * @param frame the rectangle to fill, in points
 */
export function drawGround(
  doc: typeof PDFKit.prototype,
  frame: { x: number; y: number; width: number; height: number },
  seed: number,
  colours: Colours,
): void {
  const { x, y, width, height } = frame;
  const chance = (n: number) => Math.abs(Math.sin(seed * 127.1 + n * 31.7));
  const rise = 22 + chance(1) * 26;
  const fall = 18 + chance(2) * 24;
  const spread = 6 + chance(3) * 6;
  const curve = (line: number): Curve => {
    const top = y + 66 + line * 17;
    return [
      [x - 20, top + rise * 0.6],
      [x + width * 0.3, top - rise - line * (spread / 3)],
      [x + width * 0.55, top + fall + line * spread * 0.4],
      [x + width + 20, top - rise * 0.8 - line * 2],
    ];
  };
  doc.save().rect(x, y, width, height).clip();
  const ground = curve(0);
  trace(doc, ground)
    .lineTo(x + width + 20, y + height + 1)
    .lineTo(x - 20, y + height + 1)
    .closePath()
    .fill(colours.soft);
  for (let line = 1; line < 10; line++)
    trace(doc, curve(line))
      .lineWidth(0.9)
      .strokeColor(colours.deep, 0.1 + line * 0.022)
      .stroke();
  trace(doc, ground).lineWidth(1.8).strokeColor(colours.deep, 1).stroke();
  for (const [at, radius] of [
    [0.1, 3],
    [0.24, 3],
    [0.38, 3],
  ] as const)
    doc
      .circle(...pointOn(ground, at), radius)
      .fillColor(colours.deep, 1)
      .fill();
  doc
    .circle(...pointOn(ground, 0.56), 7)
    .lineWidth(2)
    .fillAndStroke(colours.spark, "#ffffff");
  doc.restore();
}

type Point = [number, number];
type Curve = [Point, Point, Point, Point];

function trace(doc: typeof PDFKit.prototype, [from, first, second, to]: Curve) {
  return doc.moveTo(...from).bezierCurveTo(...first, ...second, ...to);
}

/** Returns the point of a cubic Bézier curve at `t` from 0 to 1. */
function pointOn([a, b, c, d]: Curve, t: number): Point {
  const along = (axis: 0 | 1) =>
    (1 - t) ** 3 * a[axis] + 3 * (1 - t) ** 2 * t * b[axis] + 3 * (1 - t) * t ** 2 * c[axis] + t ** 3 * d[axis];
  return [along(0), along(1)];
}
