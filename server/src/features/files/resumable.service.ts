import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Actor } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound, type Validation } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { findKey, createFileKey, type StoredUpload, toStoredUpload } from "./addresses.ts";
import { type IncomingFile, largestUpload, type RunAsActor, storeUpload } from "./files.service.ts";
import { findFiles } from "./files.queries.ts";
import { requireRoom } from "./quota.service.ts";
import * as queries from "./resumable.queries.ts";
import { type AuthorsUpload, isAuthorsUpload, type UploadKindName } from "./upload-kinds.ts";
import { type Message, t } from "../../i18n/message.ts";

/** How another feature stores and checks a kind of file once it is complete, and the answer to repeated requests. */
export interface Finisher {
  store: (platform: Platform, runAsActor: RunAsActor, file: IncomingFile) => Promise<StoredUpload>;
  again: (runAsActor: RunAsActor, stored: StoredUpload) => Promise<StoredUpload>;
}

/** The finishers of kinds that another feature checks. */
export type Finishers = Readonly<Partial<Record<UploadKindName, Finisher>>>;

/**
 * Starts an upload in parts. Checks its kind and size before a byte is sent, and its content when it is complete. The
 * announced size counts until the upload is finished or abandoned.
 * @throws Forbidden; Invalid for the kind of file, and when it does not fit in the storage limits
 */
export async function beginUpload(
  platform: Platform,
  runAsActor: RunAsActor,
  finishers: Finishers,
  { id, kind, name, size }: { id: string; kind: string; name: string; size: number },
): Promise<void> {
  await runAsActor(async (actor) => {
    const reach = await actor.reach("file.upload");
    if (!isUploadedInParts(kind, finishers)) throw new Invalid({ kind: [t`This kind of file cannot be uploaded.`] });
    const most = largestUpload(kind);
    if (size > most) throw new Invalid({ [kind]: [t`This file is larger than ${Math.round(most / 1024 / 1024)} MB.`] });
    if (size === 0) throw new Invalid({ [kind]: [t`This file is empty.`] });
    await requireRoom(platform, reach, size, kind);
    await queries.insertUpload(reach, { id, kind, name: name.slice(0, 500), size });
  });
}

/** Returns the caller's own upload. @throws NotFound also for one that was refused */
export async function getUpload(runAsActor: RunAsActor, id: string): Promise<queries.UploadRow> {
  const found = await findUpload(runAsActor, id);
  if (found.refusal !== null) throw new NotFound("Upload");
  return found;
}

function findUpload(runAsActor: RunAsActor, id: string): Promise<queries.UploadRow> {
  return runAsActor(async (actor) => {
    const found = isId(id) && (await queries.findUpload(await actor.reach("file.upload"), id));
    if (!found) throw new NotFound("Upload");
    return found;
  });
}

/**
 * Stores what arrives of a part, also when the connection fails in the middle; holds no database connection meanwhile.
 * @returns where the next part starts
 * @throws Conflict when another request was faster
 */
export async function addPart(
  platform: Platform,
  runAsActor: RunAsActor,
  id: string,
  offset: number,
  bytes: Readable,
): Promise<number> {
  const { received, size } = await getUpload(runAsActor, id);
  if (received !== offset) throw new Conflict(t`The upload continued elsewhere.`);
  const instanceId = await runAsActor(async (actor) => actor.instance.id);
  const key = createFileKey(instanceId);
  const stored = await platform.files.put(key, Readable.from(whatComes(bytes, size - offset), { objectMode: false }), {
    type: "application/octet-stream",
  });
  const part = { key, size: stored.size, offset };
  const isKept =
    stored.size > 0 &&
    (await runAsActor(async (actor) => queries.addPart(await actor.reach("file.upload"), id, part)).catch(
      async (error: unknown) => {
        await platform.files.remove(key);
        throw error;
      },
    ));
  if (!isKept) await platform.files.remove(key);
  if (!isKept && stored.size > 0) throw new Conflict(t`The upload continued elsewhere.`);
  return offset + stored.size;
}

/** Shorter than a proxy's time limit: copying a video of gigabytes into a bucket takes minutes. */
const ANSWERS_WITHIN_MS = 20_000;
const LEASE_SECONDS = 60;
const LOOKS_EVERY_MS = 500;

/** The files this server is assembling, by the id of the upload. */
const making = new Map<string, Promise<StoredUpload>>();

/**
 * Assembles and checks a complete upload, once, however many requests ask for it here or on another server. A repeated
 * request gets the same answer.
 * @returns null while it is being assembled: ask again
 * @throws Conflict while bytes are missing; Invalid, with the same messages when asked again, and its bytes are deleted
 */
