import type { MembershipSearch } from "../../app/membership/MembershipFilters.tsx";

/** The filters of the people of a course, as they are in the address. */
export type PeopleSearch = MembershipSearch & {
  status?: string | undefined;
  source?: string | undefined;
  due?: string | undefined;
};
