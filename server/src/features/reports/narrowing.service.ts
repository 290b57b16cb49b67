import type { Actor, Reach } from "../../access/actor.ts";
import type { Action } from "../../access/permissions.ts";
import { dayOf } from "../../db/day.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { withinBranches } from "../branches/branches.service.ts";
import { listCategoryIds } from "../categories/categories.service.ts";
import * as queries from "./narrowing.queries.ts";

/** What a report is narrowed to. Days are those on which courses were assigned, in the time zone of the instance. */
export interface Narrowing {
  branchUrl?: string | null | undefined;
  branchUrls?: string[] | null | undefined;
  group_ids?: number[] | null | undefined;
  category_id?: number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}

/** A report's reach with what its statements have to be told of the narrowing (see report.ts). */
export interface Narrowed<A extends Action = "report.view"> {
  reach: Reach<A>;
  /** The reach as it was: a course that is there stays there, though a filter finds nobody in it. */
  whole: Reach<A>;
  params: NarrowedParams;
  said: string[];
}

/** What a narrowing binds in a statement: the groups and categories chosen, and the days. */
interface NarrowedParams extends Record<string, unknown> {
  chosen: number[];
  categories: number[];
  from: string | null;
  to: string | null;
  zone: string;
}

/**
 * Opens the reports, narrowed.
 * @throws NotFound for a branch, a group or a category outside the reach; Invalid for a day that is none
 */
export async function narrow(actor: Actor, asked: Narrowing): Promise<Narrowed> {
  return narrowReach(actor, await actor.reach("report.view", asked.branchUrl), asked);
}

/**
 * The same of a reach that was had for another permission: what the one reads is narrowed as what the other does.
 * @throws NotFound, Invalid
 */
export async function narrowReach<A extends Action>(
  actor: Actor,
  whole: Reach<A>,
  asked: Omit<Narrowing, "branchUrl">,
): Promise<Narrowed<A>> {
  const reach = await withinBranches(whole, asked.branchUrls ?? []);
  const { group_ids: groupIds, category_id: categoryId } = asked;
  const [from, to] = [dayOf(asked.from, "from"), dayOf(asked.to, "to")];
  if (from && to && from > to) throw new Invalid({ to: ["The last day is before the first."] });
  const said: string[] = [];
  if (groupIds?.length) {
    const known = new Set((await queries.listGroups(whole)).map(({ id }) => id));
    if (!groupIds.every((id) => known.has(id))) throw new NotFound("Group");
    said.push("grouped");
  }
  const categories = categoryId == null ? [] : await listCategoryIds(reach, categoryId);
  if (categoryId != null) said.push("categorised");
  if (from) said.push("from");
  if (to) said.push("to");
  if (from || to) said.push("dated");
  // Kept totals are of all courses and all days; what is of some of them has to be counted.
  said.push(from || to || categoryId != null ? "counted" : "whole");
  return {
    reach,
    whole,
    said,
    params: { chosen: groupIds ?? [], categories, from, to, zone: actor.instance.timeZone },
  };
}

/** What a report can be narrowed to by whoever reads it. */
export async function listChoices(actor: Actor, branchUrl?: string | null) {
  const reach = await actor.reach("report.view", branchUrl);
  return { groups: await queries.listGroups(reach), categories: await queries.listCategories(reach) };
}
