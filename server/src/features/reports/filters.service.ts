import type { Actor, Reach } from "../../access/actor.ts";
import type { Action } from "../../access/permissions.ts";
import { parseDay } from "../../db/day.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { withinBranches } from "../branches/branches.service.ts";
import { listCategoryIds } from "../categories/categories.service.ts";
import * as queries from "./filters.queries.ts";

/** The filters of a report. Days are those on which courses were assigned, in the time zone of the instance. */
export interface ReportFilters {
  branchUrl?: string | null | undefined;
  branchUrls?: string[] | null | undefined;
  group_ids?: number[] | null | undefined;
  category_id?: number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}

/** A reach that is limited to the chosen branches, with the other filters as its statements take them. */
export interface FilteredReach<A extends Action = "report.view"> {
  reach: Reach<A>;
  /** The reach without the filters: a course in it stays known, even if a filter leaves none of its people. */
  wholeReach: Reach<A>;
  filters: StatementFilters;
}

/** The filters as a statement takes them; null where nothing is chosen. */
export interface StatementFilters {
  groups: number[] | null;
  /** The chosen category and all below it. */
  categories: number[] | null;
  from: string | null;
  to: string | null;
  zone: string;
}

/**
 * Opens the reports for the caller, with filters.
 * @throws NotFound for a branch, a group or a category outside the reach; Invalid for an invalid day
 */
export async function openReports(actor: Actor, filters: ReportFilters): Promise<FilteredReach> {
  return filterReach(actor, await actor.reach("report.view", filters.branchUrl), filters);
}

/**
 * Applies the filters of reports to a reach for any permission.
 * @throws NotFound for a branch, a group or a category outside the reach; Invalid for an invalid day
 */
export async function filterReach<A extends Action>(
  actor: Actor,
  wholeReach: Reach<A>,
  { branchUrls, group_ids: groupIds, category_id: categoryId, ...days }: Omit<ReportFilters, "branchUrl">,
): Promise<FilteredReach<A>> {
  const reach = await withinBranches(wholeReach, branchUrls ?? []);
  const [from, to] = [parseDay(days.from, "from"), parseDay(days.to, "to")];
  if (from && to && from > to) throw new Invalid({ to: [t`The last day is before the first.`] });
  if (groupIds?.length) {
    const known = new Set(await queries.listGroupIds(wholeReach));
    if (!groupIds.every((id) => known.has(id))) throw new NotFound("Group");
  }
  const filters = {
    groups: groupIds?.length ? groupIds : null,
    categories: categoryId == null ? null : await listCategoryIds(reach, categoryId),
    from,
    to,
    zone: actor.instance.timeZone,
  };
  return { reach, wholeReach, filters };
}

/** Lists the branches, groups and categories that the caller may filter reports by. */
export async function listFilterChoices(actor: Actor, branchUrl?: string | null): Promise<queries.FilterChoices> {
  return queries.listChoices(await actor.reach("report.view", branchUrl));
}
