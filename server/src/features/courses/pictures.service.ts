import { Readable } from "node:stream";
import type { Reach } from "../../access/actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import { AppError } from "../../errors.ts";
import { Unreachable } from "../../platform/fetch.ts";
import type { Platform } from "../../platform/platform.ts";
import { keyOf, storeFetched } from "../files/files.service.ts";
import { listPictures, replacePictures } from "./delta.ts";
import * as queries from "./pictures.queries.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "course.fetch_pictures": JobPayload & { instanceId: number; courseId: number };
  }
}

/** So many pictures are fetched for the texts of a course at once; those after them when it is saved again. */
const MOST_PICTURES = 50;

/** Lists the addresses of a text's pictures that are on other sites. */
export function listForeignPictures(content: string | null | undefined): string[] {
  return listPictures(content ?? "").filter((address) => /^https?:/i.test(address) && URL.canParse(address));
}

/**
 * Replaces the addresses of pictures in texts: one of this server by its path alone, and one of another site whose picture was
 * fetched before by that of the picture kept.
 */
export async function withKeptPictures<Unit extends { content?: string | null | undefined }>(
  reach: Reach<"course.author">,
  units: Unit[],
): Promise<Unit[]> {
  const foreign = [...new Set(units.flatMap(({ content }) => listForeignPictures(content)))];
  if (foreign.length === 0) return units;
  const kept = await queries.findFetched(reach, foreign);
  return units.map((unit) => (unit.content ? { ...unit, content: withKept(unit.content, kept) } : unit));
}

/**
 * Fetches the pictures of other sites that texts of a course show, and keeps them, so that nobody who reads them is seen by those
 * sites. One that cannot be fetched stays in the text and is not shown; it is tried again when the course is saved.
 */
export async function fetchPictures(
  platform: Platform,
  { instanceId, courseId }: { instanceId: number; courseId: number },
): Promise<void> {
  const inside = <T>(work: Parameters<typeof inInstance<T>>[2]) => inInstance(platform.database, instanceId, work);
  const units = await inside((db) => queries.listPending(db, instanceId, courseId));
  const foreign = [...new Set(units.flatMap(({ content }) => listForeignPictures(content)))].slice(0, MOST_PICTURES);
  const kept = await inside((db) => queries.findFetched({ db, instanceId }, foreign));
  for (const address of foreign.filter((each) => !kept.has(each))) {
    const key = await fetchOne(platform, instanceId, address);
    if (key !== null) kept.set(address, key);
  }
  for (const { id } of units)
    await inside(async (db) => {
      const text = await queries.lockText(db, instanceId, id);
      const content = text && withKept(text, kept);
      const images = listPictures(content ?? "").flatMap((address) => keyOf(address) ?? []);
      const fetched = new Set(kept.values());
      // An author may have saved others meanwhile.
      const isPending = listForeignPictures(content).some((address) => !foreign.includes(address));
      const own = images.filter((key) => fetched.has(key));
      await queries.updateText(db, instanceId, id, { content, images: own, isPending });
    });
}

/** Asks for the pictures of courses that still wait for theirs, as those do that were saved by an older version; part of the housekeeping. */
export async function requestPictures(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    for (const courseId of await queries.listPendingCourses(db, instanceId))
      await platform.jobs.enqueue(db, "course.fetch_pictures", { instanceId, actorId: null, courseId });
  });
}

/** The key of a picture that was fetched; null where it cannot be. */
async function fetchOne(platform: Platform, instanceId: number, address: string): Promise<string | null> {
  try {
    const { status, body, url } = await platform.fetcher.get(address);
    if (status !== 200) throw new Unreachable(`The picture is answered with ${status}.`);
    const name = decodeURIComponent(new URL(url).pathname.split("/").at(-1) ?? "") || "picture";
    return await storeFetched(platform, instanceId, { name, stream: Readable.from([body]) }, address);
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof AppError || error instanceof URIError)) throw error;
    platform.log.info({ err: error, host: new URL(address).host }, "a picture of a text could not be fetched");
    return null;
  }
}

function withKept(content: string, kept: ReadonlyMap<string, string>): string {
  return replacePictures(content, (address) => {
    const key = kept.get(address) ?? keyOf(address);
    return key === null ? address : `/files/${key}`;
  });
}
