import { type Actor, alsoFor } from "../../access/actor.ts";
import { outranks, RANK } from "../../access/permissions.ts";
import { Forbidden, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { toFieldFilter } from "../user-fields/user-fields.service.ts";
import * as queries from "./users.queries.ts";

/** Users by id, or those whom the filters of the list leave. */
export interface MatchingUsers extends Omit<queries.UserFilter, "field"> {
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

const tooMany = (most: number) => new Invalid({ people: [t`At most ${most} people can be chosen at once.`] });
