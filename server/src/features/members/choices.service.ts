import type { Actor } from "../../access/actor.ts";
import { listAudiences } from "../user-fields/user-fields.service.ts";
import * as queries from "./choices.queries.ts";

export type { Choice, MemberChoices } from "./choices.queries.ts";

/** Lists the branches, groups and own fields by which the caller may filter lists of people. */
export async function listMemberChoices(actor: Actor, branchUrl?: string | null): Promise<queries.MemberChoices> {
  const reach = await actor.reach("user.view", branchUrl);
  return queries.listChoices(reach, listAudiences(reach.role));
}
