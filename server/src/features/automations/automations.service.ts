import { isDeepStrictEqual } from "node:util";
import type { Actor, Reach } from "../../access/actor.ts";
import { toPageOptions, type PageOptions } from "../../db/page.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { translate } from "../../i18n/translate.ts";
import { differences, recordAudit } from "../audit/audit.service.ts";
import { chooseOwner } from "../courses/ownership.service.ts";
import { limitToUsers } from "../users/users.service.ts";
import { type AutomationInput, type ParsedAutomation, parseAutomation } from "./automation-input.ts";
import { getActionObject, getTrigger, type ObjectKind, type Trigger } from "./automation-kinds.ts";
import * as queries from "./automations.queries.ts";
import { getPageOfCandidates } from "./candidates.queries.ts";
import { findLoop, type Node } from "./loops.ts";
import { findMissing } from "./objects.service.ts";

type Managing = Reach<"automation.manage">;

/** An automation as the screens show it. */
export interface Automation extends Omit<queries.AutomationRow, "problem"> {
  problem: string | null;
  /** The name of what it names, null when that was deleted. */
  findName: (kind: ObjectKind, id: number) => string | null;
}

export type AutomationListing = queries.AutomationFilter & { branchUrl?: string | null | undefined };

const MOST_AUTOMATIONS = 500;

/** Returns a page of the automations of the reach. */
export async function getPageOfAutomations(actor: Actor, { branchUrl, ...filter }: AutomationListing) {
  const reach = await actor.reach("automation.manage", branchUrl);
  const rows = await queries.listAutomations(reach, toPageOptions(filter));
  return { total: await queries.countAutomations(reach, filter), rows: await withNames(actor, reach, rows) };
}

/** Returns an automation. @throws NotFound for one that is unknown or outside the reach */
export async function getAutomation(actor: Actor, id: number, branchUrl?: string | null): Promise<Automation> {
  const reach = await actor.reach("automation.manage", branchUrl);
  const [found] = await withNames(actor, reach, [await find(reach, id)]);
  return found!;
}

/**
 * Creates an automation, which belongs to the site where it is created and runs with what the caller may do.
 * @throws Invalid by field; NotFound for what is out of reach; Conflict for a loop
 */
export async function createAutomation(
  actor: Actor,
  input: AutomationInput,
  branchUrl?: string | null,
): Promise<Automation> {
  const reach = await actor.reach("automation.manage", branchUrl);
  await queries.lockAutomations(reach);
  const fields = await check(actor, reach, input, branchUrl);
  if ((await queries.countAll(reach)) >= MOST_AUTOMATIONS)
    throw new Conflict(t`There can be at most ${MOST_AUTOMATIONS} automations. Delete one that is no longer needed.`);
  const branch_id = chooseOwner("automation", reach);
  await refuseLoop(reach, { id: 0, ...fields });
  const id = await queries.insertAutomation(reach, { ...fields, branch_id });
  await recordAudit(actor, reach, {
    action: "automation.created",
    subject: toAuditSubject({ id, name: fields.name }),
    changes: describe(fields),
  });
  return getAutomation(actor, id, branchUrl);
}

/**
 * Changes an automation, which from then on runs with what the caller may do.
 * @throws NotFound; Conflict when it has changed since `version`, and for a loop; Invalid by field
 */
export async function updateAutomation(
  actor: Actor,
  { id, version, input }: { id: number; version: number; input: AutomationInput },
  branchUrl?: string | null,
): Promise<Automation> {
  const reach = await actor.reach("automation.manage", branchUrl);
  await queries.lockAutomations(reach);
  const before = await lock(reach, id);
  if (before.version !== version)
    throw new Conflict(t`This automation was changed by someone else meanwhile. Reload the page to see the change.`);
  const fields = await check(actor, reach, input, branchUrl);
  await refuseLoop(reach, { id, ...fields });
  await queries.updateAutomation(reach, id, fields);
  await dropFormer(reach, id, before.trigger, fields.trigger);
  if (!fields.is_on) await queries.deleteEvents(reach, id);
  const changes = differences(describe(before), describe(fields));
  await recordAudit(actor, reach, { action: "automation.updated", subject: toAuditSubject(before), changes });
  return getAutomation(actor, id, branchUrl);
}

