import { builder } from "../../graphql/builder.ts";

/** What every report can be narrowed to; days are those of assignment. */
export const peopleArgs = builder.args((t) => ({
  branchUrl: t.string(),
  branchUrls: t.stringList(),
  group_ids: t.intList({ description: "To the people of these groups." }),
  from: t.string({ description: "To what was assigned on this day or later, yyyy-mm-dd." }),
  to: t.string({ description: "To what was assigned on this day or before, yyyy-mm-dd." }),
}));
