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

/** What people have achieved in a period, and its points. `whose` limits the rows `a` to some people. */
function pointsOf(whose: RawBuilder<unknown>, reach: Learning, period: Period): RawBuilder<unknown> {
  const since =
    period === "all"
      ? sql``
      : sql`AND a.achieved_at >= date_trunc('month', now() AT TIME ZONE i.time_zone) AT TIME ZONE i.time_zone`;
  return sql`
    SELECT a.user_id, count(*) FILTER (WHERE a.kind = 'course') AS courses,
      count(*) FILTER (WHERE a.kind = 'path') AS paths, count(*) FILTER (WHERE a.kind = 'badge') AS badges,
      sum(CASE a.kind WHEN 'course' THEN i.points_for_course WHEN 'path' THEN i.points_for_path
        ELSE i.points_for_badge END)::integer AS points
    FROM achievements a JOIN instances i ON i.id = a.instance_id
    WHERE a.instance_id = ${reach.instanceId} AND ${whose} ${since}
    GROUP BY a.user_id`;
}

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
      SELECT u.id AS user_id, u.first_name || ' ' || u.last_name AS user_name, p.points,
        rank() OVER (ORDER BY p.points DESC)::integer AS rank
      FROM (${pointsOf(userInScope(reach, "a.user_id"), reach, period)}) p
      JOIN users u ON u.instance_id = ${reach.instanceId} AND u.id = p.user_id
      JOIN instances i ON i.id = u.instance_id
      WHERE p.points > 0 AND u.deleted_at IS NULL AND u.platform_user_id IS NULL AND NOT u.hides_points
        AND ${personIsActive})
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
    LEFT JOIN (${pointsOf(sql`a.user_id = ${reach.userId}`, reach, period)}) p ON p.user_id = u.id
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
