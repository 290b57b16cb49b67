import { sql } from "kysely";
import type { Database, Db } from "../../db/client.ts";
import type { Message } from "../../i18n/message.ts";
import type { UserConditions } from "../users/users.service.ts";
import type { ActionKind, AutomationAction, TriggerKind } from "./automation-kinds.ts";

/** Where the events of an instance are read and written, by the one who handles them. */
interface At {
  db: Db;
  instanceId: number;
}

/** What an event is about: ids of objects, and the day of a trigger of time. */
export interface EventData {
  course_id?: number;
  path_id?: number;
  group_id?: number;
  branch_id?: number;
  field_id?: number;
  on?: string;
}

/** An event that this transaction handles. */
export interface ClaimedEvent {
  id: number;
  user_id: number;
  occurrence: string;
  data: EventData;
  depth: number;
  happened_at: Date;
}

/** The automation for which the earliest event waits. */
export interface NextAutomation {
  id: number;
  name: string;
  is_on: boolean;
  trigger: TriggerKind;
  conditions: UserConditions;
  actions: AutomationAction[];
  /** The branch that owns it, with its address; null for the main site. Another branch may have the address of a deleted one. */
  branch_id: number | null;
  branch_url: string | null;
  runs_as_id: number | null;
  depth: number;
  /** Whether the product has failed to handle the event before. */
  is_again: boolean;
}

/** What an action did for a person. */
export interface ActionResult {
  kind: ActionKind;
  outcome: "done" | "unchanged";
}

/**
 * Lists the instances with new events, with the wakes that are to be deleted when they are handled. Sent past the counted
 * statements, because a worker asks every second.
 */
export async function listWakes({ pool }: Database): Promise<{ instanceId: number; ids: number[] }[]> {
  const { rows } = await pool.query<{ instance_id: number; ids: string[] }>({
    name: "automation_wakes",
    text: `SELECT w.of_instance AS instance_id, array_agg(w.id) AS ids
      FROM (SELECT id, of_instance FROM automation_wakes ORDER BY id LIMIT 10000) w GROUP BY 1 ORDER BY min(w.id)`,
  });
  return rows.map(({ instance_id, ids }) => ({ instanceId: instance_id, ids: ids.map(Number) }));
}

/** Deletes these wakes and no others: one with a smaller id can still come, from a transaction that takes longer. */
export async function deleteWakes(db: Db, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM automation_wakes WHERE id = ANY (${[...ids]}::bigint[])`.execute(db);
}

/** Tells whether events wait in an instance, also for a later try or for another worker. */
export async function hasEvents({ db, instanceId }: At): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM automation_events WHERE instance_id = ${instanceId}) AS has`.execute(db);
  return rows[0]!.has;
}

/** Makes the workers look into an instance. */
export async function insertWake({ db, instanceId }: At): Promise<void> {
  await sql`INSERT INTO automation_wakes (of_instance) VALUES (${instanceId})`.execute(db);
}

/** Finds the automation whose event has waited the longest, except for events that another worker handles now. */
export async function findNext({ db, instanceId }: At): Promise<NextAutomation | undefined> {
  const { rows } = await sql<NextAutomation>`
    SELECT a.id, a.name, a.is_on AND a.deleted_at IS NULL AS is_on, a.trigger, a.conditions, a.actions, a.branch_id,
      (SELECT b.url FROM branches b WHERE b.instance_id = a.instance_id AND b.id = a.branch_id) AS branch_url,
      a.updated_by AS runs_as_id, e.depth, e.tries > 0 AS is_again
    FROM automation_events e JOIN automations a ON a.instance_id = e.instance_id AND a.id = e.automation_id
    WHERE e.instance_id = ${instanceId} AND e.not_before <= now()
    ORDER BY e.id LIMIT 1 FOR UPDATE OF e SKIP LOCKED`.execute(db);
  return rows[0];
}

/** Takes the next events of an automation; other workers pass over them until the transaction ends. */
export async function claimEvents(
  { db, instanceId }: At,
  { id, depth, is_again }: Pick<NextAutomation, "id" | "depth" | "is_again">,
  most: number,
): Promise<ClaimedEvent[]> {
  const { rows } = await sql<ClaimedEvent>`
    SELECT e.id, e.user_id, e.occurrence, e.data, e.depth, e.happened_at FROM automation_events e
    WHERE e.instance_id = ${instanceId} AND e.automation_id = ${id} AND e.depth = ${depth} AND e.not_before <= now()
      AND (e.tries > 0) = ${is_again}
    ORDER BY e.id LIMIT ${is_again ? 1 : most} FOR UPDATE SKIP LOCKED`.execute(db);
  return rows;
}

export async function deleteEvents({ db, instanceId }: At, events: readonly ClaimedEvent[]): Promise<void> {
  await sql`DELETE FROM automation_events WHERE instance_id = ${instanceId}
    AND id = ANY (${events.map(({ id }) => id)}::bigint[])`.execute(db);
}

/** Makes changes of the transaction count as made by an automation, so that what they start knows its depth. */
export async function setDepth({ db }: At, depth: number): Promise<void> {
  await sql`SELECT set_config('app.automation_depth', ${String(depth)}, true)`.execute(db);
}

