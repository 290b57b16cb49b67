import type { Actor } from "../../access/actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { listWithoutJob } from "../../platform/job-payloads.ts";
import type { Platform } from "../../platform/platform.ts";
import {
  type IncomingFile,
  findKey,
  newKey,
  type RunAsActor,
  storeChecked,
  type StoredUpload,
} from "../files/files.service.ts";
import { type ArchiveFile, ARCHIVE_LIMITS, openArchive } from "../../platform/archive.ts";
import { filesBelow, readPackage, READER } from "./package-reader.ts";
import * as queries from "./packages.queries.ts";
import type { PackageKind } from "./package.ts";
import { Refusal } from "../../platform/refusal.ts";
import { t } from "../../i18n/message.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "scorm.unpack": JobPayload & { instanceId: number; packageId: number };
  }
}

/** The address of an uploaded file, and the package read from it. */
export interface StoredPackage extends StoredUpload {
  scorm: { id: number; title: string | null; kind: string; version: string; units: number };
}

/**
 * Stores an uploaded package and reads it whole; a job unpacks it. A rejected upload leaves neither a file nor a row.
 * @param only the only kind accepted here
 * @throws Invalid for the field 'scorm', with the reason
 */
export async function storePackage(
  platform: Platform,
  runAsActor: RunAsActor,
  file: IncomingFile,
  only?: PackageKind,
): Promise<StoredPackage> {
  let scorm: StoredPackage["scorm"] | undefined;
  const stored = await storeChecked(
    platform,
    runAsActor,
    (actor) => actor.reach("file.upload"),
    "scorm",
    file,
    async ({ key, size, name, type }) => {
      const isXml = /\.xml$/i.test(name) && type !== "application/zip";
      const read = await readPackage(platform.files, { key, size, isXml }, ARCHIVE_LIMITS).catch(throwInvalid);
      if (only && read.description.kind !== only) throw new Invalid({ scorm: [t`This is not a package of ${only}.`] });
      return read;
    },
    async (actor, { key }, { description, files }) => {
      const reach = await actor.reach("file.upload");
      const folder_key = files === 0 ? null : newKey(reach.instanceId);
      const id = await queries.insertPackage(reach, description, { file_key: key, folder_key, files, reader: READER });
      if (folder_key !== null)
        await platform.jobs.enqueue(reach.db, "scorm.unpack", {
          instanceId: reach.instanceId,
          actorId: reach.userId,
          packageId: id,
        });
      const { title, kind, version, units } = description;
      scorm = { id, title, kind, version, units: units.length };
    },
  );
  return { ...stored, scorm: scorm! };
}

/** Packages uploaded in parts. */
export const packageUploads = {
  store: storePackage,
  again: (runAsActor: RunAsActor, stored: StoredUpload): Promise<StoredPackage> =>
    runAsActor(async (actor) => {
      const scorm = await queries.findByFile(await actor.reach("file.upload"), findKey(stored.url)!);
      if (!scorm) throw new NotFound("Package");
      return { ...stored, scorm };
    }),
};

/** Returns how far a package is unpacked, for the screen of its uploader. @throws NotFound */
export async function getUnpackingState(actor: Actor, id: number) {
  const state = await queries.findState(await actor.reach("file.upload"), id);
  if (!state) throw new NotFound("Package");
  return state;
}

export type PackageState = Awaited<ReturnType<typeof getUnpackingState>>;

const AT_ONCE = 8;
const ROWS_AT_ONCE = 80;

// As many as the queue allows one job, over about half a day.
const MOST_TRIES = 21;

/**
 * Unpacks a package into its folder. May be interrupted and called again; does nothing for a package that is ready,
 * given up or deleted. After the last try the package is given up.
 */
export async function unpackPackage(
  platform: Platform,
  { instanceId, packageId }: { instanceId: number; packageId: number },
): Promise<void> {
  const inside = <T>(work: Parameters<typeof inInstance<T>>[2]) => inInstance(platform.database, instanceId, work);
  const found = await inside((db) => queries.findToUnpack(db, instanceId, packageId));
  if (!found?.folder_key) return;
  const tries = await inside((db) => queries.countTry(db, instanceId, packageId));
  if (tries > MOST_TRIES) return inside((db) => queries.markUnpacked(db, instanceId, packageId, "failed"));
  try {
    await unpackFiles(platform, { instanceId, packageId }, { ...found, folder_key: found.folder_key });
  } catch (error) {
    if (tries === MOST_TRIES) await inside((db) => queries.markUnpacked(db, instanceId, packageId, "failed"));
    throw error;
  }
}

async function unpackFiles(
  platform: Platform,
  { instanceId, packageId }: { instanceId: number; packageId: number },
  { folder_key, key, size, root }: { folder_key: string; key: string; size: number; root: string },
): Promise<void> {
  const inside = <T>(work: Parameters<typeof inInstance<T>>[2]) => inInstance(platform.database, instanceId, work);
  const archive = filesBelow(await openArchive(platform.files, key, size), root);
  for (let at = 0; at < archive.length; at += ROWS_AT_ONCE) {
    const some = archive.slice(at, at + ROWS_AT_ONCE).map((file, index) => ({ file, number: at + index + 1 }));
    for (let next = 0; next < some.length; next += AT_ONCE)
      await Promise.all(some.slice(next, next + AT_ONCE).map((each) => unpack(platform, folder_key, each)));
    const rows = some.map(({ file: { path, size }, number }) => ({ path, size, number }));
    await inside((db) => queries.insertUnpacked(db, instanceId, packageId, rows));
  }
  await inside((db) => queries.markUnpacked(db, instanceId, packageId, "ready"));
}

async function unpack(platform: Platform, folder: string, { file, number }: { file: ArchiveFile; number: number }) {
  await platform.files.put(`${folder}/${number}`, await file.read(), { type: "application/octet-stream" });
}

/** Enqueues unpacking again for packages whose job failed for good or was lost. Part of the housekeeping. */
export async function resumeUnpacking(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    const waiting = await queries.listUnpacking(db, instanceId);
    for (const packageId of await listWithoutJob(db, instanceId, "scorm.unpack", "packageId", waiting))
      await platform.jobs.enqueue(db, "scorm.unpack", { instanceId, actorId: null, packageId });
  });
}

// An author may leave a course open over the weekend before saving an upload.
const KEPT_DAYS = 7;

/** Deletes packages that no course uses, that have no learner records and that nobody has open; part of the housekeeping. */
export async function sweepPackages(platform: Platform, instanceId: number): Promise<void> {
  const folders = await inInstance(platform.database, instanceId, (db) =>
    queries.deleteUnused(db, instanceId, KEPT_DAYS),
  );
  for (const folder of folders)
    for await (const { key } of platform.files.list(`${folder}/`)) await platform.files.remove(key);
}

function throwInvalid(error: unknown): never {
  throw error instanceof Refusal ? new Invalid({ scorm: [error.text] }) : error;
}
