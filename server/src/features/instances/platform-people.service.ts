import type { Actor } from "../../access/actor.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as queries from "./platform-people.queries.ts";
import { t } from "../../i18n/message.ts";

/** An operator of the platform. */
export interface PlatformPerson {
  /** The id of their row in the platform's instance. */
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  /** ISO 8601. */
  created_at: string;
  /** Whether it is the caller. */
  is_self: boolean;
}

const PAGE = 10;
const LARGEST_PAGE = 500;

/** Returns one page of the operators, by name. */
export async function getPageOfPlatformPeople(
  actor: Actor,
  options: { search?: string | null; limit?: number | null; offset?: number | null },
): Promise<{ rows: PlatformPerson[]; total: number }> {
  const reach = await actor.reachPlatform();
  const limit = Math.min(options.limit ?? PAGE, LARGEST_PAGE);
  const rows = await queries.listOperators(reach, { ...options, limit });
  return {
    total: await queries.countOperators(reach, options.search),
    rows: rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      is_self: row.id === actor.person.platformUserId,
    })),
  };
}

/**
 * Ends a user's access to the platform: their sessions in every instance end, and the keys they created there become
 * invalid. Their account in an instance of their own stays.
 * @throws NotFound; Conflict for oneself and for the last operator
 */
export async function endPlatformAccess(actor: Actor, id: number): Promise<{ id: number }> {
  const reach = await actor.reachPlatform();
  const { person, others } = await queries.lockOperator(reach, id);
  if (!person) throw new NotFound("User");
  if (id === actor.person.platformUserId) throw new Conflict(t`You cannot end your own access.`);
  if (others === 0) throw new Conflict(t`This is the last super admin.`);
  await queries.shutOut(reach, id);
  await recordAudit(actor, reach, {
    action: "user.deleted",
    subject: { type: "user", id, name: `${person.first_name} ${person.last_name}` },
    changes: { email: person.email, role: "super_admin" },
  });
  return { id };
}
