import { t } from "../i18n/message.ts";
import { type ArchiveFile, type ArchiveLimits, openArchiveBytes, readWhole } from "./archive.ts";
import { refuse } from "./refusal.ts";
import { type MixedXml, parseMixedXml } from "./xml.ts";

/** A row of a sheet with its number, from 1, and its cells as texts. */
export interface SheetRow {
  line: number;
  cells: string[];
}

const MB = 1024 * 1024;
const MOST_PART_BYTES = 10 * MB;
const MOST_COLUMNS = 500;

/**
 * Reads the first sheet of an Excel workbook (ECMA-376, SpreadsheetML): the values of its cells as texts, those of formulas as
 * they were last computed. Rows without a value are left out.
 * @param mostRows how many rows with a value are returned at most
 * @throws Refusal for a file that is no workbook, damaged or too large
 */
export async function readXlsxRows(bytes: Buffer, limits: ArchiveLimits, mostRows: number): Promise<SheetRow[]> {
  const parts = new Map((await openArchiveBytes(bytes, limits)).map((file) => [file.path, file]));
  const workbook = await readPart(parts, "xl/workbook.xml");
  const sheet =
    workbook && findAll(workbook, "sheet").find(({ attributes }) => (attributes["state"] ?? "visible") === "visible");
  const relations = await readPart(parts, "xl/_rels/workbook.xml.rels");
  const relation =
    relations &&
    findAll(relations, "Relationship").find(({ attributes }) => attributes["Id"] === sheet?.attributes["id"]);
  const target = relation?.attributes["Target"] ?? "";
  const data = await readPart(parts, target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  if (!data) return refuse(t`This is not an Excel workbook (.xlsx), or it has no sheet.`);
  const shared = await readPart(parts, "xl/sharedStrings.xml");
  const texts = shared ? named(shared, "si").map(readTextOfRuns) : [];
  const rows: SheetRow[] = [];
  for (const [at, row] of findAll(data, "row").entries()) {
    if (rows.length === mostRows) break;
    const cells = readCells(row, texts);
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line: Number(row.attributes["r"]) || at + 1, cells });
  }
  return rows;
}

async function readPart(parts: ReadonlyMap<string, ArchiveFile>, path: string): Promise<MixedXml | undefined> {
  const file = parts.get(path);
  return file && parseMixedXml(await readWhole(file, MOST_PART_BYTES), path);
}

const named = ({ content }: MixedXml, name: string): MixedXml[] =>
  content.filter((each): each is MixedXml => typeof each !== "string" && each.name === name);

const findAll = (element: MixedXml, name: string): MixedXml[] =>
  element.content.flatMap((each) =>
    typeof each === "string" ? [] : [...(each.name === name ? [each] : []), ...findAll(each, name)],
  );

/** Returns a text, of one or several runs, without its phonetic reading. */
function readTextOfRuns(element: MixedXml): string {
  const runs = element.content.map((each) => {
    if (typeof each === "string") return "";
    if (each.name === "t") return each.content.filter((part) => typeof part === "string").join("");
    return each.name === "r" ? readTextOfRuns(each) : "";
  });
  // Excel writes characters that XML excludes as _x000D_, and an underscore before such a text as _x005F_.
  return runs
    .join("")
    .replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function readCells(row: MixedXml, texts: string[]): string[] {
  const cells: string[] = [];
  for (const cell of named(row, "c")) {
    const column = cell.attributes["r"] ? readColumn(cell.attributes["r"]) : cells.length;
    if (column >= MOST_COLUMNS) refuse(t`The sheet has more than ${MOST_COLUMNS} columns.`);
    while (cells.length < column) cells.push("");
    cells[column] = readCell(cell, texts);
  }
  while (cells.at(-1) === "") cells.pop();
  return cells;
}

/** Returns the place of a cell in its row, from 0: 'AB12' is in column 27. */
const readColumn = (reference: string): number =>
  [
    ...reference
      .replace(/[^A-Z]/gi, "")
      .slice(0, 4)
      .toUpperCase(),
  ].reduce((sum, character) => sum * 26 + character.charCodeAt(0) - 64, 0) - 1;

function readCell(cell: MixedXml, texts: string[]): string {
  const value = named(cell, "v")
    .flatMap(({ content }) => content.filter((each) => typeof each === "string"))
    .join("");
  switch (cell.attributes["t"]) {
    case "s":
      return texts[Number(value)] ?? "";
    case "inlineStr":
      return named(cell, "is").map(readTextOfRuns).join("");
    case "b":
      return value.trim() === "1" ? "true" : "false";
    case "str":
    case "e":
      return value;
    default:
      // Excel writes 0.1 + 0.2 with 17 digits and shows 15 of them.
      return value.trim() === "" ? "" : String(Number(Number(value).toPrecision(15)));
  }
}
