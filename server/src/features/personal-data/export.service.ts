import { Readable } from "node:stream";
import Papa from "papaparse";
import yazl from "yazl";
import type { Actor, Reach } from "../../access/actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import { withUser } from "../../access/with-actor.ts";
import { AppError, Conflict } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { listWithoutJob } from "../../platform/job-payloads.ts";
import type { Platform } from "../../platform/platform.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { signedAddress, storeMade } from "../files/files.service.ts";
import { getPeople } from "../users/authority.service.ts";
import { toAuditSubject } from "../users/people.service.ts";
import * as queries from "./export.queries.ts";
import { type Row, TOPICS } from "./topics.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "personal_data.export": JobPayload & { instanceId: number; exportId: number };
  }
}

/** A copy of what is stored about a person. */
export interface PersonalDataExport {
  id: number;
  state: "waiting" | "done" | "failed";
  /** ISO 8601. */
  created_at: string;
  /** The address of the file, once it exists. */
  url: string | null;
}

const KEPT_DAYS = 7;

/** Lets a job collect everything about a user, or about the caller. @throws NotFound, Forbidden; Conflict while one is collected */
export async function requestExport(actor: Actor, userId: number | null): Promise<PersonalDataExport> {
  const { reach, id, person } = await open(actor, userId);
  const latest = await queries.findLatest(reach, id);
  if (latest?.state === "waiting") throw new Conflict(t`This data is being collected already.`);
  const row = await queries.insertExport(reach, id);
  await recordAudit(actor, reach, { action: "user.data_exported", subject: toAuditSubject(person) });
  await actor.platform.jobs.enqueue(reach.db, "personal_data.export", {
    instanceId: reach.instanceId,
    actorId: reach.userId,
    exportId: row.id,
  });
  return toExport(actor, row);
}

/** Returns the latest copy of a user's data, or of the caller's, that the caller requested; null for none. */
export async function findExport(actor: Actor, userId: number | null): Promise<PersonalDataExport | null> {
  const { reach, id } = await open(actor, userId);
  const row = await queries.findLatest(reach, id);
  return row ? toExport(actor, row) : null;
}

/** Everybody may have their own data; those of others need a permission, and no higher rank. */
async function open(actor: Actor, userId: number | null): Promise<{ reach: Reach; id: number; person: Named }> {
  if (userId === null) {
    const reach = await actor.reach("profile.edit");
    const { firstName, lastName } = actor.person;
    return { reach, id: reach.userId, person: { id: reach.userId, first_name: firstName, last_name: lastName } };
  }
  // At the instance's own address only, also for operators.
  const reach = await actor.reach("personal_data.manage");
  const [person] = await getPeople(reach, [userId]);
  return { reach, id: userId, person: person! };
}

type Named = Parameters<typeof toAuditSubject>[0];

const toExport = ({ platform }: Actor, { id, state, file_key, created_at }: queries.ExportRow): PersonalDataExport => ({
  id,
  state,
  created_at: created_at.toISOString(),
  url: file_key === null ? null : signedAddress(platform.secret, file_key, "download"),
});

/** Collects the file of an export with the current permissions of whom requested it. */
export async function runExport(
  platform: Platform,
  { instanceId, exportId }: { instanceId: number; exportId: number },
  isLastTry: boolean,
): Promise<void> {
  const found = await inInstance(platform.database, instanceId, (db) => queries.findWaiting(db, instanceId, exportId));
  if (!found) return;
  try {
    await withUser(platform, { instanceId, userId: found.requested_by }, async (actor) => {
      const { reach, id } = await open(actor, found.user_id === found.requested_by ? null : found.user_id);
      const stream = await writeFile(platform, reach, id);
      const name = `personal-data-${id}.zip`;
      const file = { name, type: "application/zip", stream, purpose: "personal data" };
      const { key } = await storeMade(platform, reach, file);
      await queries.finish(reach.db, instanceId, exportId, key);
    });
  } catch (error) {
    const isRefused = error instanceof AppError;
    if (isRefused || isLastTry)
      await inInstance(platform.database, instanceId, (db) => queries.finish(db, instanceId, exportId, null));
    if (!isRefused) throw error;
  }
}

/** Writes a zip: all topics as JSON, each topic as CSV, and the files that the user has handed in. */
async function writeFile(platform: Platform, reach: Reach, userId: number): Promise<Readable> {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error: Error) => output.destroy(error));
  const all: Record<string, Row[]> = {};
  for (const [topic, select] of Object.entries(TOPICS)) {
    const { rows } = await select(reach.instanceId, userId).execute(reach.db);
    all[topic] = rows;
    if (rows.length > 0) zip.addBuffer(Buffer.from(toCsv(rows)), `${topic}.csv`);
  }
  zip.addBuffer(Buffer.from(`${JSON.stringify(all, null, 1)}\n`), "data.json");
  for (const [at, { key, name, size }] of (await queries.listFiles(reach.db, reach.instanceId, userId)).entries()) {
    // The number keeps equal names apart; a name never leads out of the folder.
    const entry = `files/${at + 1}-${name.replaceAll(/[^\p{L}\p{N}._ -]/gu, "_").slice(-120)}`;
    zip.addReadStreamLazy(entry, { size, compress: false }, (done) => {
      const bytes = Readable.from(streamBytes(() => platform.files.get(key)));
      // The library does not handle errors of a stream that it gets late; unhandled, they would end the process.
      bytes.once("error", (error) => output.destroy(error));
      done(null, bytes);
    });
  }
  zip.end();
  return output;
}

async function* streamBytes(open: () => Promise<Readable>) {
  yield* await open();
}

/** Texts that a spreadsheet would take for a formula are marked as texts. */
const toCsv = (rows: Row[]) =>
  `\uFEFF${Papa.unparse(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toCell(value)]))),
    { newline: "\r\n", escapeFormulae: true },
  )}\r\n`;

function toCell(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/**
 * Deletes the copies of an instance that are some days old; the sweep that follows deletes their files. Ends those whose
 * job failed for good or was lost, so that their requester can ask for another.
 */
export async function sweepPersonalData(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    await queries.deleteOld(db, instanceId, KEPT_DAYS);
    const waiting = await queries.listWaiting(db, instanceId);
    for (const id of await listWithoutJob(db, instanceId, "personal_data.export", "exportId", waiting))
      await queries.finish(db, instanceId, id, null);
  });
}