export async function finishUpload(
  platform: Platform,
  runAsActor: RunAsActor,
  finishers: Finishers,
  id: string,
  withinMs = ANSWERS_WITHIN_MS,
): Promise<StoredUpload | null> {
  const end = Date.now() + withinMs;
  const waiting = new AbortController();
  try {
    do {
      const upload = await findUpload(runAsActor, id);
      if (upload.refusal !== null) throw readRefusal(upload.refusal);
      const finisher = finishers[upload.kind as UploadKindName];
      if (upload.file_key) {
        const stored = await storedUpload(platform, runAsActor, upload.file_key);
        return finisher ? await finisher.again(runAsActor, stored) : stored;
      }
      if (upload.received < upload.size) throw new Conflict(t`The upload is not complete yet.`);
      if (!making.has(id) && (await runAsActor(async (actor) => claim(actor, id)))) {
        const made = makeFile(platform, runAsActor, finisher, upload).finally(() => making.delete(id));
        // The next request gets the error when no request waits for it any more.
        made.catch(() => {});
        making.set(id, made);
      }
      const here = making.get(id);
      const pause = sleep(here ? end - Date.now() : LOOKS_EVERY_MS, null, { signal: waiting.signal });
      pause.catch(() => {});
      const stored = await (here ? Promise.race([here, pause]) : pause);
      if (stored) return stored;
    } while (Date.now() < end);
    return null;
  } finally {
    waiting.abort();
  }
}

async function claim(actor: Actor, id: string): Promise<boolean> {
  return queries.claimFinish(await actor.reach("file.upload"), id, LEASE_SECONDS);
}

async function makeFile(
  platform: Platform,
  runAsActor: RunAsActor,
  finisher: Finisher | undefined,
  { id, kind, name, parts }: queries.UploadRow,
): Promise<StoredUpload> {
  const hold = (seconds: number) =>
    runAsActor(async (actor) => queries.holdFinish(await actor.reach("file.upload"), id, seconds)).catch(() => {});
  const renewal = setInterval(() => void hold(LEASE_SECONDS), (LEASE_SECONDS * 1000) / 3);
  try {
    const file = { name, uploadId: id, stream: Readable.from(joined(platform, parts), { objectMode: false }) };
    const stored = finisher
      ? await finisher.store(platform, runAsActor, file)
      : await storeUpload(platform, runAsActor, kind as AuthorsUpload, file);
    await runAsActor(async (actor) => queries.finishUpload(await actor.reach("file.upload"), id, findKey(stored.url)!));
    for (const key of parts) await platform.files.remove(key);
    return stored;
  } catch (error) {
    if (error instanceof Invalid) {
      await runAsActor(async (actor) => queries.refuseUpload(await actor.reach("file.upload"), id, toRefusal(error)));
      for (const key of parts) await platform.files.remove(key);
    } else await hold(0);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

const toRefusal = ({ text, fields }: Invalid) => JSON.stringify({ text, fields });

function readRefusal(refusal: string): Invalid {
  const { text, fields } = JSON.parse(refusal) as { text: Message; fields: Validation };
  return new Invalid(fields, text);
}

/** Deletes an upload and its parts. @throws NotFound */
export async function abandonUpload(platform: Platform, runAsActor: RunAsActor, id: string): Promise<void> {
  const { parts } = await getUpload(runAsActor, id);
  await runAsActor(async (actor) => queries.deleteUpload(await actor.reach("file.upload"), id));
  for (const key of parts) await platform.files.remove(key);
}

function storedUpload(platform: Platform, runAsActor: RunAsActor, key: string): Promise<StoredUpload> {
  return runAsActor(async (actor) => {
    const [file] = await findFiles(await actor.reach("file.upload"), [findKey(key)!]);
    if (!file) throw new NotFound("Upload");
    return toStoredUpload(platform.secret, { ...file, key });
  });
}

/**
 * Yields the bytes up to the end of the upload or of the connection: what arrived is stored, and the client continues
 * from there.
 */
async function* whatComes(bytes: Readable, most: number): AsyncGenerator<Buffer> {
  let left = most;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      if (left === 0) return;
      yield chunk.subarray(0, left);
      left -= Math.min(left, chunk.length);
    }
  } catch {
    return;
  }
}

async function* joined(platform: Platform, parts: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of parts) yield* (await platform.files.get(key)) as AsyncIterable<Buffer>;
}

function isUploadedInParts(kind: string, finishers: Finishers): kind is UploadKindName {
  return isAuthorsUpload(kind) || Object.hasOwn(finishers, kind);
}

function isId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
}
