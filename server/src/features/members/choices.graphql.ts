import { builder } from "../../graphql/builder.ts";
import { UserField } from "../user-fields/user-fields.graphql.ts";
import { UserListSettings } from "../user-views/user-views.graphql.ts";
import * as choices from "./choices.service.ts";

const MemberChoice = builder.objectRef<choices.Choice>("MemberChoice").implement({
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name") }),
});

const MemberChoices = builder.objectRef<choices.MemberChoices>("MemberChoices").implement({
  description: "What a list of people can be filtered by.",
  fields: (t) => ({
    branches: t.expose("branches", { type: [MemberChoice] }),
    groups: t.expose("groups", { type: [MemberChoice] }),
    fields: t.expose("fields", { type: [UserField], description: "The organisation's own fields of users." }),
    user_list: t.expose("user_list", { type: UserListSettings }),
  }),
});

builder.queryField("memberChoices", (t) =>
  t.field({
    type: MemberChoices,
    args: { branchUrl: t.arg.string() },
    resolve: (_, { branchUrl }, { actor }) => choices.listMemberChoices(actor, branchUrl),
  }),
);
