import type { MembershipSearch } from "../../app/membership/MembershipFilters.tsx";

/** The filters of the users list, as they are in the address. */
export type UserSearch = MembershipSearch & {
  role?: string | undefined;
  /** active or inactive. */
  state?: string | undefined;
  /** Days without learning. */
  idle?: number | undefined;
  /** Only users with a course that is overdue. */
  overdue?: boolean | undefined;
  /** Only users who are, or are not, enrolled in a course. */
  enrolment?: "in" | "not_in" | undefined;
  course?: number | undefined;
  /** One of the organisation's own fields, and its value. */
  field?: number | undefined;
  value?: string | undefined;
  /** The view that was opened, and its columns, joined by dots. */
  view?: number | undefined;
  columns?: string | undefined;
};
