import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { recordActivity } from "../activity/activity.service.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { bankSizes } from "../questions/bank.service.ts";
import { listKeysInText, resolveFiles, type WantedFile, withoutSignatures } from "../files/files.service.ts";
import * as queries from "./authoring.queries.ts";
import { type CourseDraft, type CourseInput, parseCourse, type UnitDraft } from "./course-draft.ts";
import * as reading from "./courses.queries.ts";
import { deltaIsBlank, oversizedImage } from "./delta.ts";
import { getEditableCourse, ownerOfNewCourse } from "./ownership.service.ts";
import { listForeignPictures, withKeptPictures } from "./pictures.service.ts";
import { isEmbeddable, publishErrors, publishMessages } from "./publish-rules.ts";
import { questionErrors } from "./question-rules.ts";
import { youtubeId } from "./youtube.ts";

export type { CourseInput, UnitInput } from "./course-draft.ts";

export interface SavedCourse {
  id: number;
  title: string;
  description: string;
  version: number;
}

/**
 * Creates a course, or saves one: everything in one transaction, ids of units and questions kept so that progress survives.
 * @param version the version the author began from; null does not check
 * @throws Invalid with the messages of publishing under `course`; Conflict when somebody else saved in between
 */
export async function saveCourse(
  actor: Actor,
  target: { id: number; version: number | null } | null,
  input: CourseInput,
  branchUrl?: string | null,
): Promise<SavedCourse> {
  const reach = await actor.reach("course.author", branchUrl);
  const branch_id = target ? null : ownerOfNewCourse(reach);
  const draft = parseCourse(input);
  if (draft.status === "published") {
    refuseUnpublishable(draft);
    await refuseEmptyDraws(reach, draft);
  }

  if (target) await checkTarget(reach, target);
  const files = await resolveFiles(reach, listAddresses(draft), { courseId: target?.id ?? null });
  const { categories: _, category: __, learning_path, resources, units, thumbnail, ...own } = draft;
  const fields = { ...own, thumbnail_key: thumbnail ? files.get(thumbnail)!.key : null };
  const categoryIds = await checkCategories(reach, draft);
  await checkCertificateType(reach, draft.certificate_type);
  await checkLearningPath(reach, target?.id ?? null, learning_path);

  const saved = target
    ? await queries.updateCourse(reach, target.id, fields)
    : await queries.insertCourse(reach, { ...fields, branch_id });
  if (!target) await queries.assignToBranches(reach, saved.id, reach.branchIds ?? []);
  await queries.replaceCategories(reach, saved.id, categoryIds);
  await queries.replacePrerequisites(reach, saved.id, learning_path);
  await saveResources(reach, saved.id, resources, (address) => files.get(address)!.key);
  const packages = await packagesOf(reach, units, files);
  const illustrated = await withKeptPictures(reach, units);
  await saveUnits(reach, saved.id, illustrated, packages, (address) => files.get(address)!.key);
  if (illustrated.some(({ content }) => listForeignPictures(content).length > 0)) {
    const payload = { instanceId: reach.instanceId, actorId: reach.userId, courseId: saved.id };
    await actor.platform.jobs.enqueue(reach.db, "course.fetch_pictures", payload);
  }
  await recordAudit(actor, reach, {
    action: target ? "course.updated" : "course.created",
    subject: { type: "course", id: saved.id, name: draft.title },
    changes: { status: draft.status, version: saved.version, units: units.length },
  });
  return { ...saved, title: draft.title, description: draft.description };
}

export async function deleteCourse(actor: Actor, id: number, branchUrl?: string | null): Promise<{ id: number }> {
  const reach = await actor.reachRow("course.author", "courses", id, branchUrl);
  const course = await getEditableCourse(reach, id);
  await queries.deleteCourse(reach, id);
  await recordAudit(actor, reach, { action: "course.deleted", subject: { type: "course", id, name: course.title } });
  return { id };
}

function refuseUnpublishable(draft: CourseDraft): void {
  const units = draft.units.map((unit) => ({
    ...unit,
    video_path: unit.file,
    audio_path: unit.file,
    doc_path: unit.file,
    scorm_path: unit.file ?? unit.scorm_id?.toString(),
  }));
  const messages = [...publishErrors({ ...draft, units }), ...questionErrors(draft.units)];
  if (messages.length > 0) throw new Invalid({ course: messages });
}

/** A test that draws from an empty category would ask nothing, or less than its author means. */
async function refuseEmptyDraws(reach: Reach<"course.author">, { units }: CourseDraft): Promise<void> {
  const drawing = units.filter(({ draws }) => draws.length > 0);
  if (drawing.length === 0) return;
  const sizes = await bankSizes(reach);
  const messages = drawing.flatMap((unit) =>
    unit.draws.flatMap(({ category, count }) => {
      const size = sizes.get(category.toLowerCase()) ?? 0;
      if (size >= (count ?? 1)) return [];
      const needed = count ?? 1;
      return [`Test Unit ${unit.unit_order} draws ${needed} from "${category}", which has ${size} questions`];
    }),
  );
  if (messages.length > 0) throw new Invalid({ course: messages });
}

