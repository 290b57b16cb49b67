import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Reach } from "../../access/actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import { listWithoutJob } from "../../platform/job-payloads.ts";
import { ConversionFailed } from "../../platform/office.ts";
import type { Platform } from "../../platform/platform.ts";
import { createFileKey } from "./addresses.ts";
import * as queries from "./document-views.queries.ts";
import { OFFICE_BY_ENDING } from "./upload-kinds.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "document.convert": JobPayload & { instanceId: number; fileKey: string };
  }
}

const TRIES = 2;
const ENDINGS = new Map(
  Object.entries({ ...OFFICE_BY_ENDING, txt: "text/plain" }).map(([ending, type]) => [type, ending]),
);

/**
 * Enqueues the conversion of a stored office document, where this server can convert; the job is part of the file's
 * transaction.
 */
export async function planView(platform: Platform, reach: Reach, file: { key: string; type: string }): Promise<void> {
  if (!platform.office || !ENDINGS.has(file.type)) return;
  await queries.insertView(reach, file.key);
  const payload = { instanceId: reach.instanceId, actorId: reach.userId, fileKey: file.key };
  await platform.jobs.enqueue(reach.db, "document.convert", payload);
}

/**
 * Enqueues conversions again whose job failed for good or was lost, where this server can convert. Part of the
 * housekeeping.
 */
export async function resumeConversions(platform: Platform, instanceId: number): Promise<void> {
  if (!platform.office) return;
  await inInstance(platform.database, instanceId, async (db) => {
    const waiting = await queries.listWaiting(db, instanceId);
    for (const fileKey of await listWithoutJob(db, instanceId, "document.convert", "fileKey", waiting))
      await platform.jobs.enqueue(db, "document.convert", { instanceId, actorId: null, fileKey });
  });
}

/** Creates the PDF of a document, as a job. A document that cannot be converted stays a download. */
export async function convertDocument(
  platform: Platform,
  { instanceId, fileKey }: { instanceId: number; fileKey: string },
  attempt: number,
): Promise<void> {
  const { office } = platform;
  const file = await inInstance(platform.database, instanceId, (db) => queries.findWaiting(db, instanceId, fileKey));
  const ending = file && ENDINGS.get(file.type);
  if (!office || !file || !ending) return;
  try {
    const pdf = await office.toPdf(
      ending,
      async (target) => pipeline(await platform.files.get(fileKey), createWriteStream(target)),
      async (made) => {
        const key = createFileKey(instanceId);
        await platform.files.put(key, createReadStream(made), { type: "application/pdf" });
        return { key, size: (await stat(made)).size };
      },
    );
    const name = `${file.name.replace(/\.[^.]*$/, "")}.pdf`;
    await inInstance(platform.database, instanceId, (db) => queries.keepPdf(db, instanceId, fileKey, { ...pdf, name }));
  } catch (error) {
    if (!(error instanceof ConversionFailed) || attempt < TRIES) throw error;
    await inInstance(platform.database, instanceId, (db) => queries.giveUp(db, instanceId, fileKey));
  }
}
