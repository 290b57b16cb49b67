import { Readable } from "node:stream";
import type { Reach } from "../../access/actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import { AppError } from "../../errors.ts";
import { Unreachable } from "../../platform/fetch.ts";
import type { Platform } from "../../platform/platform.ts";
import { findKey, storeFetched } from "../files/files.service.ts";
import { listPictures, replacePictures } from "./delta.ts";
import * as queries from "./pictures.queries.ts";
import { t } from "../../i18n/message.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "course.fetch_pictures": JobPayload & {
      instanceId: number;
      courseId: number;
      /** How many images of the course earlier jobs could not fetch; the job goes on after them. */
      failed?: number;
    };
  }
}

/** The number of images that one job fetches; another one goes on after them. */
const MOST_PICTURES = 50;
/** After so many images that cannot be fetched, the rest waits until the course is saved again. */
const MOST_FAILED = 1_000;

/** Lists the addresses of a text's images that are on other sites. */
export function listForeignPictures(content: string | null | undefined): string[] {
  return listPictures(content ?? "").filter((address) => /^https?:/i.test(address) && URL.canParse(address));
}

/**
 * Replaces the addresses of images in texts: one of this server by its path, and one of another site by that of the
 * stored copy if there is one.
 */
export async function insertFetchedPictures<Unit extends { content?: string | null | undefined }>(
  reach: Reach<"course.author">,
  units: Unit[],
): Promise<Unit[]> {
  const foreign = [...new Set(units.flatMap(({ content }) => listForeignPictures(content)))];
  if (foreign.length === 0) return units;
  const kept = await queries.findFetched(reach, foreign);
  return units.map((unit) => (unit.content ? { ...unit, content: withKept(unit.content, kept) } : unit));
}

/**
 * Fetches and stores the images of other sites in a course, so that those sites cannot observe its readers. An image
 * that cannot be fetched stays in the text and is not shown; it is tried again when the course is saved.
 */
export async function fetchPictures(
  platform: Platform,
  { instanceId, courseId, failed = 0 }: { instanceId: number; courseId: number; failed?: number },
): Promise<void> {
  const inside = <T>(work: Parameters<typeof inInstance<T>>[2]) => inInstance(platform.database, instanceId, work);
  const units = await inside((db) => queries.listPending(db, instanceId, courseId));
  const foreign = [...new Set(units.flatMap(({ content }) => listForeignPictures(content)))];
  const some = foreign.slice(failed, failed + MOST_PICTURES);
  const kept = await inside((db) => queries.findFetched({ db, instanceId }, some));
  for (const address of some.filter((each) => !kept.has(each))) {
    const key = await fetchOne(platform, instanceId, address);
    if (key !== null) kept.set(address, key);
  }
  const failedSoFar = failed + some.filter((address) => !kept.has(address)).length;
  const goesOn = foreign.length > failed + MOST_PICTURES && failedSoFar < MOST_FAILED;
  for (const { id } of units)
    await inside(async (db) => {
      const text = await queries.lockText(db, instanceId, id);
      const content = text && withKept(text, kept);
      const images = listPictures(content ?? "").flatMap((address) => findKey(address) ?? []);
      const fetched = new Set(kept.values());
      // An author may have saved other images meanwhile. The next job finds the same units, without what was fetched.
      const isPending = goesOn || listForeignPictures(content).some((address) => !foreign.includes(address));
      const own = images.filter((key) => fetched.has(key));
      await queries.updateText(db, instanceId, id, { content, images: own, isPending });
    });
  if (!goesOn) return;
  const payload = { instanceId, actorId: null, courseId, failed: failedSoFar };
  await inside((db) => platform.jobs.enqueue(db, "course.fetch_pictures", payload));
}

/**
 * Enqueues fetching the images of courses that still wait for it, such as those saved by an older version. Part of
 * housekeeping.
 */
export async function requestPictures(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    for (const courseId of await queries.listPendingCourses(db, instanceId))
      await platform.jobs.enqueue(db, "course.fetch_pictures", { instanceId, actorId: null, courseId });
  });
}

/** Fetches an image and returns its key; null when it cannot be fetched. */
async function fetchOne(platform: Platform, instanceId: number, address: string): Promise<string | null> {
  try {
    const { status, body, url } = await platform.fetcher.get(address);
    if (status !== 200) throw new Unreachable(t`The picture is answered with ${status}.`);
    const name = readName(new URL(url)) || "picture";
    return await storeFetched(platform, instanceId, { name, stream: Readable.from([body]) }, address);
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof AppError)) throw error;
    platform.log.info({ err: error, host: new URL(address).host }, "a picture of a text could not be fetched");
    return null;
  }
}

/** Returns the file name in an address, as it is when it is not percent-encoded. */
function readName({ pathname }: URL): string {
  const name = pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function withKept(content: string, kept: ReadonlyMap<string, string>): string {
  return replacePictures(content, (address) => {
    const key = kept.get(address) ?? findKey(address);
    return key === null ? address : `/files/${key}`;
  });
}
