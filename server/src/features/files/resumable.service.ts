import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Actor } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { keyOf, newKey, signedAddress } from "./addresses.ts";
import { type IncomingFile, largestUpload, type ShortDoor, storeUpload, type StoredUpload } from "./files.service.ts";
import { findFiles } from "./files.queries.ts";
import { requireRoom } from "./quota.service.ts";
import * as queries from "./resumable.queries.ts";
import { type AuthorsUpload, isAuthorsUpload, type UploadKindName } from "./upload-kinds.ts";

/** How a kind of file that another feature judges is stored once it is whole, and what is answered of it to whoever asks again. */
export interface Finisher {
  store: (platform: Platform, door: ShortDoor, file: IncomingFile) => Promise<StoredUpload>;
  again: (door: ShortDoor, stored: StoredUpload) => Promise<StoredUpload>;
}

/** The finishers of kinds that are not stored as they are. */
export type Finishers = Readonly<Partial<Record<UploadKindName, Finisher>>>;

/**
 * Begins an upload that comes in parts. What it may be is told here, before a byte is sent; what it is, when it is whole.
 * The announced size is counted until the upload is finished or given up.
 * @throws Forbidden; Invalid for the kind of file, and where there is no room
 */
export async function beginUpload(
  platform: Platform,
  door: ShortDoor,
  finishers: Finishers,
  { id, kind, name, size }: { id: string; kind: string; name: string; size: number },
): Promise<void> {
  await door(async (actor) => {
    const reach = await actor.reach("file.upload");
    if (!isUploadedInParts(kind, finishers)) throw new Invalid({ kind: ["This kind of file cannot be uploaded."] });
    const most = largestUpload(kind);
    if (size > most) throw new Invalid({ [kind]: [`This file is larger than ${Math.round(most / 1024 / 1024)} MB.`] });
    if (size === 0) throw new Invalid({ [kind]: ["This file is empty."] });
    await requireRoom(platform, reach, size, kind);
    await queries.insertUpload(reach, { id, kind, name: name.slice(0, 500), size });
  });
}

/** One's own upload. @throws NotFound */
export function getUpload(door: ShortDoor, id: string): Promise<queries.UploadRow> {
  return door(async (actor) => {
    const found = isId(id) && (await queries.findUpload(await actor.reach("file.upload"), id));
    if (!found) throw new NotFound("Upload");
    return found;
  });
}

/**
 * Keeps what comes of a part, also when the line breaks in the middle of it; holds no connection meanwhile.
 * @returns where the next part begins
 * @throws Conflict when another request was faster
 */
export async function addPart(
  platform: Platform,
  door: ShortDoor,
  id: string,
  offset: number,
  bytes: Readable,
): Promise<number> {
  const { received, size } = await getUpload(door, id);
  if (received !== offset) throw new Conflict("The upload went on elsewhere.");
  const instanceId = await door(async (actor) => actor.instance.id);
  const key = newKey(instanceId);
  const stored = await platform.files.put(key, Readable.from(whatComes(bytes, size - offset), { objectMode: false }), {
    type: "application/octet-stream",
  });
  const part = { key, size: stored.size, offset };
  const isKept =
    stored.size > 0 &&
    (await door(async (actor) => queries.addPart(await actor.reach("file.upload"), id, part)).catch(
      async (error: unknown) => {
        await platform.files.remove(key);
        throw error;
      },
    ));
  if (!isKept) await platform.files.remove(key);
  if (!isKept && stored.size > 0) throw new Conflict("The upload went on elsewhere.");
  return offset + stored.size;
}

/** Shorter than what proxies wait for an answer: a film of gigabytes takes minutes on its way into a bucket. */
const ANSWERS_WITHIN_MS = 20_000;
const LEASE_SECONDS = 60;
const LOOKS_EVERY_MS = 500;

/** What this server makes whole at the moment, by the id of the upload. */
const making = new Map<string, Promise<StoredUpload>>();

/**
 * Makes one file of the parts of an upload that is whole, judged as any other: once, however many ask, here or on another server.
 * Asked again, it answers the same.
 * @returns null when it is still being made: ask again
 * @throws Conflict while something is missing; Invalid, and the upload is gone
 */
export async function finishUpload(
  platform: Platform,
  door: ShortDoor,
  finishers: Finishers,
  id: string,
  withinMs = ANSWERS_WITHIN_MS,
): Promise<StoredUpload | null> {
  const end = Date.now() + withinMs;
  const waiting = new AbortController();
  try {
    do {
      const upload = await getUpload(door, id);
      const finisher = finishers[upload.kind as UploadKindName];
      if (upload.file_key) {
        const stored = await storedUpload(platform, door, upload.file_key);
        return finisher ? await finisher.again(door, stored) : stored;
      }
      if (upload.received < upload.size) throw new Conflict("The upload is not whole yet.");
      if (!making.has(id) && (await door(async (actor) => claim(actor, id)))) {
        const made = makeFile(platform, door, finisher, upload).finally(() => making.delete(id));
        // Whoever asks next is told, should nobody wait for it any more.
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
  door: ShortDoor,
  finisher: Finisher | undefined,
  { id, kind, name, parts }: queries.UploadRow,
): Promise<StoredUpload> {
  const hold = (seconds: number) =>
    door(async (actor) => queries.holdFinish(await actor.reach("file.upload"), id, seconds)).catch(() => {});
  const beat = setInterval(() => void hold(LEASE_SECONDS), (LEASE_SECONDS * 1000) / 3);
  try {
    const file = { name, stream: Readable.from(joined(platform, parts), { objectMode: false }) };
    const stored = finisher
      ? await finisher.store(platform, door, file)
      : await storeUpload(platform, door, kind as AuthorsUpload, file);
    await door(async (actor) => queries.finishUpload(await actor.reach("file.upload"), id, keyOf(stored.url)!));
    for (const key of parts) await platform.files.remove(key);
    return stored;
  } catch (error) {
    if (error instanceof Invalid) await abandonUpload(platform, door, id);
    else await hold(0);
    throw error;
  } finally {
    clearInterval(beat);
  }
}

/** Gives an upload up, and removes what came of it. @throws NotFound */
export async function abandonUpload(platform: Platform, door: ShortDoor, id: string): Promise<void> {
  const { parts } = await getUpload(door, id);
  await door(async (actor) => queries.deleteUpload(await actor.reach("file.upload"), id));
  for (const key of parts) await platform.files.remove(key);
}

function storedUpload(platform: Platform, door: ShortDoor, key: string): Promise<StoredUpload> {
  return door(async (actor) => {
    const [file] = await findFiles(await actor.reach("file.upload"), [keyOf(key)!]);
    if (!file) throw new NotFound("Upload");
    return { url: signedAddress(platform.secret, key), name: file.name, type: file.type, size: file.size };
  });
}

/** The bytes up to the end of the upload, or to where the line broke: what came is kept, and the client goes on from there. */
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
