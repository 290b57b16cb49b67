import { Readable } from "node:stream";
import type { Actor, Reach } from "../../access/actor.ts";
import { asPerson } from "../../access/door.ts";
import { inInstance } from "../../access/tenancy.ts";
import { AppError, Conflict, NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { storeMade } from "../files/files.service.ts";
import { tell } from "../notifications/notifications.service.ts";
import type { Cell, Rows } from "./cells.ts";
import { csvOf } from "./csv.ts";
import * as queries from "./exports.queries.ts";
import { narrow } from "./narrowing.service.ts";
import { openTable, type Table, type TableRequest } from "./report-tables.ts";
import { wordsIn } from "./report-words.ts";
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
} as const;

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
  const { header, reach, rows, total } = await readTable(actor, request);
  if (rows) return fileOf(request, format, header, once(rows), actor.instance.timeZone);
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
  const { header, reach, rows, total } = await readTable(actor, request);
  if (rows) return fileOf(request, format, header, once(rows), actor.instance.timeZone);
  await startExport(actor.platform, origin, reach, request, format, total);
  return null;
}

/** The table, with its rows where they are few enough to be answered at once; else null, and how many there are. */
async function readTable(actor: Actor, request: TableRequest) {
  const narrowed = await narrow(actor, request);
  const table = await openTable({ ...narrowed, actor, request }, wordsIn(request.language, actor.person.language));
  const total = await table.count();
  if (total > MOST_AT_ONCE) return { ...table, reach: narrowed.reach, total, rows: null };
  return { ...table, reach: narrowed.reach, total, rows: await allOf(table.rows) };
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
function fileOf(
  { kind }: TableRequest,
  format: queries.ExportFormat,
  header: string[],
  rows: Rows,
  timeZone: string,
): TableFile {
  return {
    name: `${NAMES[kind]}.${format}`,
    type: TYPES[format],
    stream: () =>
      format === "xlsx"
        ? xlsxOf(header, rows, timeZone)
        : Readable.from(csvOf(header, rows, timeZone), { objectMode: false }),
  };
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
      const narrowed = await narrow(actor, request);
      const { reach } = narrowed;
      await queries.allowMinutes(reach, LONGEST_MINUTES);
      const table = await openTable({ ...narrowed, actor, request }, wordsIn(request.language, actor.person.language));
      const file = fileOf(request, taken.format as "csv", table.header, counted(table), actor.instance.timeZone);
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
