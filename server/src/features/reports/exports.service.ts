import { Readable } from "node:stream";
import type { Actor, Reach } from "../../access/actor.ts";
import { asPerson } from "../../access/door.ts";
import { inInstance } from "../../access/tenancy.ts";
import { AppError, Conflict, NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { storeMade } from "../files/files.service.ts";
import { tell } from "../notifications/notifications.service.ts";
import { tablePdf } from "../../platform/pdf/table-printer.ts";
import { type Caption, captionOf } from "./caption.ts";
import { type Cell, dayOf, type Rows } from "./cells.ts";
import { csvOf } from "./csv.ts";
import * as queries from "./exports.queries.ts";
import { narrow } from "./narrowing.service.ts";
import { openTable, type Table, type TableRequest } from "./report-tables.ts";
import { type Words, wordsIn } from "./report-words.ts";
import { xlsxOf } from "./xlsx.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "report.export": JobPayload & { instanceId: number; exportId: number; origin: string };
  }
}

/** So many rows are answered at once; they are in memory for that long. A larger table is made by a job, as a file. */
const MOST_AT_ONCE = 10_000;
const MOST_WAITING = 5;
const KEPT_DAYS = 7;
const LONGEST_MINUTES = 10;

const TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
} as const;

/** To draw a page takes longer than to read its rows: of a table on paper fewer are answered at once, and a book is none. */
const MOST_ON_PAPER_AT_ONCE = 1_000;
const MOST_ON_PAPER = 10_000;

/** A file that is ready to be sent, once the transaction is over. */
export interface TableFile {
  name: string;
  type: string;
  stream: () => Readable;
}

/**
 * A table of the reports as a file: at once where it is small, else as an export that a job makes and of which the person is told.
 * @throws NotFound, Invalid; Conflict for somebody who has as many exports waiting as one may
 */
export async function exportTable(
  actor: Actor,
  request: TableRequest,
  format: queries.ExportFormat,
): Promise<TableFile | queries.ExportRow> {
  const { reach, written, rows, total } = await readTable(actor, request, format);
  if (rows) return fileOf(written, once(rows));
  if ((await queries.countUnfinished(reach)) >= MOST_WAITING)
    throw new Conflict("Some of your exports are being made. Please wait for them first.");
  return startExport(actor.platform, actor.visit.origin, reach, request, format, total);
}

/** A table as a file where it is small; a large one is made by a job, and null. */
export async function makeFile(
  actor: Actor,
  request: TableRequest,
  format: queries.ExportFormat,
  origin: string,
): Promise<TableFile | null> {
  const { reach, written, rows, total } = await readTable(actor, request, format);
  if (rows) return fileOf(written, once(rows));
  await startExport(actor.platform, origin, reach, request, format, total);
  return null;
}

/** The table, with its rows where they are few enough to be answered at once; else null, and how many there are. */
async function readTable(actor: Actor, request: TableRequest, format: queries.ExportFormat) {
  const { reach, table, written } = await openFile(actor, request, format);
  const total = await table.count();
  if (format === "pdf" && total > MOST_ON_PAPER)
    throw new Conflict(
      `A PDF has at most ${MOST_ON_PAPER} rows, and this table has ${total}. Please narrow it, or take it as CSV or Excel.`,
    );
  const isLarge = total > (format === "pdf" ? MOST_ON_PAPER_AT_ONCE : MOST_AT_ONCE);
  return { reach, written, total, rows: isLarge ? null : await allOf(table.rows) };
}

/** Opens a table and gathers what its file says beside its rows. */
async function openFile(actor: Actor, request: TableRequest, format: queries.ExportFormat) {
  const narrowed = await narrow(actor, request);
  const words = wordsIn(request.language, actor.person.language);
  const table = await openTable({ ...narrowed, actor, request }, words);
  const caption = format === "pdf" ? await captionOf(actor, narrowed.reach, request, words) : null;
  const { name, timeZone } = actor.instance;
  const written: Written = { request, format, header: table.header, timeZone, words, caption, author: name };
  return { reach: narrowed.reach, table, written };
}

/** What a file is made from, beside the rows of its table. */
interface Written {
  request: TableRequest;
  format: queries.ExportFormat;
  header: string[];
  timeZone: string;
  words: Words;
  /** Of a table on paper. */
  caption: Caption | null;
  author: string;
}

/** Has a job make the file when the transaction commits. */
async function startExport(
  platform: Platform,
  origin: string,
  reach: Reach<"report.view">,
  request: TableRequest,
  format: queries.ExportFormat,
  total: number,
): Promise<queries.ExportRow> {
  const { instanceId, userId } = reach;
  const made = await queries.insertExport(reach, { kind: request.kind, format, request, scope: scopeOf(reach), total });
  await platform.jobs.enqueue(reach.db, "report.export", { instanceId, actorId: userId, exportId: made.id, origin });
  return made;
}

