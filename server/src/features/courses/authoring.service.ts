import { checkChoice } from "../certificates/templates/templates.service.ts";
import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { recordActivity } from "../activity/activity.service.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { listCategories } from "../categories/categories.service.ts";
import { listQuestionFiles, mapQuestionFiles } from "../questions/questions.service.ts";
import { bankSizes } from "../questions/bank.service.ts";
import { listKeysInText, resolveFiles, type WantedFile, withoutSignatures } from "../files/files.service.ts";
import { refusePrivatePages } from "./private-pages.ts";
import * as queries from "./authoring.queries.ts";
import { type CourseDraft, type CourseInput, parseCourse, type UnitDraft } from "./course-draft.ts";
import * as reading from "./courses.queries.ts";
import { isBlankDelta, findOversizedImage } from "./delta.ts";
import { getEditableCourse, chooseOwner } from "./ownership.service.ts";
import { listForeignPictures, insertFetchedPictures } from "./pictures.service.ts";
import * as prerequisites from "./prerequisites.queries.ts";
import { type CourseToPublish, listPublishErrors } from "./publish-rules.ts";
import { listQuestionErrors, type QuestionsToCheck } from "./question-rules.ts";
import { nameUnit } from "./unit-names.ts";
import { listUnits } from "./units.queries.ts";
import { refuseSurveyChanges } from "../surveys/survey-changes.service.ts";
import { findSettingsProblem } from "./units/test/test-settings.ts";
import { getUnitType, type OwnFieldName, UNIT_FIELDS } from "./units/unit-types.ts";
import { t } from "../../i18n/message.ts";

export type { CourseInput, UnitInput } from "./course-draft.ts";

type UnitToPublish = CourseToPublish["units"][number] & Pick<UnitDraft, "draws"> & QuestionsToCheck;

export interface SavedCourse {
  id: number;
  title: string;
  description: string;
  version: number;
}

/**
 * Creates a course, or saves one, in one transaction. Ids of units and questions are kept, so that progress survives.
 * @param target the course and the version that the author edited; a null version is not checked
 * @throws Invalid with the messages of publishing under `course`; Conflict when another author saved in between
 */