async function checkTarget(
  reach: Reach<"course.author">,
  target: { id: number; version: number | null },
): Promise<void> {
  await getEditableCourse(reach, target.id);
  const stored = await queries.lockCourse(reach, target.id);
  if (!stored) throw new NotFound("Course");
  if (target.version !== null && target.version !== stored.version) {
    throw new Conflict("Somebody else saved this course after you opened it. Your changes are still here.");
  }
}

/** Lists every stored file that a course names, and what each has to be. */
function listAddresses(draft: CourseDraft): WantedFile[] {
  const purposes = { Video: "video", Audio: "audio", Presentation: "presentation", Scorm: "scorm" } as const;
  return [
    ...(draft.thumbnail ? [{ address: draft.thumbnail, purpose: "image" as const, field: "thumbnail" }] : []),
    ...draft.resources.map(({ file_path }, index) => ({
      address: file_path,
      purpose: "resource" as const,
      field: `resources.${index}.file_path`,
    })),
    ...draft.units.flatMap((unit, index) => {
      const purpose = purposes[unit.type as keyof typeof purposes];
      return [
        ...(unit.file && purpose ? [{ address: unit.file, purpose, field: `units.${index}.file` }] : []),
        ...unit.captions.map(({ file_path }) => ({
          address: file_path,
          purpose: "captions" as const,
          field: `units.${index}.captions`,
        })),
        ...listKeysInText(unit.content ?? "").map((address) => ({
          address,
          purpose: "image" as const,
          field: "course",
          message: `${unit.type} Unit ${unit.unit_order}: A picture in the text is not known here. Please remove it and upload it again.`,
        })),
      ];
    }),
  ];
}

/**
 * The packages of Scorm units by their order: the one that the file became, or where only its id is named, that one.
 * @throws Invalid for one that is not known here
 */
async function packagesOf(
  reach: Reach<"course.author">,
  drafts: UnitDraft[],
  files: Awaited<ReturnType<typeof resolveFiles>>,
): Promise<ReadonlyMap<number, queries.PackageOfUnit>> {
  const units = drafts.filter(({ type, file, scorm_id }) => type === "Scorm" && (file || scorm_id != null));
  if (units.length === 0) return new Map();
  const keys = units.map(({ file }) => (file ? files.get(file)!.key : null));
  const found = await queries.findPackages(
    reach,
    keys.filter((key) => key !== null),
    units.flatMap(({ scorm_id }) => scorm_id ?? []),
  );
  return new Map(
    units.map(({ unit_order, scorm_id }, index) => {
      const key = keys[index];
      const its = found.find((each) => (key ? each.file_key === key : each.scorm_id === scorm_id));
      if (!its)
        throw new Invalid({
          [`units.${unit_order - 1}.scorm_id`]: ["This package is not known here. Please upload it again."],
        });
      return [unit_order, its];
    }),
  );
}

/** The ids in their order; a lone category name stands for the category of that name. */
async function checkCategories(
  reach: Reach<"course.author">,
  { categories, category }: CourseDraft,
): Promise<number[]> {
  const ids = [...new Set(categories)];
  if (ids.length === 0 && !category) return [];
  const found = await queries.findCategories(reach, ids, ids.length === 0 ? category : null);
  if (ids.length === 0 ? found.length === 0 : found.length < ids.length)
    throw new Invalid({ categories: ["This category does not exist."] });
  return ids.length === 0 ? [found[0]!.id] : ids;
}

async function checkCertificateType(reach: Reach<"course.author">, name: string): Promise<void> {
  if (!(await reading.listCertificateTypes(reach)).includes(name))
    throw new Invalid({ certificate_type: ["This certificate type does not exist."] });
}

async function checkLearningPath(reach: Reach<"course.author">, courseId: number | null, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  if ((await queries.countCourses(reach, ids, courseId)) < ids.length)
    throw new Invalid({ learning_path: ["This course does not exist."] });
  if (courseId !== null && (await queries.wouldMakeCycle(reach, courseId, ids))) {
    throw new Invalid({ learning_path: ["A course cannot come before itself."] });
  }
}

