import { sql } from "kysely";
import { ROLES, allows } from "../../access/permissions.ts";
import { personIsActive } from "../../access/session.ts";
import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";

type Scheduling = Reach<"report.schedule">;

/** The plan of a schedule: a weekday (1 is Monday) or a day of the month (31 is its last), at a full hour. */
export interface Plan {
  every: "week" | "month";
  day: number;
  hour: number;
}

export interface ScheduleRow extends Plan {
  id: number;
  name: string;
  kind: string;
  /** With the present addresses of the branches; that of a deleted one as it was. */
  request: unknown;
  /** Whether one of the branches is deleted, or was and its address has passed to another. */
  is_branch_gone: boolean;
  origin: string;
  is_paused: boolean;
  next_at: Date | null;
  last_sent_at: Date | null;
  people: ScheduledPerson[];
}

/**
 * The outcome of a scheduled report for one person: mailed; made as an export because it is large or they get no mails; not sent because they may no longer
 * read reports, or because its subject is gone or outside their reach; or failed, to be retried.
 */
export type Outcome = "sent" | "made" | "no_right" | "gone" | "failed";

export interface ScheduledPerson {
  id: number;
  name: string;
  /** Of the last sending; null before the first. */
  outcome: Outcome | null;
  /** ISO 8601 with zone, as PostgreSQL writes it. */
  outcome_at: string | null;
}

/**
 * Lists the schedules of the instance by name, or one of them, with their recipients. Their branches are those with the ids in
 * `branch_ids`, wherever these are now; a server of a former version stores addresses only, which then stay as they are.
 */
export async function listSchedules(at: { db: Db; instanceId: number }, id: number | null = null) {
  const { rows } = await sql<ScheduleRow>`
    SELECT s.id, s.name, s.kind, s.request - 'branch_ids' || coalesce(chosen.now, '{}') AS request,
      coalesce(chosen.is_branch_gone, false) AS is_branch_gone, s.every, s.day, s.hour, s.origin, s.is_paused, s.next_at, s.last_sent_at, (
      SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'outcome', p.outcome, 'outcome_at', p.outcome_at) ORDER BY u.last_name COLLATE people, u.id), '[]')
      FROM report_schedule_people p
      JOIN users u ON u.instance_id = p.instance_id AND u.id = p.user_id AND u.deleted_at IS NULL
      WHERE p.instance_id = ${at.instanceId} AND p.schedule_id = s.id
    ) AS people
    FROM report_schedules s
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object('branchUrls', jsonb_agg(coalesce(b.url, s.request -> 'branchUrls' ->> (given.place - 1)::integer) ORDER BY given.place)) AS now,
        bool_or(b.id IS NULL) AS is_branch_gone
      FROM jsonb_array_elements_text(s.request -> 'branch_ids') WITH ORDINALITY given (id, place)
      LEFT JOIN branches b ON b.instance_id = ${at.instanceId} AND b.id = given.id::integer AND b.deleted_at IS NULL
      HAVING count(*) > 0
    ) chosen ON true
    WHERE s.instance_id = ${at.instanceId} AND (${id}::integer IS NULL OR s.id = ${id})
    ORDER BY s.name COLLATE people, s.id`.execute(at.db);
  return rows;
}

const READING_ROLES = Object.keys(ROLES).filter((role) => allows(role as keyof typeof ROLES, "report.view"));

/** Lists everybody in the instance who may read reports now; with ids, only those of them. */
export function listReaders(reach: Scheduling, ids: readonly number[] | null = null) {
  return reach.db
    .selectFrom("users as u")
    .innerJoin("instances as i", "i.id", "u.instance_id")
    .where("u.instance_id", "=", reach.instanceId)
    .where("u.deleted_at", "is", null)
    .where("u.platform_user_id", "is", null)
    .where("u.role", "in", READING_ROLES)
    .where(personIsActive)
    .$if(ids !== null, (query) => query.where((eb) => eb("u.id", "=", eb.fn.any(eb.val([...ids!])))))
    .select(["u.id", "u.email", sql<string>`u.first_name || ' ' || u.last_name`.as("name")])
    .orderBy(sql`u.last_name COLLATE people`)
    .orderBy("u.id")
    .execute();
}