/** A file of a table; streamed, in the language that its header is in. */
function fileOf(written: Written, rows: Rows): TableFile {
  const { request, format } = written;
  return { name: `${NAMES[request.kind]}.${format}`, type: TYPES[format], stream: () => streamOf(written, rows) };
}

function streamOf({ format, header, timeZone, words, caption, author }: Written, rows: Rows): Readable {
  if (format === "xlsx") return xlsxOf(header, rows, timeZone);
  if (caption === null) return Readable.from(csvOf(header, rows, timeZone), { objectMode: false });
  const about = { ...caption, header, author, language: words.language, pageWord: words.page };
  return Readable.from(tablePdf(about, onPaper(rows, timeZone)), { objectMode: false });
}

/** Days as the tables on the screen write them. */
async function* onPaper(rows: Rows, timeZone: string) {
  for await (const batch of rows)
    yield batch.map((row) =>
      row.map((cell) => (cell instanceof Date ? dayOf(cell, timeZone).split("-").toReversed().join("/") : cell)),
    );
}

const NAMES: Record<TableRequest["kind"], string> = {
  users: "user-reports",
  courses: "course-reports",
  "course-users": "assigned-users",
  "course-questions": "course-questions",
  "user-courses": "user-courses",
  "user-certificates": "user-certificates",
  "user-activity": "user-activity",
  certified: "certificates",
  "package-results": "package-results",
  "package-questions": "package-questions",
  everything: "learners-and-courses",
};

/**
 * Makes the file of an export, as the person who asked for it and with what they may read by now; then tells them. Whoever may
 * read no reports any more gets none.
 */
export async function runExport(
  platform: Platform,
  { instanceId, exportId, origin }: { instanceId: number; exportId: number; origin: string },
  isLastTry: boolean,
): Promise<void> {
  const taken = await inInstance(platform.database, instanceId, (db) => queries.takeUp(db, instanceId, exportId));
  if (!taken) return;
  try {
    const request = taken.request as TableRequest;
    await asPerson(platform, { instanceId, userId: taken.user_id }, async (actor) => {
      await queries.allowMinutes(await actor.reach("report.view", request.branchUrl), LONGEST_MINUTES);
      const { reach, table, written } = await openFile(actor, request, taken.format as queries.ExportFormat);
      const file = fileOf(written, counted(table));
      const { key } = await storeMade(platform, reach, { ...file, stream: file.stream(), purpose: "report" });
      if (!(await queries.finish(reach, exportId, key))) return;
      await tell(platform, reach, "export_ready", [{ userId: taken.user_id, data: {} }], origin);
    });
  } catch (error) {
    const isRefused = error instanceof AppError;
    if (isRefused || isLastTry)
      await inInstance(platform.database, instanceId, (db) => queries.fail(db, instanceId, exportId));
    if (!isRefused) throw error;
  }

  /** The progress is told in transactions of its own: that of the reading is open until the end. */
  async function* counted(table: Table) {
    let written = 0;
    let told = 0;
    for await (const batch of table.rows) {
      yield batch;
      written += batch.length;
      if (written - told < PROGRESS_EVERY) continue;
      told = written;
      await inInstance(platform.database, instanceId, (db) => queries.setWritten(db, instanceId, exportId, written));
    }
  }
}

const PROGRESS_EVERY = 10_000;

/** One's own exports of the last days. */
export async function listExports(actor: Actor) {
  const reach = await actor.reach("report.view");
  return (await queries.listExports(reach)).map(({ created_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
  }));
}

/**
 * The file of one of one's own exports.
 * @throws NotFound when there is none, or when the person's right reaches other branches or groups than it did
 */
export async function openExport(actor: Actor, id: number): Promise<TableFile & { size: number }> {
  const found = await queries.findFinished(await actor.reach("report.view"), id);
  if (!found) throw new NotFound("Export");
  const { reach } = await narrow(actor, found.request as TableRequest);
  if (JSON.stringify(found.scope) !== JSON.stringify(scopeOf(reach))) throw new NotFound("Export");
  const { files } = actor.platform;
  const stored = await files.get(found.key);
  return { name: found.name, type: found.type, size: found.size, stream: () => stored };
}

/** Forgets the exports of an instance that are some days old; their files go with the sweep that follows. */
export async function sweepExports(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, (db) => queries.deleteOld(db, instanceId, KEPT_DAYS));
}

const scopeOf = ({ branchIds, ledGroupIds }: Reach) => [
  branchIds?.toSorted((a, b) => a - b) ?? null,
  ledGroupIds.toSorted((a, b) => a - b),
];

async function allOf(rows: Rows): Promise<Cell[][]> {
  const all: Cell[][] = [];
  for await (const batch of rows) all.push(...batch);
  return all;
}

async function* once(rows: Cell[][]) {
  yield rows;
}