/**
 * Deletes events that wait and that a changed trigger would not have written, and keeps failed runs of such events from running
 * again: the actions would reach people to whom it does not apply. A trigger of time looks at everybody again.
 */
async function dropFormer(reach: Managing, id: number, before: Trigger, after: Trigger): Promise<void> {
  if (isDeepStrictEqual(before, after)) return;
  const { object, isTimed } = getTrigger(after.kind);
  const drop = async (except: Parameters<typeof queries.deleteEvents>[2]) => {
    // The runs first: this waits for a user who makes events of them at the moment.
    await queries.markFormerRuns(reach, id, except);
    await queries.deleteEvents(reach, id, except);
  };
  if (before.kind !== after.kind || isTimed) await drop(null);
  else if (object !== null && after.objectId !== null) await drop({ kind: object, id: after.objectId });
}

/**
 * Switches an automation on or off. Switched on, it runs with what the caller may do; switched off, it leaves what waits
 * for it undone.
 * @throws NotFound; Conflict for a loop
 */
export async function switchAutomation(
  actor: Actor,
  id: number,
  isOn: boolean,
  branchUrl?: string | null,
): Promise<Automation> {
  const reach = await actor.reach("automation.manage", branchUrl);
  await queries.lockAutomations(reach);
  const before = await lock(reach, id);
  if (before.is_on !== isOn) {
    const fields = { ...before, is_on: isOn };
    if (isOn) {
      await refuseForeign(actor, reach, before, branchUrl);
      await refuseLoop(reach, fields);
    } else await queries.deleteEvents(reach, id);
    await queries.updateAutomation(reach, id, fields);
    const changes = { is_on: [before.is_on, isOn] };
    await recordAudit(actor, reach, { action: "automation.updated", subject: toAuditSubject(before), changes });
  }
  return getAutomation(actor, id, branchUrl);
}

/** Deletes an automation with what waits for it; it can be restored for 30 days, and is off then. @throws NotFound */
export async function deleteAutomation(actor: Actor, id: number, branchUrl?: string | null): Promise<{ id: number }> {
  const reach = await actor.reach("automation.manage", branchUrl);
  const automation = await lock(reach, id);
  await queries.markDeleted(reach, id);
  await queries.deleteEvents(reach, id);
  await recordAudit(actor, reach, { action: "automation.deleted", subject: toAuditSubject(automation) });
  return { id };
}

/**
 * Lists whom an automation would touch now, and changes nothing. With a trigger of time these are the people whom it
 * touches next; with a change, those who match the conditions and to whom it has happened or could happen.
 * @param id of a stored automation, whose earlier work then counts
 * @throws as `createAutomation`, except for loops
 */
export async function dryRunAutomation(
  actor: Actor,
  { id, input, ...page }: PageOptions & { id?: number | null | undefined; input: AutomationInput },
  branchUrl?: string | null,
) {
  const reach = await actor.reach("automation.manage", branchUrl);
  if (id != null) await find(reach, id);
  const { trigger, conditions } = await check(actor, reach, input, branchUrl);
  const viewing = await actor.reach("user.view", branchUrl);
  const meant = await limitToUsers(viewing, conditions);
  const looking = { trigger, meant, includesInactive: conditions.state != null };
  const found = await getPageOfCandidates(viewing, looking, getTrigger(trigger.kind).isTimed ? (id ?? null) : null, {
    ...toPageOptions(page),
  });
  return { ...found, is_timed: getTrigger(trigger.kind).isTimed ?? false };
}

