import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import { UserFieldValueInput } from "../user-fields/user-fields.graphql.ts";
import * as links from "./password-links.service.ts";
import * as people from "./people.service.ts";
import { User, UserBranch } from "./user-type.graphql.ts";
import * as users from "./users.service.ts";

const CreateUserInput = builder.inputType("CreateUserInput", {
  fields: (t) => ({
    first_name: t.string({ required: true }),
    last_name: t.string({ required: true }),
    email: t.string({ required: true }),
    password: t.string({ description: "Empty: an invitation is sent, unless skip_email." }),
    role: t.string({ required: true }),
    is_primary: t.boolean({ description: "Access to the main site; left out, true there and false with a branchUrl." }),
    is_active: t.boolean({ description: "True when left out." }),
    skip_email: t.boolean(),
    deactivate_at: t.string({ description: "yyyy-mm-dd: from that day on they cannot sign in." }),
    fields: t.field({
      type: [UserFieldValueInput],
      description: "Values of the organisation's own fields; if given, with all required ones.",
    }),
  }),
});

const UpdateUserInput = builder.inputType("UpdateUserInput", {
  description: "What is left out stays as it is.",
  fields: (t) => ({
    first_name: t.string(),
    last_name: t.string(),
    email: t.string({ description: "Taken back as it is; it cannot be changed." }),
    password: t.string({ description: "Blank keeps the current one." }),
    role: t.string(),
    is_primary: t.boolean(),
    is_active: t.boolean(),
    skip_email: t.boolean(),
    deactivate_at: t.string({ description: "yyyy-mm-dd; null takes it away." }),
    fields: t.field({ type: [UserFieldValueInput], description: "Values of the organisation's own fields." }),
  }),
});

builder.queryFields((t) => ({
  user: t.field({
    type: User,
    args: { id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { id, branchUrl }, { actor }) => users.getUser(actor, id, branchUrl),
  }),
  userBranches: t.field({
    type: [UserBranch],
    args: { user_id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { user_id, branchUrl }, { actor }) => users.listBranchesOfUser(actor, user_id, branchUrl),
  }),
}));

const ChangedUsers = builder.objectRef<number[]>("ChangedUsers").implement({
  fields: (t) => ({
    count: t.int({ resolve: (ids) => ids.length }),
    ids: t.intList({ description: "Whom it changed: what undoing it needs.", resolve: (ids) => ids }),
  }),
});

builder.mutationFields((t) => ({
  createUser: t.field({
    type: User,
    args: { input: t.arg({ type: CreateUserInput, required: true }), branchUrl: t.arg.string() },
    resolve: (_, { input, branchUrl }, { actor }) => people.createUser(actor, input, branchUrl),
  }),
  updateUser: t.field({
    type: User,
    args: {
      id: t.arg.int({ required: true }),
      input: t.arg({ type: UpdateUserInput, required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { id, input, branchUrl }, { actor }) => people.updateUser(actor, id, input, branchUrl),
  }),
  deleteUser: t.field({
    type: Changed,
    args: { id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { id, branchUrl }, { actor }) => people.deleteUser(actor, id, branchUrl),
  }),
  deleteUsers: t.field({
    type: ChangedUsers,
    description: "Several at once: all of them, or nobody.",
    args: { user_ids: t.arg.intList({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { user_ids, branchUrl }, { actor }) => people.deleteUsers(actor, user_ids, branchUrl),
  }),
  setUsersActive: t.field({
    type: ChangedUsers,
    description: "Several at once: all of them, or nobody.",
    args: {
      user_ids: t.arg.intList({ required: true }),
      is_active: t.arg.boolean({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { user_ids, is_active, branchUrl }, { actor }) =>
      people.setUsersActive(actor, user_ids, is_active, branchUrl),
  }),
  sendPasswordLink: t.field({
    type: User,
    description: "Mails the person a link by which they set a new password.",
    args: { id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { id, branchUrl }, { actor }) => links.sendPasswordLink(actor, id, branchUrl),
  }),
  resendInvitation: t.field({
    type: User,
    args: { id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { id, branchUrl }, { actor }) => links.resendInvitation(actor, id, branchUrl),
  }),
}));