async function saveResources(
  reach: Reach<"course.author">,
  courseId: number,
  drafts: CourseDraft["resources"],
  keyOf: (address: string) => string,
): Promise<void> {
  const known = drafts.length > 0 ? await queries.listKnown(reach, courseId) : null;
  const resources = drafts.map(({ id, name, file_path, category_id, is_downloadable }, index) => {
    if (id != null && !known!.resources.has(id)) {
      throw new Invalid({ [`resources.${index}.id`]: ["This resource is not part of the course."] });
    }
    if (category_id != null && !known!.categories.has(category_id)) {
      throw new Invalid({ [`resources.${index}.category`]: ["This resource category does not exist."] });
    }
    return { id: id ?? null, name, file_key: keyOf(file_path), category_id: category_id ?? null, is_downloadable };
  });
  await queries.saveResources(reach, courseId, resources);
}

async function saveUnits(
  reach: Reach<"course.author">,
  courseId: number,
  drafts: UnitDraft[],
  packages: ReadonlyMap<number, queries.PackageOfUnit>,
  keyOf: (address: string) => string,
): Promise<void> {
  const stored = await queries.listUnitTypes(reach, courseId);
  for (const { id, type, unit_order } of drafts) {
    if (id != null && stored.get(id) !== type)
      throw new Invalid({ [`units.${unit_order - 1}.id`]: ["This unit is not part of the course."] });
  }
  const units = drafts.map((draft) => fieldsOf(draft, packages.get(draft.unit_order), keyOf));
  await queries.removeOtherUnits(
    reach,
    courseId,
    units.flatMap(({ id }) => (id === null ? [] : [id])),
  );
  await queries.updateUnits(
    reach,
    courseId,
    units.filter(({ id }) => id !== null),
  );
  const added = units.filter(({ id }) => id === null);
  const newIds = await queries.insertUnits(reach, courseId, added);
  const ids = units.map((unit) => unit.id ?? newIds[added.indexOf(unit)]!);
  await saveQuestions(reach, courseId, drafts, ids);
  for (const userId of await queries.recount(reach, courseId)) {
    await recordActivity(reach, { userId, kind: "course_completed", courseId });
  }
}

async function saveQuestions(
  reach: Reach<"course.author">,
  courseId: number,
  drafts: UnitDraft[],
  unitIds: number[],
): Promise<void> {
  const stored = await queries.listQuestionUnits(reach, courseId);
  const questions = drafts.flatMap((unit, unitIndex) =>
    unit.questions.map((question, index) => ({
      ...question,
      id: question.id ?? null,
      unit_id: unitIds[unitIndex]!,
      position: index + 1,
    })),
  );
  for (const { id, unit_id } of questions) {
    if (id !== null && stored.get(id) !== unit_id)
      throw new Invalid({ questions: ["A question is not part of its unit."] });
  }
  const kept = new Set(questions.map(({ id }) => id));
  await queries.removeQuestions(
    reach,
    [...stored.keys()].filter((id) => !kept.has(id)),
  );
  await queries.updateQuestions(
    reach,
    questions.filter(({ id }) => id !== null),
  );
  await queries.insertQuestions(
    reach,
    questions.filter(({ id }) => id === null),
  );
}

/** The content, unless it carries large images inside: those are uploaded, or every reader would load them with the course. */
function small({ content, type, unit_order }: Pick<UnitDraft, "content" | "type" | "unit_order">): string {
  const problem = oversizedImage(content!);
  if (problem) throw new Invalid({ course: [`${type} Unit ${unit_order}: ${problem}`] });
  return content!;
}

/** Only what belongs to the type is kept; a YouTube link in any of its forms becomes the one that is played. */
function fieldsOf(
  { file, captions, questions: _, ...unit }: UnitDraft,
  its: queries.PackageOfUnit | undefined,
  keyOf: (address: string) => string,
): queries.UnitFields {
  const video = unit.type === "Video" && unit.youtube_link ? youtubeId(unit.youtube_link) : null;
  if (unit.type === "Video" && unit.youtube_link && !video) {
    throw new Invalid({
      [`units.${unit.unit_order - 1}.youtube_link`]: ["This is not the address of a YouTube video."],
    });
  }
  if (unit.type === "iFrame" && unit.url && !isEmbeddable(unit.url)) {
    throw new Invalid({ [`units.${unit.unit_order - 1}.url`]: [publishMessages.address()] });
  }
  const content = unit.content && !deltaIsBlank(unit.content) ? withoutSignatures(small(unit)) : null;
  return {
    ...unit,
    id: unit.id ?? null,
    content,
    content_images: listKeysInText(content ?? ""),
    pictures_pending: listForeignPictures(content).length > 0,
    file_key: its?.file_key ?? (file ? keyOf(file) : null),
    youtube_link: video ? `https://www.youtube.com/watch?v=${video}` : null,
    url: unit.type === "iFrame" ? unit.url : null,
    scorm_id: its?.scorm_id ?? null,
    captions: captions.map(({ language, file_path }) => ({ language, file_key: keyOf(file_path) })),
  };
}
