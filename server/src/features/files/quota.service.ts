import type { Actor, Reach } from "../../access/actor.ts";
import type { Platform } from "../../platform/platform.ts";
import { Invalid } from "../../errors.ts";
import { type FileRow, insertFile } from "./files.queries.ts";
import { lockAndSum, type StoredBytes, sumBytesOfInstance } from "./quota.queries.ts";
import { t } from "../../i18n/message.ts";

const GB = 1024 ** 3;

/**
 * Checks that bytes fit in the storage limits of the instance and the person. Call it before an upload with the known
 * size, and again in the transaction that writes the row.
 * @param field named in the error
 * @param uploadId the upload in parts that the bytes were, which does not count beside them
 * @throws Invalid
 */
export async function requireRoom(
  platform: Platform,
  reach: Reach,
  bytes: number,
  field: string,
  uploadId?: string,
): Promise<void> {
  const stored = await lockAndSum(reach, uploadId);
  refuseFullInstance(platform, stored, bytes, field);
  const { config } = platform;
  const personGb = reach.role === "learner" ? config.LEARNER_STORAGE_GB : config.AUTHOR_STORAGE_GB;
  if (stored.ofPerson + bytes > personGb * GB)
    throw new Invalid({
      [field]: [t`You may store ${personGb} GB of files, and the limit is reached. Ask an administrator.`],
    });
}

/** Checks an upload before its first byte is stored. @returns its instance */
export async function beginUpload(
  platform: Platform,
  actor: Actor,
  mayUpload: (actor: Actor) => Promise<Reach>,
  field: string,
  uploadId?: string,
): Promise<number> {
  const reach = await mayUpload(actor);
  await requireRoom(platform, reach, 1, field, uploadId);
  return reach.instanceId;
}

/** Inserts the row of a stored file within the limits. @throws Invalid for the field when it does not fit */
export async function insertWithinLimits(
  platform: Platform,
  reach: Reach,
  row: FileRow,
  field: string,
  uploadId?: string,
): Promise<void> {
  await requireRoom(platform, reach, row.size, field, uploadId);
  await insertFile(reach, row);
}

/**
 * Checks that bytes that belong to no person, as those of xAPI, fit in the storage limit of the instance. The instance is
 * not locked, because learners store documents with every step: concurrent requests may exceed the limit by what they send.
 * @throws Invalid
 */
export async function requireInstanceRoom(
  platform: Platform,
  at: Pick<Reach, "db" | "instanceId">,
  bytes: number,
): Promise<void> {
  refuseFullInstance(platform, await sumBytesOfInstance(at), bytes, "storage");
}

/** Returns what an instance stores, and how much it may store, in bytes. */
export async function readStorage(
  { config }: Platform,
  at: Pick<Reach, "db" | "instanceId">,
): Promise<{ used: number; limit: number }> {
  const { ofInstance, limitGb } = await sumBytesOfInstance(at);
  return { used: ofInstance, limit: Math.round((limitGb ?? config.INSTANCE_STORAGE_GB) * GB) };
}

function refuseFullInstance(
  { config }: Platform,
  { ofInstance, limitGb }: StoredBytes,
  bytes: number,
  field: string,
): void {
  const instanceGb = limitGb ?? config.INSTANCE_STORAGE_GB;
  if (ofInstance + bytes > instanceGb * GB)
    throw new Invalid({
      [field]: [t`This site may store ${instanceGb} GB of files, and the limit is reached. Ask its administrator.`],
    });
}
