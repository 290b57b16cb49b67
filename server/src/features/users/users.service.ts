import type { Actor } from "../../access/actor.ts";
import type { Role } from "../../access/permissions.ts";
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
  /** ISO 8601 */
  created_at: string;
}

const PAGE = 10;
const LARGEST_PAGE = 500;

/** The people of the instance or branch; without a limit, all of them. Neither the deleted nor visitors from the platform. */
export async function listUsers(
  actor: Actor,
  { branchUrl, ...options }: queries.ListOptions & { branchUrl?: string | null },
): Promise<UserSummary[]> {
  const rows = await queries.listUsers(await actor.reach("user.view", branchUrl), options);
  return rows.map((row) => ({
    ...row,
    name: `${row.first_name} ${row.last_name}`,
    type: roleLabel(row.role),
    created_at: row.created_at.toISOString(),
  }));
}

/** One page of them with the total of the whole. */
export async function pageOfUsers(actor: Actor, options: queries.ListOptions & { branchUrl?: string | null }) {
  const total = await queries.countUsers(await actor.reach("user.view", options.branchUrl), options.search);
  return { total, rows: await listUsers(actor, { ...options, limit: Math.min(options.limit ?? PAGE, LARGEST_PAGE) }) };
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
