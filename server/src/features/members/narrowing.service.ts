import type { Actor } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import * as queries from "./narrowing.queries.ts";

export type { Narrowing } from "./narrowing.queries.ts";

/**
 * Lists which of these users would see fewer people as members of branches or leaders of groups (P77).
 * @throws NotFound for a user out of reach
 */
export async function listNarrowings(
  actor: Actor,
  change: Parameters<typeof queries.listNarrowings>[1],
  branchUrl?: string | null,
): Promise<queries.Narrowing[]> {
  const reach = await actor.reach("user.view", branchUrl);
  if ((await queries.countKnown(reach, change.userIds)) < new Set(change.userIds).size) throw new NotFound("User");
  return queries.listNarrowings(reach, change);
}