/** Records that an automation handles events. @returns those that it has not handled before */
export async function insertRuns(
  { db, instanceId }: At,
  automationId: number,
  events: readonly ClaimedEvent[],
  end: { state: "done" | "failed"; problem?: Message },
): Promise<ClaimedEvent[]> {
  if (events.length === 0) return [];
  const { rows } = await sql<{ user_id: number; occurrence: string }>`
    INSERT INTO automation_runs (instance_id, automation_id, user_id, occurrence, data, depth, happened_at, state, problem)
    SELECT e.instance_id, e.automation_id, e.user_id, e.occurrence, e.data, e.depth, e.happened_at, ${end.state},
      ${end.problem === undefined ? null : JSON.stringify(end.problem)}::jsonb
    FROM automation_events e
    WHERE e.instance_id = ${instanceId} AND e.automation_id = ${automationId}
      AND e.id = ANY (${events.map(({ id }) => id)}::bigint[])
    ORDER BY e.id
    ON CONFLICT (instance_id, automation_id, user_id, occurrence) DO NOTHING
    RETURNING user_id, occurrence`.execute(db);
  const fresh = new Set(rows.map(({ user_id, occurrence }) => `${user_id} ${occurrence}`));
  return events.filter(({ user_id, occurrence }) => fresh.has(`${user_id} ${occurrence}`));
}

/** Stores what the actions did, by event. */
export async function storeResults(
  { db, instanceId }: At,
  automationId: number,
  results: readonly (ClaimedEvent & { results: ActionResult[] })[],
): Promise<void> {
  await sql`
    UPDATE automation_runs r SET results = x.results
    FROM unnest(${results.map((each) => each.user_id)}::integer[], ${results.map((each) => each.occurrence)}::text[],
      ${results.map((each) => JSON.stringify(each.results))}::jsonb[]) AS x (user_id, occurrence, results)
    WHERE r.instance_id = ${instanceId} AND r.automation_id = ${automationId} AND r.user_id = x.user_id
      AND r.occurrence = x.occurrence`.execute(db);
}

/** Runs work that can be undone without the rest of the transaction. */
export async function withSavepoint<T>({ db }: At, work: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT automation`.execute(db);
  try {
    const result = await work();
    await sql`RELEASE SAVEPOINT automation`.execute(db);
    return result;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT automation`.execute(db);
    throw error;
  }
}

/** Puts events off after a failure of the product: by ten seconds first, then longer. @returns those tried too often */
export async function postpone(
  { db, instanceId }: At,
  { id, depth, is_again }: Pick<NextAutomation, "id" | "depth" | "is_again">,
  { events: most, tries }: { events: number; tries: number },
): Promise<ClaimedEvent[]> {
  const claimed = await claimEvents({ db, instanceId }, { id, depth, is_again }, most);
  const { rows } = await sql<{ id: number; tries: number }>`
    UPDATE automation_events SET tries = tries + 1, not_before = now() + make_interval(secs => 10 * power(2, tries))
    WHERE instance_id = ${instanceId} AND id = ANY (${claimed.map((event) => event.id)}::bigint[])
    RETURNING id, tries`.execute(db);
  const over = new Set(rows.filter((row) => row.tries >= tries).map((row) => row.id));
  return claimed.filter((event) => over.has(event.id));
}

/** Stores why an automation cannot run, or that it can. */
export async function noteProblem(
  { db, instanceId }: At,
  automationId: number,
  problem: Message | null,
): Promise<void> {
  await sql`
    UPDATE automations SET problem = ${problem === null ? null : JSON.stringify(problem)}::jsonb
    WHERE instance_id = ${instanceId} AND id = ${automationId}
      AND problem IS DISTINCT FROM ${problem === null ? null : JSON.stringify(problem)}::jsonb`.execute(db);
}

/** Lists the automations of an instance that have a trigger of time and have not looked at everybody today. */
export async function listToLook({ db, instanceId }: At, triggers: readonly TriggerKind[]) {
  const { rows } = await sql<Pick<NextAutomation, "id" | "name" | "runs_as_id" | "branch_id" | "branch_url">>`
    SELECT a.id, a.name, a.updated_by AS runs_as_id, a.branch_id,
      (SELECT b.url FROM branches b WHERE b.instance_id = a.instance_id AND b.id = a.branch_id) AS branch_url
    FROM automations a JOIN instances i ON i.id = a.instance_id AND i.deleted_at IS NULL
    WHERE a.instance_id = ${instanceId} AND a.is_on AND a.deleted_at IS NULL AND a.trigger = ANY (${[...triggers]}::text[])
      AND (a.looked_on IS NULL OR a.looked_on < (now() AT TIME ZONE i.time_zone)::date)
    ORDER BY a.id`.execute(db);
  return rows;
}

/** Takes an automation that is to look at everybody; undefined when another server has taken it. */
export async function takeToLook({ db, instanceId }: At, id: number) {
  const { rows } = await sql<{
    trigger: TriggerKind;
    trigger_object: number | null;
    trigger_days: number | null;
    conditions: UserConditions;
  }>`
    UPDATE automations a SET looked_on = (now() AT TIME ZONE i.time_zone)::date, problem = NULL FROM instances i
    WHERE i.id = a.instance_id AND a.instance_id = ${instanceId} AND a.id = ${id} AND a.is_on AND a.deleted_at IS NULL
      AND (a.looked_on IS NULL OR a.looked_on < (now() AT TIME ZONE i.time_zone)::date)
    RETURNING a.trigger, a.trigger_object, a.trigger_days, a.conditions`.execute(db);
  return rows[0];
}

/** Deletes records of changes that are older than a year. Those of triggers of time keep an event from coming twice. */
export async function deleteOldRuns({ db, instanceId }: At, triggers: readonly TriggerKind[]): Promise<void> {
  await sql`
    DELETE FROM automation_runs r USING automations a
    WHERE r.instance_id = ${instanceId} AND a.instance_id = r.instance_id AND a.id = r.automation_id
      AND a.trigger <> ALL (${[...triggers]}::text[]) AND r.ran_at < now() - interval '1 year'`.execute(db);
}
