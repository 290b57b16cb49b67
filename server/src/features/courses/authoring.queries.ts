import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, packageInScope } from "../../access/scope.ts";
import { type QuestionDraft, toQuestionContent, withOptionalContent } from "../questions/questions.service.ts";
import { QUESTION_COLUMNS, toRecordColumns } from "./authoring-columns.ts";
import type { CourseDraft, UnitDraft } from "./course-draft.ts";
import { type OwnFieldName, UNIT_COLUMNS } from "./units/unit-types.ts";

type Authoring = Reach<"course.author">;

/** The columns of a course that come from a draft, its thumbnail as a key. */
export type CourseFields = Omit<
  CourseDraft,
  "categories" | "category" | "learning_path" | "resources" | "units" | "thumbnail"
> & {
  thumbnail_key: string | null;
};

export async function insertCourse(
  reach: Authoring,
  fields: CourseFields & { branch_id: number | null },
): Promise<{ id: number; version: number }> {
  return reach.db
    .insertInto("courses")
    .values({
      ...fields,
      instance_id: reach.instanceId,
      created_by: reach.userId,
      updated_by: reach.userId,
      published_at: fields.status === "published" ? sql<Date>`now()` : null,
    })
    .returning(["id", "version"])
    .executeTakeFirstOrThrow();
}

/**
 * Locks a course against a second save at the same time; undefined when there is none. Rows that refer to it are not
 * locked: a learner who completes a unit meanwhile holds an enrolment, which the save locks last.
 */
