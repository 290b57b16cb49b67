import PDFDocument from "pdfkit";
import { LEADING } from "./fit-text.ts";
import type { Face } from "./fonts.ts";
import { getWidth, writeLine } from "./write-line.ts";

/** The text of a printed table besides its rows. */
export interface TableAbout {
  title: string;
  /** Below the title: its filters, its owner, its date. */
  lines: string[];
  header: string[];
  language: string;
  author: string;
  /** The label of page numbers, as 'Page'. */
  pageWord: string;
}

/** Numbers are aligned right, texts left. */
export type TableCell = string | number | null;

const WIDTH = 841.89;
const HEIGHT = 595.28;
const MARGIN = 36;
const ROOM = WIDTH - 2 * MARGIN;
const FOOT = HEIGHT - MARGIN;
const INK = "#1b2523";
const QUIET = "#5c6a68";
const RULE = "#d9dfde";
const PADDING = { x: 5, y: 3.5 };
const MOST_LINES = 4;
/** A column is wider only where there is room, so that one long title does not squeeze the others. */
const WIDEST = 190;
const LONGEST_WORD = 60;
const MOST_MEASURED = 200;
/** A table with more columns is printed in parts, each with its first column. */
const MOST_COLUMNS = 20;
const COLUMNS_OF_PART = 12;

type Page = InstanceType<typeof PDFDocument>;

/**
 * A table on A4 landscape: title and details on the first page, headings and page number on each. Draws rows as they
 * arrive and returns finished pages, so that memory stays constant. Of a table that is too wide for the page, the rows of
 * each batch are printed once for each part of the columns.
 */
export class TablePdf {
  readonly #page: Page;
  readonly #about: TableAbout;
  #chunks: Buffer[] = [];
  #parts: Part[] = [];
  #part: Part = { indexes: [], columns: [] };
  #pages = 0;
  #y = 0;

