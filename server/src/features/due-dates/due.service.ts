import { type RawBuilder, sql } from "kysely";
import * as z from "zod";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";

/** When a course is due: on a day (yyyy-mm-dd), or so many days after the enrolment; never, if both are null. */
export interface DueRule {
  on: string | null;
  days: number | null;
}

/** A rule as a client sends it. */
export interface DueRuleInput {
  on?: string | null | undefined;
  days?: number | null | undefined;
}

/** The statuses of an incomplete enrolment by its due date; due_soon is within a week. */
export const DUE_STATUSES = ["overdue", "due_soon", "due"] as const;

export const MOST_DUE_DAYS = 3650;
const LATEST = "2100-01-01";

/** Reads a rule. @throws Invalid for `due` */
export function toDueRule({ on, days }: DueRuleInput): DueRule {
  const day = on?.trim() || null;
  if (day !== null && days != null) throw new Invalid({ due: [t`Choose either a date or a number of days.`] });
  if (day !== null && !(z.iso.date().safeParse(day).success && day < LATEST))
    throw new Invalid({ due: [t`Enter a date as yyyy-mm-dd.`] });
  if (days != null && !(days >= 0 && days <= MOST_DUE_DAYS))
    throw new Invalid({ due: [t`Use a number of days from 0 to ${MOST_DUE_DAYS}.`] });
  return { on: day, days: days ?? null };
}

/** Selects the current day of the instance. */
export const selectToday = (instanceId: number | RawBuilder<unknown>): RawBuilder<string> =>
  sql`(SELECT (now() AT TIME ZONE i.time_zone)::date FROM instances i WHERE i.id = ${instanceId})`;

/** Selects the due date by the rule of a course for an enrolment of today; null without a rule. */
export const selectCourseDue = (instanceId: number, courseId: number): RawBuilder<string | null> =>
  sql`(SELECT ${selectToday(instanceId)} + c.due_days FROM courses c WHERE c.instance_id = ${instanceId} AND c.id = ${courseId})`;

/** Selects the status of the enrolment or progress `alias` to its due date; null without one, or when complete. */
export const selectDueStatus = (
  alias: "e" | "p",
  instanceId: number | RawBuilder<unknown>,
): RawBuilder<string | null> =>
  sql`due_status(${sql.ref(`${alias}.due_on`)}, ${sql.ref(`${alias}.completed_at`)}, ${selectToday(instanceId)})`;

/**
 * Limits a query to enrolments with this status of their due date; `none` are those without a due date. PostgreSQL compares the status,
 * because statements of reports do not know it.
 */
export const hasDueStatus = (
  alias: "e" | "p",
  instanceId: number | RawBuilder<unknown>,
  status: string | RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql`CASE ${status} WHEN 'none' THEN ${sql.ref(`${alias}.due_on`)} IS NULL ELSE ${selectDueStatus(alias, instanceId)} = ${status} END`;
