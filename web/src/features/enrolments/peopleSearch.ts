/** The filters of the people of a course, as they are in the address. */
export type PeopleSearch = {
  status?: string | undefined;
  source?: string | undefined;
  group?: number | undefined;
  branch?: number | undefined;
};