async function check(
  actor: Actor,
  reach: Managing,
  input: AutomationInput,
  branchUrl?: string | null,
): Promise<ParsedAutomation> {
  const parsed = parseAutomation(input);
  await refuseForeign(actor, reach, parsed, branchUrl);
  return parsed;
}

/** Refuses what the caller cannot see or may not use. @throws NotFound, Forbidden; Invalid for a field */
async function refuseForeign(
  actor: Actor,
  reach: Managing,
  { trigger, conditions, actions }: Omit<queries.AutomationFields, "name" | "is_on">,
  branchUrl?: string | null,
): Promise<void> {
  await limitToUsers(await actor.reach("user.view", branchUrl), conditions);
  const { object } = getTrigger(trigger.kind);
  const missing = await findMissing(reach, [
    ...(object !== null && trigger.objectId !== null ? [{ kind: object, id: trigger.objectId }] : []),
    ...(conditions.group_id == null ? [] : [{ kind: "group" as const, id: conditions.group_id }]),
    ...(conditions.branch_id == null ? [] : [{ kind: "branch" as const, id: conditions.branch_id }]),
    ...actions.flatMap((action) => getActionObject(action) ?? []),
  ]);
  if (missing) throw new NotFound(missing);
}

/** Refuses an automation that is on and would start itself, by itself or through others. @throws Conflict */
async function refuseLoop(reach: Managing, node: Node & { is_on: boolean }): Promise<void> {
  if (!node.is_on) return;
  const nodes = await queries.listNodes(reach);
  const objects = [node, ...nodes].flatMap(({ actions }) => actions.flatMap((action) => getActionObject(action) ?? []));
  const findName = await queries.readNames(reach, objects);
  const paths = objects.flatMap(({ kind, id }) => (kind === "path" ? id : []));
  const courses = await queries.listPathCourses(reach, paths);
  const loop = findLoop(node, nodes, {
    findName: (kind, id) => findName(kind, id) ?? "…",
    coursesOfPath: (pathId) => courses.flatMap(({ path_id, course_id }) => (path_id === pathId ? course_id : [])),
  });
  if (loop) throw new Conflict(loop);
}

async function find(reach: Managing, id: number): Promise<queries.AutomationRow> {
  const found = await queries.findAutomation(reach, id);
  if (!found) throw new NotFound("Automation");
  return found;
}

async function lock(reach: Managing, id: number): Promise<queries.AutomationRow> {
  const found = await queries.lockAutomation(reach, id);
  if (!found) throw new NotFound("Automation");
  return found;
}

async function withNames(actor: Actor, reach: Managing, rows: queries.AutomationRow[]): Promise<Automation[]> {
  const objects = rows.flatMap(({ trigger, conditions, actions }) => {
    const { object } = getTrigger(trigger.kind);
    return [
      ...(object !== null && trigger.objectId !== null ? [{ kind: object, id: trigger.objectId }] : []),
      ...actions.flatMap((action) => getActionObject(action) ?? []),
      ...(conditions.group_id == null ? [] : [{ kind: "group" as const, id: conditions.group_id }]),
      ...(conditions.branch_id == null ? [] : [{ kind: "branch" as const, id: conditions.branch_id }]),
      ...(conditions.field_id == null ? [] : [{ kind: "field" as const, id: conditions.field_id }]),
    ];
  });
  const findName = await queries.readNames(reach, objects);
  return rows.map((row) => ({
    ...row,
    problem: row.problem === null ? null : translate(row.problem, actor.visit.language),
    findName,
  }));
}

/** Returns what the audit log says of an automation; texts of messages are in the automation itself. */
const describe = ({ name, is_on, trigger, conditions, actions }: queries.AutomationFields) => ({
  name,
  is_on,
  trigger: trigger.kind,
  conditions: Object.keys(conditions),
  actions: actions.map(({ kind }) => kind),
});

export const toAuditSubject = ({ id, name }: { id: number; name: string }) => ({
  type: "automation" as const,
  id,
  name,
});
