import type PDFKit from "pdfkit";
import { writeUnseen } from "./unseen-text.ts";
import { type Face, fontData, isOutline, chooseLatinFont, splitRuns } from "./fonts.ts";

type Page = typeof PDFKit.prototype;

/** Parts of the library's font that its types omit; its own font is fontkit's. */
interface Opened {
  ascender: number;
  font: Outlines;
}
interface Outlines {
  unitsPerEm: number;
  layout: (text: string) => {
    advanceWidth: number;
    glyphs: { path: { toSVG: () => string }; advanceWidth: number }[];
  };
}

/** Otherwise the library lays out word by word, and right-to-left text has the wrong order. */
const WHOLE = { lineBreak: false, features: [] as PDFKit.Mixins.OpenTypeFeatures[] };
/** The library fails on some letters whose mark positions it cannot find: their marks get default positions. */
const UNFIXED = { ...WHOLE, features: { mark: false, mkmk: false, abvm: false, blwm: false } as never };
/** Letters of other scripts are larger than those of our typefaces at the same size. */
const OTHER_SCRIPTS = 0.86;
const EM = 1000;
const MOST_KNOWN = 5000;
/** As a fraction of the letter size. */
const THICKER = { text: 0.035, title: 0.06, strong: 0.06 } as const;

/** Writes one line with its top at `y`, in points. */
export function writeLine(
  page: Page,
  line: string,
  { face, x, y, size, colour }: { face: Face; x: number; y: number; size: number; colour: string },
): void {
  const baseline = y + (ascent(page, chooseLatinFont(face)) * size) / EM;
  let at = x;
  for (const { font, text } of splitRuns(line, face)) {
    const own = size * getScale(font);
    page.fillColor(colour, 1);
    if (isOutline(font))
      drawOutlines(page, getOutlines(page, font), text, { x: at, baseline, size: own, face, colour });
    else {
      const top = baseline - (ascent(page, font) * own) / EM;
      const how = howToSet(page, text, font);
      open(page, font, own).text(text, at, top, how);
    }
    at += (unitWidth(page, text, font) * size) / EM;
  }
}

/** Returns the width of a line at a size. */
export function getWidth(page: Page, line: string, face: Face, size: number): number {
  return (splitRuns(line, face).reduce((sum, { font, text }) => sum + unitWidth(page, text, font), 0) * size) / EM;
}

/** Returns the width of a text at a size of 1000, cached because a text is tried at many sizes. */
function unitWidth(page: Page, text: string, font: string): number {
  const key = `${font} ${text}`;
  const known = measured.get(page) ?? new Map<string, number>();
  measured.set(page, known);
  const width = known.get(key) ?? measure();
  // A table of thousands of rows has too many different texts to cache all.
  if (known.size > MOST_KNOWN) known.clear();
  known.set(key, width);
  return width;

  function measure(): number {
    if (!isOutline(font)) return open(page, font, EM).widthOfString(text, howToSet(page, text, font)) * getScale(font);
    const outlines = getOutlines(page, font);
    return (outlines.layout(text).advanceWidth / outlines.unitsPerEm) * EM * getScale(font);
  }
}

function howToSet(page: Page, text: string, font: string): typeof WHOLE {
  try {
    open(page, font, EM).widthOfString(text, WHOLE);
    return WHOLE;
  } catch {
    return UNFIXED;
  }
}

const measured = new WeakMap<Page, Map<string, number>>();

/**
 * Draws letters as shapes: the library can neither embed parts of such fonts nor vary their very light weight. Their
 * outlines are drawn thicker, with invisible text over them.
 */
function drawOutlines(
  page: Page,
  outlines: Outlines,
  text: string,
  { x, baseline, size, face, colour }: { x: number; baseline: number; size: number; face: Face; colour: string },
): void {
  const scale = size / outlines.unitsPerEm;
  let at = x;
  for (const glyph of outlines.layout(text).glyphs) {
    page.save().translate(at, baseline).scale(scale, -scale).path(glyph.path.toSVG());
    page
      .lineWidth(outlines.unitsPerEm * THICKER[face])
      .lineJoin("round")
      .fillAndStroke(colour, colour)
      .restore();
    at += glyph.advanceWidth * scale;
  }
  const letters = [...text].map((letter) => {
    const width = (outlines.layout(letter).advanceWidth * EM) / outlines.unitsPerEm;
    return { letter, width };
  });
  writeUnseen(page, letters, { x, baseline, size });
}

const getOutlines = (page: Page, font: string): Outlines => opened(open(page, font, EM)).font;

const getScale = (font: string): number => (font.startsWith("noto") ? OTHER_SCRIPTS : 1);

const ascent = (page: Page, font: string): number => opened(open(page, font, EM)).ascender;

const opened = (page: Page): Opened => (page as unknown as { _font: Opened })._font;

function open(page: Page, font: string, size: number): Page {
  const { _registeredFonts: known } = page as unknown as { _registeredFonts: Record<string, unknown> };
  if (!(font in known)) page.registerFont(font, fontData(font));
  return page.font(font, size);
}
