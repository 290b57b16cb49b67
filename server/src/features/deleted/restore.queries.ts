import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userIsActive } from "../../access/scope.ts";
import type { Kind } from "./deleted.queries.ts";

type Restoring = Reach<"deleted.restore">;

const TABLES = {
  user: "users",
  group: "groups",
  branch: "branches",
  course: "courses",
  category: "categories",
  user_field: "user_fields",
  learning_path: "learning_paths",
  automation: "automations",
  badge: "badges",
  certificate_template: "certificate_templates",
  identity_provider: "identity_providers",
} as const;

/** Returns when a row was deleted, as SQL: a Date would lose the microseconds that identify what ended with it. */
export async function readDeletedAt(
  reach: Restoring,
  kind: Exclude<Kind, "enrolment">,
  id: number,
): Promise<RawBuilder<Date>> {
  const { rows } = await sql<{ at: string }>`
    SELECT deleted_at::text AS at FROM ${sql.table(TABLES[kind])}
    WHERE instance_id = ${reach.instanceId} AND id = ${id}`.execute(reach.db);
  return sql<Date>`${rows[0]?.at ?? null}::timestamptz`;
}

/** Restores a row. @returns false when it is already restored */
export async function undelete(reach: Restoring, kind: Exclude<Kind, "enrolment">, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE ${sql.table(TABLES[kind])} SET deleted_at = NULL
    WHERE instance_id = ${reach.instanceId} AND id = ${id} AND deleted_at IS NOT NULL RETURNING id`.execute(reach.db);
  return rows.length > 0;
}

/** Tells whether another user has the e-mail of a deleted user. */
export async function emailIsTaken(reach: Restoring, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM users u JOIN users o ON o.instance_id = u.instance_id AND lower(o.email) = lower(u.email) AND o.id <> u.id
      AND o.deleted_at IS NULL AND o.platform_user_id IS NULL
    WHERE u.instance_id = ${reach.instanceId} AND u.id = ${userId}`.execute(reach.db);
  return rows.length > 0;
}

interface Standing {
  id: number;
  role: string;
  is_primary: boolean;
  uses_licence: boolean;
}

/** Returns the role of a deleted user, and whether they would need a licence. */
export async function findStanding(reach: Restoring, userId: number): Promise<Standing> {
  const { rows } = await sql<Standing>`
    SELECT u.id, u.role, u.is_primary, ${userIsActive} AS uses_licence
    FROM users u
    WHERE u.instance_id = ${reach.instanceId} AND u.id = ${userId}`.execute(reach.db);
  return rows[0]!;
}

export async function groupNameIsTaken(reach: Restoring, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM groups g JOIN groups o ON o.instance_id = g.instance_id AND lower(o.name) = lower(g.name) AND o.id <> g.id AND o.deleted_at IS NULL
    WHERE g.instance_id = ${reach.instanceId} AND g.id = ${id}`.execute(reach.db);
  return rows.length > 0;
}

export async function branchUrlIsTaken(reach: Restoring, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM branches b JOIN branches o ON o.instance_id = b.instance_id AND o.url = b.url AND o.id <> b.id AND o.deleted_at IS NULL
    WHERE b.instance_id = ${reach.instanceId} AND b.id = ${id}`.execute(reach.db);
  return rows.length > 0;
}

/** Restores a branch not as the default when another branch is the default already. */
export async function yieldDefault(reach: Restoring, id: number): Promise<void> {
  await sql`
    UPDATE branches b SET is_default = false
    WHERE b.instance_id = ${reach.instanceId} AND b.id = ${id} AND EXISTS (
      SELECT FROM branches o WHERE o.instance_id = ${reach.instanceId} AND o.is_default AND o.deleted_at IS NULL)`.execute(
    reach.db,
  );
}

/** Restores the place of a category: below its parent, or at the top when the parent is deleted or is below it already. */
export async function settleCategory(
  reach: Restoring,
  id: number,
): Promise<{ parent_id: number | null; name: string }> {
  const { rows } = await sql<{ parent_id: number | null; name: string }>`
    UPDATE categories k SET parent_id = (
      WITH RECURSIVE above AS (
        SELECT p.id, p.parent_id, p.deleted_at FROM categories p WHERE p.instance_id = ${reach.instanceId} AND p.id = k.parent_id
        UNION
        SELECT p.id, p.parent_id, p.deleted_at FROM categories p JOIN above ON above.parent_id = p.id WHERE p.instance_id = ${reach.instanceId}
      )
      SELECT k.parent_id WHERE NOT EXISTS (SELECT FROM above WHERE above.id = k.id OR (above.id = k.parent_id AND above.deleted_at IS NOT NULL)))
    WHERE k.instance_id = ${reach.instanceId} AND k.id = ${id}
    RETURNING k.parent_id, k.name`.execute(reach.db);
  return rows[0]!;
}

export interface Share {
  groupId: number;
  userIds: number[];
  courseIds: number[];
}

/** Lists the groups of a user or a course, or one group, each with its users and courses. */
export async function listShares(
  reach: Restoring,
  of: { userId: number } | { courseId: number } | { groupId: number },
): Promise<Share[]> {
  const people = "userId" in of ? sql`ARRAY[${of.userId}::integer]` : ids("group_users", "user_id", reach);
  const courses = "courseId" in of ? sql`ARRAY[${of.courseId}::integer]` : ids("group_courses", "course_id", reach);
  const among =
    "groupId" in of
      ? sql`g.id = ${of.groupId}`
      : "userId" in of
        ? sql`EXISTS (SELECT FROM group_users gu WHERE gu.instance_id = ${reach.instanceId} AND gu.group_id = g.id AND gu.user_id = ${of.userId})`
        : sql`EXISTS (SELECT FROM group_courses gc WHERE gc.instance_id = ${reach.instanceId} AND gc.group_id = g.id AND gc.course_id = ${of.courseId})`;
  const { rows } = await sql<Share>`
    SELECT g.id AS "groupId", ${people} AS "userIds", ${courses} AS "courseIds" FROM groups g
    WHERE g.instance_id = ${reach.instanceId} AND (g.deleted_at IS NULL OR ${"groupId" in of}) AND ${among} ORDER BY g.id`.execute(
    reach.db,
  );
  return rows;
}

function ids(table: string, column: string, reach: Restoring) {
  return sql`ARRAY(SELECT m.${sql.ref(column)} FROM ${sql.table(table)} m WHERE m.instance_id = ${reach.instanceId} AND m.group_id = g.id)`;
}
