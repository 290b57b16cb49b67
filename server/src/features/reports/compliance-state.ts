import { type RawBuilder, sql } from "kysely";
import { selectExpiry, selectLastCompletion } from "../certificates/expiry.service.ts";
import { type Page, type PopulationFilters, filterCategories, filterDays, withPeople } from "./fragments.ts";
import type { Scope } from "./statement.ts";

/**
 * What a person's enrolment in a course means for compliance, the only definition of it:
 *   compliant – completed, and the certificate is valid today; also while the course is taken again
 *   overdue   – not compliant, not complete, and the due date has passed
 *   expired   – not compliant, though completed once: the certificate has expired or was revoked
 *   due       – not completed yet, and not overdue
 */
export const COMPLIANCE_STATES = ["compliant", "due", "overdue", "expired"] as const;
export type ComplianceState = (typeof COMPLIANCE_STATES)[number];

/** Filters of compliance; a course or a user limits it to those. */
export type ComplianceFilters = Scope & PopulationFilters & { zone?: string };

export const today = ({ zone }: ComplianceFilters) => sql`(now() AT TIME ZONE ${zone})::date`;

/** Selects the last day of the certificate of progress `p`; null before the first completion. */
export const selectLastDay = ({ zone }: ComplianceFilters) => selectExpiry("p", sql`${zone}`);

/** Joins the revoked certificate of the latest completion of progress `p` as `revoked`. */
export const joinRevoked = ({ instance, zone }: ComplianceFilters): RawBuilder<unknown> => sql`
  LEFT JOIN certificates revoked ON revoked.instance_id = ${instance} AND revoked.user_id = p.user_id
    AND revoked.course_id = p.course_id AND revoked.completed_on = ${selectLastCompletion("p", sql`${zone}`)}
    AND revoked.ended_at IS NULL AND revoked.revoked_at IS NOT NULL`;

/** Selects the state of progress `p`, with `joinRevoked`. */
export const selectCompliance = (of: ComplianceFilters): RawBuilder<ComplianceState> => sql`
  CASE
    WHEN ${selectLastDay(of)} >= ${today(of)} AND revoked.id IS NULL THEN 'compliant'
    WHEN p.completed_at IS NULL AND p.due_on < ${today(of)} THEN 'overdue'
    WHEN coalesce(p.completed_at, p.completed_before) IS NOT NULL THEN 'expired'
    ELSE 'due'
  END`;

/** Selects who counts, one row for each person and course, with the state. */
export const selectStates = (of: ComplianceFilters) => sql`
  SELECT p.user_id, p.course_id, ${selectCompliance(of)} AS state
  FROM course_progress p
  JOIN people ON people.id = p.user_id
  ${joinRevoked(of)}
  WHERE p.instance_id = ${of.instance}
    ${filterDays(of)}
    ${filterCategories(of, "p.course_id")}`;

/** Selects the number of rows of `states` in each state. */
export const countStates = sql`
  count(*)::integer AS assigned,
  count(*) FILTER (WHERE states.state = 'compliant')::integer AS compliant,
  count(*) FILTER (WHERE states.state = 'due')::integer AS due,
  count(*) FILTER (WHERE states.state = 'overdue')::integer AS overdue,
  count(*) FILTER (WHERE states.state = 'expired')::integer AS expired`;

/** Begins a statement about the states of people: the CTEs `people` and `states`. */
export const withStates = (of: ComplianceFilters) => sql`
  WITH ${withPeople(of)},
  states AS (${selectStates(of)})`;

export type CompliancePage = ComplianceFilters & Page;
