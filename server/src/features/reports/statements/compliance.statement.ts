import { type RawBuilder, sql } from "kysely";
import * as z from "zod";
import {
  type ComplianceFilters,
  type CompliancePage,
  countStates,
  filterEnrolments,
  filterPaths,
  isOfPaths,
  joinRevoked,
  selectPathRows,
  today,
  withStates,
} from "../compliance-state.ts";
import { firstValidDay, startOfDay } from "../day-limits.ts";
import { filterPeople, joinPeople, selectCategory, selectPage, withPeople } from "../fragments.ts";
import { defineStatement, type Given, when } from "../statement.ts";

const counts = {
  assigned: z.number(),
  compliant: z.number(),
  due: z.number(),
  overdue: z.number(),
  expired: z.number(),
};

const ORDERS = {
  "-name": sql`name COLLATE people DESC NULLS LAST`,
  assigned: sql`assigned`,
  "-assigned": sql`assigned DESC`,
  share: sql`compliant::numeric / assigned`,
  "-share": sql`compliant::numeric / assigned DESC`,
  compliant: sql`compliant`,
  "-compliant": sql`compliant DESC`,
  due: sql`due`,
  "-due": sql`due DESC`,
  overdue: sql`overdue`,
  "-overdue": sql`overdue DESC`,
  expired: sql`expired`,
  "-expired": sql`expired DESC`,
};

/** Reads the courses that anybody is enrolled in, with the number of people in each state of compliance. */
export const courseComplianceStatement = defineStatement({
  row: z.object({ id: z.number(), name: z.string(), category: z.string().nullable(), ...counts }),
  build: (of: Given<CompliancePage & { search: string | null }>, orderBy) => sql`
    ${withStates(of)}
    SELECT counted.*, ${selectCategory(of.instance, sql`counted.id`)} AS category
    FROM (
      SELECT c.id, c.title AS name, of_course.assigned, of_course.compliant, of_course.due, of_course.overdue, of_course.expired
      FROM (SELECT states.course_id, ${countStates} FROM states GROUP BY states.course_id) of_course
      JOIN courses c ON c.instance_id = ${of.instance} AND c.id = of_course.course_id
      ${when(of.search, (pattern) => sql`WHERE c.title ILIKE ${pattern}`)}
    ) counted
    ${orderBy(sql`name COLLATE people, id`)}
    ${selectPage(of)}`,
  orders: ORDERS,
});

/** Reads the learning paths that anybody is assigned to, with the number of people in each state of compliance. */
export const pathComplianceStatement = defineStatement({
  row: z.object({ id: z.number(), name: z.string(), ...counts }),
  build: (of: Given<CompliancePage & { search: string | null; ofPaths: true }>, orderBy, isCounting) =>
    isCounting
      ? sql`WITH ${withPeople(of)} ${selectAssignedPaths(of)}`
      : sql`
    ${withStates(of)}
    SELECT *
    FROM (
      SELECT l.id, l.title AS name, ${countStates}
      FROM states
      JOIN learning_paths l ON l.instance_id = ${of.instance} AND l.id = states.path_id
      ${when(of.search, (pattern) => sql`WHERE l.title ILIKE ${pattern}`)}
      GROUP BY l.id, l.title
    ) counted
    ${orderBy(sql`name COLLATE people, id`)}
    ${selectPage(of)}`,
  orders: ORDERS,
});

/** Selects the learning paths that anybody is assigned to. The states of the people would take most of the time to count them. */
const selectAssignedPaths = (of: Given<ComplianceFilters & { search: string | null }>) => sql`
  SELECT l.id
  FROM learning_paths l
  WHERE l.instance_id = ${of.instance} AND l.deleted_at IS NULL
    ${when(of.search, (pattern) => sql`AND l.title ILIKE ${pattern}`)}
    AND EXISTS (
      SELECT FROM learning_path_people p
      ${joinPeople(of)}
      WHERE p.instance_id = ${of.instance} AND p.path_id = l.id AND p.ended_at IS NULL
        ${filterPeople(of)}
        ${filterPaths(of)}
    )`;

/** Reads the title of a learning path of the reach. */
export const pathAccessStatement = defineStatement({
  row: z.object({ id: z.number(), title: z.string() }),
  build: (of: Given<{ path: number }>) => sql`
    WITH ${withPeople(of)}
    SELECT l.id, l.title
    FROM learning_paths l
    WHERE l.instance_id = ${of.instance} AND l.id = ${of.path} AND l.deleted_at IS NULL
      ${when(
        of.branches,
        () => sql`AND EXISTS (
          SELECT FROM learning_path_people p
          JOIN people ON people.id = p.user_id
          WHERE p.instance_id = ${of.instance} AND p.path_id = l.id AND p.ended_at IS NULL
        )`,
      )}`,
});

/** Reads the branches with the number of enrolments of their members in each state; one row without id for people of no branch. */
export const branchComplianceStatement = defineStatement({
  row: z.object({
    id: z.number().nullable(),
    name: z.string().nullable(),
    url: z.string().nullable(),
    ...counts,
  }),
  build: (of: Given<CompliancePage & { search: string | null }>, orderBy) => sql`
    ${withStates(of)}
    SELECT *
    FROM (
      SELECT b.id, b.name, b.url, ${countStates}
      FROM states
      LEFT JOIN (
        SELECT m.user_id, b.id, b.name, b.url
        FROM branch_users m
        JOIN branches b ON b.instance_id = m.instance_id AND b.id = m.branch_id AND b.deleted_at IS NULL
        WHERE m.instance_id = ${of.instance}
          ${when(of.branches, (ids) => sql`AND m.branch_id = ANY (${ids}::integer[])`)}
      ) b ON b.user_id = states.user_id
      ${when(of.search, (pattern) => sql`WHERE b.name ILIKE ${pattern}`)}
      GROUP BY b.id, b.name, b.url
    ) counted
    ${orderBy(sql`name COLLATE people, id`)}
    ${selectPage(of)}`,
  orders: ORDERS,
});

