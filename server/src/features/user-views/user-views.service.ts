import * as z from "zod";
import type { Actor } from "../../access/actor.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import * as queries from "./user-views.queries.ts";

export { selectSettings } from "./user-views.queries.ts";
export type { UserListSettings, UserView } from "./user-views.queries.ts";

const MOST_VIEWS = 50;
const MOST_COLUMNS = 60;

const id = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
  .nullish();

/** The columns besides the name: those of every user, and `field_{id}` of the organisation's own. */
const columns = z
  .array(z.string().regex(/^(email|role|status|groups|active|created|field_\d{1,10})$/, t`Choose columns of the list.`))
  .max(MOST_COLUMNS, t`Choose columns of the list.`)
  .nullish()
  .transform((given) => (given ? [...new Set(given)] : null));

const filters = z.object({
  search: z.string().max(200).nullish(),
  sort: z.string().max(40).nullish(),
  role: z.string().max(20).nullish(),
  state: z.string().max(20).nullish(),
  group_id: id,
  branch_id: id,
  idle_days: z.int().min(0).max(36_500).nullish(),
  is_overdue: z.boolean().nullish(),
  enrolled_in: id,
  not_enrolled_in: id,
  field_id: id,
  field_value: z.string().max(500).nullish(),
});

const content = z.object({
  name: z
    .string()
    .trim()
    .min(1, t`Enter a name.`)
    .max(60, t`This name is too long.`),
  filters: filters.transform((given): queries.ViewFilters =>
    Object.fromEntries(Object.entries(given).filter(([, value]) => value != null)),
  ),
  columns,
});

/** What is stored as a view. */
export interface UserViewInput extends queries.ViewFilters {
  name: string;
  columns?: readonly string[] | null | undefined;
}

/** Stores filters, order and columns of the users list under a name, for the caller alone. @throws Invalid by field */
export async function createView(
  actor: Actor,
  input: UserViewInput,
  branchUrl?: string | null,
): Promise<queries.UserView> {
  const reach = await actor.reach("user.view", branchUrl);
  const views = await queries.lockViews(reach);
  const view = toView(input, views);
  if (views.length >= MOST_VIEWS)
    throw new Invalid({ name: [t`You can save at most ${MOST_VIEWS} views. Delete one first.`] });
  return { id: await queries.insertView(reach, view), ...view };
}

/** Replaces one of the caller's views: its name, and what it shows. @throws NotFound; Invalid by field */
export async function updateView(
  actor: Actor,
  viewId: number,
  input: UserViewInput,
  branchUrl?: string | null,
): Promise<queries.UserView> {
  const reach = await actor.reach("user.view", branchUrl);
  const views = await queries.lockViews(reach);
  if (!views.some((view) => view.id === viewId)) throw new NotFound("View");
  const view = {
    id: viewId,
    ...toView(
      input,
      views.filter((each) => each.id !== viewId),
    ),
  };
  await queries.updateView(reach, view);
  return view;
}

/** Deletes one of the caller's views. @throws NotFound */
export async function deleteView(actor: Actor, viewId: number, branchUrl?: string | null): Promise<{ id: number }> {
  const reach = await actor.reach("user.view", branchUrl);
  if (!(await queries.deleteView(reach, viewId))) throw new NotFound("View");
  return { id: viewId };
}

/** Remembers which columns of the users list the caller sees; null for the usual ones. @throws Invalid */
export async function setColumns(
  actor: Actor,
  given: readonly string[] | null | undefined,
  branchUrl?: string | null,
): Promise<string[] | null> {
  const reach = await actor.reach("user.view", branchUrl);
  const parsed = columns.safeParse(given);
  if (!parsed.success) throw new Invalid({ columns: [t`Choose columns of the list.`] });
  await queries.writeColumns(reach, parsed.data);
  return parsed.data;
}

function toView({ name, columns: shown, ...given }: UserViewInput, others: readonly queries.UserView[]) {
  const parsed = content.safeParse({ name, columns: shown, filters: given });
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  const view = parsed.data;
  if (others.some((each) => each.name.toLowerCase() === view.name.toLowerCase()))
    throw new Invalid({ name: [t`You have a view of this name already.`] });
  return view;
}
