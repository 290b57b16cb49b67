import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { toLikePattern } from "../../db/like.ts";
import { limitAndOffset, orderBy, type PageOptions } from "../../db/page.ts";
import type { Message } from "../../i18n/message.ts";
import type { UserConditions } from "../users/users.service.ts";
import type { AutomationAction, ObjectKind, Trigger, TriggerKind } from "./automation-kinds.ts";

type Managing = Reach<"automation.manage">;

export interface AutomationFields {
  name: string;
  is_on: boolean;
  trigger: Trigger;
  conditions: UserConditions;
  actions: AutomationAction[];
}

export interface AutomationRow extends AutomationFields {
  id: number;
  branch_id: number | null;
  branch_url: string | null;
  owning_branch: string | null;
  version: number;
  /** Who changed it last: it runs with what they may do. */
  runs_as: string | null;
  runs_as_id: number | null;
  problem: Message | null;
  last_run_at: Date | null;
  failed: number;
  /** How many of the failed runs are of a former trigger. */
  failed_formerly: number;
  waiting: number;
  updated_at: Date;
}

type Stored = Omit<AutomationRow, "trigger"> & {
  trigger: TriggerKind;
  trigger_object: number | null;
  trigger_days: number | null;
};

const SORTS = {
  name: ["a.name COLLATE people"],
  on: ["a.is_on"],
  trigger: ["a.trigger"],
  last_run: ["last_run_at"],
  failed: ["failed"],
  changed: ["a.updated_at"],
};

const COLUMNS = sql`a.id, a.branch_id, b.url AS branch_url, b.name AS owning_branch, a.name, a.is_on, a.trigger, a.trigger_object, a.trigger_days,
  a.conditions, a.actions, a.version, a.problem, a.updated_at, a.updated_by AS runs_as_id,
  u.first_name || ' ' || u.last_name AS runs_as,
  (SELECT r.ran_at FROM automation_runs r WHERE r.instance_id = a.instance_id AND r.automation_id = a.id
    ORDER BY r.ran_at DESC, r.id DESC LIMIT 1) AS last_run_at,
  (SELECT count(*) FROM automation_runs r WHERE r.instance_id = a.instance_id AND r.automation_id = a.id
    AND r.state = 'failed') AS failed,
  (SELECT count(*) FROM automation_runs r WHERE r.instance_id = a.instance_id AND r.automation_id = a.id
    AND r.state = 'failed' AND r.is_former) AS failed_formerly,
  (SELECT count(*) FROM automation_events e WHERE e.instance_id = a.instance_id AND e.automation_id = a.id) AS waiting`;

const FROM = sql`automations a
  LEFT JOIN branches b ON b.instance_id = a.instance_id AND b.id = a.branch_id
  LEFT JOIN users u ON u.instance_id = a.instance_id AND u.id = a.updated_by`;

/** Limits a query to the automations that the branches of a reach own; all without a branch limit. */
const ofReach = ({ instanceId, branchIds }: Managing): RawBuilder<boolean> =>
  sql`(a.instance_id = ${instanceId} AND a.deleted_at IS NULL
    AND ${branchIds === null ? sql`true` : sql`a.branch_id = ANY (${branchIds}::integer[])`})`;

export type AutomationFilter = PageOptions & { is_on?: boolean | null | undefined };

export async function listAutomations(reach: Managing, filter: AutomationFilter): Promise<AutomationRow[]> {
  const { rows } = await sql<Stored>`
    SELECT ${COLUMNS} FROM ${FROM} WHERE ${isListed(reach, filter)}
    ORDER BY ${orderBy(filter, SORTS, "a.id")} ${limitAndOffset(filter)}`.execute(reach.db);
  return rows.map(toRow);
}

export async function countAutomations(reach: Managing, filter: AutomationFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM automations a WHERE ${isListed(reach, filter)}`.execute(reach.db);
  return rows[0]!.total;
}

function isListed(reach: Managing, { search, is_on }: AutomationFilter): RawBuilder<unknown> {
  const pattern = toLikePattern(search);
  return sql.join(
    [
      ofReach(reach),
      ...(pattern === null ? [] : [sql`a.name ILIKE ${pattern}`]),
      ...(is_on == null ? [] : [sql`a.is_on = ${is_on}`]),
    ],
    sql` AND `,
  );
}

export async function findAutomation(reach: Managing, id: number): Promise<AutomationRow | undefined> {
  const { rows } = await sql<Stored>`SELECT ${COLUMNS} FROM ${FROM} WHERE ${ofReach(reach)} AND a.id = ${id}`.execute(
    reach.db,
  );
  return rows[0] && toRow(rows[0]);
}

/** Locks an automation for the transaction. */
export async function lockAutomation(reach: Managing, id: number): Promise<AutomationRow | undefined> {
  await sql`SELECT FROM automations a WHERE ${ofReach(reach)} AND a.id = ${id} FOR NO KEY UPDATE`.execute(reach.db);
  return findAutomation(reach, id);
}

/** Keeps two automations from being saved at once, each of which would close a loop with the other. */
export async function lockAutomations(reach: Managing): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(727006, ${reach.instanceId})`.execute(reach.db);
}

