import type { RawBuilder } from "kysely";
import type { Actor, Reach } from "../../access/actor.ts";
import { outranks, type Role } from "../../access/permissions.ts";
import { getLimit, toPageOptions } from "../../db/page.ts";
import { Forbidden, NotFound } from "../../errors.ts";
import { type FieldFilter, listAudiences, toFieldFilter, withFieldFilter } from "../user-fields/user-fields.service.ts";
import { listChangeable, usesLicence } from "./authority.service.ts";
import * as people from "./person.queries.ts";
import { type DetailsOfPage, loadPage } from "./pages.ts";
import { listed, type UserFilter } from "./user-conditions.ts";
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
  /** Returns what only some lists show, or reads it for all users of the list in one statement. */
  details: () => queries.UserDetails | Promise<queries.UserDetails>;
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

/**
 * Returns one page of users with the total.
 * @param withDetails whether `details` will be called: then they are read in one round trip with a page that is cached
 */
export async function getPageOfUsers(
  actor: Actor,
  { branchUrl, field_id, field_value, field_ids, ...options }: PageListing,
  withDetails = false,
) {
  const reach = await actor.reach("user.view", branchUrl);
  const details = new DetailsReader(reach, field_ids ?? null);
  const load = (field: FieldFilter | null) =>
    loadPage(actor.platform.database, reach, { ...toPageOptions(options), field }, withDetails ? details : undefined);
  const { rows, total } =
    field_id == null
      ? await load(null)
      : await withFieldFilter(reach, { id: field_id, value: field_value ?? "" }, load);
  const ids = rows.map(({ id }) => id);
  // Before the fields are resolved: a promise for each field of each row takes longer than the page.
  const known = withDetails ? await details.read(ids) : null;
  return {
    total,
    rows: await summaries(actor, reach, rows, known ?? details),
    readFieldColumns: () =>
      known ? toFieldColumns(ids, known) : details.read(ids).then((read) => toFieldColumns(ids, read)),
  };
}

/** The values of own fields for the users of a page, in their order, by the id of the field; null for none. */
export type FieldColumns = Record<number, (string | null)[]>;

/** Turns the fields of users into columns, without those of which nobody has a value. */
function toFieldColumns(ids: readonly number[], details: ReadonlyMap<number, queries.UserDetails>): FieldColumns {
  const columns: FieldColumns = {};
  for (const [at, id] of ids.entries()) {
    const fields = details.get(id)?.fields ?? {};
    for (const field in fields) (columns[Number(field)] ??= ids.map(() => null))[at] = fields[field]!;
  }
  return columns;
}

/** Which users are meant: the filters of the list, as they are sent and stored. */
export type UserConditions = Omit<UserFilter, "field"> & {
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
  return listed(reach, null, { ...filter, field });
}

async function summaries(
  actor: Actor,
  reach: Reach<"user.view">,
  rows: queries.UserRow[],
  details: ReadonlyMap<number, queries.UserDetails> | DetailsReader = new DetailsReader(reach, null),
): Promise<UserSummary[]> {
  const changeable = actor.can("user.edit") ? await listChangeable(actor, reach, rows) : new Set<number>();
  const ids = rows.map(({ id }) => id);
  return rows.map((row) => ({
    ...row,
    details: () =>
      details instanceof DetailsReader
        ? details.read(ids).then((read) => read.get(row.id) ?? NO_DETAILS)
        : (details.get(row.id) ?? NO_DETAILS),
    name: `${row.first_name} ${row.last_name}`,
    type: roleLabel(row.role),
    created_at: row.created_at.toISOString(),
    in_reach: !outranks(row.role, reach.role),
    may_edit: changeable.has(row.id) && !row.is_erased,
  }));
}

const NO_DETAILS: queries.UserDetails = { groups: [], last_active_on: null, fields: {} };

/** Reads the details of the users of a list in one statement. */
class DetailsReader implements DetailsOfPage {
  readonly #reach: Reach<"user.view">;
  readonly which: queries.WhichFields;
  #reading: { ids: readonly number[]; details: Promise<ReadonlyMap<number, queries.UserDetails>> } | null = null;

  constructor(reach: Reach<"user.view">, fieldIds: readonly number[] | null) {
    this.#reach = reach;
    this.which = { audiences: listAudiences(reach.role), fieldIds };
  }

  start(ids: readonly number[]): void {
    this.#reading = { ids, details: queries.readDetails(this.#reach, ids, this.which) };
    // Reported where they are read.
    this.#reading.details.catch(() => {});
  }

  give(ids: readonly number[], details: ReadonlyMap<number, queries.UserDetails>): void {
    this.#reading = { ids, details: Promise.resolve(details) };
  }

  /** Returns the details of the users of the list. */
  read(ids: readonly number[]): Promise<ReadonlyMap<number, queries.UserDetails>> {
    const isOfList = this.#reading?.ids.length === ids.length && this.#reading.ids.every((id, at) => id === ids[at]);
    if (!isOfList) this.start(ids);
    return this.#reading!.details;
  }
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

/** Tells whether a user is active: not deactivated, and not past their last day. */
export async function isActive({ is_active, deactivate_at, reach }: Person): Promise<boolean> {
  if (!is_active || deactivate_at === null) return is_active;
  return usesLicence({ is_active, deactivate_at }, (await people.readInstance(reach)).today);
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
