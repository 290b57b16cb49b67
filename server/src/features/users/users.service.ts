import type { Actor, Reach } from "../../access/actor.ts";
import { outranks, type Role } from "../../access/permissions.ts";
import { limitOf, onePage } from "../../db/page.ts";
import { Forbidden, NotFound } from "../../errors.ts";
import * as people from "./person.queries.ts";
import { pageOf } from "./pages.ts";
import * as queries from "./users.queries.ts";

export interface UserSummary {
  id: number;
  first_name: string;
  last_name: string;
  /** First and last name. */
  name: string;
  email: string;
  role: string;
  /** The role in words. */
  type: string;
  is_active: boolean;
  /** ISO 8601 */
  created_at: string;
  /** Whether the viewer may open and change them: nobody above their own rank. */
  in_reach: boolean;
}

type Listing = queries.ListOptions & { branchUrl?: string | null };

/** The people of the instance or branch; without a limit, as many as a list may have. Neither the deleted nor visitors from the platform. */
export async function listUsers(actor: Actor, { branchUrl, ...options }: Listing): Promise<UserSummary[]> {
  const reach = await actor.reach("user.view", branchUrl);
  const limit = limitOf(options);
  const { rows } =
    options.limit == null
      ? await queries.findUsers(reach, { ...options, limit })
      : await pageOf(actor.platform.database, reach, { ...options, limit });
  return summaries(reach, rows);
}

/** One page of them with the total of the whole. */
export async function pageOfUsers(actor: Actor, { branchUrl, ...options }: Listing) {
  const reach = await actor.reach("user.view", branchUrl);
  const { rows, total } = await pageOf(actor.platform.database, reach, onePage(options));
  return { total, rows: summaries(reach, rows) };
}

function summaries(reach: Reach, rows: queries.UserRow[]): UserSummary[] {
  return rows.map((row) => ({
    ...row,
    name: `${row.first_name} ${row.last_name}`,
    type: roleLabel(row.role),
    created_at: row.created_at.toISOString(),
    in_reach: !outranks(row.role, reach.role),
  }));
}

const LABELS: Record<Role, string> = {
  super_admin: "Super Admin",
  admin: "Admin",
  manager: "Manager",
  instructor: "Instructor",
  learner: "Learner",
};

/** A role in words. */
export function roleLabel(role: string): string {
  return LABELS[role as Role] ?? role;
}

/** Somebody, with the reach they were found in: what else is known of them is read within it. */
export type Person = people.PersonRow & { reach: Reach<"user.read"> };

/**
 * One person. @throws NotFound when they are out of reach; Forbidden for somebody above one's own rank
 */
export async function getUser(actor: Actor, id: number, branchUrl?: string | null): Promise<Person> {
  const reach = await actor.reachRow("user.read", "users", id, branchUrl);
  const person = await people.findPerson(reach, id);
  if (!person) throw new NotFound("User");
  if (outranks(person.role, reach.role)) throw new Forbidden();
  return { ...person, reach };
}

/** Their branches, as far as the reach goes. */
export async function branchesOfUser(actor: Actor, id: number, branchUrl?: string | null) {
  const reach = await actor.reachRow("user.view", "users", id, branchUrl);
  const person = await people.findPerson(reach, id);
  if (!person) throw new NotFound("User");
  if (outranks(person.role, reach.role)) throw new Forbidden();
  return people.listBranchesOf(reach, id);
}

export function groupsOf({ reach, id }: Person) {
  return people.listGroupsOf(reach, id);
}
