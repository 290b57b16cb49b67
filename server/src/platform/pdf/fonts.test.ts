import PDFDocument from "pdfkit";
import { expect, test } from "vitest";
import { fontData, splitRuns } from "./fonts.ts";

test.each(["title", "text", "strong"] as const)("splitRuns finds a glyph for every space of a French %s", (face) => {
  const page = new PDFDocument();
  for (const { font, text } of splitRuns("Sécurité\u202f: prêt\u202f? «\u00a0Oui\u202f!\u00a0»", face)) {
    page.font(fontData(font));
    const { _font: opened } = page as unknown as {
      _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } };
    };
    for (const letter of text)
      expect(opened.font.hasGlyphForCodePoint(letter.codePointAt(0)!), JSON.stringify(letter)).toBe(true);
  }
});

test.each(["title", "text", "strong"] as const)(
  "splitRuns finds a glyph for every sign of a formula in a %s",
  (face) => {
    const page = new PDFDocument();
    for (const { font, text } of splitRuns("√2 ≤ π → ∑_i x² ∈ ℝ, ∛8 ≠ −∞, f′(x) ⇒ 90°", face)) {
      page.font(fontData(font));
      const { _font: opened } = page as unknown as {
        _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } };
      };
      for (const letter of text)
        expect(opened.font.hasGlyphForCodePoint(letter.codePointAt(0)!), JSON.stringify(letter)).toBe(true);
    }
  },
);
