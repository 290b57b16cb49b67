import { Readable } from "node:stream";
import type { Actor, Reach } from "../../../access/actor.ts";
import { outranks } from "../../../access/permissions.ts";
import { withUser } from "../../../access/with-actor.ts";
import { inInstance } from "../../../access/tenancy.ts";
import { AppError, Conflict, NotFound } from "../../../errors.ts";
import { t } from "../../../i18n/message.ts";
import { listWithoutJob } from "../../../platform/job-payloads.ts";
import { tablePdf } from "../../../platform/pdf/table-printer.ts";
import type { Platform } from "../../../platform/platform.ts";
import { writeXlsx } from "../../../platform/xlsx.ts";
import { removeBytes, storeMade } from "../../files/files.service.ts";
import { notifyFromJob } from "../../notifications/notifications.service.ts";
import { type Cell, formatDay, type Rows } from "../cells.ts";
import { getTexts, type Texts } from "../report-texts.ts";
import type { TableRequest } from "../request.ts";
import type { OpenTable } from "../table.ts";
import { findTable, getTable } from "../tables.ts";
import { type Caption, createCaption } from "./caption.ts";
import { writeCsv } from "./csv.ts";
import * as queries from "./exports.queries.ts";
import { refuseTooManyRows, toPdfRows } from "./pdf-rows.ts";

declare module "../../../platform/jobs.ts" {
  interface JobMap {
    "report.export": JobPayload & { instanceId: number; exportId: number; origin: string };
  }
}

/** Tables with more rows are created by a job. Fewer rows are in memory while they are returned. */
const MAX_ROWS_AT_ONCE = 10_000;
/** Drawing a page takes longer than reading its rows. */
const MAX_PDF_ROWS_AT_ONCE = 1_000;
const MAX_WAITING = 5;
const KEPT_DAYS = 7;
const MAX_MINUTES = 10;

const TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
} as const;

/** A file that can be sent after the transaction. */
export interface TableFile {
  name: string;
  type: string;
  stream: () => Readable;
}

/**
 * Exports a report or list as a file: immediately if it is small, otherwise as an export that a job creates and of which the caller is
 * notified.
 * @throws NotFound, Forbidden; Invalid for a filter that the table does not have; Conflict for too many waiting exports
 */
export async function exportTable(
  actor: Actor,
  request: TableRequest,
  format: queries.ExportFormat,
): Promise<TableFile | queries.ExportRow> {
  const { reach, content, rows, total } = await readTable(actor, request, format);
  if (rows) return toFile(content, once(rows));
  if ((await queries.countUnfinished(reach)) >= MAX_WAITING)
    throw new Conflict(t`Some of your exports are still running. Wait until they are finished.`);
  return startExport(actor.platform, actor.visit.origin, reach, request, format, total);
}

/** Requests an export that a job creates, whatever its size. @throws NotFound, Forbidden, Invalid like `exportTable` */
export async function requestExport(
  actor: Actor,
  request: TableRequest,
  format: queries.ExportFormat,
): Promise<queries.ExportRow> {
  const { reach, table } = await openFile(actor, request, format);
  return startExport(actor.platform, actor.visit.origin, reach, request, format, await table.count());
}

/**
 * Creates the file of a small table; starts an export for a large one and returns null.
 * @param canBeFile false to start an export for a small one too
 */
export async function createFile(
  actor: Actor,
  request: TableRequest,
  format: queries.ExportFormat,
  origin: string,
  canBeFile = true,
): Promise<TableFile | null> {
  const { reach, content, rows, total } = await readTable(actor, request, format);
  if (rows && canBeFile) return toFile(content, once(rows));
  await startExport(actor.platform, origin, reach, request, format, total);
  return null;
}

/** Opens a table and reads its rows if they are few; otherwise only counts them. */
async function readTable(actor: Actor, request: TableRequest, format: queries.ExportFormat) {
  const { reach, table, content } = await openFile(actor, request, format);
  const total = await table.count();
  if (format === "pdf") refuseTooManyRows(total);
  // A list that counts no further than the maximum may have more rows.
  const isLarge = total >= (format === "pdf" ? MAX_PDF_ROWS_AT_ONCE : MAX_ROWS_AT_ONCE);
  return { reach, content, total, rows: isLarge ? null : await collectAll(table.rows) };
}

/** Opens a table and collects what its file contains besides the rows. */
async function openFile(actor: Actor, request: TableRequest, format: queries.ExportFormat) {
  const definition = getTable(request.kind);
  const texts = getTexts(request.language, actor.person.language, actor.instance.language);
  const table = await definition.open(actor, request, texts);
  const caption = format === "pdf" ? await createCaption(actor, table.reach, definition, request, texts) : null;
  const { name: author, timeZone } = actor.instance;
  const { fileName } = definition;
  const content: Content = { fileName, format, header: table.header, timeZone, texts, caption, author };
  return { reach: table.reach, table, content };
}

/** What a file contains besides the rows of its table. */
interface Content {
  fileName: string;
  format: queries.ExportFormat;
  header: string[];
  timeZone: string;
  texts: Texts;
  /** Of a PDF. */
  caption: Caption | null;
  author: string;
}

/** Lets a job create the file after the transaction. */
async function startExport(
  platform: Platform,
  origin: string,
  reach: Reach,
  request: TableRequest,
  format: queries.ExportFormat,
  total: number,
): Promise<queries.ExportRow> {
  const { instanceId, userId } = reach;
  const stored = await queries.insertExport(reach, {
    kind: request.kind,
    format,
    request,
    scope: describeScope(reach),
    total,
  });
  await platform.jobs.enqueue(reach.db, "report.export", { instanceId, actorId: userId, exportId: stored.id, origin });
  return stored;
}

