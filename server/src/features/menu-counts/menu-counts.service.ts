import type { Actor } from "../../access/actor.ts";
import * as queries from "./menu-counts.queries.ts";

export type { MenuCounts } from "./menu-counts.queries.ts";

/** Counts the caller's unread notifications and, for reviewers, the submissions of the branch that wait for a review. */
export async function readMenuCounts(actor: Actor, branchUrl?: string | null): Promise<queries.MenuCounts> {
  const own = await actor.reach("learn", branchUrl);
  const reviewed = actor.can("submission.review") ? await actor.reach("submission.review", branchUrl) : null;
  return queries.readCounts(own, reviewed);
}
