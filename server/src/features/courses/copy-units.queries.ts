import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { QUESTION_COLUMNS } from "./authoring-columns.ts";
import { toColumnList } from "./duplicate.queries.ts";
import { UNIT_COLUMNS } from "./units/unit-types.ts";

type Authoring = Reach<"course.author">;

/** Counts the units of a course, and finds the order of its last one and the packages of its units. */
export async function findEndOfCourse(
  reach: Authoring,
  courseId: number,
): Promise<{ units: number; last: number; packages: number[] }> {
  return reach.db
    .selectFrom("units")
    .where("instance_id", "=", reach.instanceId)
    .where("course_id", "=", courseId)
    .where("deleted_at", "is", null)
    .select((eb) => [
      eb.fn.countAll<number>().as("units"),
      sql<number>`coalesce(max(unit_order), 0)`.as("last"),
      sql<number[]>`coalesce(array_agg(scorm_id) FILTER (WHERE scorm_id IS NOT NULL), '{}')`.as("packages"),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Copies units, without their questions, to another course after the unit with the order `last`. Default titles, as
 * 'Content unit 2', get the number of their new place, as in the editor. Files are not copied: both units refer to the
 * same ones.
 * @returns the ids of the copies in the order of the units
 */
export async function insertUnitCopies(
  reach: Authoring,
  unitIds: number[],
  to: { courseId: number; last: number },
): Promise<number[]> {
  const columns = toColumnList([...UNIT_COLUMNS.keys()].filter((name) => name !== "unit_order" && name !== "title"));
  const { rows } = await sql<{ id: number; unit_order: number }>`
    INSERT INTO units (instance_id, course_id, unit_order, title, ${columns})
    SELECT instance_id, ${to.courseId}::integer, place,
      CASE WHEN title ~* ('^' || type || ' unit [0-9]+$') THEN regexp_replace(title, '[0-9]+$', place::text) ELSE title END,
      ${columns}
    FROM (
      SELECT *, ${to.last}::integer + row_number() OVER (ORDER BY unit_order, id)::integer AS place FROM units
      WHERE instance_id = ${reach.instanceId} AND id = ANY (${unitIds}) AND deleted_at IS NULL) source
    ORDER BY place
    RETURNING id, unit_order`.execute(reach.db);
  return rows.toSorted((a, b) => a.unit_order - b.unit_order).map(({ id }) => id);
}

/** Copies the questions that units own to the copies of these units, which are in the same order. */
export async function insertQuestionCopies(reach: Authoring, unitIds: number[], copyIds: number[]): Promise<void> {
  const columns = [...QUESTION_COLUMNS.keys()].filter((column) => column !== "unit_id");
  await sql`
    INSERT INTO questions (instance_id, unit_id, ${toColumnList(columns)})
    SELECT q.instance_id, pair.copy_id, ${toColumnList(columns, "q")}
    FROM unnest(${unitIds}::integer[], ${copyIds}::integer[]) AS pair (unit_id, copy_id)
    JOIN questions q ON q.instance_id = ${reach.instanceId} AND q.unit_id = pair.unit_id
    WHERE q.deleted_at IS NULL AND q.bank_id IS NULL
    ORDER BY pair.copy_id, q.position, q.id
    RETURNING true`.execute(reach.db);
}

/** Stores that a course was changed, so that an editor that has it open does not overwrite the change. */
export function raiseVersion(reach: Authoring, courseId: number): Promise<{ version: number }> {
  return reach.db
    .updateTable("courses")
    .set({ version: sql`version + 1`, updated_by: reach.userId, updated_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", courseId)
    .returning("version")
    .executeTakeFirstOrThrow();
}

/** Locks those of these units that the course has, and returns their ids. */
export async function lockUnits(reach: Authoring, courseId: number, unitIds: number[]): Promise<number[]> {
  const rows = await reach.db
    .selectFrom("units")
    .where("instance_id", "=", reach.instanceId)
    .where("course_id", "=", courseId)
    .where("deleted_at", "is", null)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val(unitIds))))
    .select("id")
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts the learners who have begun one of these units. */
export async function countLearnersOfUnits(reach: Authoring, unitIds: number[]): Promise<number> {
  const { rows } = await sql<{ learners: number }>`
    SELECT count(DISTINCT user_id)::integer AS learners FROM (
      SELECT user_id FROM unit_progress WHERE instance_id = ${reach.instanceId} AND unit_id = ANY (${unitIds})
      UNION ALL
      SELECT user_id FROM test_attempts WHERE instance_id = ${reach.instanceId} AND unit_id = ANY (${unitIds})
      UNION ALL
      SELECT user_id FROM scorm_attempts WHERE instance_id = ${reach.instanceId} AND unit_id = ANY (${unitIds})) begun`.execute(
    reach.db,
  );
  return rows[0]!.learners;
}

/** Restores those of these units that the last change of the course has deleted. @returns how many */
export async function restoreUnits(reach: Authoring, courseId: number, unitIds: number[]): Promise<number> {
  const { rows } = await sql`
    UPDATE units u SET deleted_at = NULL
    FROM courses c
    WHERE u.instance_id = ${reach.instanceId} AND u.course_id = ${courseId} AND u.id = ANY (${unitIds})
      AND c.instance_id = u.instance_id AND c.id = u.course_id AND u.deleted_at = c.updated_at
    RETURNING u.id`.execute(reach.db);
  return rows.length;
}

/** Marks units as deleted. */
export async function removeUnits(reach: Authoring, unitIds: number[]): Promise<void> {
  await reach.db
    .updateTable("units")
    .set({ deleted_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val(unitIds))))
    .execute();
}
