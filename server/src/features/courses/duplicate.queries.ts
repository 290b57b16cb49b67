import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { QUESTION_COLUMNS, RESOURCE_COLUMNS } from "./authoring-columns.ts";
import { listCopiedColumns } from "./course-fields.ts";
import { UNIT_COLUMNS } from "./units/unit-types.ts";

type Authoring = Reach<"course.author">;

/** Builds a list of columns, each of a table when its alias is given. */
export function toColumnList(columns: Iterable<string>, alias?: string): RawBuilder<unknown> {
  return sql.join([...columns].map((column) => sql.ref(alias ? `${alias}.${column}` : column)));
}

/** Copies the fields of a course, as a draft of this author and site. A title that would be too long is cut. */
export async function copyCourse(
  reach: Authoring,
  id: number,
  branchId: number | null,
): Promise<{ id: number; title: string }> {
  const columns = listCopiedColumns().filter((column) => column !== "title");
  const { rows } = await sql<{ id: number; title: string }>`
    INSERT INTO courses (instance_id, title, created_by, branch_id, status, ${toColumnList(columns)})
    SELECT instance_id, ltrim(left(title, 193) || ' (copy)'), ${reach.userId}, ${branchId}, 'draft', ${toColumnList(columns)}
    FROM courses
    WHERE instance_id = ${reach.instanceId} AND id = ${id}
    RETURNING id, title`.execute(reach.db);
  return rows[0]!;
}

/** Copies categories, prerequisites and resources. Files are not copied: both courses refer to the same ones. */
export async function copyReferences(reach: Authoring, from: number, to: number): Promise<void> {
  const { instanceId } = reach;
  const resourceColumns = toColumnList(RESOURCE_COLUMNS);
  await sql`
    WITH categories AS (
      INSERT INTO course_categories (instance_id, course_id, category_id, position)
      SELECT instance_id, ${to}::integer, category_id, position FROM course_categories
      WHERE instance_id = ${instanceId} AND course_id = ${from}
      RETURNING true),
    prerequisites AS (
      INSERT INTO course_prerequisites (instance_id, course_id, prerequisite_id)
      SELECT instance_id, ${to}::integer, prerequisite_id FROM course_prerequisites
      WHERE instance_id = ${instanceId} AND course_id = ${from}
      RETURNING true)
    INSERT INTO course_resources (instance_id, course_id, ${resourceColumns})
    SELECT instance_id, ${to}::integer, ${resourceColumns} FROM course_resources
    WHERE instance_id = ${instanceId} AND course_id = ${from}
    RETURNING true`.execute(reach.db);
}

/** Copies the units with their questions. A save numbers units from 1 without gaps, so copies are found by their order. */
export async function copyUnits(reach: Authoring, from: number, to: number): Promise<void> {
  const { instanceId } = reach;
  const unitColumns = toColumnList(UNIT_COLUMNS.keys());
  await sql`
    INSERT INTO units (instance_id, course_id, ${unitColumns})
    SELECT instance_id, ${to}::integer, ${unitColumns}
    FROM units
    WHERE instance_id = ${instanceId} AND course_id = ${from} AND deleted_at IS NULL
    ORDER BY unit_order
    RETURNING true`.execute(reach.db);
  const questionColumns = [...QUESTION_COLUMNS.keys()].filter((column) => column !== "unit_id");
  await sql`
    INSERT INTO questions (instance_id, unit_id, ${toColumnList(questionColumns)})
    SELECT q.instance_id, copy.id, ${toColumnList(questionColumns, "q")}
    FROM units u
    JOIN questions q ON q.instance_id = u.instance_id AND q.unit_id = u.id AND q.deleted_at IS NULL AND q.bank_id IS NULL
    JOIN units copy ON copy.instance_id = u.instance_id AND copy.course_id = ${to} AND copy.unit_order = u.unit_order
    WHERE u.instance_id = ${instanceId} AND u.course_id = ${from} AND u.deleted_at IS NULL
    ORDER BY u.unit_order, q.position, q.id
    RETURNING true`.execute(reach.db);
}
