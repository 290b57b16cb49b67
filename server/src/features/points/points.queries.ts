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

/** The points of each person in a period, with what they are for. */
function pointsOfPeople(reach: Learning, period: Period): RawBuilder<unknown> {
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
    WHERE a.instance_id = ${reach.instanceId} ${since}
    GROUP BY a.user_id`;
}

/** People of the reach with points, who may sign in and do not hide theirs, with their places. */
function leaderboard(reach: Learning, period: Period): RawBuilder<unknown> {
  return sql`
    SELECT u.id AS user_id, u.first_name || ' ' || u.last_name AS user_name, p.points,
      rank() OVER (ORDER BY p.points DESC)::integer AS rank
    FROM (${pointsOfPeople(reach, period)}) p
    JOIN users u ON u.instance_id = ${reach.instanceId} AND u.id = p.user_id
    JOIN instances i ON i.id = u.instance_id
    WHERE p.points > 0 AND u.deleted_at IS NULL AND u.platform_user_id IS NULL AND NOT u.hides_points
      AND ${personIsActive} AND ${userInScope(reach, "u.id")}`;
}

/** Lists the places of a leaderboard, the first ones first, with the number of all places. */
export async function listLeaderboard(
  reach: Learning,
  period: Period,
  page: { limit: number; offset: number },
): Promise<(LeaderboardRow & { total: number })[]> {
  const { rows } = await sql<LeaderboardRow & { total: number }>`
    SELECT l.*, count(*) OVER () AS total FROM (${leaderboard(reach, period)}) l
    ORDER BY l.rank, l.user_name COLLATE people, l.user_id ${limitAndOffset(page)}`.execute(reach.db);
  return rows;
}

/** Returns the caller's own points, and their place among those who are listed. */
export async function findOwnPoints(reach: Learning, period: Period): Promise<OwnPoints> {
  const { rows } = await sql<OwnPoints>`
    SELECT coalesce(p.points, 0) AS points, coalesce(p.courses, 0) AS courses, coalesce(p.paths, 0) AS paths,
      coalesce(p.badges, 0) AS badges, l.rank, u.hides_points AS is_hidden
    FROM users u
    LEFT JOIN (${pointsOfPeople(reach, period)}) p ON p.user_id = u.id
    LEFT JOIN (${leaderboard(reach, period)}) l ON l.user_id = u.id
    WHERE u.instance_id = ${reach.instanceId} AND u.id = ${reach.userId}`.execute(reach.db);
  return rows[0]!;
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
