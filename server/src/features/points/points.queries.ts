import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userInScope } from "../../access/scope.ts";
import { personIsActive } from "../../access/session.ts";
import { limitAndOffset } from "../../db/page.ts";

type Learning = Reach<"learn">;

/** How many points an instance gives for a completed course, a completed learning path, and a badge. */
export interface PointSettings {
  points_on: boolean;
  points_for_course: number;
  points_for_path: number;
  points_for_badge: number;
}

/** The time in which points count. */
export type Period = "month" | "all";

export interface LeaderboardRow {
  user_id: number;
  user_name: string;
  points: number;
  /** People with the same points share a place. */
  rank: number;
}

export interface OwnPoints {
  points: number;
  courses: number;
  paths: number;
  badges: number;
  /** Null without points, and for a person who hides them. */
  rank: number | null;
  is_hidden: boolean;
}

/** Reads whether the instance gives points, and how many. */
export function findPointSettings(reach: Learning): Promise<PointSettings> {
  return reach.db
    .selectFrom("instances")
    .where("id", "=", reach.instanceId)
    .select(["points_on", "points_for_course", "points_for_path", "points_for_badge"])
    .executeTakeFirstOrThrow();
}

/** Selects what the caller has achieved in a period, and its points. */
const selectPointsOfCaller = (reach: Learning, period: Period): RawBuilder<unknown> => sql`
  SELECT a.user_id, count(*) FILTER (WHERE a.kind = 'course') AS courses,
    count(*) FILTER (WHERE a.kind = 'path') AS paths, count(*) FILTER (WHERE a.kind = 'badge') AS badges,
    sum(CASE a.kind WHEN 'course' THEN i.points_for_course WHEN 'path' THEN i.points_for_path
      ELSE i.points_for_badge END)::integer AS points
  FROM achievements a JOIN instances i ON i.id = a.instance_id
  WHERE a.instance_id = ${reach.instanceId} AND a.user_id = ${reach.userId}
    ${period === "all" ? sql`` : sql`AND a.achieved_at >= ${selectMonth(reach)}`}
  GROUP BY a.user_id`;

/** Selects the beginning of the month, once for the statement, so that indexes are searched for it. */
const selectMonth = ({ instanceId }: Pick<Learning, "instanceId">) => sql`(
  SELECT date_trunc('month', now() AT TIME ZONE i.time_zone) AT TIME ZONE i.time_zone FROM instances i WHERE i.id = ${instanceId}
)`;

/**
 * Joins what users `u` have achieved in a period, as numbers n of `course`, `again`, `path` and `badge`. Courses of all time are
 * the stored totals, which are kept with every change of an enrolment. These count what is complete at present; `again` are courses
 * that are complete only by an earlier attempt.
 */
function joinAchieved({ instanceId }: Learning, period: Period): RawBuilder<unknown> {
  const since = period === "all" ? sql`` : sql`AND a.achieved_at >= ${selectMonth({ instanceId })}`;
  const counted = (kind: "course" | "path" | "badge") => sql`
    SELECT a.user_id, count(*) AS n FROM achievements a
    WHERE a.instance_id = ${instanceId} AND a.kind = ${sql.lit(kind)} ${since} GROUP BY a.user_id`;
  const stored = sql`SELECT t.user_id, t.completed AS n FROM learner_totals t WHERE t.instance_id = ${instanceId}`;
  const again = sql`
    SELECT e.user_id, count(*) AS n
    FROM enrolments e JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id AND c.deleted_at IS NULL
    WHERE e.instance_id = ${instanceId} AND e.completed_at IS NULL AND e.completed_before IS NOT NULL
      AND ${sql.lit(period === "all")}
    GROUP BY e.user_id`;
  return sql`
    LEFT JOIN (${period === "all" ? stored : counted("course")}) course ON course.user_id = u.id
    LEFT JOIN (${again}) again ON again.user_id = u.id
    LEFT JOIN (${counted("path")}) path ON path.user_id = u.id
    LEFT JOIN (${counted("badge")}) badge ON badge.user_id = u.id`;
}

const POINTS = sql`(
  (coalesce(course.n, 0) + coalesce(again.n, 0)) * i.points_for_course
    + coalesce(path.n, 0) * i.points_for_path + coalesce(badge.n, 0) * i.points_for_badge
)::integer`;

/**
 * Finds a page of the leaderboard, the first places first, and the caller's own points, in one statement. Listed are
 * people of the reach with points who may sign in and do not hide theirs.
 */
export async function findLeaderboard(
  reach: Learning,
  period: Period,
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: LeaderboardRow[]; mine: OwnPoints }> {
  const { rows } = await sql<OwnPoints & { total: number; rows: LeaderboardRow[] }>`
    WITH listed AS MATERIALIZED (
      SELECT u.id AS user_id, u.first_name || ' ' || u.last_name AS user_name, ${POINTS} AS points,
        rank() OVER (ORDER BY ${POINTS} DESC)::integer AS rank
      FROM users u
      JOIN instances i ON i.id = u.instance_id
      ${joinAchieved(reach, period)}
      WHERE u.instance_id = ${reach.instanceId} AND ${POINTS} > 0 AND ${userInScope(reach, "u.id")}
        AND u.deleted_at IS NULL AND u.platform_user_id IS NULL AND NOT u.hides_points AND ${personIsActive})
    SELECT
      (SELECT count(*) FROM listed) AS total,
      coalesce((
        SELECT json_agg(row_to_json(place) ORDER BY place.rank, place.user_name COLLATE people, place.user_id)
        FROM (SELECT * FROM listed l ORDER BY l.rank, l.user_name COLLATE people, l.user_id ${limitAndOffset(page)}) place
      ), '[]') AS rows,
      coalesce(p.points, 0) AS points, coalesce(p.courses, 0) AS courses, coalesce(p.paths, 0) AS paths,
      coalesce(p.badges, 0) AS badges, u.hides_points AS is_hidden,
      (SELECT l.rank FROM listed l WHERE l.user_id = u.id) AS rank
    FROM users u
    LEFT JOIN (${selectPointsOfCaller(reach, period)}) p ON p.user_id = u.id
    WHERE u.instance_id = ${reach.instanceId} AND u.id = ${reach.userId}`.execute(reach.db);
  const { total, rows: places, ...mine } = rows[0]!;
  return { total, rows: places, mine };
}

/** Stores whether the caller is left out of leaderboards. */
export async function hidePoints(reach: Reach<"profile.edit">, isHidden: boolean): Promise<void> {
  await reach.db
    .updateTable("users")
    .set({ hides_points: isHidden })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", reach.userId)
    .execute();
}