/** Returns the next time of a plan after another time, at the same hour of a time zone also after a change to summer time. */
export async function nextMoment(
  db: Db,
  timeZone: string,
  { every, day, hour }: Plan,
  after = new Date(),
): Promise<Date> {
  const { rows } = await sql<{ next: Date }>`
    SELECT min(moment) AS next
    FROM (
      SELECT (d::date + make_interval(hours => ${hour})) AT TIME ZONE ${timeZone} AS moment
      FROM generate_series(
        (${after}::timestamptz AT TIME ZONE ${timeZone})::date::timestamp,
        (${after}::timestamptz AT TIME ZONE ${timeZone})::date::timestamp + interval '62 days',
        interval '1 day'
      ) d
      WHERE CASE ${every}
        WHEN 'week' THEN extract(isodow FROM d) = ${day}::integer
        ELSE extract(day FROM d) = least(${day}::integer, extract(day FROM date_trunc('month', d) + interval '1 month - 1 day'))
      END
    ) moments
    WHERE moment > ${after}::timestamptz`.execute(db);
  return rows[0]!.next;
}

interface ScheduleFields extends Plan {
  name: string;
  kind: string;
  request: string;
  origin: string;
  is_paused: boolean;
  next_at: Date;
}

/** Stores a schedule and returns its id. */
export async function insertSchedule(reach: Scheduling, fields: ScheduleFields): Promise<number> {
  const { id } = await reach.db
    .insertInto("report_schedules")
    .values({ ...fields, instance_id: reach.instanceId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a schedule. */
export async function updateSchedule(reach: Scheduling, id: number, fields: Partial<ScheduleFields>): Promise<void> {
  await reach.db
    .updateTable("report_schedules")
    .set(fields)
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Deletes a schedule. */
export async function deleteSchedule(reach: Scheduling, id: number): Promise<void> {
  await reach.db
    .deleteFrom("report_schedules")
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Replaces the recipients; those who stay keep their outcome. */
export async function replacePeople(reach: Scheduling, id: number, userIds: readonly number[]): Promise<void> {
  const { db, instanceId } = reach;
  await db
    .deleteFrom("report_schedule_people")
    .where("instance_id", "=", instanceId)
    .where("schedule_id", "=", id)
    .where((eb) => eb.not(eb("user_id", "=", eb.fn.any(eb.val([...userIds])))))
    .execute();
  await db
    .insertInto("report_schedule_people")
    .values(userIds.map((user_id) => ({ instance_id: instanceId, schedule_id: id, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores the outcome for one person, who may have been removed from the list meanwhile. */
export async function setOutcome(
  db: Db,
  { instanceId, scheduleId, userId }: { instanceId: number; scheduleId: number; userId: number },
  outcome: Outcome,
): Promise<void> {
  await db
    .updateTable("report_schedule_people")
    .set({ outcome, outcome_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .where("schedule_id", "=", scheduleId)
    .where("user_id", "=", userId)
    .execute();
}

/** Moves a schedule on to its next time. Returns false when another worker did, or it was changed or paused meanwhile. */
export async function moveOn(db: Db, instanceId: number, id: number, at: Date, next: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("report_schedules")
    .set({ next_at: next, last_sent_at: sql`now()` })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("next_at", "=", at)
    .where("is_paused", "=", false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets the next time of a schedule. */
export async function setNext(db: Db, instanceId: number, id: number, next: Date): Promise<void> {
  await db
    .updateTable("report_schedules")
    .set({ next_at: next })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .execute();
}

/** Returns the time zone of an instance. */
export async function findTimeZone(db: Db, instanceId: number): Promise<string> {
  const { time_zone } = await db
    .selectFrom("instances")
    .where("id", "=", instanceId)
    .select("time_zone")
    .executeTakeFirstOrThrow();
  return time_zone;
}