  constructor(about: TableAbout) {
    this.#about = about;
    this.#page = new PDFDocument({
      size: [WIDTH, HEIGHT],
      margin: 0,
      autoFirstPage: false,
      lang: about.language,
      displayTitle: true,
      info: { Title: about.title, Author: about.author },
    });
    this.#page.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
  }

  /** The first rows determine the widths of the columns. */
  add(rows: readonly TableCell[][]): void {
    const isFirst = this.#pages === 0;
    if (isFirst) this.#begin(rows);
    this.#parts.forEach((part, index) => {
      if (this.#parts.length > 1 && !(isFirst && index === 0)) {
        this.#part = part;
        this.#newPage();
        this.#head();
      }
      for (const row of rows) this.#addRow(row);
    });
  }

  /** Returns what was written since the last call. */
  take(): Buffer {
    const taken = Buffer.concat(this.#chunks);
    this.#chunks = [];
    return taken;
  }

  async end(): Promise<void> {
    if (this.#pages === 0) this.#begin([]);
    const ended = new Promise((resolve) => this.#page.once("end", resolve));
    this.#page.end();
    await ended;
  }

  #begin(rows: readonly TableCell[][]): void {
    this.#newPage();
    const { title, lines, header } = this.#about;
    this.#y = this.#paragraph(title, { face: "title", size: 20, colour: INK, y: MARGIN });
    for (const line of lines) this.#y = this.#paragraph(line, { face: "text", size: 9, colour: QUIET, y: this.#y + 2 });
    this.#y += 12;
    this.#parts = splitColumns(header.length).map((indexes) => ({
      indexes,
      columns: layOutColumns(
        this.#page,
        indexes.map((index) => header[index]!),
        rows.slice(0, MOST_MEASURED).map((row) => indexes.map((index) => row[index] ?? null)),
      ),
    }));
    this.#part = this.#parts[0]!;
    this.#head();
  }

  #newPage(): void {
    this.#page.addPage();
    this.#pages++;
    const number = `${this.#about.pageWord} ${this.#pages}`;
    const x = WIDTH - MARGIN - getWidth(this.#page, number, "text", 8);
    writeLine(this.#page, number, { face: "text", x, y: HEIGHT - 26, size: 8, colour: QUIET });
    if (this.#pages > 1) {
      const [title = ""] = wrapText(this.#page, this.#about.title, "text", 8, ROOM - 80, 1);
      writeLine(this.#page, title, { face: "text", x: MARGIN, y: HEIGHT - 26, size: 8, colour: QUIET });
    }
    this.#y = MARGIN;
  }

  #paragraph(text: string, { face, size, colour, y }: { face: Face; size: number; colour: string; y: number }): number {
    const lines = wrapText(this.#page, text, face, size, ROOM, 3);
    lines.forEach((line, index) =>
      writeLine(this.#page, line, { face, x: MARGIN, y: y + index * size * LEADING, size, colour }),
    );
    return y + lines.length * size * LEADING;
  }

  #head(): void {
    const cells = this.#part.indexes.map((index, at) => this.#linesIn(this.#about.header[index]!, at, "strong"));
    this.#draw(cells, "strong", QUIET);
    this.#rule(1);
  }

  #addRow(row: readonly TableCell[]): void {
    const cells = this.#part.indexes.map((index, at) => this.#linesIn(String(row[index] ?? ""), at, "text"));
    const height = getHeight(cells, sizeFor(this.#part.columns.length));
    if (this.#y + height > FOOT) {
      this.#newPage();
      this.#head();
    }
    this.#draw(cells, "text", INK);
    this.#rule(0.5);
  }

  #linesIn(text: string, index: number, face: Face): string[] {
    const { width } = this.#part.columns[index]!;
    return wrapText(this.#page, text, face, sizeFor(this.#part.columns.length), width - 2 * PADDING.x, MOST_LINES);
  }

  #draw(cells: string[][], face: Face, colour: string): void {
    const size = sizeFor(this.#part.columns.length);
    cells.forEach((lines, index) => {
      const { x, width, isNumber } = this.#part.columns[index]!;
      lines.forEach((line, at) => {
        const left = isNumber ? x + width - PADDING.x - getWidth(this.#page, line, face, size) : x + PADDING.x;
        writeLine(this.#page, line, { face, x: left, y: this.#y + PADDING.y + at * size * LEADING, size, colour });
      });
    });
    this.#y += getHeight(cells, size);
  }

  #rule(weight: number): void {
    this.#page
      .moveTo(MARGIN, this.#y)
      .lineTo(WIDTH - MARGIN, this.#y)
      .lineWidth(weight)
      .strokeColor(RULE, 1)
      .stroke();
  }
}

/** Some columns of the table, by their indexes, that fit on a page together. */
interface Part {
  indexes: number[];
  columns: Column[];
}

interface Column {
  x: number;
  width: number;
  isNumber: boolean;
}

/** Splits the columns of a wide table into parts that start with the first column. */
function splitColumns(count: number): number[][] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (count <= MOST_COLUMNS) return [all];
  const others = all.slice(1);
  return Array.from({ length: Math.ceil(others.length / COLUMNS_OF_PART) }, (_, part) => [
    0,
    ...others.slice(part * COLUMNS_OF_PART, (part + 1) * COLUMNS_OF_PART),
  ]);
}

/** Returns the letter size: many columns need smaller letters. */
const sizeFor = (columns: number): number => (columns > 12 ? 6 : columns > 8 ? 7.5 : 8.5);

const getHeight = (cells: string[][], size: number): number =>
  Math.max(1, ...cells.map((lines) => lines.length)) * size * LEADING + 2 * PADDING.y;

/** Gives each column the width of its texts, shrinks the widest ones to the page, and distributes what remains equally. */
function layOutColumns(page: Page, header: string[], rows: readonly TableCell[][]): Column[] {
  const size = sizeFor(header.length);
  const wanted = header.map((name, index) => {
    const texts = rows.map((row) => String(row[index] ?? ""));
    const width = (text: string, face: Face) => getWidth(page, text, face, size) + 2 * PADDING.x + 1;
    const widest = (words: string[], face: Face) => Math.max(0, ...words.map((word) => width(word, face)));
    // Dates and most words are not broken.
    const words = Math.min(LONGEST_WORD, widest([...new Set(texts.flatMap((text) => text.split(" ")))], "text"));
    const least = Math.max(widest(name.split(" "), "strong"), words);
    return { least, most: Math.max(least, Math.min(WIDEST, widest(texts, "text"))) };
  });
  const least = sum(wanted.map((column) => column.least));
  const most = sum(wanted.map((column) => column.most));
  // Between their minimum and preferred widths, all columns shrink in proportion.
  const share = most <= ROOM ? 1 : Math.max(0, (ROOM - least) / (most - least));
  const widths = wanted.map((column) => column.least + (column.most - column.least) * share);
  const scale = ROOM / sum(widths);
  let x = MARGIN;
  return widths.map((width, index) => {
    const column = { x, width: width * scale, isNumber: rows.some((row) => typeof row[index] === "number") };
    x += column.width;
    return column;
  });
}

const sum = (numbers: number[]): number => numbers.reduce((all, number) => all + number, 0);

/** Wraps a text to a width; breaks a wider word, and cuts what exceeds the maximum number of lines. */
function wrapText(page: Page, text: string, face: Face, size: number, width: number, most: number): string[] {
  const fits = (line: string) => getWidth(page, line, face, size) <= width;
  const whole = text.replace(/\s+/g, " ").trim();
  if (fits(whole)) return [whole];
  const lines: string[] = [];
  for (let rest = whole; rest !== "";) {
    if (lines.length === most) {
      const last = [...lines[most - 1]!];
      while (last.length > 1 && !fits(`${last.join("")}…`)) last.pop();
      lines[most - 1] = `${last.join("").trimEnd()}…`;
      break;
    }
    const line = firstLine(rest, fits);
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

/** Returns as many words as fit, or as many letters of a single word that does not. */
function firstLine(text: string, fits: (line: string) => boolean): string {
  const words = text.split(" ");
  let count = 0;
  while (count < words.length && fits(words.slice(0, count + 1).join(" "))) count++;
  if (count > 0) return words.slice(0, count).join(" ");
  const letters = [...words[0]!];
  let length = letters.length;
  while (length > 1 && !fits(letters.slice(0, length).join(""))) length--;
  return letters.slice(0, length).join("");
}
