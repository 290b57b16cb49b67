import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Actor, Reach } from "../../access/actor.ts";
import type { Action } from "../../access/permissions.ts";
import { inInstance } from "../../access/tenancy.ts";
import { Invalid, NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Download } from "../../platform/send-file.ts";
import {
  createFileKey,
  findKey,
  openAddress,
  signedAddress,
  type StoredUpload,
  toSmallKey,
  toStoredUpload,
} from "./addresses.ts";
import { planView } from "./document-views.service.ts";
import { detectType } from "./file-types.ts";
import * as queries from "./files.queries.ts";
import { admit, drawBackground, drawMark, type Pictures, redraw, UnusableImage } from "./images.ts";
import { limitBytes, readHead } from "./incoming-bytes.ts";
import { beginUpload, insertWithinLimits, requireInstanceRoom } from "./quota.service.ts";
import {
  type AuthorsUpload,
  type PrintedPicture,
  SHOWN_IN_PLACE,
  UPLOAD_KINDS,
  type UploadKind,
  type UploadKindName,
} from "./upload-kinds.ts";
import { type Message, t } from "../../i18n/message.ts";

export type { StoredUpload } from "./addresses.ts";
export {
  findKey,
  listKeysInText,
  createFileKey as newKey,
  replaceAddresses,
  signedAddress,
  signedAddressOrNull,
  withoutSignatures,
  withSignatures,
} from "./addresses.ts";
export type { AuthorsUpload } from "./upload-kinds.ts";

export interface IncomingFile {
  name: string;
  stream: Readable;
  /** The upload in parts that it was: its announced size no longer counts beside that of the file. */
  uploadId?: string;
}

/** Runs work as the caller in its own short transaction: an upload of an hour must not hold a connection. */
export type RunAsActor = <T>(work: (actor: Actor) => Promise<T>) => Promise<T>;

/**
 * Stores an upload of any size with constant memory. Checks the type by the content; a file that is cut off, too large
 * or of a wrong type leaves nothing behind.
 * @throws Invalid for the field named after the kind
 */
export function storeUpload(
  platform: Platform,
  runAsActor: RunAsActor,
  kind: AuthorsUpload,
  file: IncomingFile,
): Promise<StoredUpload> {
  return storeFor(platform, runAsActor, (actor) => actor.reach("file.upload"), kind, file);
}

/**
 * Stores an upload for a user with the permission that `mayUpload` requires: checked before the first byte is stored,
 * and again before the row is written, as it may have been revoked meanwhile.
 */
export async function storeFor(
  platform: Platform,
  runAsActor: RunAsActor,
  mayUpload: (actor: Actor) => Promise<Reach>,
  kind: UploadKindName,
  file: IncomingFile,
): Promise<StoredUpload> {
  const stored = await storeRow(platform, runAsActor, mayUpload, kind, file, redraw);
  return toStoredUpload(platform.secret, stored);
}

/** Stores a file of an archive written here, with the same checks; returns its key. */
export async function storeArchived(
  platform: Platform,
  runAsActor: RunAsActor,
  kind: AuthorsUpload,
  file: IncomingFile,
): Promise<{ key: string; size: number }> {
  return storeRow(platform, runAsActor, (actor) => actor.reach("file.upload"), kind, file, admit);
}

/** Stores a file for a user with the permission that `mayUpload` requires; returns its row. */
async function storeRow(
  platform: Platform,
  runAsActor: RunAsActor,
  mayUpload: (actor: Actor) => Promise<Reach>,
  kind: UploadKindName,
  file: IncomingFile,
  draw: typeof redraw,
): Promise<queries.FileRow> {
  const { uploadId } = file;
  const instanceId = await runAsActor((actor) => beginUpload(platform, actor, mayUpload, kind, uploadId));
  const insert = (row: queries.FileRow) =>
    runAsActor(async (actor) => {
      const reach = await mayUpload(actor);
      await insertWithinLimits(platform, reach, row, kind, uploadId);
      if (kind === "presentation" || kind === "resource") await planView(platform, reach, row);
    });
  return keep(platform, instanceId, kind, file, kind, insert, draw);
}

/**
 * Stores a file that must be checked as a whole: `check` reads the stored bytes and passes its result to `record`, in
 * the transaction that writes the row. When either throws, nothing is left behind.
 */
