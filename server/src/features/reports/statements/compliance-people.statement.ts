import { sql } from "kysely";
import * as z from "zod";
import {
  COMPLIANCE_STATES,
  type CompliancePage,
  filterEnrolments,
  joinRevoked,
  selectCompliance,
  selectLastDay,
  selectPathRows,
} from "../compliance-state.ts";
import { selectPage, withPeople } from "../fragments.ts";
import { defineStatement, type Given, when } from "../statement.ts";

/** Selects the people of one course, as the statement reads them. */
const selectOfCourse = (of: Given<CompliancePage>) => sql`
  SELECT p.user_id, ${selectCompliance(of)} AS state, p.progress, p.is_complete, p.due_on, p.completed_at,
    ${selectLastDay(of)} AS expires_on
  FROM course_progress p
  JOIN people ON people.id = p.user_id
  ${joinRevoked(of)}
  WHERE p.instance_id = ${of.instance}
    ${filterEnrolments(of)}`;

/** Selects the people of one learning path, as the statement reads them. */
const selectOfPath = (of: Given<CompliancePage>) => sql`
  SELECT r.user_id, r.state, v.progress, r.completed_at IS NOT NULL AS is_complete, r.due_on, r.completed_at,
    r.lapses_on - 1 AS expires_on
  FROM (${selectPathRows(of)}) r
  JOIN learning_path_progress v ON v.instance_id = ${of.instance} AND v.path_id = r.path_id AND v.user_id = r.user_id`;

/** Reads the people of one course or one learning path with the state of each; the course and the path are never both given. */
export const compliancePeopleStatement = defineStatement({
  row: z.object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    state: z.enum(COMPLIANCE_STATES),
    progress: z.number(),
    /** Whether it is complete in the present attempt. */
    isComplete: z.boolean(),
    due: z.string().nullable(),
    completed: z.date().nullable(),
    expires: z.string().nullable(),
  }),
  build: (of: Given<CompliancePage & { search: string | null; state: string | null }>, orderBy) => sql`
    WITH ${withPeople(of)}
    SELECT people.id, people.name, people.email, x.state, x.progress, x.is_complete AS "isComplete", x.due_on::text AS due,
      x.completed_at AS completed, x.expires_on::text AS expires
    FROM (${(of.path ?? null) === null ? selectOfCourse(of) : selectOfPath(of)}) x
    JOIN people ON people.id = x.user_id
    WHERE true
      ${when(of.search, (pattern) => sql`AND (people.name ILIKE ${pattern} OR people.email ILIKE ${pattern})`)}
      ${when(of.state, (state) => sql`AND x.state = ${state}`)}
    ${orderBy(sql`people.last_name COLLATE people, people.first_name COLLATE people, people.id`)}
    ${selectPage(of)}`,
  orders: {
    "-name": sql`people.last_name COLLATE people DESC, people.first_name COLLATE people DESC`,
    state: sql`array_position(ARRAY['overdue', 'expired', 'due', 'compliant'], x.state)`,
    "-state": sql`array_position(ARRAY['compliant', 'due', 'expired', 'overdue'], x.state)`,
    progress: sql`x.progress`,
    "-progress": sql`x.progress DESC`,
    dueDate: sql`x.due_on`,
    "-dueDate": sql`x.due_on DESC NULLS LAST`,
    expires: sql`x.expires_on`,
    "-expires": sql`x.expires_on DESC NULLS LAST`,
  },
});