export async function saveCourse(
  actor: Actor,
  target: { id: number; version: number | null } | null,
  input: CourseInput,
  branchUrl?: string | null,
): Promise<SavedCourse> {
  const reach = await actor.reach("course.author", branchUrl);
  const newOwner = target ? null : chooseOwner("course", reach);
  const branch_id = target ? (await checkTarget(reach, target)).branch_id : newOwner;
  const draft = parseCourse(target ? await withStoredQuestions(reach, target.id, input) : input);
  if (draft.status === "published") await refuseUnpublishable(reach, draft, branch_id);
  await refusePrivatePages(actor.platform.fetcher, draft);
  const files = await resolveFiles(reach, listAddresses(draft), { courseId: target?.id ?? null });
  const { categories: _, category: __, learning_path, resources, units, thumbnail, ...own } = draft;
  const fields = { ...own, thumbnail_key: thumbnail ? files.get(thumbnail)!.key : null };
  const categoryIds = await checkCategories(actor, reach, target?.id ?? null, draft);
  await checkCertificateType(reach, draft.certificate_type);
  await checkChoice(reach, draft.certificate_template_id, target?.id ?? null);
  await checkLearningPath(reach, target?.id ?? null, learning_path);

  const saved = target
    ? await queries.updateCourse(reach, target.id, fields)
    : await queries.insertCourse(reach, { ...fields, branch_id });
  if (!target) await queries.assignToBranches(reach, saved.id, reach.branchIds ?? []);
  await queries.replaceCategories(reach, saved.id, categoryIds);
  await queries.replacePrerequisites(reach, saved.id, learning_path);
  await saveResources(reach, saved.id, resources, (address) => files.get(address)!.key);
  const packages = await choosePackages(reach, units, files);
  const illustrated = await insertFetchedPictures(reach, units);
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

/**
 * Refuses what a published course may not have.
 * @param owner the branch that owns the course; null for the main site
 * @throws Invalid with the messages under `course`
 */
export async function refuseUnpublishable(
  reach: Reach<"course.author">,
  course: CourseToPublish & { units: readonly UnitToPublish[] },
  owner: number | null,
): Promise<void> {
  const messages = [...listPublishErrors(course), ...listQuestionErrors(course.units)];
  if (messages.length > 0) throw new Invalid({ course: messages });
  await refuseEmptyDraws(reach, course.units, owner);
}

/** Refuses tests that draw more questions from a category than it has. */
async function refuseEmptyDraws(
  reach: Reach<"course.author">,
  units: readonly UnitToPublish[],
  owner: number | null,
): Promise<void> {
  const drawing = units.filter(({ draws }) => draws.length > 0);
  if (drawing.length === 0) return;
  const sizes = await bankSizes(reach, owner);
  const messages = drawing.flatMap((unit) =>
    unit.draws.flatMap(({ category, count }) => {
      const size = sizes.get(category.toLowerCase()) ?? 0;
      if (size >= (count ?? 1)) return [];
      const needed = count ?? 1;
      return [t`${nameUnit(unit)} draws ${needed} from "${category}", which has ${size} questions`];
    }),
  );
  if (messages.length > 0) throw new Invalid({ course: messages });
}

async function checkTarget(
  reach: Reach<"course.author">,
  target: { id: number; version: number | null },
): Promise<{ branch_id: number | null }> {
  const course = await getEditableCourse(reach, target.id);
  const stored = await queries.lockCourse(reach, target.id);
  if (!stored) throw new NotFound("Course");
  if (target.version !== null && target.version !== stored.version) {
    throw new Conflict(t`Another user saved this course after you opened it. Your changes are still here.`);
  }
  return course;
}

/** Returns the input with the stored questions of stored units for which the author gave none (P74). */
async function withStoredQuestions(
  reach: Reach<"course.author">,
  courseId: number,
  input: CourseInput,
): Promise<CourseInput> {
  if (input.units.every(({ questions }) => questions !== undefined)) return input;
  const stored = await listUnits(reach, courseId, { drawn: false });
  const questionsByUnit = new Map(stored.map(({ id, questions }) => [id, questions]));
  const units = input.units.map((unit) => ({
    ...unit,
    questions: unit.questions ?? questionsByUnit.get(unit.id ?? 0) ?? [],
  }));
  return { ...input, units };
}

/** Lists every stored file that a course names, and the purpose each must have been uploaded for. */
function listAddresses(draft: CourseDraft): WantedFile[] {
  return [
    ...(draft.thumbnail ? [{ address: draft.thumbnail, purpose: "image" as const, field: "thumbnail" }] : []),
    ...draft.resources.map(({ file_path }, index) => ({
      address: file_path,
      purpose: "resource" as const,
      field: `resources.${index}.file_path`,
    })),
    ...draft.units.flatMap((unit, index) => {
      const { file } = getUnitType(unit.type);
      return [
        ...(unit.file && file ? [{ address: unit.file, purpose: file.purpose, field: `units.${index}.file` }] : []),
        ...[...UNIT_FIELDS].flatMap(([name, { listFiles }]) =>
          (listFiles?.(unit[name] as never) ?? []).map((each) => ({ ...each, field: `units.${index}.${name}` })),
        ),
        ...listKeysInText(unit.content ?? "").map((address) => ({
          address,
          purpose: "image" as const,
          field: "course",
          message: t`${nameUnit(unit)}: A picture in the text is not known here. Please remove it and upload it again.`,
        })),
        ...unit.questions.flatMap((question, place) =>
          listQuestionFiles(question).map(({ file: address, purpose }) => ({
            address,
            purpose,
            field: "course",
            message: t`${nameUnit(unit)}: A picture or recording of question ${place + 1} is not known here. Please remove it and upload it again.`,
          })),
        ),
      ];
    }),
  ];
}

/**
 * Finds the packages of Scorm units by the order of the unit: the package of the unit's file, or else the one with its id.
 * @throws Invalid for an unknown package
 */
async function choosePackages(
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
          [`units.${unit_order - 1}.scorm_id`]: [t`This package is not known here. Please upload it again.`],
        });
      return [unit_order, its];
    }),
  );
}

/**
 * Returns the ids in their order. A category name without ids means the category of that name. Categories that the
 * caller does not see are refused, unless the course has them.
 */
async function checkCategories(
  actor: Actor,
  reach: Reach<"course.author">,
  courseId: number | null,
  { categories, category }: CourseDraft,
): Promise<number[]> {
  const ids = [...new Set(categories)];
  if (ids.length === 0 && !category) return [];
  const found = await queries.findCategories(reach, ids, ids.length === 0 ? category : null);
  const allowed = new Set((await listCategories(actor)).map(({ id }) => id));
  const stored = courseId === null ? [] : await queries.listCategoryIds(reach, courseId);
  const usable = found.filter(({ id }) => allowed.has(id) || stored.includes(id));
  if (ids.length === 0 ? usable.length === 0 : usable.length < ids.length)
    throw new Invalid({ categories: [t`This category does not exist.`] });
  return ids.length === 0 ? [usable[0]!.id] : ids;
}

async function checkCertificateType(reach: Reach<"course.author">, name: string): Promise<void> {
  if (!(await reading.listCertificateTypes(reach)).includes(name))
    throw new Invalid({ certificate_type: [t`This certificate type does not exist.`] });
}

async function checkLearningPath(reach: Reach<"course.author">, courseId: number | null, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  if ((await queries.countCourses(reach, ids, courseId)) < ids.length)
    throw new Invalid({ learning_path: [t`This course does not exist.`] });
  if (courseId === null) return;
  await prerequisites.lockPrerequisites(reach);
  if (await prerequisites.wouldMakeCycle(reach, courseId, ids)) {
    throw new Invalid({ learning_path: [t`A course cannot come before itself.`] });
  }
}