export async function storeChecked<Found>(
  platform: Platform,
  runAsActor: RunAsActor,
  mayUpload: (actor: Actor) => Promise<Reach>,
  kind: UploadKindName,
  file: IncomingFile,
  check: (row: queries.FileRow) => Promise<Found>,
  record: (actor: Actor, row: queries.FileRow, found: Found) => Promise<void>,
): Promise<StoredUpload> {
  const { uploadId } = file;
  const instanceId = await runAsActor((actor) => beginUpload(platform, actor, mayUpload, kind, uploadId));
  const stored = await keep(platform, instanceId, kind, file, kind, async (row) => {
    const found = await check(row);
    await runAsActor(async (actor) => {
      const reach = await mayUpload(actor);
      await insertWithinLimits(platform, reach, row, kind, uploadId);
      await record(actor, row, found);
    });
  });
  return toStoredUpload(platform.secret, stored);
}

/**
 * Stores a picture sent with an operation, in its transaction; returns its key.
 * @param field the name of the picture's form field
 * @throws Invalid for that field
 */
export async function storeImage(platform: Platform, reach: Reach, file: IncomingFile, field: string): Promise<string> {
  const { key } = await keep(platform, reach.instanceId, "image", file, field, (row) =>
    insertWithinLimits(platform, reach, row, field),
  );
  return key;
}

/**
 * Stores a picture for printing, in the transaction of its operation; returns its signed address. It is drawn again on
 * the server, so that only a picture is printed.
 * @throws Invalid for the field
 */
export async function storePrinted(
  platform: Platform,
  reach: Reach,
  kind: PrintedPicture,
  file: IncomingFile,
  field: string,
): Promise<string> {
  const insert = (row: queries.FileRow) => insertWithinLimits(platform, reach, row, field);
  const draw = kind === "certificate_background" ? drawBackground : drawMark;
  const { key } = await keep(platform, reach.instanceId, kind, file, field, insert, draw);
  return signedAddress(platform.secret, key);
}

/**
 * Stores a picture that the server fetched, with the checks of an upload; returns its key.
 * @throws Invalid for bytes that are not a picture, or too many, and when the instance has no room for them
 */
export async function storeFetched(
  platform: Platform,
  instanceId: number,
  file: IncomingFile,
  source: string,
): Promise<string> {
  const { key } = await keep(platform, instanceId, "image", file, "image", (row) =>
    inInstance(platform.database, instanceId, async (db) => {
      await requireInstanceRoom(platform, { db, instanceId }, row.size);
      await queries.insertFetched(db, instanceId, row, source);
    }),
  );
  return key;
}

/** Checks and stores the bytes, then their row; removes bytes without a row. */
async function keep(
  platform: Platform,
  instanceId: number,
  kind: UploadKindName,
  file: IncomingFile,
  field: string,
  insert: (row: queries.FileRow) => Promise<void>,
  draw: (bytes: Buffer) => Promise<Pictures> = redraw,
): Promise<queries.FileRow> {
  const { stream } = file;
  const rule: UploadKind = UPLOAD_KINDS[kind];
  const { head, rest } = await readHead(stream);
  const type = await detectType(head, file.name);
  if (rule.types && !rule.types.includes(type)) {
    stream.resume();
    throw new Invalid({ [field]: [t`This file is not one of the accepted ${rule.accepted}.`] });
  }

  const key = createFileKey(instanceId);
  try {
    const bytes = limitBytes(rest, field, rule.most);
    const { size, small_size, stored } = isPicture(kind)
      ? await putImage(platform, key, bytes, type, field, draw)
      : await putBytes();
    if (size === 0) throw new Invalid({ [field]: [t`This file is empty.`] });
    const row = { key, name: cleanName(file.name), type: stored, size, small_size, purpose: kind };
    await insert(row);
    return row;

    async function putBytes() {
      return { ...(await platform.files.put(key, bytes, { type })), small_size: null, stored: type };
    }
  } catch (error) {
    stream.resume();
    await platform.files.remove(key);
    if (isPicture(kind)) await platform.files.remove(toSmallKey(key));
    throw error;
  }
}

const isPicture = (kind: UploadKindName): boolean =>
  kind === "image" || kind === "certificate_background" || kind === "certificate_picture";

/** Draws a picture again, and once more for lists. It fits in memory. */
async function putImage(
  platform: Platform,
  key: string,
  bytes: Readable,
  type: string,
  field: string,
  draw: (bytes: Buffer) => Promise<Pictures>,
) {
  const {
    image,
    small,
    type: stored = type,
  } = await draw(await buffer(bytes)).catch((error: unknown) => {
    throw error instanceof UnusableImage
      ? new Invalid({ [field]: [t`This image cannot be read, or has more than 60 megapixels.`] })
      : error;
  });
  const { size } = await platform.files.put(key, Readable.from([image]), { type: stored });
  if (small) await platform.files.put(toSmallKey(key), Readable.from([small]), { type: "image/webp" });
  return { size, small_size: small?.length ?? null, stored };
}

