import type { Actor } from "../../access/actor.ts";
import { toPageOptions } from "../../db/page.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import * as queries from "./points.queries.ts";

export type { PointSettings } from "./points.queries.ts";

/** A page of a leaderboard, with what the caller has earned. */
export interface Leaderboard {
  total: number;
  rows: (queries.LeaderboardRow & { is_me: boolean })[];
  mine: queries.OwnPoints;
  /** What earns points, for the explanation beside the list. */
  rules: queries.PointSettings;
}

export interface LeaderboardOptions {
  period?: string | null | undefined;
  branchUrl?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

/**
 * Returns the leaderboard of a branch, or of all people that the caller's access reaches; null where the instance gives
 * no points.
 * @throws NotFound for a branch that is not theirs; Invalid for an unknown period
 */
export async function findLeaderboard(
  actor: Actor,
  { period = "all", branchUrl, ...options }: LeaderboardOptions,
): Promise<Leaderboard | null> {
  const reach = await actor.reach("learn", branchUrl);
  if (period !== "month" && period !== "all") throw new Invalid({ period: [t`Choose a period of the list.`] });
  const rules = await queries.findPointSettings(reach);
  if (!rules.points_on) return null;
  const { total, rows, mine } = await queries.findLeaderboard(reach, period, toPageOptions(options));
  return { total, rows: rows.map((row) => ({ ...row, is_me: row.user_id === reach.userId })), mine, rules };
}

/** Leaves the caller out of leaderboards, or lists them again. */
export async function hideFromLeaderboard(actor: Actor, isHidden: boolean): Promise<boolean> {
  await queries.hidePoints(await actor.reach("profile.edit"), isHidden);
  return isHidden;
}