/** Counts all enrolments, or assignments of learning paths, of the reach by their state. */
export const complianceTotalsStatement = defineStatement({
  row: z.object(counts),
  build: (of: Given<ComplianceFilters>) => sql`${withStates(of)} SELECT ${countStates} FROM states`,
});

/** Selects the last days of the last months, with today in place of the last; numbered from the earliest. */
const selectMonths = (of: Given<Months>) => sql`
  SELECT m.day, (row_number() OVER (ORDER BY m.day))::integer AS number
  FROM (
    SELECT least((date_trunc('month', ${today(of)}) - make_interval(months => n) + interval '1 month - 1 day')::date, ${today(of)}) AS day
    FROM generate_series(0, ${of.months}::integer - 1) n
  ) m`;

/** Selects something of each of these days in their order, once for the statement. */
const selectListOfMonths = (of: Given<Months>, value: RawBuilder<unknown>) =>
  sql`(SELECT array_agg(${value} ORDER BY m.day) FROM (${selectMonths(of)}) m)`;

/** Selects the number of the first month whose last day is a day or later; null for no day. */
const firstMonthFrom = (of: Given<Months>, day: RawBuilder<unknown>) =>
  sql`width_bucket(${day} - 1, ${selectListOfMonths(of, sql`m.day`)}) + 1`;

/** Selects the number of the first month that ends after a moment; null for no moment. */
const firstMonthAfter = (of: Given<Months>, moment: RawBuilder<unknown>) =>
  sql`width_bucket(${moment}, ${selectListOfMonths(of, startOfDay(sql`m.day + 1`, sql`${of.zone}`))}) + 1`;

/** Selects the number of the first month at whose end the certificate of a completion has expired; null for none. */
const firstMonthExpired = (of: Given<Months>, completion: RawBuilder<unknown>) =>
  sql`width_bucket(${completion}, ${selectListOfMonths(of, startOfDay(firstValidDay(sql`m.day`), sql`${of.zone}`))}) + 1`;

const LAST_COMPLETION = sql`coalesce(p.completed_at, p.completed_before)`;

/** Selects the months in which an enrolment changes the counts, by their numbers. */
const selectChanges = (of: Given<Months>) => sql`
  SELECT
    ${firstMonthAfter(of, sql`p.assigned_at`)} AS assigned,
    ${firstMonthAfter(of, LAST_COMPLETION)} AS completed,
    least(${firstMonthExpired(of, LAST_COMPLETION)}, ${firstMonthAfter(of, sql`revoked.revoked_at`)}) AS lapsed,
    ${firstMonthFrom(of, sql`p.due_on + 1`)} AS overdue,
    ${firstMonthAfter(of, sql`p.completed_at`)} AS done
  FROM course_progress p
  ${joinPeople(of)}
  ${joinRevoked(of)}
  WHERE p.instance_id = ${of.instance}
    ${filterPeople(of)}
    ${filterEnrolments(of)}`;

/** Selects the months in which the assignment of a learning path changes the counts, by their numbers. */
const selectPathChanges = (of: Given<Months>) => sql`
  SELECT
    ${firstMonthAfter(of, sql`r.assigned_at`)} AS assigned,
    ${firstMonthAfter(of, sql`r.completed_at`)} AS completed,
    ${firstMonthFrom(of, sql`r.lapses_on`)} AS lapsed,
    ${firstMonthFrom(of, sql`(r.due_on + 1)`)} AS overdue,
    ${firstMonthAfter(of, sql`r.completed_at`)} AS done
  FROM (${selectPathRows(of)}) r`;

type Months = ComplianceFilters & { months: number };

/**
 * Reads how many enrolments there were, and how many of them were compliant or overdue, at the end of each of the last months and
 * today. Worked out from the dates of the present enrolments: what was ended or started again since is not in it. Every enrolment
 * is read once; those that change the counts in the same months are counted together. What does not happen until today has
 * a number after that of the last month.
 */
export const complianceHistoryStatement = defineStatement({
  row: z.object({ day: z.string(), assigned: z.number(), compliant: z.number(), overdue: z.number() }),
  build: (of: Given<Months>) => sql`
    WITH ${withPeople(of)},
    changes AS MATERIALIZED (
      SELECT c.assigned, c.completed, c.lapsed, c.overdue, c.done, count(*) AS enrolments
      FROM (${isOfPaths(of) ? selectPathChanges(of) : selectChanges(of)}) c
      GROUP BY c.assigned, c.completed, c.lapsed, c.overdue, c.done
    )
    SELECT
      months.day::text AS day,
      coalesce(sum(c.enrolments) FILTER (WHERE c.assigned <= months.number), 0)::integer AS assigned,
      coalesce(sum(c.enrolments) FILTER (
        WHERE c.completed <= months.number AND (c.lapsed > months.number) IS NOT FALSE
      ), 0)::integer AS compliant,
      coalesce(sum(c.enrolments) FILTER (
        WHERE c.overdue <= months.number
          -- An earlier completion keeps a learner who takes the course again compliant until it lapses.
          AND CASE WHEN c.done IS NULL THEN (c.lapsed <= months.number) IS NOT FALSE ELSE c.done > months.number END
      ), 0)::integer AS overdue
    FROM (${selectMonths(of)}) months
    LEFT JOIN changes c ON true
    GROUP BY months.day
    ORDER BY months.day`,
});
