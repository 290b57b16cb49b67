import { type RawBuilder, sql } from "kysely";
import { selectExpiry, selectLastCompletion } from "../certificates/expiry.service.ts";
import { firstValidDay, startOfDay } from "./day-limits.ts";
import {
  type Page,
  type PopulationFilters,
  filterCategories,
  filterDays,
  filterPeople,
  joinPeople,
  withPeople,
} from "./fragments.ts";
import { type Given, when } from "./statement.ts";

/**
 * What a person's enrolment in a course means for compliance, the only definition of it:
 *   compliant – completed, and the certificate is valid today; also while the course is taken again
 *   overdue   – not compliant, not complete, and the due date has passed
 *   expired   – not compliant, though completed once: the certificate has expired or was revoked
 *   due       – not completed yet, and not overdue
 */
export const COMPLIANCE_STATES = ["compliant", "due", "overdue", "expired"] as const;
export type ComplianceState = (typeof COMPLIANCE_STATES)[number];

/** Filters of compliance. Without a path it is about courses. */
export interface ComplianceFilters extends PopulationFilters {
  /** One course only. */
  course?: number | null;
  /** One learning path only, in place of courses. */
  path?: number | null;
  /** All learning paths, in place of courses. */
  ofPaths?: boolean;
}

export const isOfPaths = ({ path, ofPaths }: Pick<Given<ComplianceFilters>, "path" | "ofPaths">) =>
  ofPaths === true || (path ?? null) !== null;

/** Selects the current day, once for the statement: worked out for each row it took two thirds of the time. */
export const today = ({ zone }: Given<ComplianceFilters>) => sql`(SELECT (now() AT TIME ZONE ${zone})::date)`;

/** Selects the last day of the certificate of progress `p`; null before the first completion. */
export const selectLastDay = ({ zone }: Given<ComplianceFilters>) => selectExpiry("p", sql`${zone}`);

/** Selects the moment from which a latest completion has a certificate that is valid today, once for the statement. */
const validSince = (of: Given<ComplianceFilters>) => startOfDay(firstValidDay(today(of)), sql`${of.zone}`);

/**
 * Joins the revoked certificate of the latest completion of progress `p` as `revoked`. The day of the completion is compared so
 * that it is worked out for the few revoked certificates only: PostgreSQL would hash it for every row if it were an equality.
 */
export const joinRevoked = ({ instance, zone }: Given<ComplianceFilters>): RawBuilder<unknown> => sql`
  LEFT JOIN certificates revoked ON revoked.instance_id = ${instance} AND revoked.user_id = p.user_id
    AND revoked.course_id = p.course_id AND revoked.completed_on IS NOT DISTINCT FROM ${selectLastCompletion("p", sql`${zone}`)}
    AND revoked.ended_at IS NULL AND revoked.revoked_at IS NOT NULL`;

/** Selects the state of progress `p`, with `joinRevoked`. */
export const selectCompliance = (of: Given<ComplianceFilters>): RawBuilder<ComplianceState> => sql`
  CASE
    WHEN coalesce(p.completed_at, p.completed_before) >= ${validSince(of)} AND revoked.id IS NULL THEN 'compliant'
    WHEN p.completed_at IS NULL AND p.due_on < ${today(of)} THEN 'overdue'
    WHEN coalesce(p.completed_at, p.completed_before) IS NOT NULL THEN 'expired'
    ELSE 'due'
  END`;

/** Limits progress `p` to what the filters name. */
export const filterEnrolments = (of: Given<ComplianceFilters>) => sql`
  ${when(of.course, (course) => sql`AND p.course_id = ${course}`)}
  ${filterDays(of)}
  ${filterCategories(of, "p.course_id")}`;

/** Selects who counts, one row for each person and course, with the state. */
const selectCourseStates = (of: Given<ComplianceFilters>) => sql`
  SELECT p.user_id, p.course_id, ${selectCompliance(of)} AS state
  FROM course_progress p
  ${joinPeople(of)}
  ${joinRevoked(of)}
  WHERE p.instance_id = ${of.instance}
    ${filterPeople(of)}
    ${filterEnrolments(of)}`;

/** Selects the number of rows of `states` in each state. */
export const countStates = sql`
  count(*)::integer AS assigned,
  count(*) FILTER (WHERE states.state = 'compliant')::integer AS compliant,
  count(*) FILTER (WHERE states.state = 'due')::integer AS due,
  count(*) FILTER (WHERE states.state = 'overdue')::integer AS overdue,
  count(*) FILTER (WHERE states.state = 'expired')::integer AS expired`;

/**
 * Selects the day on which each completed learning path of a person lapses: the first day on which a section has fewer valid
 * certificates than it needs. Courses that the person has not completed, because the path got them later, do not count. Null
 * while none of the completed courses has a certificate to lapse.
 */
