import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import * as views from "./user-views.service.ts";

const COLUMNS =
  "Besides the name: email, role, status, groups, active, created and field_{id}; null for the usual ones.";

const UserView = builder.objectRef<views.UserView>("UserView").implement({
  description: "The users list as the caller keeps it under a name.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    search: t.string({ nullable: true, resolve: ({ filters }) => filters.search ?? null }),
    sort: t.string({ nullable: true, resolve: ({ filters }) => filters.sort ?? null }),
    role: t.string({ nullable: true, resolve: ({ filters }) => filters.role ?? null }),
    state: t.string({ nullable: true, resolve: ({ filters }) => filters.state ?? null }),
    group_id: t.int({ nullable: true, resolve: ({ filters }) => filters.group_id ?? null }),
    branch_id: t.int({ nullable: true, resolve: ({ filters }) => filters.branch_id ?? null }),
    idle_days: t.int({ nullable: true, resolve: ({ filters }) => filters.idle_days ?? null }),
    is_overdue: t.boolean({ nullable: true, resolve: ({ filters }) => filters.is_overdue ?? null }),
    enrolled_in: t.int({ nullable: true, resolve: ({ filters }) => filters.enrolled_in ?? null }),
    not_enrolled_in: t.int({ nullable: true, resolve: ({ filters }) => filters.not_enrolled_in ?? null }),
    field_id: t.int({ nullable: true, resolve: ({ filters }) => filters.field_id ?? null }),
    field_value: t.string({ nullable: true, resolve: ({ filters }) => filters.field_value ?? null }),
    columns: t.exposeStringList("columns", { nullable: true, description: COLUMNS }),
  }),
});

export const UserListSettings = builder.objectRef<views.UserListSettings>("UserListSettings").implement({
  description: "What the caller sees of the users list.",
  fields: (t) => ({
    columns: t.exposeStringList("columns", { nullable: true, description: COLUMNS }),
    views: t.expose("views", { type: [UserView] }),
  }),
});

const UserViewInput = builder.inputType("UserViewInput", {
  description: "The arguments of usersPage, the columns, and a name.",
  fields: (t) => ({
    name: t.string({ required: true }),
    search: t.string(),
    sort: t.string(),
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
    columns: t.stringList({ description: COLUMNS }),
  }),
});

builder.mutationFields((t) => ({
  createUserView: t.field({
    type: UserView,
    args: { input: t.arg({ type: UserViewInput, required: true }), branchUrl: t.arg.string() },
    resolve: (_, { input, branchUrl }, { actor }) => views.createView(actor, input, branchUrl),
  }),
  updateUserView: t.field({
    type: UserView,
    description: "Replaces a view: what is left out is removed.",
    args: {
      id: t.arg.int({ required: true }),
      input: t.arg({ type: UserViewInput, required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { id, input, branchUrl }, { actor }) => views.updateView(actor, id, input, branchUrl),
  }),
  deleteUserView: t.field({
    type: Changed,
    args: { id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { id, branchUrl }, { actor }) => views.deleteView(actor, id, branchUrl),
  }),
  setUserListColumns: t.stringList({
    nullable: true,
    description: "Remembers which columns the caller sees. Returns them; null for the usual ones.",
    args: { columns: t.arg.stringList({ description: COLUMNS }), branchUrl: t.arg.string() },
    resolve: (_, { columns, branchUrl }, { actor }) => views.setColumns(actor, columns, branchUrl),
  }),
}));
