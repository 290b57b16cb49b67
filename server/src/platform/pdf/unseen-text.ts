import type PDFKit from "pdfkit";

type Page = typeof PDFKit.prototype;

/** What the library lets one write beside its own objects, of which its types say nothing. */
interface Raw {
  ref: (data: object) => { end: (content?: Buffer) => void };
  addContent: (operators: string) => void;
  page: { fonts: Record<string, unknown> };
}

let made = 0;

/**
 * Lays a text where its letters are drawn as shapes, in no colour (PDF 32000, 9.3.6: mode 3), so that it is found, copied and read
 * aloud. Its font has no shapes, which nobody would see: widths, and which letters its numbers stand for.
 * @param letters each with its width, in thousandths of the size
 */
export function writeUnseen(
  page: Page,
  letters: readonly { letter: string; width: number }[],
  { x, baseline, size }: { x: number; baseline: number; size: number },
): void {
  const raw = page as unknown as Raw;
  const name = `Unseen${++made}`;
  const toUnicode = raw.ref({});
  toUnicode.end(Buffer.from(mapOf(letters.map(({ letter }) => letter))));
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
    // The library writes texts that are objects as strings, and others as names.
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
  // The library turns the page upside down; this turns the text back. What is set for it must not hold for what comes after.
  raw.addContent(
    `q BT 3 Tr /${name} ${size.toFixed(3)} Tf 1 0 0 -1 ${x.toFixed(3)} ${baseline.toFixed(3)} Tm <${codes}> Tj ET Q`,
  );
}

/** Which letters the numbers from 1 stand for. */
function mapOf(letters: readonly string[]): string {
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