export function lockCourse(reach: Authoring, id: number) {
  return reach.db
    .selectFrom("courses")
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .select(["id", "version", "status"])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updateCourse(
  reach: Authoring,
  id: number,
  fields: CourseFields,
): Promise<{ id: number; version: number }> {
  return reach.db
    .updateTable("courses")
    .set({
      ...fields,
      version: sql`version + 1`,
      updated_by: reach.userId,
      updated_at: sql`now()`,
      published_at: fields.status === "published" ? sql`least(published_at, now())` : sql`published_at`,
    })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .returning(["id", "version"])
    .executeTakeFirstOrThrow();
}

export async function deleteCourse(reach: Authoring, id: number): Promise<void> {
  await reach.db
    .updateTable("courses")
    .set({ deleted_at: sql`now()`, creation_key: null })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

export async function replaceCategories(reach: Authoring, courseId: number, categoryIds: number[]): Promise<void> {
  await reach.db
    .deleteFrom("course_categories")
    .where("instance_id", "=", reach.instanceId)
    .where("course_id", "=", courseId)
    .execute();
  if (categoryIds.length === 0) return;
  const rows = categoryIds.map((category_id, position) => ({
    instance_id: reach.instanceId,
    course_id: courseId,
    category_id,
    position,
  }));
  await reach.db.insertInto("course_categories").values(rows).execute();
}

export function findCategories(reach: Authoring, ids: number[], name: string | null) {
  return reach.db
    .selectFrom("categories")
    .where("instance_id", "=", reach.instanceId)
    .where("deleted_at", "is", null)
    .where((eb) =>
      eb.or([eb("id", "=", eb.fn.any(eb.val(ids))), eb(eb.fn("lower", ["name"]), "=", name?.toLowerCase() ?? null)]),
    )
    .select(["id", "name"])
    .execute();
}

export async function listCategoryIds(reach: Authoring, courseId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT category_id AS id FROM course_categories
    WHERE instance_id = ${reach.instanceId} AND course_id = ${courseId}`.execute(reach.db);
  return rows.map(({ id }) => id);
}

export async function replacePrerequisites(
  reach: Authoring,
  courseId: number,
  prerequisiteIds: number[],
): Promise<void> {
  await reach.db
    .deleteFrom("course_prerequisites")
    .where("instance_id", "=", reach.instanceId)
    .where("course_id", "=", courseId)
    .execute();
  if (prerequisiteIds.length === 0) return;
  const rows = prerequisiteIds.map((prerequisite_id) => ({
    instance_id: reach.instanceId,
    course_id: courseId,
    prerequisite_id,
  }));
  await reach.db.insertInto("course_prerequisites").values(rows).execute();
}

/** Counts those of these courses that may be prerequisites: those of the reach, and those that already are. */
export async function countCourses(reach: Authoring, ids: number[], courseId: number | null): Promise<number> {
  const { found } = await reach.db
    .selectFrom("courses as c")
    .where("c.instance_id", "=", reach.instanceId)
    .where("c.deleted_at", "is", null)
    .where((eb) => eb("c.id", "=", eb.fn.any(eb.val(ids))))
    .where((eb) =>
      eb.or([
        courseInScope(reach, "c.id"),
        eb.exists(
          eb
            .selectFrom("course_prerequisites as r")
            .where("r.instance_id", "=", reach.instanceId)
            .where("r.course_id", "=", courseId ?? 0)
            .whereRef("r.prerequisite_id", "=", "c.id")
            .select("r.prerequisite_id"),
        ),
      ]),
    )
    .select((eb) => eb.fn.countAll<number>().as("found"))
    .executeTakeFirstOrThrow();
  return found;
}

export interface ResourceFields {
  id: number | null;
  name: string;
  file_key: string;
  category_id: number | null;
  is_downloadable: boolean;
}

/** Lists the ids of this course's resources, and those of all resource categories. */
export async function listKnown(
  reach: Authoring,
  courseId: number,
): Promise<{ resources: Set<number>; categories: Set<number> }> {
  const resources = await reach.db
    .selectFrom("course_resources")
    .where("instance_id", "=", reach.instanceId)
    .where("course_id", "=", courseId)
    .select("id")
    .execute();
  const categories = await reach.db
    .selectFrom("resource_categories")
    .where("instance_id", "=", reach.instanceId)
    .select("id")
    .execute();
  return { resources: new Set(resources.map(({ id }) => id)), categories: new Set(categories.map(({ id }) => id)) };
}

/** Stores the resources of a course as given: those without an id are new, those left out are deleted. */
export async function saveResources(reach: Authoring, courseId: number, resources: ResourceFields[]): Promise<void> {
  const kept = resources.flatMap(({ id }) => (id === null ? [] : [id]));
  await reach.db
    .deleteFrom("course_resources")
    .where("instance_id", "=", reach.instanceId)
    .where("course_id", "=", courseId)
    .where((eb) => eb.not(eb("id", "=", eb.fn.any(eb.val(kept)))))
    .execute();
  const rows = resources.map((resource, position) => ({
    ...resource,
    position,
    instance_id: reach.instanceId,
    course_id: courseId,
  }));
  for (const row of rows.filter(({ id }) => id !== null)) {
    const { id, instance_id, course_id, ...changes } = row;
    await reach.db
      .updateTable("course_resources")
      .set(changes)
      .where("instance_id", "=", instance_id)
      .where("course_id", "=", course_id)
      .where("id", "=", id!)
      .execute();
  }
  const added = rows.filter(({ id }) => id === null).map(({ id: _, ...row }) => row);
  if (added.length > 0) await reach.db.insertInto("course_resources").values(added).execute();
}

export async function assignToBranches(reach: Authoring, courseId: number, branchIds: number[]): Promise<void> {
  if (branchIds.length === 0) return;
  const rows = branchIds.map((branch_id) => ({ instance_id: reach.instanceId, branch_id, course_id: courseId }));
  await reach.db.insertInto("branch_courses").values(rows).execute();
}

/** The package of a unit, and the file that was uploaded for it. */
export interface PackageOfUnit {
  scorm_id: number;
  file_key: string;
}

export function findPackages(reach: Authoring, keys: string[], ids: number[]): Promise<PackageOfUnit[]> {
  return reach.db
    .selectFrom("scorm_packages")
    .where("instance_id", "=", reach.instanceId)
    .where((eb) =>
      eb.or([
        eb("file_key", "=", eb.fn.any(eb.val(keys))),
        eb.and([eb("id", "=", eb.fn.any(eb.val(ids))), packageInScope(reach, "scorm_packages.id")]),
      ]),
    )
    .select(["id as scorm_id", "file_key"])
    .execute();
}

/** A unit as its row: files as keys; `id` is null for a new one. */
export interface UnitRow extends Pick<UnitDraft, "type" | "unit_order" | "title" | "completion_option" | "time_limit"> {
  id: number | null;
  content: string | null;
  /** The keys of the pictures in the content. */
  content_images: string[];
  /** Whether the content shows pictures of other sites that are still to be fetched. */
  pictures_pending: boolean;
  file_key: string | null;
  /** The fields that only some types have. */
  own: Record<OwnFieldName, unknown>;
}

export async function listUnitTypes(reach: Authoring, courseId: number): Promise<Map<number, string>> {
  const rows = await reach.db
    .selectFrom("units")
    .where("instance_id", "=", reach.instanceId)
    .where("course_id", "=", courseId)
    .where("deleted_at", "is", null)
    .select(["id", "type"])
    .execute();
  return new Map(rows.map(({ id, type }) => [id, type]));
}

/** Marks units as deleted that are not kept; their progress stays in the database. */
export async function removeOtherUnits(reach: Authoring, courseId: number, keptIds: number[]): Promise<number> {
  const { numUpdatedRows } = await reach.db
    .updateTable("units")
    .set({ deleted_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("course_id", "=", courseId)
    .where("deleted_at", "is", null)
    .where((eb) => eb.not(eb("id", "=", eb.fn.any(eb.val(keptIds)))))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function updateUnits(reach: Authoring, courseId: number, units: UnitRow[]): Promise<void> {
  if (units.length === 0) return;
  const rows = units.map(({ own, ...unit }) => ({ ...unit, ...own }));
  await sql`
    UPDATE units u
    SET ${assignColumns([...UNIT_COLUMNS.keys()])}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d (id integer, ${toRecordColumns(UNIT_COLUMNS)})
    WHERE u.instance_id = ${reach.instanceId} AND u.course_id = ${courseId} AND u.id = d.id`.execute(reach.db);
}

/** Inserts units, and returns their ids in the order of the list. */
export async function insertUnits(reach: Authoring, courseId: number, units: UnitRow[]): Promise<number[]> {
  if (units.length === 0) return [];
  const columns = sql.join([...UNIT_COLUMNS.keys()].map((column) => sql.ref(column)));
  const rows = units.map(({ own, id: _, ...unit }) => ({ ...unit, ...own }));
  const inserted = await sql<{ id: number; unit_order: number }>`
    INSERT INTO units (instance_id, course_id, ${columns})
    SELECT ${reach.instanceId}, ${courseId}, ${columns}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d (${toRecordColumns(UNIT_COLUMNS)})
    ORDER BY unit_order
    RETURNING id, unit_order`.execute(reach.db);
  const byOrder = new Map(inserted.rows.map(({ id, unit_order }) => [unit_order, id]));
  return units.map((unit) => byOrder.get(unit.unit_order)!);
}

/** Builds the assignments of an update from records named `d`. */
function assignColumns(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql`${sql.ref(column)} = d.${sql.ref(column)}`));
}

export type QuestionFields = Omit<QuestionDraft, "id"> & { id: number | null; unit_id: number; position: number };

export async function listQuestionUnits(reach: Authoring, courseId: number): Promise<Map<number, number>> {
  const rows = await reach.db
    .selectFrom("questions as q")
    .innerJoin("units as u", (join) =>
      join.onRef("u.instance_id", "=", "q.instance_id").onRef("u.id", "=", "q.unit_id"),
    )
    .where("q.instance_id", "=", reach.instanceId)
    .where("u.course_id", "=", courseId)
    .where("q.deleted_at", "is", null)
    .where("q.bank_id", "is", null)
    .select(["q.id", "q.unit_id"])
    .execute();
  return new Map(rows.map(({ id, unit_id }) => [id, unit_id]));
}

export async function removeQuestions(reach: Authoring, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await reach.db
    .updateTable("questions")
    .set({ deleted_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val(ids))))
    .execute();
}

export async function updateQuestions(reach: Authoring, questions: QuestionFields[]): Promise<void> {
  if (questions.length === 0) return;
  await sql`
    UPDATE questions q
    SET ${assignColumns([...QUESTION_COLUMNS.keys()])}
    FROM jsonb_to_recordset(${JSON.stringify(questions.map(withOptionalContent))}::jsonb) AS d (id integer, ${toRecordColumns(QUESTION_COLUMNS)})
    WHERE q.instance_id = ${reach.instanceId} AND q.id = d.id`.execute(reach.db);
}

export async function insertQuestions(reach: Authoring, questions: QuestionFields[]): Promise<void> {
  if (questions.length === 0) return;
  const rows = questions.map((question) => ({
    ...toQuestionContent(question),
    unit_id: question.unit_id,
    position: question.position,
    instance_id: reach.instanceId,
  }));
  await reach.db.insertInto("questions").values(rows).execute();
}

/**
 * Recounts the units and the progress of a course after units were added or deleted. Enrolments are locked first, so that
 * completions before it are counted, and those after it add to the count.
 * @returns the users who have completed the course by that
 */
export async function recount(reach: Authoring, courseId: number): Promise<number[]> {
  await sql`
    UPDATE courses c
    SET unit_count = (SELECT count(*) FROM units u WHERE u.instance_id = ${reach.instanceId} AND u.course_id = c.id AND u.deleted_at IS NULL)
    WHERE c.instance_id = ${reach.instanceId} AND c.id = ${courseId}`.execute(reach.db);
  await sql`
    SELECT FROM enrolments WHERE instance_id = ${reach.instanceId} AND course_id = ${courseId}
    ORDER BY user_id FOR NO KEY UPDATE`.execute(reach.db);
  const { rows } = await sql<{ user_id: number; became: boolean }>`
    UPDATE enrolments e
    SET units_completed = done.units,
        completed_at = coalesce(e.completed_at, CASE
          WHEN completes_course(done.units, c.unit_count, c.completion_rules, c.completion_percentage) THEN done.at END)
    FROM courses c, (
      SELECT x.user_id, count(u.id)::integer AS units, now() AS at
      FROM enrolments x
      LEFT JOIN unit_progress p
        ON p.instance_id = x.instance_id AND p.user_id = x.user_id AND p.course_id = x.course_id AND p.completed_at IS NOT NULL
      LEFT JOIN units u ON u.instance_id = p.instance_id AND u.id = p.unit_id AND u.deleted_at IS NULL
      WHERE x.instance_id = ${reach.instanceId} AND x.course_id = ${courseId}
      GROUP BY x.user_id) done
    WHERE e.instance_id = ${reach.instanceId} AND e.course_id = ${courseId} AND e.user_id = done.user_id
      AND c.instance_id = e.instance_id AND c.id = e.course_id
    RETURNING e.user_id, e.completed_at = done.at AS became`.execute(reach.db);
  return rows.flatMap(({ user_id, became }) => (became ? [user_id] : []));
}
