import { type Actor, alsoFor, type Reach } from "../../access/actor.ts";
import { Invalid, NotFound } from "../../errors.ts";
import * as queries from "./courses.queries.ts";
import * as units from "./units.queries.ts";
import * as impact from "./impact.queries.ts";
import { mayEdit } from "./ownership.service.ts";
import { t } from "../../i18n/message.ts";

export type { ScormPackage } from "./courses.queries.ts";
export type { QuestionRow, ResponseOfUnit } from "./units.queries.ts";
export { isShownToLearner, type OpenTestAttempt, selectHasEssays } from "./units.queries.ts";
export {
  type AttemptRules,
  isTakenInAttempts,
  type TakenTest,
  listRules,
  TEST_SETTING_NAMES,
  type TestSettings,
} from "./units/test/test-settings.ts";
export { MOST_SURVEY_QUESTIONS, type SurveyQuestion, toFrozenShape } from "./units/survey/survey-questions.ts";
export { getEmptyUnitFields, getUnitType, isTypeName, UNIT_TYPE_NAMES, type UnitType } from "./units/unit-types.ts";

/** Lists the catalogue; with `includeHidden` and the permission to author, every course. */
export async function listCourses(
  actor: Actor,
  {
    includeHidden,
    branchUrl,
    ...options
  }: queries.ListOptions & { includeHidden?: boolean | null; branchUrl?: string | null },
) {
  if (includeHidden && actor.can("course.author")) {
    return queries.listForAuthors(await actor.reach("course.author", branchUrl), options);
  }
  return queries.listCatalogue(await actor.reach("learn", branchUrl), options);
}

/** Lists one page of courses for authors, with the total. */
export async function listCoursePage(
  actor: Actor,
  { branchUrl, ...options }: queries.AuthorListOptions & { branchUrl?: string | null },
) {
  const reach = await actor.reach("course.author", branchUrl);
  const total = await queries.countForAuthors(reach, options);
  return { total, rows: await queries.listForAuthors(reach, options) };
}

/**
 * Returns a course as the caller may see it. `audience` tells whether that includes the answer key: for authors, unless
 * they ask for the learners' view.
 * @throws NotFound when there is none that the caller may see
 */
export async function getCourse(
  actor: Actor,
  id: number,
  branchUrl?: string | null,
  { asLearner = false, isPreview = false }: { asLearner?: boolean; isPreview?: boolean } = {},
) {
  if (isPreview) await actor.reach("course.author", branchUrl);
  const isAuthor = actor.can("course.author");
  const reach = isAuthor ? await actor.reach("course.author", branchUrl) : await actor.reach("learn", branchUrl);
  const course = await queries.findCourse(reach, id);
  if (!course) throw new NotFound("Course");
  return {
    ...course,
    audience: isAuthor && !asLearner && !isPreview ? ("author" as const) : ("learner" as const),
    /** An author sees the course as if nobody had started it. */
    isPreview,
    may_edit: isAuthor && mayEdit(reach, course),
    reach: alsoFor(reach, "learn"),
    actor,
  };
}

export type Course = Awaited<ReturnType<typeof getCourse>>;

/** Counts the complete units that make a course complete, as completes_course of the database does. */
export function countUnitsNeeded({ unit_count, completion_rules, completion_percentage }: Course): number {
  const share = completion_rules === "percentage" ? completion_percentage : 100;
  return Math.max(1, Math.ceil((unit_count * share) / 100));
}

/** Lists the units, or some of them, with the answer key, for authors and for grading. */
export function listUnitsWithKey(course: Course, options: units.UnitOptions) {
  return units.listUnits(course.reach, course.id, options);
}

/** Lists the units without content, as everyone who sees the course may see them. */
export function listOutline(course: Course) {
  return units.listOutline(course.reach, course.id);
}

/** Finds the package of a Scorm unit of this course; null while it has none. */
export async function getScormPackage(actor: Actor, id: number | null): Promise<queries.ScormPackage | null> {
  return id === null ? null : ((await queries.findScormPackage(await actor.reach("learn"), id)) ?? null);
}

export function listResources(course: Course) {
  return queries.listResources(course.reach, course.id);
}

/** Lists the categories of courses that the caller may see, by course. */
export function listCategoriesByCourse(reach: Reach, courseIds: number[]) {
  return queries.listCategories(reach, courseIds);
}

export async function listResourceCategories(actor: Actor, branchUrl?: string | null) {
  return queries.listResourceCategories(await actor.reach("course.author", branchUrl));
}

/**
 * Adds a resource category, or finds the one with the same name in any case.
 * @throws Forbidden without access to the main site, because every site shares these categories; Invalid for `name`
 */
export async function createResourceCategory(actor: Actor, name: string, branchUrl?: string | null) {
  const reach = await actor.reach("resource_category.create", branchUrl);
  const trimmed = name.trim();
  if (!trimmed || trimmed.length > 200)
    throw new Invalid({ name: [t`Give the category a name of at most 200 characters.`] });
  return queries.ensureResourceCategory(reach, trimmed);
}

/** Finds the resource category of a name in any case, or adds it if the caller may; null otherwise. */
export async function obtainResourceCategory(actor: Actor, name: string, branchUrl?: string | null) {
  if (actor.can("resource_category.create")) return createResourceCategory(actor, name, branchUrl);
  const known = await listResourceCategories(actor, branchUrl);
  return known.find((each) => each.name.toLowerCase() === name.trim().toLowerCase()) ?? null;
}

export async function listCertificateTypes(actor: Actor) {
  return queries.listCertificateTypes(await actor.reach("course.author"));
}

/** Counts the learners that a change of this course affects; with a unit, those who have progress in it. */
export async function measureImpact(
  actor: Actor,
  id: number,
  unitId: number | null | undefined,
  branchUrl?: string | null,
) {
  const reach = await actor.reach("course.author", branchUrl);
  if (!(await queries.findCourse(reach, id))) throw new NotFound("Course");
  if (unitId == null) return impact.countLearners(reach, id);
  const inUnit = await impact.countLearnersOfUnit(reach, id, unitId);
  if (!inUnit) throw new NotFound("Unit");
  return inUnit;
}
