import type { Actor, Reach } from "../../access/actor.ts";
import { Invalid, NotFound } from "../../errors.ts";
import * as queries from "./courses.queries.ts";
import * as impact from "./impact.queries.ts";
import { mayEdit } from "./ownership.service.ts";

export type { QuestionRow, ScormPackage } from "./courses.queries.ts";
export { isTypeName, typenameOf, UNIT_TYPES } from "./unit-types.ts";

/** The catalogue; with `includeHidden`, and the right to author, every course with drafts and hidden ones. */
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

/** One page of the authors' list with the total of the whole. */
export async function pageOfCourses(
  actor: Actor,
  { branchUrl, ...options }: queries.ListOptions & { branchUrl?: string | null },
) {
  const reach = await actor.reach("course.author", branchUrl);
  const total = await queries.countForAuthors(reach, options.search);
  return { total, rows: await queries.listForAuthors(reach, options) };
}

/**
 * A course as this person may see it. `audience` says whether that includes the answer key: authors only, and not where they
 * ask to see it as learners do.
 * @throws NotFound when there is none, or none that they may know of
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
    /** An author looks at it as at a course that nobody has begun. */
    isPreview,
    may_edit: isAuthor && mayEdit(reach, course),
    reach: reach as Reach<"learn">,
    actor,
  };
}

export type Course = Awaited<ReturnType<typeof getCourse>>;

/** How many complete units make a course complete: the least that the database's completes_course accepts. */
export function unitsNeeded({ unit_count, completion_rules, completion_percentage }: Course): number {
  const share = completion_rules === "percentage" ? completion_percentage : 100;
  return Math.max(1, Math.ceil((unit_count * share) / 100));
}

/** The units with the key: for authors, and for the server's own grading. */
export function listUnitsWithKey(course: Course, { drawn = false } = {}) {
  return queries.listUnits(course.reach, course.id, { drawn });
}

/** The package of a Scorm unit of this course; null while it has none. */
export async function scormPackageOf(actor: Actor, id: number | null): Promise<queries.ScormPackage | null> {
  return id === null ? null : ((await queries.findScormPackage(await actor.reach("learn"), id)) ?? null);
}

export function listResources(course: Course) {
  return queries.listResources(course.reach, course.id);
}

/** The categories of courses that the caller's reach already let through. */
export function categoriesByCourse(reach: Reach, courseIds: number[]) {
  return queries.listCategoriesOf(reach, courseIds);
}

export async function listResourceCategories(actor: Actor, branchUrl?: string | null) {
  return queries.listResourceCategories(await actor.reach("course.author", branchUrl));
}

/**
 * Adds a category of resources; one of the same name, in any writing, is found and not made twice.
 * @throws Forbidden without access to the main site, because every site shares these categories; Invalid for `name`
 */
export async function createResourceCategory(actor: Actor, name: string, branchUrl?: string | null) {
  const reach = await actor.reach("resource_category.create", branchUrl);
  const trimmed = name.trim();
  if (!trimmed || trimmed.length > 200)
    throw new Invalid({ name: ["Give the category a name of at most 200 characters."] });
  return queries.ensureResourceCategory(reach, trimmed);
}

/** Finds the category of resources of a name, in any writing, or adds it where the person may; null where there is none. */
export async function obtainResourceCategory(actor: Actor, name: string, branchUrl?: string | null) {
  if (actor.can("resource_category.create")) return createResourceCategory(actor, name, branchUrl);
  const known = await listResourceCategories(actor, branchUrl);
  return known.find((each) => each.name.toLowerCase() === name.trim().toLowerCase()) ?? null;
}

export async function listCertificateTypes(actor: Actor) {
  return queries.listCertificateTypes(await actor.reach("course.author"));
}

/** How many learners a change of this course touches; with a unit, how many of them have progress in it. */
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
