import { type RawBuilder, sql } from "kysely";
import type { Reach } from "./actor.ts";

/** Conditions that keep a query to the branches of a reach (house.md: a branch is a filter). */

/** Courses assigned to the branches; every course where the reach is the whole instance. */
export function courseInScope(reach: Pick<Reach, "instanceId" | "branchIds">, courseId: string): RawBuilder<boolean> {
  if (reach.branchIds === null) return sql`true`;
  return sql`EXISTS (SELECT FROM branch_courses scope WHERE scope.instance_id = ${reach.instanceId}
    AND scope.course_id = ${sql.ref(courseId)} AND scope.branch_id = ANY (${reach.branchIds}))`;
}

/** Courses that the person may change: those that their branches own; every course with access to the main site (P78). */
export function courseIsOwn(reach: Pick<Reach, "ownBranchIds">, branchColumn: string): RawBuilder<boolean> {
  if (reach.ownBranchIds === null) return sql`true`;
  return sql`(${sql.ref(branchColumn)} IS NOT NULL AND ${sql.ref(branchColumn)} = ANY (${reach.ownBranchIds}))`;
}

/** People of the branches, and of the groups a manager leads; everybody where the reach is the whole instance. */
export function userInScope(reach: Reach, userId: string): RawBuilder<boolean> {
  if (reach.branchIds === null) return sql`true`;
  const ofBranches = sql<boolean>`EXISTS (SELECT FROM branch_users scope WHERE scope.instance_id = ${reach.instanceId}
    AND scope.user_id = ${sql.ref(userId)} AND scope.branch_id = ANY (${reach.branchIds}))`;
  if (reach.ledGroupIds.length === 0) return ofBranches;
  return sql`(${ofBranches} OR EXISTS (SELECT FROM group_users scope WHERE scope.instance_id = ${reach.instanceId}
    AND scope.user_id = ${sql.ref(userId)} AND scope.group_id = ANY (${reach.ledGroupIds})))`;
}

/** Packages that the person has uploaded, and those that courses of the branches use; every package where the reach is the whole instance. */
export function packageInScope(reach: Reach, packageId: string): RawBuilder<boolean> {
  if (reach.branchIds === null) return sql`true`;
  return sql`(EXISTS (SELECT FROM scorm_packages scope JOIN files f ON f.instance_id = scope.instance_id AND f.key = scope.file_key
      WHERE scope.instance_id = ${reach.instanceId} AND scope.id = ${sql.ref(packageId)} AND f.uploaded_by = ${reach.userId})
    OR EXISTS (SELECT FROM units scope JOIN branch_courses b ON b.instance_id = scope.instance_id AND b.course_id = scope.course_id
      WHERE scope.instance_id = ${reach.instanceId} AND scope.scorm_id = ${sql.ref(packageId)} AND scope.deleted_at IS NULL
        AND b.branch_id = ANY (${reach.branchIds})))`;
}