/** Stores a file that the server created; its row belongs to the transaction of the reach. */
export async function storeMade(
  platform: Platform,
  reach: Reach,
  file: { name: string; type: string; stream: Readable; purpose: string },
): Promise<{ key: string; size: number }> {
  const key = createFileKey(reach.instanceId);
  const { name, type, purpose } = file;
  const { size } = await platform.files.put(key, file.stream, { type });
  await queries.insertFile(reach, { key, name, type, size, small_size: null, purpose });
  return { key, size };
}

/** Removes the bytes of files whose rows are gone, with the small versions of pictures. */
export async function removeBytes(platform: Platform, keys: readonly string[]): Promise<void> {
  for (const key of keys) for (const each of [key, toSmallKey(key)]) await platform.files.remove(each);
}

/** Returns the most bytes that an upload of this kind may have. */
export function largestUpload(kind: UploadKindName): number {
  return UPLOAD_KINDS[kind].most;
}

/** Opens a signed address on a host of the file's instance. @throws NotFound for anything else */
export async function openDownload(
  platform: Platform,
  hostInstanceId: number | null,
  key: string,
  query: { e?: string; m?: string; s?: string },
): Promise<Download> {
  const opened = openAddress(platform.secret, key, query);
  const instanceId = Number(key.split("/")[0]);
  if (!opened || hostInstanceId !== instanceId) throw new NotFound("File");
  const file = await inInstance(platform.database, instanceId, (db) =>
    queries.findSignedFile(db, instanceId, opened.key),
  );
  if (!file) throw new NotFound("File");
  if (opened.mode === "small" && file.small_size !== null) {
    return {
      file: { ...file, key: toSmallKey(file.key), type: "image/webp", size: file.small_size },
      asAttachment: false,
    };
  }
  if (opened.mode === "nameless") return { file: { ...file, name: null }, asAttachment: false };
  return { file, asAttachment: opened.mode === "download" || !SHOWN_IN_PLACE.has(file.type) };
}

/** The address of a stored file from a client, and what the file must be. */
export interface WantedFile {
  address: string;
  purpose: UploadKindName;
  field: string;
  /** The error message for a file that may not be used here. */
  message?: Message;
}

/** Which files may be used: all of the instance, the caller's own, or those an author works with in a course. */
export type FilesAllowed = "all" | "own" | { courseId: number | null };

/**
 * Finds the stored files of addresses from a client, by address.
 * @param allowed for an author: their own uploads, files of courses of their branches, and files of the course itself
 * @throws Invalid for the field of an address without a permitted file of this instance and purpose
 */
export async function resolveFiles<A extends Action>(
  reach: Reach<A>,
  wanted: readonly WantedFile[],
  allowed: FilesAllowed = "all",
): Promise<Map<string, queries.FileRow>> {
  if (wanted.length === 0) return new Map();
  const keys = wanted.map(({ address }) => findKey(address));
  const found = new Map(
    (
      await queries.findFiles(
        reach,
        keys.filter((key) => key !== null),
      )
    ).map((file) => [file.key, file]),
  );
  const usable = await listUsable(reach, [...found.values()], allowed);
  return new Map(
    wanted.map(({ address, purpose, field, message = UNKNOWN_FILE }, index) => {
      const file = found.get(keys[index] ?? "");
      if (file?.purpose !== purpose || !usable.has(file.key)) throw new Invalid({ [field]: [message] });
      return [address, file];
    }),
  );
}

const UNKNOWN_FILE = t`This file is not known here. Please upload it again.`;

/** Lists the keys of the files that may be used. */
async function listUsable(
  reach: Reach,
  files: readonly { key: string; uploaded_by: number | null }[],
  allowed: FilesAllowed,
): Promise<ReadonlySet<string>> {
  const everything = new Set(files.map(({ key }) => key));
  if (allowed === "all" || (allowed !== "own" && reach.branchIds === null)) return everything;
  const isOwn = (file: { uploaded_by: number | null }) => file.uploaded_by === reach.userId;
  const own = files.filter(isOwn).map(({ key }) => key);
  const others = files.filter((file) => !isOwn(file)).map(({ key }) => key);
  if (allowed === "own" || others.length === 0) return new Set(own);
  return new Set([...own, ...(await queries.listUsedByCourses(reach, others, allowed.courseId))]);
}

/** Returns a name for downloads only: no path, no control characters. */
function cleanName(name: string): string {
  return (
    name
      .replace(/^.*[/\\]/, "")
      .replace(/[\x00-\x1f\x7f"]/g, "")
      .slice(0, 200) || "file"
  );
}
