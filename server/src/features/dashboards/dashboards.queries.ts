import { type RawBuilder, sql } from "kysely";
import { personIsActive } from "../../access/session.ts";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, userIsListed, userIsUnlisted, userInScope } from "../../access/scope.ts";

type Viewing = Reach<"dashboard.view">;

const LISTED = 3;
/** After so many days without learning a person counts as inactive in a course. */
const QUIET_DAYS = 14;
// The maximum of GraphQL's Int; a site reaches it after 68 years of training in total.
const MOST_SECONDS = 2_147_483_647;

/** Lists the newest users with their numbers of courses and completions. */
export function listRecentUsers(reach: Viewing) {
  const courses = (condition: RawBuilder<boolean>) => sql<number>`(
    SELECT count(*) FROM course_progress p WHERE p.instance_id = ${reach.instanceId} AND p.user_id = u.id AND ${condition})`;
  return reach.db
    .selectFrom("users as u")
    .where("u.instance_id", "=", reach.instanceId)
    .where("u.deleted_at", "is", null)
    .where("u.platform_user_id", "is", null)
    .where(userInScope(reach, "u.id"))
    .select(["u.id", "u.first_name", "u.last_name", "u.email", "u.role"])
    .select([courses(sql`true`).as("assignedCourses"), courses(sql`p.status = 'completed'`).as("completedCourses")])
    .orderBy("u.created_at", "desc")
    .orderBy("u.id", "desc")
    .limit(LISTED)
    .execute();
}

/** Lists the newest published courses with the number of the reach's users in each. */
export function listRecentCourses(reach: Viewing) {
  return reach.db
    .selectFrom("courses as c")
    .where("c.instance_id", "=", reach.instanceId)
    .where("c.deleted_at", "is", null)
    .where("c.status", "=", "published")
    .where(courseInScope(reach, "c.id"))
    .select(["c.id", "c.title as name"])
    .select(
      sql<number>`(SELECT count(*) FROM enrolments e WHERE e.instance_id = ${reach.instanceId} AND e.course_id = c.id AND ${counts(reach)})`.as(
        "users",
      ),
    )
    .orderBy("c.created_at", "desc")
    .orderBy("c.id", "desc")
    .limit(LISTED)
    .execute();
}

export interface Figures {
  assignedCourses: number;
  completedCourses: number;
  inProgressCourses: number;
  notStartedCourses: number;
  trainingTime: number;
  activeUsers: number;
  inactiveUsers: number;
  totalCourses: number;
}

/** Reads all figures of the dashboard in one statement. */
export async function readFigures(reach: Viewing): Promise<Figures> {
  const { rows } = await sql<Figures>`
    SELECT *
    FROM (
      SELECT
        coalesce(sum(e.assigned), 0) AS "assignedCourses",
        coalesce(sum(e.completed), 0) AS "completedCourses",
        coalesce(sum(e.in_progress), 0) AS "inProgressCourses",
        coalesce(sum(e.assigned - e.completed - e.in_progress), 0) AS "notStartedCourses",
        least(coalesce(sum(e.time_spent), 0), ${MOST_SECONDS}) AS "trainingTime"
      FROM learner_totals e
      WHERE e.instance_id = ${reach.instanceId} AND ${counts(reach)}
    ) learning, (
      SELECT
        count(*) FILTER (WHERE ${personIsActive}) AS "activeUsers",
        count(*) FILTER (WHERE NOT ${personIsActive}) AS "inactiveUsers"
      FROM users u
      JOIN instances i ON i.id = u.instance_id
      WHERE u.instance_id = ${reach.instanceId} AND ${userIsListed("u")} AND ${userInScope(reach, "u.id")}
    ) people, (
      SELECT count(*) AS "totalCourses"
      FROM courses c
      WHERE c.instance_id = ${reach.instanceId} AND c.deleted_at IS NULL AND c.status = 'published' AND ${courseInScope(reach, "c.id")}
    ) courses`.execute(reach.db);
  return rows[0]!;
}

/** Learners in the middle of a course, and those of them who have done nothing for a while. */
export interface LearnersInProgress {
  inProgress: number;
  inactive: number;
}

/** Counts the active users with a course in progress, and those of them without activity since `QUIET_DAYS` days. */
export async function countLearnersInProgress(reach: Viewing): Promise<LearnersInProgress> {
  const { rows } = await sql<LearnersInProgress>`
    SELECT count(*) AS "inProgress", count(*) FILTER (WHERE NOT EXISTS (
      SELECT FROM daily_time d
      WHERE d.instance_id = ${reach.instanceId} AND d.user_id = u.id
        AND d.day > (now() AT TIME ZONE i.time_zone)::date - ${QUIET_DAYS}::integer)) AS "inactive"
    FROM learner_totals e
    JOIN users u ON u.instance_id = e.instance_id AND u.id = e.user_id
    JOIN instances i ON i.id = u.instance_id
    WHERE e.instance_id = ${reach.instanceId} AND e.in_progress > 0 AND ${counts(reach)} AND ${personIsActive}`.execute(
    reach.db,
  );
  return rows[0]!;
}

/**
 * Limits `e`, an enrolment or its totals, to users who count: in the reach, not deleted, no visitors. In a whole
 * instance the few others are excluded; in a branch its users are collected first (with EXISTS, the planner tries each
 * user with each course).
 */
function counts(reach: Viewing): RawBuilder<boolean> {
  if (reach.branchIds === null) {
    return sql`NOT EXISTS (
      SELECT FROM users u
      WHERE u.instance_id = ${reach.instanceId} AND u.id = e.user_id AND ${userIsUnlisted("u")})`;
  }
  return sql`e.user_id = ANY (ARRAY(
    SELECT u.id FROM users u
    WHERE u.instance_id = ${reach.instanceId} AND ${userIsListed("u")} AND ${userInScope(reach, "u.id")}))`;
}
