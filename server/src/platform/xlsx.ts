import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A cell of a sheet. Of a date only the day is shown. */
type Cell = string | number | Date | null;
/** The rows of a sheet in batches. */
type Rows = AsyncIterable<Cell[][]>;

/** How a workbook is written: which day a date is, as yyyy-mm-dd, what sheets are named, and how many rows each has. */
export interface XlsxOptions {
  formatDay: (date: Date) => string;
  sheetName?: string;
  rowsOfSheet?: number;
}

// Excel's limit is 1,048,576 rows per sheet; further rows are written to the next sheet.
const MAX_ROWS = 1_000_000;
const MAX_TEXT = 32_767;

/**
 * Writes a workbook (ECMA-376, SpreadsheetML) while its rows are read: the XML of a sheet is streamed into the zip, so that memory
 * holds some hundred rows whatever their number (ADR 053). Texts are inline strings, which no spreadsheet takes for formulas.
 */
export function writeXlsx(header: string[], rows: Rows, options: XlsxOptions): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  const fail = (error: unknown) => void out.destroy(error as Error);
  zip.on("error", fail);
  write(zip, header, rows, options).catch(fail);
  return out;
}

async function write(zip: ZipFile, header: string[], rows: Rows, options: XlsxOptions): Promise<void> {
  const { formatDay, sheetName = "Report", rowsOfSheet = MAX_ROWS } = options;
  const source = new Source(rows);
  let sheets = 0;
  do {
    sheets++;
    const sheet = Readable.from(writeSheet(header, source, formatDay, rowsOfSheet));
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`);
    await finished(sheet);
  } while (await source.hasMore());
  for (const [name, xml] of Object.entries(listParts(sheets, sheetName)))
    zip.addBuffer(Buffer.from(`${DECLARATION}${xml}`), name);
  zip.end();
}

/** Reads batches of rows in parts. */
class Source {
  readonly #batches: AsyncIterator<Cell[][]>;
  #left: Cell[][] = [];

  constructor(rows: Rows) {
    this.#batches = rows[Symbol.asyncIterator]();
  }

  async hasMore(): Promise<boolean> {
    while (this.#left.length === 0) {
      const { value, done } = await this.#batches.next();
      if (done) return false;
      this.#left = value;
    }
    return true;
  }

  take(most: number): Cell[][] {
    return this.#left.splice(0, most);
  }
}

async function* writeSheet(
  header: string[],
  source: Source,
  formatDay: XlsxOptions["formatDay"],
  most: number,
): AsyncGenerator<string> {
  // The header row is frozen; columns are as wide as most names and titles.
  yield `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${header.length}" width="22" customWidth="1"/></cols><sheetData>`;
  yield `<row>${header.map((name) => text(name, HEADING)).join("")}</row>`;
  for (let written = 0; written < most && (await source.hasMore());) {
    const batch = source.take(most - written);
    written += batch.length;
    yield batch.map((row) => `<row>${row.map((cell) => writeCell(cell, formatDay)).join("")}</row>`).join("");
  }
  yield "</sheetData></worksheet>";
}

const HEADING = 1;
const DAY = 2;

function writeCell(cell: Cell, formatDay: XlsxOptions["formatDay"]): string {
  if (cell === null) return "<c/>";
  if (typeof cell === "number") return `<c><v>${cell}</v></c>`;
  if (cell instanceof Date) return `<c s="${DAY}"><v>${toSerialDay(formatDay(cell))}</v></c>`;
  return text(cell, 0);
}

/** Returns a day as spreadsheets count them: 25569 is 1 January 1970. */
function toSerialDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569;
}

function text(value: string, style: number): string {
  const clean = value
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "")
    // Readers take _x0041_ for the character of this code, unless its underscore is written as one.
    .replace(/_(?=x[\dA-F]{4}_)/gi, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${clean}</t></is></c>`;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

function listParts(sheets: number, sheetName: string): Record<string, string> {
  const each = (part: (number: number) => string) => Array.from({ length: sheets }, (_, i) => part(i + 1)).join("");
  return {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`)}</Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((n) => `<sheet name="${sheetName} ${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    // Number format 14 is the short date format of the reader.
    "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
}