/** Returns the file of a table, streamed and in the language of its header. */
function toFile(content: Content, rows: Rows): TableFile {
  const { fileName, format } = content;
  return { name: `${fileName}.${format}`, type: TYPES[format], stream: () => openStream(content, rows) };
}

function openStream({ format, header, timeZone, texts, caption, author }: Content, rows: Rows): Readable {
  if (format === "xlsx") return writeXlsx(header, rows, { formatDay: (date) => formatDay(date, timeZone) });
  if (caption === null) return Readable.from(writeCsv(header, rows, timeZone), { objectMode: false });
  const about = { ...caption, header, author, language: texts.language, pageWord: texts.text("page") };
  return Readable.from(tablePdf(about, toPdfRows(rows, timeZone)), { objectMode: false });
}

/**
 * Creates the file of an export as the user who requested it, with their current permissions, and notifies them. It fails for a user who
 * may no longer read the table.
 */
export async function runExport(
  platform: Platform,
  { instanceId, exportId, origin }: { instanceId: number; exportId: number; origin: string },
  isLastTry: boolean,
): Promise<void> {
  const started = await inInstance(platform.database, instanceId, (db) => queries.startWork(db, instanceId, exportId));
  if (!started) return;
  try {
    const request = started.request as TableRequest;
    const userId = started.user_id;
    // A list is read in pages, which have to be of one moment. The progress was changed since: the end is stored by itself.
    const made = await withUser(platform, { instanceId, userId, isSnapshot: true }, async (actor) => {
      await queries.allowMinutes(await actor.reach("learn"), MAX_MINUTES);
      const { reach, table, content } = await openFile(actor, request, started.format as queries.ExportFormat);
      const file = toFile(content, counted(table));
      const { key } = await storeMade(platform, reach, { ...file, stream: file.stream(), purpose: "report" });
      return { key, role: reach.role, scope: describeScope(reach) };
    });
    const isFinished = await inInstance(platform.database, instanceId, async (db) => {
      if (!(await queries.finish({ db, instanceId }, exportId, made))) {
        await queries.deleteFile(db, instanceId, made.key);
        return false;
      }
      await notifyFromJob(platform, { db, instanceId, userId: null }, "export_ready", [{ userId, data: {} }], origin);
      return true;
    });
    // Another worker was faster, or the export is gone, as after the erasure of a person whom the file may name.
    if (!isFinished) await removeBytes(platform, [made.key]);
  } catch (error) {
    const isRefused = error instanceof AppError;
    if (isRefused || isLastTry)
      await inInstance(platform.database, instanceId, (db) => queries.fail(db, instanceId, exportId));
    if (!isRefused) throw error;
  }

  /** Stores the progress in transactions of its own: that of the reading is open until the end. */
  async function* counted(table: OpenTable) {
    let written = 0;
    let stored = 0;
    for await (const batch of table.rows) {
      yield batch;
      written += batch.length;
      if (written - stored < PROGRESS_EVERY) continue;
      stored = written;
      await inInstance(platform.database, instanceId, (db) => queries.setWritten(db, instanceId, exportId, written));
    }
  }
}

const PROGRESS_EVERY = 10_000;

/** Lists the caller's exports of the last days. */
export async function listExports(actor: Actor) {
  const reach = await actor.reach("learn");
  return (await queries.listExports(reach)).map(({ created_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
  }));
}

/** Returns the title of a report or list in a language, or in that of the caller; its kind if it no longer exists. */
export function getTitle(actor: Actor, kind: string, language?: string | null): string {
  const table = findTable(kind);
  return table ? getTexts(language, actor.person.language, actor.instance.language).text(table.title) : kind;
}

/**
 * Returns the file of one of the caller's exports.
 * @throws NotFound when there is none, or when the caller's permission now covers other branches or groups, or their role is
 * lower than the one with which it was made, which may have shown more fields
 */
export async function openExport(actor: Actor, id: number): Promise<TableFile & { size: number }> {
  const found = await queries.findFinished(await actor.reach("learn"), id);
  if (!found) throw new NotFound("Export");
  const request = found.request as TableRequest;
  const reach = await getTable(request.kind).reach(actor, request);
  if (found.role !== null && outranks(found.role, reach.role)) throw new NotFound("Export");
  if (JSON.stringify(found.scope) !== JSON.stringify(describeScope(reach))) throw new NotFound("Export");
  const { files } = actor.platform;
  const stored = await files.get(found.key);
  return { name: found.name, type: found.type, size: found.size, stream: () => stored };
}

/**
 * Deletes the exports of an instance that are some days old; the sweep that follows deletes their files. Ends those whose job
 * was lost: they would count as running, and keep their user from others (ADR 234).
 */
export async function sweepExports(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    await queries.deleteOld(db, instanceId, KEPT_DAYS);
    const unfinished = await queries.listUnfinished(db, instanceId);
    for (const id of await listWithoutJob(db, instanceId, "report.export", "exportId", unfinished))
      await queries.fail(db, instanceId, id);
  });
}

/** Describes the branches and groups of a reach, in whatever order they were read. */
export const describeScope = ({ branchIds, ledGroupIds }: Pick<Reach, "branchIds" | "ledGroupIds">) => [
  branchIds?.toSorted((a, b) => a - b) ?? null,
  ledGroupIds.toSorted((a, b) => a - b),
];

async function collectAll(rows: Rows): Promise<Cell[][]> {
  const all: Cell[][] = [];
  for await (const batch of rows) all.push(...batch);
  return all;
}

async function* once(rows: Cell[][]) {
  yield rows;
}
