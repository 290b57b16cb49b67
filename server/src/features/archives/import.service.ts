import type { Actor } from "../../access/actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import { withUser } from "../../access/with-actor.ts";
import { AppError, NotFound } from "../../errors.ts";
import { type Message, t } from "../../i18n/message.ts";
import { listWithoutJob } from "../../platform/job-payloads.ts";
import type { Platform } from "../../platform/platform.ts";
import { listCategories } from "../categories/categories.service.ts";
import { createCategory, mayBeParent } from "../categories/editing.service.ts";
import { toUnitInput } from "../courses/archived-course.service.ts";
import { saveCourse } from "../courses/authoring.service.ts";
import { listCertificateTypes, obtainResourceCategory } from "../courses/courses.service.ts";
import { chooseOwner } from "../courses/ownership.service.ts";
import { type IncomingFile, findKey, resolveFiles, type RunAsActor, storeArchived } from "../files/files.service.ts";
import { storePackage } from "../scorm/packages.service.ts";
import type { Archive } from "./archive-form.ts";
import * as queries from "./archives.queries.ts";
import type { ArchivedFile } from "./write-archive.ts";
import { BadArchive, type OpenArchive, openArchive } from "./read-archive.ts";

export type { CourseImport } from "./archives.queries.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "course.import": JobPayload & { instanceId: number; actorId: number; importId: number };
  }
}

const TRIES = 3;
const OUR_FAULT = t`Something went wrong on our side. Please try again.`;

/**
 * Starts to import a course from an uploaded archive; a job does the rest. The course becomes a draft of the caller.
 * @throws Invalid for `file_path`, and for `branchUrl` when it is not clear which site owns the course
 */
export async function importCourse(
  actor: Actor,
  filePath: string,
  branchUrl?: string | null,
): Promise<queries.CourseImport> {
  const reach = await actor.reach("course.author", branchUrl);
  const owner = chooseOwner("course", reach);
  const wanted = { address: filePath, purpose: "archive" as const, field: "file_path" };
  const files = await resolveFiles(reach, [wanted], "own");
  const { id } = await queries.insertImport(reach, files.get(filePath)!.key, owner === null ? [] : [owner]);
  const { platform, person, instance } = actor;
  const payload = { instanceId: instance.id, actorId: person.id, importId: id };
  await platform.jobs.enqueue(reach.db, "course.import", payload);
  return getImport(actor, id);
}

/**
 * Returns the state of an import of the caller.
 * @throws NotFound
 */
export async function getImport(actor: Actor, id: number): Promise<queries.CourseImport> {
  const found = await queries.findImport(await actor.reach("course.author"), id);
  if (!found) throw new NotFound("Import");
  const { state, stored, total, problems, course_id } = found;
  return { id, state: state as queries.ImportState, stored, total, problems: problems as Message[], course_id };
}

/**
 * Runs the job: stores the files of the archive, then creates the course in one transaction. An invalid archive ends
 * it.
 */
export async function runImport(
  platform: Platform,
  { instanceId, actorId, importId }: { instanceId: number; actorId: number; importId: number },
  attempt: number,
): Promise<void> {
  const runAsActor = <T>(work: (actor: Actor) => Promise<T>) =>
    withUser(platform, { instanceId, userId: actorId }, work);
  // Without the rights of the author, who may lose them meanwhile.
  const note = (change: Parameters<typeof queries.updateImport>[3]) =>
    inInstance(platform.database, instanceId, (db) => queries.updateImport(db, instanceId, importId, change));
  const found = await inInstance(platform.database, instanceId, (db) =>
    queries.findUnfinished(db, instanceId, importId),
  );
  if (!found) return;

  let open: OpenArchive | null = null;
  try {
    open = await openArchive(found.size, (range) => platform.files.get(found.file_key, range));
    await note({ state: "working", stored: 0, total: open.total });
    const keys = new Map<string, string>();
    let stored = 0;
    for (const { entry, name, kind } of open.archive.files) {
      const file = await storeFile(platform, runAsActor, kind, { name, stream: await open.open(entry) });
      keys.set(entry, file.key);
      await note({ stored: (stored += file.size) });
    }
    const { archive } = open;
    await runAsActor(async (actor) => {
      const reach = await actor.reach("course.author");
      const branchUrl = await queries.findBranchUrl(reach, found.branch_ids);
      const path = await findLearningPath(actor, archive.course.learning_path, branchUrl);
      const { input, problems } = await toCourseInput(actor, archive, keys, branchUrl);
      const course = await saveCourse(actor, null, { ...input, learning_path: path.ids }, branchUrl);
      const noted = [...path.problems, ...problems];
      const done = { state: "done" as const, course_id: course.id, problems: noted };
      await queries.updateImport(reach.db, instanceId, importId, done);
    });
  } catch (error) {
    const problems = describeFailure(error);
    if (!problems && attempt < TRIES) throw error;
    await note({ state: "failed", problems: problems ?? [OUR_FAULT] });
  } finally {
    open?.close();
  }
}

