import type { Cell } from "./csv.ts";
import { zipOf } from "./zip.ts";

const LONGEST_TEXT = 32_767;

/** A workbook (ECMA-376, SpreadsheetML) of one sheet. Texts are inline strings, which no spreadsheet takes for formulas. */
export async function xlsxFile(header: string[], rows: Cell[][]): Promise<Blob> {
  const files = Object.entries({ "xl/worksheets/sheet1.xml": sheetOf(header, rows), ...PARTS });
  return zipOf(
    files.map(([name, xml]) => [name, DECLARATION + xml]),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  );
}

function sheetOf(header: string[], rows: Cell[][]): string {
  const lines = rows.map((row) => `<row>${row.map(cellOf).join("")}</row>`).join("");
  // The names stay in sight; columns are as wide as most names and titles are long.
  return `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${header.length}" width="22" customWidth="1"/></cols><sheetData><row>${header.map((name) => text(name, HEADING)).join("")}</row>${lines}</sheetData></worksheet>`;
}

const HEADING = 1;

function cellOf(cell: Cell): string {
  if (cell == null) return "<c/>";
  return typeof cell === "number" ? `<c><v>${cell}</v></c>` : text(cell, 0);
}

function text(value: string, style: number): string {
  const clean = value
    .slice(0, LONGEST_TEXT)
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${clean}</t></is></c>`;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats";

const PARTS = {
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="${TYPE}-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Report 1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};
