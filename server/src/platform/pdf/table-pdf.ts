import PDFDocument from "pdfkit";
import { LEADING } from "./fit-text.ts";
import type { Face } from "./fonts.ts";
import { widthOf, writeLine } from "./write-line.ts";

/** What a table on paper says beside its rows. */
export interface TableAbout {
  title: string;
  /** Below the title: what it is narrowed to, whose it is, when it was made. */
  lines: string[];
  header: string[];
  language: string;
  author: string;
  /** Before the number of each page, as 'Page'. */
  pageWord: string;
}

/** Numbers stand on the right, texts on the left. */
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
/** Wider than this only where there is room: one long title is not to squeeze all else. */
const WIDEST = 190;
const LONGEST_WORD = 60;
const MOST_MEASURED = 200;

type Page = InstanceType<typeof PDFDocument>;

/**
 * A table on A4 in landscape: its title and what it is about on the first page, the headings and the number on each. Rows are drawn
 * as they come and their pages given away, so that memory does not grow with them.
 */
export class TablePdf {
  readonly #page: Page;
  readonly #about: TableAbout;
  #chunks: Buffer[] = [];
  #columns: Column[] = [];
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

  /** Columns are as wide as the first rows want them. */
  add(rows: readonly TableCell[][]): void {
    if (this.#pages === 0) this.#begin(rows);
    for (const row of rows) this.#addRow(row);
  }

  /** What is written by now and was not taken before. */
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
    this.#columns = columnsOf(this.#page, header, rows.slice(0, MOST_MEASURED));
    this.#head();
  }

  #newPage(): void {
    this.#page.addPage();
    this.#pages++;
    const number = `${this.#about.pageWord} ${this.#pages}`;
    const x = WIDTH - MARGIN - widthOf(this.#page, number, "text", 8);
    writeLine(this.#page, number, { face: "text", x, y: HEIGHT - 26, size: 8, colour: QUIET });
    if (this.#pages > 1) {
      const [title = ""] = linesOf(this.#page, this.#about.title, "text", 8, ROOM - 80, 1);
      writeLine(this.#page, title, { face: "text", x: MARGIN, y: HEIGHT - 26, size: 8, colour: QUIET });
    }
    this.#y = MARGIN;
  }

  #paragraph(text: string, { face, size, colour, y }: { face: Face; size: number; colour: string; y: number }): number {
    const lines = linesOf(this.#page, text, face, size, ROOM, 3);
    lines.forEach((line, index) =>
      writeLine(this.#page, line, { face, x: MARGIN, y: y + index * size * LEADING, size, colour }),
    );
    return y + lines.length * size * LEADING;
  }

  #head(): void {
    const cells = this.#about.header.map((name, index) => this.#linesIn(name, index, "strong"));
    this.#draw(cells, "strong", QUIET);
    this.#rule(1);
  }

  #addRow(row: readonly TableCell[]): void {
    const cells = row.map((cell, index) => this.#linesIn(cell === null ? "" : String(cell), index, "text"));
    const height = heightOf(cells, sizeFor(this.#columns.length));
    if (this.#y + height > FOOT) {
      this.#newPage();
      this.#head();
    }
    this.#draw(cells, "text", INK);
    this.#rule(0.5);
  }

  #linesIn(text: string, index: number, face: Face): string[] {
    const { width } = this.#columns[index]!;
    return linesOf(this.#page, text, face, sizeFor(this.#columns.length), width - 2 * PADDING.x, MOST_LINES);
  }

  #draw(cells: string[][], face: Face, colour: string): void {
    const size = sizeFor(this.#columns.length);
    cells.forEach((lines, index) => {
      const { x, width, isNumber } = this.#columns[index]!;
      lines.forEach((line, at) => {
        const left = isNumber ? x + width - PADDING.x - widthOf(this.#page, line, face, size) : x + PADDING.x;
        writeLine(this.#page, line, { face, x: left, y: this.#y + PADDING.y + at * size * LEADING, size, colour });
      });
    });
    this.#y += heightOf(cells, size);
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

interface Column {
  x: number;
  width: number;
  isNumber: boolean;
}

/** Many columns need smaller letters. */
const sizeFor = (columns: number): number => (columns > 12 ? 6 : columns > 8 ? 7.5 : 8.5);

const heightOf = (cells: string[][], size: number): number =>
  Math.max(1, ...cells.map((lines) => lines.length)) * size * LEADING + 2 * PADDING.y;

/** Each as wide as its texts, the widest ones less where that is too much for the page; what is left over goes to all alike. */
function columnsOf(page: Page, header: string[], rows: readonly TableCell[][]): Column[] {
  const size = sizeFor(header.length);
  const wanted = header.map((name, index) => {
    const texts = rows.map((row) => String(row[index] ?? ""));
    const width = (text: string, face: Face) => widthOf(page, text, face, size) + 2 * PADDING.x + 1;
    const widest = (words: string[], face: Face) => Math.max(0, ...words.map((word) => width(word, face)));
    // Days and most words are not broken.
    const words = Math.min(LONGEST_WORD, widest([...new Set(texts.flatMap((text) => text.split(" ")))], "text"));
    const least = Math.max(widest(name.split(" "), "strong"), words);
    return { least, most: Math.max(least, Math.min(WIDEST, widest(texts, "text"))) };
  });
  const least = sum(wanted.map((column) => column.least));
  const most = sum(wanted.map((column) => column.most));
  // Between the least that each needs and the most that each wants, all give way in the same measure.
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

/** A text in lines of a width; a word that is wider is broken, and what is more than the most lines loses its end. */
function linesOf(page: Page, text: string, face: Face, size: number, width: number, most: number): string[] {
  const fits = (line: string) => widthOf(page, line, face, size) <= width;
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

/** As many words as fit; of a single word that does not, as many letters. */
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