/**
 * Ends imports whose job failed for good or was lost; the sweep can then delete their files. Part of the housekeeping.
 */
export async function endLostImports(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    const unfinished = await queries.listUnfinished(db, instanceId);
    for (const id of await listWithoutJob(db, instanceId, "course.import", "importId", unfinished))
      await queries.updateImport(db, instanceId, id, { state: "failed", problems: [OUR_FAULT] });
  });
}

function describeFailure(error: unknown): Message[] | null {
  if (error instanceof BadArchive) return [error.text];
  if (!(error instanceof AppError)) return null;
  return error.messages;
}

/**
 * Converts an archive into what an author would send, and lists the problems. Missing categories are added if the
 * caller may add them.
 */
async function toCourseInput(
  actor: Actor,
  { course, files }: Archive,
  keys: ReadonlyMap<string, string>,
  branchUrl: string | null,
): Promise<{ input: Omit<Parameters<typeof saveCourse>[2], "learning_path">; problems: Message[] }> {
  const problems: Message[] = [];
  const known = new Set(files.map(({ entry }) => entry));
  const toAddress = (entry: string) => {
    if (!known.has(entry)) throw new BadArchive(t`The archive is not whole: ${entry} is missing.`);
    return keys.get(entry)!;
  };
  const categories: number[] = [];
  for (const path of course.categories) {
    const id = await categoryAt(actor, path, branchUrl);
    const name = path.join(" > ");
    if (id !== null) categories.push(id);
    else
      problems.push(
        t`The category '${name}' belongs to other sites and cannot be used here. The course does without it.`,
      );
  }
  const resources = [];
  for (const { name, category, is_downloadable, file } of course.resources) {
    const known = category === null ? null : await obtainResourceCategory(actor, category, branchUrl);
    if (category !== null && !known)
      problems.push(
        t`The resource category '${category}' is not here, and only the main site adds one. '${name}' has no category.`,
      );
    const category_id = known?.id ?? null;
    resources.push({ name, category_id, is_downloadable, file_path: toAddress(file) });
  }
  const certificates = await listCertificateTypes(actor);
  const input = {
    ...course,
    certificate_type: certificates.includes(course.certificate_type) ? course.certificate_type : "Default",
    status: "draft" as const,
    categories,
    resources,
    thumbnail: course.thumbnail && toAddress(course.thumbnail),
    units: course.units.map((unit, index) => {
      const content = unit.content?.replace(/archive:(files\/[1-9]\d{0,4})/g, (whole, entry: string) =>
        keys.has(entry) ? `/files/${keys.get(entry)}` : whole,
      );
      return toUnitInput({ ...unit, content: content ?? null }, index + 1, { toAddress });
    }),
  };
  return { input, problems };
}

/** Finds the prerequisites that have an unambiguous name, and lists problems for the others. */
async function findLearningPath(
  actor: Actor,
  names: Archive["course"]["learning_path"],
  branchUrl: string | null,
): Promise<{ ids: number[]; problems: Message[] }> {
  const found = await queries.findByNames(await actor.reach("course.author", branchUrl), names);
  return {
    ids: found.flatMap((ids) => (ids.length === 1 ? ids : [])),
    problems: found.flatMap((ids, place) => {
      const { title } = names[place]!;
      if (ids.length === 1) return [];
      return [
        ids.length === 0
          ? t`The course '${title}', which comes before this one, is not here. The learning path does without it.`
          : t`There are several courses called '${title}', which comes before this one. Choose the right one in the learning path.`,
      ];
    }),
  };
}

/** Stores a file of an archive. Packages are validated by their own reader, and unpacked by another job. */
async function storeFile(
  platform: Platform,
  runAsActor: RunAsActor,
  kind: ArchivedFile["kind"],
  file: IncomingFile,
): Promise<{ key: string; size: number }> {
  if (kind !== "scorm") return storeArchived(platform, runAsActor, kind, file);
  const { url, size } = await storePackage(platform, runAsActor, file);
  return { key: findKey(url)!, size };
}

/** Finds or adds a category by the names from the top down to it; null where those of other sites are in the way. */
async function categoryAt(actor: Actor, path: readonly string[], branchUrl: string | null): Promise<number | null> {
  const reach = await actor.reach("course.author", branchUrl);
  const seen = new Set((await listCategories(actor)).map(({ id }) => id));
  let at: number | null = null;
  for (const name of path) {
    const found: number | undefined = await queries.findCategory(reach, name, at);
    if (found !== undefined && !seen.has(found)) return null;
    if (found === undefined && at !== null && !(await mayBeParent(actor, at, branchUrl))) return null;
    at = found ?? (await createCategory(actor, { name, parentId: at }, branchUrl)).id;
  }
  return at!;
}