export async function countAll(reach: Managing): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM automations WHERE instance_id = ${reach.instanceId} AND deleted_at IS NULL`.execute(
    reach.db,
  );
  return rows[0]!.total;
}

/** Lists the automations of the whole instance that are on, as nodes of the graph; names only of those in the reach. */
export async function listNodes(reach: Managing) {
  const { rows } = await sql<
    { name: string | null } & Pick<Stored, "id" | "trigger" | "trigger_object" | "trigger_days" | "actions">
  >`
    SELECT a.id, CASE WHEN ${ofReach(reach)} THEN a.name END AS name, a.trigger, a.trigger_object, a.trigger_days, a.actions
    FROM automations a
    WHERE a.instance_id = ${reach.instanceId} AND a.deleted_at IS NULL AND a.is_on ORDER BY a.id`.execute(reach.db);
  return rows.map(({ trigger, trigger_object, trigger_days, ...row }) => ({
    ...row,
    trigger: { kind: trigger, objectId: trigger_object, days: trigger_days },
  }));
}

/** Lists the courses of learning paths. */
export async function listPathCourses(reach: Managing, pathIds: readonly number[]) {
  const { rows } = await sql<{ path_id: number; course_id: number }>`
    SELECT path_id, course_id FROM learning_path_courses
    WHERE instance_id = ${reach.instanceId} AND path_id = ANY (${[...pathIds]}::integer[])`.execute(reach.db);
  return rows;
}

const toColumns = ({ name, is_on, trigger, conditions, actions }: AutomationFields) => ({
  name,
  is_on,
  trigger: trigger.kind,
  trigger_object: trigger.objectId,
  trigger_days: trigger.days,
  conditions: JSON.stringify(conditions),
  actions: JSON.stringify(actions),
});

export async function insertAutomation(
  reach: Managing,
  fields: AutomationFields & { branch_id: number | null },
): Promise<number> {
  const { id } = await reach.db
    .insertInto("automations")
    .values({
      instance_id: reach.instanceId,
      branch_id: fields.branch_id,
      ...toColumns(fields),
      created_by: reach.userId,
      updated_by: reach.userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes an automation. A trigger of time looks at everybody again. */
export async function updateAutomation(reach: Managing, id: number, fields: AutomationFields): Promise<void> {
  await reach.db
    .updateTable("automations")
    .set({
      ...toColumns(fields),
      version: sql`version + 1`,
      updated_by: reach.userId,
      updated_at: sql`now()`,
      looked_on: null,
      problem: null,
    })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Deletes an automation, which is off when it is restored. */
export async function markDeleted(reach: Managing, id: number): Promise<void> {
  await reach.db
    .updateTable("automations")
    .set({ deleted_at: sql`now()`, is_on: false })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Deletes the events that wait for an automation: all, or those that are not about an object. */
export async function deleteEvents(
  reach: Managing,
  id: number,
  except: { kind: ObjectKind; id: number } | null = null,
): Promise<void> {
  await sql`
    DELETE FROM automation_events WHERE instance_id = ${reach.instanceId} AND automation_id = ${id}
      ${isNotAbout(except)}`.execute(reach.db);
}

/** Marks failed runs of an automation as those of a former trigger: all, or those that are not about an object. */
export async function markFormerRuns(
  reach: Managing,
  id: number,
  except: { kind: ObjectKind; id: number } | null = null,
): Promise<void> {
  await sql`
    UPDATE automation_runs SET is_former = true
    WHERE instance_id = ${reach.instanceId} AND automation_id = ${id} AND state = 'failed' AND NOT is_former
      ${isNotAbout(except)}`.execute(reach.db);
}

const isNotAbout = (object: { kind: ObjectKind; id: number } | null) =>
  object === null ? sql`` : sql`AND (data ->> ${`${object.kind}_id`})::integer IS DISTINCT FROM ${object.id}`;

const OBJECTS: Readonly<Record<ObjectKind, { table: string; name: string }>> = {
  branch: { table: "branches", name: "name" },
  group: { table: "groups", name: "name" },
  field: { table: "user_fields", name: "name" },
  course: { table: "courses", name: "title" },
  path: { table: "learning_paths", name: "title" },
  badge: { table: "badges", name: "name" },
};

/** Returns the names of objects that exist, by kind and id. The caller has found their ids in what it may read. */
export async function readNames(
  { db, instanceId }: Pick<Reach, "db" | "instanceId">,
  objects: readonly { kind: ObjectKind; id: number }[],
): Promise<(kind: ObjectKind, id: number) => string | null> {
  const kinds = [...new Set(objects.map(({ kind }) => kind))];
  const names = new Map<string, string>();
  if (kinds.length > 0) {
    const parts = kinds.map((kind) => {
      const ids = [...new Set(objects.flatMap((each) => (each.kind === kind ? each.id : [])))];
      const { table, name } = OBJECTS[kind];
      return sql`SELECT ${kind}::text AS kind, o.id, ${sql.ref(`o.${name}`)} AS name FROM ${sql.table(table)} o
        WHERE o.instance_id = ${instanceId} AND o.id = ANY (${ids}::integer[]) AND o.deleted_at IS NULL`;
    });
    const { rows } = await sql<{
      kind: string;
      id: number;
      name: string;
    }>`${sql.join(parts, sql` UNION ALL `)}`.execute(db);
    for (const { kind, id, name } of rows) names.set(`${kind}:${id}`, name);
  }
  return (kind, id) => names.get(`${kind}:${id}`) ?? null;
}

function toRow({ trigger, trigger_object, trigger_days, ...row }: Stored): AutomationRow {
  return { ...row, trigger: { kind: trigger, objectId: trigger_object, days: trigger_days } };
}
