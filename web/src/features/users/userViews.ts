import type { UserView } from "../../app/membership/memberChoices.ts";
import type { TableSearch } from "../../app/urlTable.ts";
import type { UserViewInput } from "../../gen/graphql.ts";
import type { UserSearch } from "./userSearch.ts";

/** Returns the address of the users list that shows a view. */
export function toSearch(view: UserView): TableSearch & UserSearch {
  const search: Record<string, unknown> = {
    search: view.search,
    sort: view.sort,
    role: view.role,
    state: view.state,
    group: view.group_id,
    branch: view.branch_id,
    idle: view.idle_days,
    overdue: view.is_overdue || undefined,
    enrolment: view.enrolled_in ? "in" : view.not_enrolled_in && "not_in",
    course: view.enrolled_in ?? view.not_enrolled_in,
    field: view.field_id,
    value: view.field_value,
    columns: view.columns?.join("."),
    view: view.id,
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value != null && value !== ""));
}

/** Returns what is stored of a view, to store it again. */
export function toInput({ id: _, ...view }: UserView & { __typename?: string }): UserViewInput {
  const { __typename, ...input } = view;
  return input;
}
