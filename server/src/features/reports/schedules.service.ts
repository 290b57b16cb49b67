import * as z from "zod";
import type { Actor } from "../../access/actor.ts";
import { Invalid, NotFound, type Validation } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { listBranchIds } from "../branches/branches.service.ts";
import { expectCourse } from "./course-access.ts";
import { openReports } from "./filters.service.ts";
import { checkFilters, type TableRequest, tableRequest } from "./request.ts";
import * as queries from "./schedules.queries.ts";
import { planNext, sendTo } from "./sending.service.ts";
import { REPORTS } from "./tables.ts";

const MAX_PEOPLE = 100;
const MAX_NAME = 150;

export interface ScheduleInput {
  name: string;
  kind: string;
  course_id?: number | null | undefined;
  branchUrls?: string[] | null | undefined;
  group_ids?: number[] | null | undefined;
  category_id?: number | null | undefined;
  every: string;
  day: number;
  hour: number;
  user_ids: number[];
}

/** Lists the scheduled reports of the instance, by name. */
export async function listSchedules(actor: Actor) {
  return (await queries.listSchedules(await open(actor))).map(toSchedule);
}

export type Schedule = ReturnType<typeof toSchedule>;

function toSchedule({ request, next_at, last_sent_at, is_branch_gone: _, ...row }: queries.ScheduleRow) {
  const { course_id = null, branchUrls, group_ids, category_id = null } = request as TableRequest;
  return {
    ...row,
    course_id,
    branchUrls: branchUrls ?? [],
    group_ids: group_ids ?? [],
    category_id,
    next_at: row.is_paused ? null : (next_at?.toISOString() ?? null),
    last_sent_at: last_sent_at?.toISOString() ?? null,
  };
}

/** Lists the people to whom reports can be mailed. */
export async function listReaders(actor: Actor) {
  return queries.listReaders(await open(actor));
}

/**
 * Creates a schedule, or changes the one with this id.
 * @throws NotFound, for an unknown course, branch, group or category too; Invalid by field
 */
export async function saveSchedule(actor: Actor, input: ScheduleInput, id: number | null): Promise<Schedule> {
  const reach = await open(actor);
  const before = id === null ? null : await find(actor, id);
  const { name, request, branch_ids, plan, userIds } = await checkInput(actor, input);
  const next_at = await queries.nextMoment(reach.db, actor.instance.timeZone, plan);
  const fields = {
    name,
    kind: request.kind,
    request: JSON.stringify({ ...request, branch_ids }),
    ...plan,
    origin: actor.visit.origin,
    next_at,
  };
  const saved = id ?? (await queries.insertSchedule(reach, { ...fields, is_paused: false }));
  if (id !== null) await queries.updateSchedule(reach, id, fields);
  await queries.replacePeople(reach, saved, userIds);
  if (!before?.is_paused) await planNext(actor.platform, reach, saved, next_at);
  await recordAudit(actor, reach, {
    action: id === null ? "report.scheduled" : "report.schedule_changed",
    subject: { type: "report_schedule", id: saved, name },
    changes: { kind: request.kind, ...plan, people: userIds.length },
  });
  return toSchedule(await find(actor, saved));
}

/** Pauses a schedule, or resumes it at its next time. */
export async function pauseSchedule(actor: Actor, id: number, isPaused: boolean): Promise<Schedule> {
  const reach = await open(actor);
  const schedule = await find(actor, id);
  const next_at = await queries.nextMoment(reach.db, actor.instance.timeZone, schedule);
  await queries.updateSchedule(reach, id, { is_paused: isPaused, next_at });
  if (!isPaused) await planNext(actor.platform, reach, id, next_at);
  await recordAudit(actor, reach, {
    action: isPaused ? "report.schedule_paused" : "report.schedule_resumed",
    subject: { type: "report_schedule", id, name: schedule.name },
  });
  return toSchedule(await find(actor, id));
}

/** Deletes a schedule. */
export async function deleteSchedule(actor: Actor, id: number): Promise<void> {
  const reach = await open(actor);
  const { name } = await find(actor, id);
  await queries.deleteSchedule(reach, id);
  await recordAudit(actor, reach, {
    action: "report.schedule_deleted",
    subject: { type: "report_schedule", id, name },
  });
}

/** Sends the report now, besides its schedule; returns the number of people. */
export async function sendNow(actor: Actor, id: number): Promise<number> {
  const reach = await open(actor);
  const schedule = await find(actor, id);
  await sendTo(actor.platform, reach, schedule);
  await recordAudit(actor, reach, {
    action: "report.sent",
    subject: { type: "report_schedule", id, name: schedule.name },
    changes: { people: schedule.people.length },
  });
  return schedule.people.length;
}

/** Returns the reach of schedules, which belong to the instance: the permission needs access to the main site. */
function open(actor: Actor) {
  return actor.reach("report.schedule");
}

async function find(actor: Actor, id: number): Promise<queries.ScheduleRow> {
  const [schedule] = await queries.listSchedules(await open(actor), id);
  if (!schedule) throw new NotFound("Schedule");
  return schedule;
}

async function checkInput(actor: Actor, input: ScheduleInput) {
  const problems: Validation = {};
  const name = input.name.trim();
  if (!name) problems["name"] = [t`The name is required.`];
  else if (name.length > MAX_NAME) problems["name"] = [t`The name has more than ${MAX_NAME} characters.`];
  const plan = planSchema.safeParse({ every: input.every, day: input.day, hour: input.hour });
  if (!plan.success) problems["day"] = [t`This is not a day and an hour.`];
  const report = REPORTS.find(({ kind, isScheduled }) => isScheduled && kind === input.kind);
  if (!report) problems["kind"] = [t`This report cannot be scheduled.`];
  if (report?.filters.includes("course_id") && !input.course_id) problems["course_id"] = [t`The course is required.`];
  const userIds = [...new Set(input.user_ids)];
  const readers = await queries.listReaders(await open(actor), userIds);
  if (userIds.length === 0) problems["user_ids"] = [t`Choose at least one person.`];
  else if (userIds.length > MAX_PEOPLE) problems["user_ids"] = [t`Choose at most ${MAX_PEOPLE} people.`];
  else if (readers.length < userIds.length) problems["user_ids"] = [t`One of these people may not read reports.`];
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  const { kind, course_id, branchUrls, group_ids, category_id } = input;
  const request = tableRequest.parse({ kind, course_id, branchUrls, group_ids, category_id });
  checkFilters(kind, report!.filters, request);
  const filtered = await openReports(actor, request);
  if (request.course_id) await expectCourse(filtered, request.course_id);
  // By id, because an address may pass to another branch.
  const branch_ids = await listBranchIds(filtered.wholeReach, request.branchUrls ?? []);
  return { name, request, branch_ids, plan: plan.data!, userIds };
}

const planSchema = z.discriminatedUnion("every", [
  z.object({ every: z.literal("week"), day: z.int().min(1).max(7), hour: z.int().min(0).max(23) }),
  z.object({ every: z.literal("month"), day: z.int().min(1).max(31), hour: z.int().min(0).max(23) }),
]);
