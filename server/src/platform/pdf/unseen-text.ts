import type PDFKit from "pdfkit";

type Page = typeof PDFKit.prototype;

/** Parts of the library that its types omit. */
interface Raw {
  ref: (data: object) => { end: (content?: Buffer) => void };
  addContent: (operators: string) => void;
  page: { fonts: Record<string, unknown> };
}

/** How many such fonts a page has: their names must depend on nothing else, so that a document has the same bytes again. */
const made = new WeakMap<object, number>();

/**
 * Writes an invisible text (PDF 32000, 9.3.6: mode 3) over letters that are drawn as shapes, so that the text can be
 * found, copied and read aloud. Its font needs no shapes, only widths and the letters of its character codes.
 * @param letters each with its width, in thousandths of the size
 */
export function writeUnseen(
  page: Page,
  letters: readonly { letter: string; width: number }[],
  { x, baseline, size }: { x: number; baseline: number; size: number },
): void {
  const raw = page as unknown as Raw;
  const number = (made.get(raw.page) ?? 0) + 1;
  made.set(raw.page, number);
  const name = `Unseen${number}`;
  const toUnicode = raw.ref({});
  toUnicode.end(Buffer.from(writeCharacterMap(letters.map(({ letter }) => letter))));
  const descriptor = raw.ref({
    Type: "FontDescriptor",
    FontName: "Unseen",
    Flags: 4,
    FontBBox: [0, -120, 1000, 880],
    ItalicAngle: 0,
    Ascent: 880,
    Descent: -120,
    CapHeight: 880,
    StemV: 80,
  });
  descriptor.end();
  const descendant = raw.ref({
    Type: "Font",
    Subtype: "CIDFontType2",
    BaseFont: "Unseen",
    // The library writes objects of String as strings, and primitive texts as names.
    CIDSystemInfo: { Registry: new String("Adobe"), Ordering: new String("Identity"), Supplement: 0 },
    FontDescriptor: descriptor,
    CIDToGIDMap: "Identity",
    W: [1, letters.map(({ width }) => Math.round(width))],
  });
  descendant.end();
  const font = raw.ref({
    Type: "Font",
    Subtype: "Type0",
    BaseFont: "Unseen",
    Encoding: "Identity-H",
    DescendantFonts: [descendant],
    ToUnicode: toUnicode,
  });
  font.end();
  raw.page.fonts[name] = font;
  const codes = letters.map((_, index) => hex(index + 1)).join("");
  // The library flips the page vertically; this flips the text back. The settings must not affect later text.
  raw.addContent(
    `q BT 3 Tr /${name} ${size.toFixed(3)} Tf 1 0 0 -1 ${x.toFixed(3)} ${baseline.toFixed(3)} Tm <${codes}> Tj ET Q`,
  );
}

/** Maps the character codes from 1 to letters. */
function writeCharacterMap(letters: readonly string[]): string {
  const blocks: string[] = [];
  for (let first = 0; first < letters.length; first += 100) {
    const some = letters.slice(first, first + 100);
    const lines = some.map((letter, index) => `<${hex(first + index + 1)}> <${utf16(letter)}>`);
    blocks.push(`${some.length} beginbfchar\n${lines.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

const hex = (code: number): string => code.toString(16).padStart(4, "0");
const utf16 = (letter: string): string =>
  letter
    .split("")
    .map((unit) => hex(unit.charCodeAt(0)))
    .join("");
