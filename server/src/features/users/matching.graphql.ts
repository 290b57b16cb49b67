import { builder } from "../../graphql/builder.ts";
import { listSelectable, type SelectableUsers } from "./matching.service.ts";

export const UserFilterInput = builder.inputType("UserFilterInput", {
  description: "The filters of usersPage: all users whom the caller may see, if empty.",
  fields: (t) => ({
    user_ids: t.intList(),
    search: t.string(),
    role: t.string(),
    state: t.string(),
    group_id: t.int(),
    branch_id: t.int(),
    idle_days: t.int(),
    is_overdue: t.boolean(),
    enrolled_in: t.int(),
    not_enrolled_in: t.int(),
    field_id: t.int(),
    field_value: t.string(),
  }),
});

const Selectable = builder.objectRef<SelectableUsers>("SelectableUsers").implement({
  fields: (t) => ({
    ids: t.exposeIntList("ids"),
    may_edit: t.exposeBoolean("may_edit", { description: "Whether the caller may change and delete all of them." }),
  }),
});

builder.queryField("selectableUsers", (t) =>
  t.field({
    type: Selectable,
    description:
      "Whom the caller can select in the users list with these filters, on every page: everybody at or below their rank except themselves. At most 20,000.",
    args: { users: t.arg({ type: UserFilterInput, required: true }), branchUrl: t.arg.string() },
    resolve: (_, { users, branchUrl }, { actor }) => listSelectable(actor, users, branchUrl),
  }),
);
