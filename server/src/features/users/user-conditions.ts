import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, isMember, userInScope, userIsListed } from "../../access/scope.ts";
import { contains, containsByOnePlan, toLikePattern, valueContains } from "../../db/like.ts";
import { hasDueStatus, selectToday } from "../due-dates/due.service.ts";
import type { FieldFilter } from "../user-fields/user-fields.service.ts";

type Viewing = Reach<"user.view">;

/** Which users a list shows; all of the reach if empty. */
export interface UserFilter {
  role?: string | null | undefined;
  /** active or inactive. */
  state?: string | null | undefined;
  group_id?: number | null | undefined;
  branch_id?: number | null | undefined;
  /** Users who have not learned for so many days. */
  idle_days?: number | null | undefined;
  /** Users with a course that is overdue. */
  is_overdue?: boolean | null | undefined;
  /** Users who are enrolled in a course. */
  enrolled_in?: number | null | undefined;
  /** Users who are not enrolled in a course. */
  not_enrolled_in?: number | null | undefined;
  /** A condition on one of the organisation's own fields. */
  field?: FieldFilter | null | undefined;
}

/** The filters by what does not change the version of a list: membership, learning, due dates and enrolments. */
export const pickOtherFilters = ({
  group_id,
  branch_id,
  idle_days,
  is_overdue,
  enrolled_in,
  not_enrolled_in,
}: UserFilter) => [group_id, branch_id, idle_days, is_overdue || null, enrolled_in, not_enrolled_in];

/** Tells whether a list is limited by what does not change its version. */
export const isFilteredByOthers = (filter: UserFilter): boolean =>
  pickOtherFilters(filter).some((value) => value != null);

/** How a query uses a search: to find all matches first, or to leave out others while it reads users in their order. */
type Finds = "all" | "in order";

/**
 * Limits a query to the users `u` of a list, without deleted users and visitors of the platform.
 * @param finds whether the query finds all of them first, or reads users in their order until a page is full
 */
export function listed(
  reach: Viewing,
  search: string | null,
  filter: UserFilter,
  finds: Finds = "all",
): RawBuilder<unknown> {
  return sql.join(
    [
      sql`u.instance_id = ${reach.instanceId}`,
      userIsListed("u"),
      ...(reach.branchIds === null ? [] : [userInScope(reach, "u.id")]),
      ...(search === null
        ? []
        : [finds === "all" ? containsByOnePlan("u.search", search) : contains("u.search", search)]),
      ...filtered(reach, filter, finds),
    ],
    sql` AND `,
  );
}

function filtered(
  reach: Viewing,
  { role, state, group_id, branch_id, idle_days, is_overdue, enrolled_in, not_enrolled_in, field }: UserFilter,
  finds: Finds,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (role) conditions.push(sql`u.role = ${role}`);
  const today = selectToday(reach.instanceId);
  if (state === "active") conditions.push(sql`u.is_active AND (u.deactivate_at IS NULL OR u.deactivate_at > ${today})`);
  else if (state) conditions.push(sql`(NOT u.is_active OR u.deactivate_at <= ${today})`);
  // Membership of other branches and of their groups is nothing that an admin of branches reads.
  if (group_id != null)
    conditions.push(isMember("group", sql`${[group_id]}::integer[]`), isOfNoOtherBranch(reach, group_id));
  if (branch_id != null)
    conditions.push(
      reach.branchIds === null || reach.branchIds.includes(branch_id)
        ? isMember("branch", sql`${[branch_id]}::integer[]`)
        : sql`false`,
    );
  if (idle_days != null)
    conditions.push(sql`NOT EXISTS (SELECT FROM learner_totals t WHERE t.instance_id = u.instance_id AND t.user_id = u.id
      AND t.last_active_on > ${selectIdleSince(reach, idle_days)})`);
  if (is_overdue)
    conditions.push(sql`EXISTS (SELECT FROM enrolments e
      JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
        AND c.deleted_at IS NULL AND c.status = 'published'
      WHERE e.instance_id = u.instance_id AND e.user_id = u.id AND ${hasDueStatus("e", reach.instanceId, sql`'overdue'`)}
        -- What the status says, so that the index of due dates is read.
        AND e.completed_at IS NULL AND e.due_on < ${selectToday(reach.instanceId)})`);
  if (enrolled_in != null) conditions.push(isEnrolled(enrolled_in), isCourseInScope(reach, enrolled_in));
  if (not_enrolled_in != null)
    conditions.push(sql`NOT ${isEnrolled(not_enrolled_in)}`, isCourseInScope(reach, not_enrolled_in));
  if (field) conditions.push(hasField(field, finds));
  return conditions;
}

const isEnrolled = (courseId: number) => sql`EXISTS (SELECT FROM enrolments e
  WHERE e.instance_id = u.instance_id AND e.user_id = u.id AND e.course_id = ${courseId})`;

const isOfNoOtherBranch = ({ instanceId, branchIds }: Viewing, groupId: number) =>
  branchIds === null
    ? sql`true`
    : sql`EXISTS (SELECT FROM groups g
        WHERE g.instance_id = ${instanceId} AND g.id = ${groupId} AND (g.branch_id IS NULL OR g.branch_id = ANY (${branchIds}::integer[])))`;

/** Who is in the courses of other branches is nothing that an admin of branches reads. */
const isCourseInScope = (reach: Viewing, courseId: number) => sql`EXISTS (SELECT FROM courses c
  WHERE c.instance_id = ${reach.instanceId} AND c.id = ${courseId} AND c.deleted_at IS NULL AND ${courseInScope(reach, "c.id")})`;

/** Selects the last day that counts as idle, for users who have not learned for so many days. */
export const selectIdleSince = ({ instanceId }: Viewing, days: number) =>
  sql`${selectToday(instanceId)} - ${Math.min(Math.max(days, 0), 36_500)}::integer`;

/** Limits a query to users `u` with a value of a field; an empty value means none. */
function hasField({ id, value, isPart }: FieldFilter, finds: Finds): RawBuilder<unknown> {
  const stored = sql`SELECT FROM user_field_values v
    WHERE v.instance_id = u.instance_id AND v.user_id = u.id AND v.field_id = ${id}`;
  if (value === "") return sql`NOT EXISTS (${stored})`;
  if (!isPart) return sql`EXISTS (${stored} AND v.value = ${value})`;
  const part = value.toLowerCase();
  const has = finds === "all" ? valueContains(id, part) : sql`v.search LIKE ${toLikePattern(part)}`;
  return sql`EXISTS (${stored} AND ${has})`;
}
