import { sql } from "kysely";
import * as z from "zod";
import {
  type ComplianceFilters,
  type CompliancePage,
  countStates,
  filterEnrolments,
  isOfPaths,
  joinRevoked,
  selectLastDay,
  selectPathRows,
  today,
  withStates,
} from "../compliance-state.ts";
import { selectLastCompletion } from "../../certificates/expiry.service.ts";
import { selectCategory, selectPage, withPeople } from "../fragments.ts";
import { defineStatement, type Scope, when } from "../statement.ts";

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
  build: (of: CompliancePage & { search: string | null }, orderBy) => sql`
    ${withStates(of)}
    SELECT counted.*, ${selectCategory(of.instance, sql`counted.id`)} AS category
    FROM (
      SELECT c.id, c.title AS name, ${countStates}
      FROM states
      JOIN courses c ON c.instance_id = ${of.instance} AND c.id = states.course_id
      ${when(of.search, (pattern) => sql`WHERE c.title ILIKE ${pattern}`)}
      GROUP BY c.id, c.title
    ) counted
    ${orderBy(sql`name COLLATE people, id`)}
    ${selectPage(of)}`,
  orders: ORDERS,
});

/** Reads the learning paths that anybody is assigned to, with the number of people in each state of compliance. */
export const pathComplianceStatement = defineStatement({
  row: z.object({ id: z.number(), name: z.string(), ...counts }),
  build: (of: CompliancePage & { search: string | null; ofPaths: true }, orderBy) => sql`
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

/** Reads the title of a learning path of the reach. */
export const pathAccessStatement = defineStatement({
  row: z.object({ id: z.number(), title: z.string() }),
  build: (of: Scope & { path: number }) => sql`
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
  build: (of: CompliancePage & { search: string | null }, orderBy) => sql`
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
  build: (of: ComplianceFilters) => sql`${withStates(of)} SELECT ${countStates} FROM states`,
});

/** Selects the days on which an enrolment changes the counts. */
const selectPeriods = (of: ComplianceFilters) => sql`
  SELECT
    (p.assigned_at AT TIME ZONE ${of.zone})::date AS assigned,
    ${selectLastCompletion("p", sql`${of.zone}`)} AS completed,
    least(${selectLastDay(of)} + 1, (revoked.revoked_at AT TIME ZONE ${of.zone})::date) AS lapsed,
    p.due_on + 1 AS overdue,
    (p.completed_at AT TIME ZONE ${of.zone})::date AS done
  FROM course_progress p
  JOIN people ON people.id = p.user_id
  ${joinRevoked(of)}
  WHERE p.instance_id = ${of.instance}
    ${filterEnrolments(of)}`;

/** Selects the days on which the assignment of a learning path changes the counts. */
const selectPathPeriods = (of: ComplianceFilters) => sql`
  SELECT
    (r.assigned_at AT TIME ZONE ${of.zone})::date AS assigned,
    (r.completed_at AT TIME ZONE ${of.zone})::date AS completed,
    -- A path that is completed with old certificates lapses on that day.
    CASE WHEN r.lapses_on IS NOT NULL THEN greatest(r.lapses_on, (r.completed_at AT TIME ZONE ${of.zone})::date) END AS lapsed,
    r.due_on + 1 AS overdue,
    (r.completed_at AT TIME ZONE ${of.zone})::date AS done
  FROM (${selectPathRows(of)}) r`;

/**
 * Reads how many enrolments there were, and how many of them were compliant or overdue, at the end of each of the last months and
 * today. Worked out from the dates of the present enrolments: what was ended or started again since is not in it. Every enrolment
 * changes the counts on a few days, which are added up month by month in one reading.
 */
export const complianceHistoryStatement = defineStatement({
  row: z.object({ day: z.string(), assigned: z.number(), compliant: z.number(), overdue: z.number() }),
  build: (of: ComplianceFilters & { months: number }) => sql`
    WITH ${withPeople(of)},
    days AS (
      SELECT least((date_trunc('month', ${today(of)}) - make_interval(months => n) + interval '1 month - 1 day')::date, ${today(of)}) AS day
      FROM generate_series(0, ${of.months}::integer - 1) n
    ),
    -- Materialized: the days are worked out once, and not for each change.
    periods AS MATERIALIZED (${isOfPaths(of) ? selectPathPeriods(of) : selectPeriods(of)}),
    changes AS (
      SELECT c.day, sum(c.assigned) AS assigned, sum(c.compliant) AS compliant, sum(c.overdue) AS overdue
      FROM periods p
      CROSS JOIN LATERAL (VALUES
        (p.assigned, 1, 0, 0),
        (p.completed, 0, 1, 0),
        (p.lapsed, 0, -1, 0),
        -- An earlier completion keeps a learner who takes the course again compliant until it lapses.
        (CASE WHEN p.overdue < coalesce(p.done, 'infinity') THEN greatest(p.overdue, CASE WHEN p.done IS NULL THEN p.lapsed END) END, 0, 0, 1),
        (CASE WHEN p.done > p.overdue THEN p.done END, 0, 0, -1)
      ) c (day, assigned, compliant, overdue)
      WHERE c.day <= ${today(of)}
      GROUP BY c.day
    )
    SELECT
      days.day::text AS day,
      coalesce(sum(changes.assigned), 0)::integer AS assigned,
      coalesce(sum(changes.compliant), 0)::integer AS compliant,
      coalesce(sum(changes.overdue), 0)::integer AS overdue
    FROM days
    LEFT JOIN changes ON changes.day <= days.day
    GROUP BY days.day
    ORDER BY days.day`,
});
