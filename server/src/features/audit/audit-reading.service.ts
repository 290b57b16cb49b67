import * as z from "zod";
import type { Actor, Reach } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import * as queries from "./audit-reading.queries.ts";
import { t } from "../../i18n/message.ts";

/** One field of a change; values as JSON text, null for a missing one. */
export interface AuditChange {
  field: string;
  before: string | null;
  after: string | null;
}

export interface AuditLine {
  id: number;
  actor_id: number | null;
  /** The user, and the API key if one acted for them. */
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: number | null;
  subject_name: string;
  changes: AuditChange[];
  address: string | null;
  /** ISO 8601. */
  created_at: string;
}

export interface AuditActor {
  id: number;
  name: string;
}

type Options = queries.AuditFilter & {
  sort?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
  platform?: boolean | null | undefined;
};

const PAGE = 10;
const LARGEST_PAGE = 500;

/** Returns one page of the audit log, newest first by default, with the total. @throws Invalid for an invalid day */
export async function getPageOfAudit(actor: Actor, options: Options): Promise<{ rows: AuditLine[]; total: number }> {
  const reach = await getReach(actor, options);
  for (const field of ["from", "to"] as const) {
    if (options[field] && !z.iso.date().safeParse(options[field]).success)
      throw new Invalid({ [field]: [t`Enter a date as yyyy-mm-dd.`] });
  }
  const limit = Math.min(options.limit ?? PAGE, LARGEST_PAGE);
  const rows = await queries.listEntries(reach, { ...options, limit });
  return { total: await queries.countEntries(reach, options), rows: rows.map(toAuditLine) };
}

/** Lists all users in the log, by name. */
export async function listActors(actor: Actor, options: Pick<Options, "platform">): Promise<AuditActor[]> {
  return queries.listActors(await getReach(actor, options));
}

/** Lists all kinds of actions in the log. */
export async function listActions(actor: Actor, options: Pick<Options, "platform">): Promise<string[]> {
  return queries.listActions(await getReach(actor, options));
}

/** Returns the reach of the log, which covers the whole instance: the permission needs access to the main site. */
async function getReach(actor: Actor, { platform }: Pick<Options, "platform">): Promise<Reach> {
  const reach = await actor.reach("audit.view");
  return platform ? actor.reachPlatform() : reach;
}

function toAuditLine({ changes, created_at, ...row }: queries.EntryRow): AuditLine {
  return {
    ...row,
    created_at: created_at.toISOString(),
    changes: Object.entries(changes).map(([field, value]) => {
      const [before, after] = isPair(field, value) ? value : [null, value];
      return { field, before: toText(before), after: toText(after) };
    }),
  };
}

/** The fields that are given as lists, and of what. */
const LISTS: ReadonlyMap<string, "string" | "number"> = new Map([
  ["courses", "string"],
  ["groups", "string"],
  ["branches", "string"],
  ["conditions", "string"],
  ["actions", "string"],
  ["domains", "string"],
  ["branchIds", "number"],
  ["groupIds", "number"],
  ["group_ids", "number"],
]);

/** Tells whether a value is an old and a new one; a list of two that was given is not. */
function isPair(field: string, value: unknown): value is [unknown, unknown] {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const type = LISTS.get(field);
  return type === undefined || value.some((item) => typeof item !== type);
}

function toText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
