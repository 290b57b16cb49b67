import type { RawBuilder } from "kysely";
import type { Actor, Reach } from "../../access/actor.ts";
import { outranks, type Role } from "../../access/permissions.ts";
import { getLimit, toPageOptions } from "../../db/page.ts";
import { Forbidden, NotFound } from "../../errors.ts";
import { listAudiences, toFieldFilter } from "../user-fields/user-fields.service.ts";
import { listChangeable } from "./authority.service.ts";
import * as people from "./person.queries.ts";
import { loadPage } from "./pages.ts";
import * as queries from "./users.queries.ts";

export interface UserSummary {
  id: number;
  first_name: string;
  last_name: string;
  /** First and last name. */
  name: string;
  email: string;
  role: string;
  /** The label of the role. */
  type: string;
  is_active: boolean;
  /** ISO 8601. */
  created_at: string;
  /** Whether the caller may open the user: nobody above their own rank. */
  in_reach: boolean;
  /** Whether the caller may change and delete the user. */
  may_edit: boolean;
  /** Reads what only some lists show, for all users of the list in one statement. */
  details: () => Promise<queries.UserDetails>;
}

type Listing = Omit<queries.ListOptions, "field"> & { branchUrl?: string | null };
/** A page can also be limited to those with a value of an own field; an empty value means none. */
type PageListing = Listing & {
  field_id?: number | null | undefined;
  field_value?: string | null | undefined;
  /** The own fields whose values are read; without it, those that lists show or the caller chose. */
  field_ids?: readonly number[] | null | undefined;
};

/**
 * Lists the users of the instance or branch, without deleted users and visitors of the platform; without a limit, as
 * many as a list may have.
 */
export async function listUsers(actor: Actor, { branchUrl, ...options }: Listing): Promise<UserSummary[]> {
  const reach = await actor.reach("user.view", branchUrl);
  const limit = getLimit(options);
  const { rows } =
    options.limit == null
      ? await queries.findUsers(reach, { ...options, limit })
      : await loadPage(actor.platform.database, reach, { ...options, limit });
  return summaries(actor, reach, rows);
}

/** Returns one page of users with the total. */
export async function getPageOfUsers(
  actor: Actor,
  { branchUrl, field_id, field_value, field_ids, ...options }: PageListing,
) {
  const reach = await actor.reach("user.view", branchUrl);
  const field = field_id == null ? null : await toFieldFilter(reach, field_id, field_value ?? "");
  const { rows, total } = await loadPage(actor.platform.database, reach, { ...toPageOptions(options), field });
  return { total, rows: await summaries(actor, reach, rows, field_ids) };
}

/** Which users are meant: the filters of the list, as they are sent and stored. */
export type UserConditions = Omit<queries.UserFilter, "field"> & {
  field_id?: number | null | undefined;
  field_value?: string | null | undefined;
};

/**
 * Returns the condition that limits a query to the users `u` of the reach whom the filters of the list mean.
 * @throws Invalid for a field that the caller does not see
 */
export async function limitToUsers(
  reach: Reach<"user.view">,
  { field_id, field_value, ...filter }: UserConditions,
): Promise<RawBuilder<unknown>> {
  const field = field_id == null ? null : await toFieldFilter(reach, field_id, field_value ?? "");
  return queries.listed(reach, null, { ...filter, field });
}

async function summaries(
  actor: Actor,
  reach: Reach<"user.view">,
  rows: queries.UserRow[],
  fieldIds?: readonly number[] | null,
): Promise<UserSummary[]> {
  const changeable = actor.can("user.edit") ? await listChangeable(actor, reach, rows) : new Set<number>();
  let all: Promise<Map<number, queries.UserDetails>> | undefined;
  const readAll = () =>
    (all ??= queries.readDetails(
      reach,
      rows.map(({ id }) => id),
      { audiences: listAudiences(reach.role), fieldIds: fieldIds ?? null },
    ));
  return rows.map((row) => ({
    ...row,
    details: async () => (await readAll()).get(row.id) ?? { groups: [], last_active_on: null, fields: [] },
    name: `${row.first_name} ${row.last_name}`,
    type: roleLabel(row.role),
    created_at: row.created_at.toISOString(),
    in_reach: !outranks(row.role, reach.role),
    may_edit: changeable.has(row.id) && !row.is_erased,
  }));
}

const LABELS: Record<Role, string> = {
  super_admin: "Super Admin",
  admin: "Admin",
  manager: "Manager",
  instructor: "Instructor",
  learner: "Learner",
};

/** Returns the label of a role. */
export function roleLabel(role: string): string {
  return LABELS[role as Role] ?? role;
}

/** A user with the reach in which they were found and further data is read. */
export type Person = people.PersonRow & { reach: Reach<"user.read"> };

/** Returns a user. @throws NotFound outside the reach; Forbidden for a user above one's own rank */
export async function getUser(actor: Actor, id: number, branchUrl?: string | null): Promise<Person> {
  const reach = await actor.reachRow("user.read", "users", id, branchUrl);
  const person = await people.findPerson(reach, id);
  if (!person) throw new NotFound("User");
  if (outranks(person.role, reach.role)) throw new Forbidden();
  return { ...person, reach };
}

/** Lists a user's branches within the reach. */
export async function listBranchesOfUser(actor: Actor, id: number, branchUrl?: string | null) {
  const reach = await actor.reachRow("user.view", "users", id, branchUrl);
  const person = await people.findPerson(reach, id);
  if (!person) throw new NotFound("User");
  if (outranks(person.role, reach.role)) throw new Forbidden();
  return people.listBranches(reach, id);
}

export function listGroups({ reach, id }: Person) {
  return people.listGroups(reach, id);
}
