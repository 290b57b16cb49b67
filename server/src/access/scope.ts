import { type RawBuilder, sql } from "kysely";
import type { Reach } from "./actor.ts";
import type { Language } from "../i18n/translate.ts";
import { isActiveOn } from "./person.ts";

/**
 * Limits a query to users that lists show and figures count: neither deleted ones nor visitors from the platform.
 * @param user the alias of the table `users`
 */
export const userIsListed = (user: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${user}.deleted_at`)} IS NULL AND ${sql.ref(`${user}.platform_user_id`)} IS NULL)`;

/** Limits a query to active users `u`. Where their instance `i` is read too, `personIsActive` needs no look-up. */
export const userIsActive = sql.raw<boolean>(
  isActiveOn("(SELECT (now() AT TIME ZONE own.time_zone)::date FROM instances own WHERE own.id = u.instance_id)"),
);

/**
 * Returns the language of users `u` of an instance `i`: the one they have chosen, else that of their first branch where they
 * do not belong to the main site, else that of the instance.
 */
export const userLanguage = (instanceId: number): RawBuilder<Language> =>
  sql<Language>`coalesce(u.language, (SELECT b.language FROM branch_users m
    JOIN branches b ON b.instance_id = m.instance_id AND b.id = m.branch_id AND b.deleted_at IS NULL
    WHERE m.instance_id = ${instanceId} AND m.user_id = u.id AND NOT u.is_primary
    ORDER BY b.id LIMIT 1), i.language)`;

/**
 * Tells whether a user `u` of an instance `i` may not sign in with a password: passwords are off, and the user is not one of the admins who may use
 * one all the same.
 */
export const mustUseProvider = (instanceId: number): RawBuilder<boolean> =>
  sql<boolean>`(i.passwords_off AND NOT (u.role = 'admin' AND u.is_primary AND EXISTS (SELECT FROM password_exceptions e
    WHERE e.instance_id = ${instanceId} AND e.user_id = u.id)))`;

/** Limits a query to the few users whom no list shows: those for whom `userIsListed` does not hold. */
export const userIsUnlisted = (user: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${user}.deleted_at`)} IS NOT NULL OR ${sql.ref(`${user}.platform_user_id`)} IS NOT NULL)`;

/** Selects the ids of the few users of an instance whom no list shows. @param instance its id, or a placeholder for it */
export const selectUnlistedUsers = (instance: unknown): RawBuilder<{ id: number }> =>
  sql`SELECT u.id FROM users u WHERE u.instance_id = ${instance} AND ${userIsUnlisted("u")}`;

/**
 * Limits a query to rows of users that lists show, by reading the few others once: looking up each user takes ten times
 * as long. Where the users are joined anyway, use `userIsListed`.
 * @param userId the column with the id of the user
 */
export const ofListedUser = (instance: unknown, userId: string): RawBuilder<boolean> =>
  sql`(${sql.ref(userId)} IN (${selectUnlistedUsers(instance)})) IS NOT TRUE`;

/** Limits a query to courses that are assigned to the branches of a reach (P3); all courses without a branch limit. */
export function courseInScope(reach: Pick<Reach, "instanceId" | "branchIds">, courseId: string): RawBuilder<boolean> {
  if (reach.branchIds === null) return sql`true`;
  return sql`EXISTS (SELECT FROM branch_courses scope WHERE scope.instance_id = ${reach.instanceId}
    AND scope.course_id = ${sql.ref(courseId)} AND scope.branch_id = ANY (${reach.branchIds}))`;
}

/**
 * Limits a query to learning paths `path` that the branches of a reach own, and those of the main site of which the
 * branches have every course; all paths without a branch limit.
 */
export function pathInScope(reach: Pick<Reach, "instanceId" | "branchIds">, path: string): RawBuilder<boolean> {
  if (reach.branchIds === null) return sql`true`;
  const [id, owner] = [sql.ref(`${path}.id`), sql.ref(`${path}.branch_id`)];
  const courses = sql`SELECT FROM learning_path_courses part
    JOIN courses its ON its.instance_id = part.instance_id AND its.id = part.course_id AND its.deleted_at IS NULL
    WHERE part.instance_id = ${reach.instanceId} AND part.path_id = ${id}`;
  return sql`(${owner} = ANY (${reach.branchIds}) OR (${owner} IS NULL AND EXISTS (${courses})
    AND NOT EXISTS (${courses} AND NOT ${courseInScope(reach, "part.course_id")})))`;
}

/**
 * Limits a query to rows that the user may change: those that their branches own; all rows with access to the main site
 * (P78).
 */
export function rowIsOwn(reach: Pick<Reach, "ownBranchIds">, branchColumn: string): RawBuilder<boolean> {
  if (reach.ownBranchIds === null) return sql`true`;
  return sql`(${sql.ref(branchColumn)} IS NOT NULL AND ${sql.ref(branchColumn)} = ANY (${reach.ownBranchIds}))`;
}

/**
 * Limits a query to users whose access is within the caller's own: no access to the main site or to other branches; all
 * users for callers with access to the main site (P78).
 * @param user the alias of the table `users`
 */
export function accessIsOwn(reach: Pick<Reach, "instanceId" | "ownBranchIds">, user: string): RawBuilder<boolean> {
  if (reach.ownBranchIds === null) return sql`true`;
  return sql`(NOT ${sql.ref(`${user}.is_primary`)} AND NOT EXISTS (SELECT FROM branch_users other
    JOIN branches b ON b.instance_id = other.instance_id AND b.id = other.branch_id AND b.deleted_at IS NULL
    WHERE other.instance_id = ${reach.instanceId} AND other.user_id = ${sql.ref(`${user}.id`)}
      AND other.branch_id <> ALL (${reach.ownBranchIds}::integer[])))`;
}

/** Limits a query to bank questions that the user may use: the main site's and those of their branches (P78). */
export function questionIsUsable(reach: Pick<Reach, "ownBranchIds">, branchColumn: string): RawBuilder<boolean> {
  return sql`(${sql.ref(branchColumn)} IS NULL OR ${rowIsOwn(reach, branchColumn)})`;
}

/** Limits a query to users of the branches and of the groups that a manager leads; all users without a branch limit. */
export function userInScope(reach: Reach, userId: string): RawBuilder<boolean> {
  if (reach.branchIds === null) return sql`true`;
  const ofBranches = sql<boolean>`EXISTS (SELECT FROM branch_users scope WHERE scope.instance_id = ${reach.instanceId}
    AND scope.user_id = ${sql.ref(userId)} AND scope.branch_id = ANY (${reach.branchIds}))`;
  if (reach.ledGroupIds.length === 0) return ofBranches;
  return sql`(${ofBranches} OR EXISTS (SELECT FROM group_users scope WHERE scope.instance_id = ${reach.instanceId}
    AND scope.user_id = ${sql.ref(userId)} AND scope.group_id = ANY (${reach.ledGroupIds})))`;
}

/**
 * Limits a query to packages that the user uploaded or that courses of the branches use; all packages without a branch
 * limit.
 */
export function packageInScope(reach: Reach, packageId: string): RawBuilder<boolean> {
  if (reach.branchIds === null) return sql`true`;
  return sql`(EXISTS (SELECT FROM scorm_packages scope JOIN files f ON f.instance_id = scope.instance_id AND f.key = scope.file_key
      WHERE scope.instance_id = ${reach.instanceId} AND scope.id = ${sql.ref(packageId)} AND f.uploaded_by = ${reach.userId})
    OR EXISTS (SELECT FROM units scope JOIN branch_courses b ON b.instance_id = scope.instance_id AND b.course_id = scope.course_id
      WHERE scope.instance_id = ${reach.instanceId} AND scope.scorm_id = ${sql.ref(packageId)} AND scope.deleted_at IS NULL
        AND b.branch_id = ANY (${reach.branchIds})))`;
}

/** Limits a query to users `u` who belong to one of these groups or branches, without those that were deleted. */
export function isMember(kind: "group" | "branch", ids: RawBuilder<unknown>): RawBuilder<unknown> {
  const of = sql.ref(`m.${kind}_id`);
  return sql`EXISTS (SELECT FROM ${sql.table(`${kind}_users`)} m
    JOIN ${sql.table(kind === "group" ? "groups" : "branches")} o
      ON o.instance_id = m.instance_id AND o.id = ${of} AND o.deleted_at IS NULL
    WHERE m.instance_id = u.instance_id AND m.user_id = u.id AND ${of} = ANY (${ids}))`;
}