const selectPathLapses = (of: Given<ComplianceFilters>) => sql`
  SELECT section.path_id, section.user_id, min(section.lapses) AS on_day
  FROM (
    SELECT k.path_id, k.user_id,
      (array_agg(k.lapses ORDER BY k.lapses DESC) FILTER (WHERE k.lapses IS NOT NULL))
        [least(section_needs(k.needed, count(*)::integer), count(k.lapses)::integer)] AS lapses
    FROM (
      SELECT a.path_id, a.user_id, s.id, s.needed,
        least(${selectLastDay(of)} + 1, (revoked.revoked_at AT TIME ZONE ${of.zone})::date) AS lapses
      FROM learning_path_people a
      JOIN learning_path_courses pc ON pc.instance_id = ${of.instance} AND pc.path_id = a.path_id
      JOIN learning_path_sections s ON s.instance_id = ${of.instance} AND s.id = pc.section_id
      JOIN courses c ON c.instance_id = ${of.instance} AND c.id = pc.course_id AND c.deleted_at IS NULL
      LEFT JOIN course_progress p ON p.instance_id = ${of.instance} AND p.course_id = pc.course_id AND p.user_id = a.user_id
      ${joinRevoked(of)}
      WHERE a.instance_id = ${of.instance} AND a.ended_at IS NULL AND a.completed_at IS NOT NULL
        ${when(of.path, (path) => sql`AND a.path_id = ${path}`)}
    ) k
    GROUP BY k.path_id, k.user_id, k.id, k.needed
  ) section
  GROUP BY section.path_id, section.user_id`;

/**
 * Selects the learning paths of the people who count, with the state of each:
 *   compliant – completed, and its own certificate is valid; without one, every section still has as many valid
 *               certificates of courses as it needs
 *   expired   – completed, and not so
 *   overdue   – not completed, and the due date has passed
 *   due       – not completed, and not overdue
 */
export const selectPathRows = (of: Given<ComplianceFilters>) => sql`
  SELECT p.user_id, p.path_id, p.assigned_at, p.due_on, p.completed_at, ${lapsesOn(of)} AS lapses_on,
    CASE
      WHEN p.completed_at IS NOT NULL AND coalesce(${lapsesOn(of)} > ${today(of)}, true) THEN 'compliant'
      WHEN p.completed_at IS NOT NULL THEN 'expired'
      WHEN p.due_on < ${today(of)} THEN 'overdue'
      ELSE 'due'
    END AS state
  FROM learning_path_people p
  JOIN learning_paths l ON l.instance_id = ${of.instance} AND l.id = p.path_id AND l.deleted_at IS NULL
  JOIN people ON people.id = p.user_id
  LEFT JOIN (${selectPathLapses(of)}) lapse ON lapse.path_id = p.path_id AND lapse.user_id = p.user_id
  LEFT JOIN path_certifications own ON own.instance_id = ${of.instance} AND own.path_id = p.path_id AND own.user_id = p.user_id
  WHERE p.instance_id = ${of.instance} AND p.ended_at IS NULL
    ${filterPaths(of)}`;

/** Selects the day on which a completed path lapses: by its own certificate `own`, else by those of its courses. */
const lapsesOn = ({ zone }: Given<ComplianceFilters>) => sql`
  CASE WHEN own.path_id IS NULL THEN lapse.on_day
    ELSE least(own.expires_on + 1, (own.revoked_at AT TIME ZONE ${zone})::date) END`;

/** Limits assignments `p` to what the filters name; a category means the paths with a course of it. */
export const filterPaths = (of: Given<ComplianceFilters>) => sql`
  ${when(of.path, (path) => sql`AND p.path_id = ${path}`)}
  ${filterDays(of)}
  ${when(
    of.categories,
    () => sql`AND EXISTS (SELECT FROM learning_path_courses pc WHERE pc.instance_id = ${of.instance}
      AND pc.path_id = p.path_id ${filterCategories(of, "pc.course_id")})`,
  )}`;

const selectPathStates = (of: Given<ComplianceFilters>) => sql`
  SELECT r.user_id, r.path_id, r.state FROM (${selectPathRows(of)}) r`;

/** Selects who counts, one row for each person and course or learning path, with the state. */
const selectStates = (of: Given<ComplianceFilters>) => (isOfPaths(of) ? selectPathStates(of) : selectCourseStates(of));

/** Begins a statement about the states of people: the CTEs `people` and `states`. */
export const withStates = (of: Given<ComplianceFilters>) => sql`
  WITH ${withPeople(of)},
  states AS (${selectStates(of)})`;

export type CompliancePage = ComplianceFilters & Page;
