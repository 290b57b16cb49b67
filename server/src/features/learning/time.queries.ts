import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { cacheQuery } from "../../db/cached-query.ts";
import { NotFound } from "../../errors.ts";

type Learning = Reach<"learn">;

/**
 * Stores a heartbeat of a unit. The first starts its clock; each is credited with the seconds it claims in total, but
 * no more than passed on the server's clock since the last one (P63). The enrolment and the day in the instance's time
 * zone get the same credit. @returns the unit's seconds afterwards
 * @throws NotFound when the learner was unenrolled meanwhile
 */
export async function creditTime(
  { db, instanceId, userId }: Learning,
  timeZone: string,
  courseId: number,
  unitId: number,
  claimedTotal: number,
): Promise<number> {
  const [heartbeat] = await addHeartbeat(db, { instanceId, userId, timeZone, courseId, unitId, claimedTotal });
  if (!heartbeat) throw new NotFound("Unit");
  return heartbeat.time_spent;
}

interface Heartbeat {
  instanceId: number;
  userId: number;
  timeZone: string;
  courseId: number;
  unitId: number;
  claimedTotal: number;
}

const addHeartbeat = cacheQuery((_, { instanceId, userId, timeZone, courseId, unitId, claimedTotal }: Heartbeat) => {
  const passed = sql`extract(epoch FROM excluded.last_contact_at - p.last_contact_at)`;
  const credit = sql`greatest(0, least(${claimedTotal}::integer - p.time_spent, floor(${passed})::integer))`;
  return sql<{ time_spent: number }>`
    WITH ${lockEnrolment({ instanceId, userId, courseId })}, heartbeat AS (
      INSERT INTO unit_progress AS p (instance_id, user_id, unit_id, course_id, last_contact_at)
      SELECT ${instanceId}, ${userId}, ${unitId}, ${courseId}, clock_timestamp() FROM enrolment
      ON CONFLICT (instance_id, user_id, unit_id) DO UPDATE
      SET time_spent = p.time_spent + ${credit},
          last_credit = ${credit},
          -- Seconds are credited whole: a fraction that passed counts with the next heartbeat.
          last_contact_at = CASE WHEN ${credit} = floor(${passed}) THEN p.last_contact_at + make_interval(secs => ${credit})
            ELSE greatest(p.last_contact_at, excluded.last_contact_at) END
      RETURNING time_spent, last_credit
    ), total AS (
      UPDATE enrolments e
      SET time_spent = e.time_spent + heartbeat.last_credit, last_unit_id = ${unitId}
      FROM heartbeat
      WHERE e.instance_id = ${instanceId} AND e.user_id = ${userId} AND e.course_id = ${courseId}
    ), by_day AS (
      INSERT INTO daily_time AS d (instance_id, course_id, day, user_id, seconds)
      SELECT ${instanceId}, ${courseId}, (now() AT TIME ZONE ${timeZone})::date, ${userId}, last_credit FROM heartbeat WHERE last_credit > 0
      ON CONFLICT (instance_id, course_id, day, user_id) DO UPDATE SET seconds = d.seconds + excluded.seconds
    )
    SELECT time_spent FROM heartbeat`;
});

/**
 * Starts the clock of a unit that the learner opens, and stores it as their last. A clock that is running stays as it is:
 * its time since the last heartbeat is still to be credited. Unknown units change nothing.
 */
export async function startClock(
  { db, instanceId, userId }: Learning,
  { courseId, unitId }: { courseId: number; unitId: number },
): Promise<void> {
  await openUnit(db, { instanceId, userId, courseId, unitId });
}

const openUnit = cacheQuery(
  (_, given: ClockPlace) => sql`
    WITH ${lockEnrolment(given)}, clock AS (${insertClock(given)})
    UPDATE enrolments e
    SET last_unit_id = clock.unit_id
    FROM clock
    WHERE e.instance_id = ${given.instanceId} AND e.user_id = ${given.userId} AND e.course_id = ${given.courseId}
      -- Who goes on in their last unit changes nothing here.
      AND e.last_unit_id IS DISTINCT FROM clock.unit_id`,
);

interface ClockPlace extends EnrolmentKey {
  /** Null starts none. */
  unitId: number | null;
}

/** Heartbeats of a running clock are at most so many seconds apart. */
const RUNNING_SECONDS = 30;

/**
 * Builds the common table expression `enrolment`, which locks an enrolment. A statement that writes a learner's progress
 * reads it before it writes: work in two units of a course, in two windows, would deadlock otherwise.
 */
export const lockEnrolment = ({ instanceId, userId, courseId }: EnrolmentKey) => sql`
    enrolment AS MATERIALIZED (
      SELECT course_id FROM enrolments
      WHERE instance_id = ${instanceId} AND user_id = ${userId} AND course_id = ${courseId}
      FOR NO KEY UPDATE)`;

interface EnrolmentKey {
  instanceId: number;
  userId: number;
  courseId: number;
}

/** Builds the insert that starts a clock, for a statement with `lockEnrolment` that goes on with the `unit_id` it returns. */
export const insertClock = ({ instanceId, userId, unitId }: Omit<ClockPlace, "courseId">) => sql`
      INSERT INTO unit_progress AS p (instance_id, user_id, unit_id, course_id, last_contact_at)
      SELECT u.instance_id, ${userId}, u.id, u.course_id, clock_timestamp()
      FROM enrolment e, units u
      WHERE u.instance_id = ${instanceId} AND u.id = ${unitId} AND u.course_id = e.course_id AND u.deleted_at IS NULL
      ON CONFLICT (instance_id, user_id, unit_id) DO UPDATE
      SET last_contact_at = CASE WHEN p.last_contact_at > excluded.last_contact_at - make_interval(secs => ${sql.lit(RUNNING_SECONDS)})
        THEN p.last_contact_at ELSE excluded.last_contact_at END
      RETURNING unit_id`;
