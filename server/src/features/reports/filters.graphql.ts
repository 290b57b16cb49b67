import { builder } from "../../graphql/builder.ts";

/** The filters of reports about people; days are those of the assignment. */
export const peopleFilters = builder.args((t) => ({
  branchUrl: t.string(),
  branchUrls: t.stringList(),
  group_ids: t.intList({ description: "Only the members of these groups." }),
  from: t.string({ description: "Only what was assigned on this day or later, yyyy-mm-dd." }),
  to: t.string({ description: "Only what was assigned on this day or before, yyyy-mm-dd." }),
}));

/** The filters of reports about people and courses. */
export const populationFilters = {
  ...peopleFilters,
  ...builder.args((t) => ({
    category_id: t.int({ description: "Only the courses of this category and those below it." }),
  })),
};