async function saveResources(
  reach: Reach<"course.author">,
  courseId: number,
  drafts: CourseDraft["resources"],
  resolveKey: (address: string) => string,
): Promise<void> {
  const known = drafts.length > 0 ? await queries.listKnown(reach, courseId) : null;
  const resources = drafts.map(({ id, name, file_path, category_id, is_downloadable }, index) => {
    if (id != null && !known!.resources.has(id)) {
      throw new Invalid({ [`resources.${index}.id`]: [t`This resource is not part of the course.`] });
    }
    if (category_id != null && !known!.categories.has(category_id)) {
      throw new Invalid({ [`resources.${index}.category`]: [t`This resource category does not exist.`] });
    }
    return { id: id ?? null, name, file_key: resolveKey(file_path), category_id: category_id ?? null, is_downloadable };
  });
  await queries.saveResources(reach, courseId, resources);
}

async function saveUnits(
  reach: Reach<"course.author">,
  courseId: number,
  drafts: UnitDraft[],
  packages: ReadonlyMap<number, queries.PackageOfUnit>,
  resolveKey: (address: string) => string,
): Promise<void> {
  const stored = await queries.listUnitTypes(reach, courseId);
  for (const { id, type, unit_order, ...settings } of drafts) {
    const problem = findSettingsProblem(settings);
    if (problem) throw new Invalid({ [`units.${unit_order - 1}.${problem.field}`]: [problem.message] });
    if (id != null && stored.get(id) !== type)
      throw new Invalid({ [`units.${unit_order - 1}.id`]: [t`This unit is not part of the course.`] });
  }
  await refuseSurveyChanges(reach, drafts);
  const units = drafts.map((draft) => toUnitRow(draft, packages.get(draft.unit_order), resolveKey));
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
  await saveQuestions(reach, courseId, drafts, ids, resolveKey);
  await recountProgress(reach, courseId);
}

/** Recounts the progress after units were added or removed, and records who has completed the course by that. */
export async function recountProgress(reach: Reach<"course.author">, courseId: number): Promise<void> {
  for (const userId of await queries.recount(reach, courseId)) {
    await recordActivity(reach, { userId, kind: "course_completed", courseId });
  }
}

async function saveQuestions(
  reach: Reach<"course.author">,
  courseId: number,
  drafts: UnitDraft[],
  unitIds: number[],
  resolveKey: (address: string) => string,
): Promise<void> {
  const stored = await queries.listQuestionUnits(reach, courseId);
  const questions = drafts.flatMap((unit, unitIndex) =>
    unit.questions.map((question, index) => ({
      ...mapQuestionFiles({ ...question, media: question.media ?? [] }, resolveKey),
      id: question.id ?? null,
      unit_id: unitIds[unitIndex]!,
      position: index + 1,
    })),
  );
  for (const { id, unit_id } of questions) {
    if (id !== null && stored.get(id) !== unit_id)
      throw new Invalid({ questions: [t`A question is not part of its unit.`] });
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

/** Returns the content. @throws Invalid for large embedded images, which every reader would load with the course */
function checkImages({ content, type, unit_order }: Pick<UnitDraft, "content" | "type" | "unit_order">): string {
  const problem = findOversizedImage(content!);
  if (problem) throw new Invalid({ course: [t`${nameUnit({ type, unit_order })}: ${problem}`] });
  return content!;
}

/** Converts a unit into its row. @throws Invalid for a value that its type cannot store */
function toUnitRow(
  unit: UnitDraft,
  its: queries.PackageOfUnit | undefined,
  resolveKey: (address: string) => string,
): queries.UnitRow {
  const content = unit.content && !isBlankDelta(unit.content) ? withoutSignatures(checkImages(unit)) : null;
  return {
    id: unit.id ?? null,
    type: unit.type,
    unit_order: unit.unit_order,
    title: unit.title,
    content,
    content_images: listKeysInText(content ?? ""),
    pictures_pending: listForeignPictures(content).length > 0,
    completion_option: unit.completion_option,
    time_limit: unit.time_limit,
    file_key: its?.file_key ?? (unit.file ? resolveKey(unit.file) : null),
    own: { ...toOwnColumns(unit, resolveKey), scorm_id: its?.scorm_id ?? null },
  };
}

/** Converts the fields that only some types have. @throws Invalid */
function toOwnColumns(unit: UnitDraft, resolveKey: (address: string) => string): Record<OwnFieldName, unknown> {
  const columns = [...UNIT_FIELDS].map(([name, { findProblem, toStored }]) => {
    const value = unit[name] as never;
    const problem = findProblem?.(value);
    if (problem) throw new Invalid({ [`units.${unit.unit_order - 1}.${name}`]: [problem] });
    return [name, toStored ? toStored(value, resolveKey) : value];
  });
  return Object.fromEntries(columns) as Record<OwnFieldName, unknown>;
}
