import { builder } from "../../graphql/builder.ts";
import * as narrowing from "./narrowing.service.ts";

const Narrowing = builder.objectRef<narrowing.Narrowing>("Narrowing").implement({
  description: "A manager who sees all people now, and would see fewer.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    sees_now: t.exposeInt("sees_now"),
    would_see: t.exposeInt("would_see"),
  }),
});

builder.queryField("narrowings", (t) =>
  t.field({
    type: [Narrowing],
    description:
      "Which of these users would see fewer people as members of the branches or leaders of the groups (P77).",
    args: {
      user_ids: t.arg.intList({ required: true }),
      branch_ids: t.arg.intList(),
      group_ids: t.arg.intList(),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { user_ids, branch_ids, group_ids, branchUrl }, { actor }) =>
      narrowing.listNarrowings(
        actor,
        { userIds: user_ids, branchIds: branch_ids ?? [], groupIds: group_ids ?? [] },
        branchUrl,
      ),
  }),
);
