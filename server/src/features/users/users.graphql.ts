import { builder } from "../../graphql/builder.ts";
import * as users from "./users.service.ts";

const ListedValue = builder.objectRef<{ field_id: number; value: string }>("ListedFieldValue").implement({
  fields: (t) => ({ field_id: t.exposeInt("field_id"), value: t.exposeString("value") }),
});

const UserSummary = builder.objectRef<users.UserSummary>("UserSummary").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    name: t.exposeString("name"),
    email: t.exposeString("email"),
    role: t.exposeString("role"),
    type: t.exposeString("type"),
    created_at: t.exposeString("created_at"),
    is_active: t.exposeBoolean("is_active"),
    in_reach: t.exposeBoolean("in_reach", { description: "Whether the viewer may open them (their rank)." }),
    may_edit: t.exposeBoolean("may_edit", { description: "Whether the viewer may change and delete this person." }),
    groups: t.stringList({
      description: "The names of their groups.",
      resolve: async ({ details }) => (await details()).groups,
    }),
    fields: t.field({
      type: [ListedValue],
      description:
        "Values of the organisation's own fields: those asked for, else those that lists show or the caller chose.",
      resolve: async ({ details }) => (await details()).fields,
    }),
    last_active_on: t.string({
      nullable: true,
      description: "The last day with time in a course, yyyy-mm-dd.",
      resolve: async ({ details }) => (await details()).last_active_on,
    }),
  }),
});

const UserPage = builder.objectRef<Awaited<ReturnType<typeof users.getPageOfUsers>>>("UserPage").implement({
  fields: (t) => ({
    rows: t.expose("rows", { type: [UserSummary] }),
    total: t.exposeInt("total"),
  }),
});

builder.queryFields((t) => ({
  users: t.field({
    type: [UserSummary],
    description: "Sort: name, email, role or created, with '-' in front for descending.",
    args: {
      branchUrl: t.arg.string(),
      search: t.arg.string(),
      sort: t.arg.string(),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, options, { actor }) => users.listUsers(actor, options),
  }),
  usersPage: t.field({
    type: UserPage,
    args: {
      branchUrl: t.arg.string(),
      search: t.arg.string(),
      role: t.arg.string(),
      state: t.arg.string({ description: "active or inactive" }),
      group_id: t.arg.int(),
      branch_id: t.arg.int(),
      idle_days: t.arg.int({ description: "Only users who have not learned for so many days." }),
      is_overdue: t.arg.boolean({ description: "Only users with a course that is overdue." }),
      field_id: t.arg.int({ description: "Only users with the given value of this field." }),
      field_value: t.arg.string({ description: "Part of a text, or the whole value; empty means none." }),
      field_ids: t.arg.intList({
        description: "Whose values the rows contain; left out, those that lists show or the caller chose.",
      }),
      sort: t.arg.string(),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, options, { actor }) => users.getPageOfUsers(actor, options),
  }),
}));
