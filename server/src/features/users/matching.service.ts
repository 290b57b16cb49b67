import { type Actor, alsoFor } from "../../access/actor.ts";
import { outranks, RANK } from "../../access/permissions.ts";
import { Forbidden, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { toFieldFilter } from "../user-fields/user-fields.service.ts";
import { listChangeable } from "./authority.service.ts";
import type { UserFilter } from "./user-conditions.ts";
import * as queries from "./users.queries.ts";

/** Users by id, or those whom the filters of the list leave. */
export interface MatchingUsers extends Omit<UserFilter, "field"> {
  user_ids?: readonly number[] | null | undefined;
  search?: string | null | undefined;
  field_id?: number | null | undefined;
  field_value?: string | null | undefined;
}

/**
 * Lists the ids of users of the caller's list at or below their rank: those named, or all whom the filters leave.
 * @throws NotFound for a named user out of reach; Forbidden for one above the rank; Invalid for more than `most`
 */
export async function listMatching(
  actor: Actor,
  { user_ids, search, field_id, field_value, ...filter }: MatchingUsers,
  most: number,
  branchUrl?: string | null,
): Promise<number[]> {
  const reach = alsoFor(await actor.reach("user.message", branchUrl), "user.view");
  const named = user_ids && new Set(user_ids);
  if (named && named.size > most) throw tooMany(most);
  const field = field_id == null ? null : await toFieldFilter(reach, field_id, field_value ?? "");
  const found = await queries.listMatching(reach, { ...filter, search, field }, named ? [...named] : null, most + 1);
  if (found.length > most) throw tooMany(most);
  if (named && found.length < named.size) throw new NotFound("User");
  const roles = new Set<string>(RANK.filter((role) => !outranks(role, reach.role)));
  const within = found.filter(({ role }) => roles.has(role));
  if (named && within.length < found.length) throw new Forbidden();
  return within.map(({ id }) => id);
}

/** How many people an action of the list takes. */
const MOST_SELECTED = 20_000;

/** The users whom an action on a whole list is about. */
export interface SelectableUsers {
  ids: number[];
  /** Whether the caller may change and delete all of them. */
  may_edit: boolean;
}

/**
 * Lists whom the caller can select in a list with these filters: everybody at or below their rank except themselves.
 * @throws Invalid for more people than an action takes
 */
export async function listSelectable(
  actor: Actor,
  { user_ids, search, field_id, field_value, ...filter }: MatchingUsers,
  branchUrl?: string | null,
): Promise<SelectableUsers> {
  const reach = await actor.reach("user.view", branchUrl);
  const field = field_id == null ? null : await toFieldFilter(reach, field_id, field_value ?? "");
  const named = user_ids ? [...new Set(user_ids)] : null;
  const found = await queries.listMatching(reach, { ...filter, search, field }, named, MOST_SELECTED + 1);
  if (found.length > MOST_SELECTED) throw tooMany(MOST_SELECTED);
  const people = found.filter(({ id, role }) => id !== reach.userId && !outranks(role, reach.role));
  const changeable = actor.can("user.edit") ? await listChangeable(actor, reach, people) : new Set<number>();
  return {
    ids: people.map(({ id }) => id),
    may_edit: people.every(({ id, is_erased }) => changeable.has(id) && !is_erased),
  };
}

const tooMany = (most: number) => new Invalid({ people: [t`At most ${most} people can be chosen at once.`] });
