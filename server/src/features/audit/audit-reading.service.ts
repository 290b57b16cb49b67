import * as z from "zod";
import type { Actor, Reach } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import * as queries from "./audit-reading.queries.ts";

/** One field of a change; values as JSON text, null where there was or is none. */
export interface AuditChange {
  field: string;
  before: string | null;
  after: string | null;
}

export interface AuditLine {
  id: number;
  actor_id: number | null;
  /** The person, and the API key where one acted for them. */
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: number | null;
  subject_name: string;
  changes: AuditChange[];
  address: string | null;
  /** ISO 8601 */
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

/** One page of the audit log, newest first unless sorted, with the total of what was filtered. @throws Invalid for a day that is none */
export async function pageOfAudit(actor: Actor, options: Options): Promise<{ rows: AuditLine[]; total: number }> {
  const reach = await reachOf(actor, options);
  for (const field of ["from", "to"] as const) {
    if (options[field] && !z.iso.date().safeParse(options[field]).success)
      throw new Invalid({ [field]: ["Enter a date as yyyy-mm-dd."] });
  }
  const limit = Math.min(options.limit ?? PAGE, LARGEST_PAGE);
  const rows = await queries.listEntries(reach, { ...options, limit });
  return { total: await queries.countEntries(reach, options), rows: rows.map(lineOf) };
}

/** Everybody who stands in the log, by name. */
export async function listActors(actor: Actor, options: Pick<Options, "platform">): Promise<AuditActor[]> {
  return queries.listActors(await reachOf(actor, options));
}

/** Every kind of action that stands in the log. */
export async function listActions(actor: Actor, options: Pick<Options, "platform">): Promise<string[]> {
  return queries.listActions(await reachOf(actor, options));
}

/** The log is the whole instance's: the permission is only for people with access to the main site. */
async function reachOf(actor: Actor, { platform }: Pick<Options, "platform">): Promise<Reach> {
  const reach = await actor.reach("audit.view");
  return platform ? actor.reachPlatform() : reach;
}

function lineOf({ changes, created_at, ...row }: queries.EntryRow): AuditLine {
  return {
    ...row,
    created_at: created_at.toISOString(),
    changes: Object.entries(changes).map(([field, value]) => {
      const [before, after] = Array.isArray(value) && value.length === 2 ? value : [null, value];
      return { field, before: textOf(before), after: textOf(after) };
    }),
  };
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
