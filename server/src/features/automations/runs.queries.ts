import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userInScope } from "../../access/scope.ts";
import { toLikePattern } from "../../db/like.ts";
import { limitAndOffset, orderBy, type PageOptions } from "../../db/page.ts";
import type { Message } from "../../i18n/message.ts";
import type { ActionResult } from "./events.queries.ts";

type Managing = Reach<"automation.manage">;

export interface RunRow {
  id: number;
  user_id: number;
  first_name: string;
  last_name: string;
  email: string;
  happened_at: Date;
  ran_at: Date;
  state: "done" | "failed";
  /** Whether it failed with a trigger that the automation no longer has: it cannot run again. */
  is_former: boolean;
  results: ActionResult[];
  problem: Message | null;
  /** What it was about: the name of the course, group or the like. */
  about: string | null;
  /** The day of a trigger of time, yyyy-mm-dd. */
  on: string | null;
}

export type RunFilter = PageOptions & { state?: string | null | undefined };

const SORTS = {
  ran: ["r.ran_at"],
  name: ["u.last_name COLLATE people", "u.first_name COLLATE people"],
  happened: ["r.happened_at"],
  state: ["r.state"],
};

/** Lists what an automation did, for the people of the reach. */
export async function listRuns(reach: Managing, automationId: number, filter: RunFilter): Promise<RunRow[]> {
  const named = (table: string, column: string, key: string) => sql`(
    SELECT o.${sql.ref(column)} FROM ${sql.table(table)} o
    WHERE o.instance_id = r.instance_id AND o.id = (r.data ->> ${sql.lit(key)})::integer)`;
  const { rows } = await sql<RunRow>`
    SELECT r.id, r.user_id, u.first_name, u.last_name, u.email, r.happened_at, r.ran_at, r.state, r.is_former, r.results, r.problem,
      r.data ->> 'on' AS on, coalesce(${named("courses", "title", "course_id")}, ${named("learning_paths", "title", "path_id")},
        ${named("groups", "name", "group_id")}, ${named("branches", "name", "branch_id")},
        ${named("user_fields", "name", "field_id")}) AS about
    FROM ${selectRuns(reach, automationId, filter)}
    ORDER BY ${orderBy(filter.sort ? filter : { ...filter, sort: "-ran" }, SORTS, "r.id")} ${limitAndOffset(filter)}`.execute(
    reach.db,
  );
  return rows;
}

export async function countRuns(
  reach: Managing,
  automationId: number,
  filter: RunFilter,
): Promise<{ total: number; failed: number }> {
  const { rows } = await sql<{ total: number; failed: number }>`
    SELECT count(*) AS total, count(*) FILTER (WHERE r.state = 'failed') AS failed
    FROM ${selectRuns(reach, automationId, filter)}`.execute(reach.db);
  return rows[0]!;
}

function selectRuns(reach: Managing, automationId: number, { search, state }: RunFilter): RawBuilder<unknown> {
  const pattern = toLikePattern(search?.trim().toLowerCase());
  return sql`automation_runs r JOIN users u ON u.instance_id = r.instance_id AND u.id = r.user_id AND u.deleted_at IS NULL
    WHERE r.instance_id = ${reach.instanceId} AND r.automation_id = ${automationId} AND ${userInScope(reach, "u.id")}
      AND ${pattern === null ? sql`true` : sql`u.search LIKE ${pattern}`}
      AND ${state ? sql`r.state = ${state}` : sql`true`}`;
}

/** Tells whether an automation has failed runs of a former trigger, for the people of the reach: any, or among these. */
export async function hasFormerRuns(
  reach: Managing,
  automationId: number,
  ids: readonly number[] | null,
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM ${selectRuns(reach, automationId, { state: "failed" })} AND r.is_former
      AND ${isAmong(ids)}) AS has`.execute(reach.db);
  return rows[0]!.has;
}

const isAmong = (ids: readonly number[] | null) => (ids === null ? sql`true` : sql`r.id = ANY (${[...ids]}::bigint[])`);

/**
 * Makes failed runs of the reach events again: all of an automation, or these. Leaves those of a former trigger.
 * @returns how many
 */
export async function retryRuns(reach: Managing, automationId: number, ids: readonly number[] | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH failed AS (
      DELETE FROM automation_runs r USING users u
      WHERE r.instance_id = ${reach.instanceId} AND r.automation_id = ${automationId} AND r.state = 'failed'
        AND NOT r.is_former AND u.instance_id = r.instance_id AND u.id = r.user_id AND u.deleted_at IS NULL AND ${userInScope(reach, "u.id")}
        AND ${isAmong(ids)}
      RETURNING r.*
    )
    INSERT INTO automation_events (instance_id, automation_id, user_id, occurrence, data, depth, happened_at)
    SELECT instance_id, automation_id, user_id, occurrence, data, 0, happened_at FROM failed
    ON CONFLICT DO NOTHING
    RETURNING id`.execute(reach.db);
  return rows.length;
}
