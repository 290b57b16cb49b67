import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import * as editing from "./editing.service.ts";
import * as members from "./members.service.ts";

const SavedBranch = builder.objectRef<editing.SavedBranch>("SavedBranch").implement({
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name"), url: t.exposeString("url") }),
});

const BranchInput = builder.inputType("BranchInput", {
  fields: (t) => ({
    name: t.string({ required: true }),
    url: t.string({ description: "The label in front of the instance's address; made from the name when left empty." }),
    theme: t.string({ description: "A named theme, or 'custom' with two colours." }),
    language: t.string({ description: "en, fr or es" }),
    is_default: t.boolean(),
    primary_color: t.string(),
    secondary_color: t.string(),
    remove_logo: t.boolean(),
    remove_logo_dark: t.boolean(),
    remove_icon: t.boolean(),
    remove_login_picture: t.boolean(),
    welcome_text: t.string({ description: "Shown on the branch's login page." }),
  }),
});

const UserBranchInput = builder.inputType("UserBranchInput", {
  fields: (t) => ({
    user_ids: t.intList({ required: true }),
    branch_ids: t.intList({ required: true }),
    role: t.string({ description: "learner or student" }),
  }),
});

const BranchCoursesInput = builder.inputType("BranchCoursesInput", {
  fields: (t) => ({ branch_id: t.int({ required: true }), course_ids: t.intList({ required: true }) }),
});

const BranchRemoval = builder.objectRef<Awaited<ReturnType<typeof members.measureRemoval>>>("BranchRemoval").implement({
  fields: (t) => ({
    people: t.exposeInt("people", { description: "How many belong to the branch." }),
    loses_access: t.exposeInt("loses_access", { description: "How many of them have no other way in." }),
  }),
});

builder.queryField("branchRemoval", (t) =>
  t.field({
    type: BranchRemoval,
    description: "Before deleting a branch, or removing one person from it.",
    args: { branch_id: t.arg.int({ required: true }), user_id: t.arg.int(), branchUrl: t.arg.string() },
    resolve: (_, { branch_id, user_id, branchUrl }, { actor }) =>
      members.measureRemoval(actor, branch_id, user_id ?? null, branchUrl),
  }),
);

const BranchMembership = builder.objectRef<members.BranchMembership>("BranchMembership").implement({
  fields: (t) => ({ user_id: t.exposeInt("user_id"), branch_id: t.exposeInt("branch_id") }),
});

const BranchMembershipInput = builder.inputType("BranchMembershipInput", {
  fields: (t) => ({ user_id: t.int({ required: true }), branch_id: t.int({ required: true }) }),
});

const AddedToBranches = builder
  .objectRef<{ id: number; memberships: members.BranchMembership[] }>("AddedToBranches")
  .implement({
    fields: (t) => ({
      id: t.exposeInt("id"),
      memberships: t.expose("memberships", { type: [BranchMembership], description: "For removeUsersFromBranches." }),
    }),
  });

builder.mutationFields((t) => ({
  createBranch: t.field({
    type: SavedBranch,
    args: {
      input: t.arg({ type: BranchInput, required: true }),
      logo: t.arg({ type: "Upload" }),
      logo_dark: t.arg({ type: "Upload" }),
      icon: t.arg({ type: "Upload" }),
      login_picture: t.arg({ type: "Upload" }),
    },
    resolve: (_, { input, ...pictures }, { actor }) => editing.createBranch(actor, input, pictures),
  }),
  updateBranch: t.field({
    type: SavedBranch,
    args: {
      id: t.arg.int({ required: true }),
      input: t.arg({ type: BranchInput, required: true }),
      logo: t.arg({ type: "Upload" }),
      logo_dark: t.arg({ type: "Upload" }),
      icon: t.arg({ type: "Upload" }),
      login_picture: t.arg({ type: "Upload" }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { id, input, branchUrl, ...pictures }, { actor }) =>
      editing.updateBranch(actor, id, input, pictures, branchUrl),
  }),
  deleteBranch: t.field({
    type: Changed,
    args: { branch_id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { branch_id, branchUrl }, { actor }) => editing.deleteBranch(actor, branch_id, branchUrl),
  }),
  addUserToBranch: t.field({
    type: AddedToBranches,
    args: { userBranchInput: t.arg({ type: UserBranchInput, required: true }), branchUrl: t.arg.string() },
    resolve: (_, { userBranchInput: { user_ids, branch_ids, role }, branchUrl }, { actor }) =>
      members.addPeople(actor, { userIds: user_ids, branchIds: branch_ids, role: role ?? null }, branchUrl),
  }),
  removeUsersFromBranches: t.int({
    description: "Takes back what addUserToBranch did. Tells how many memberships ended.",
    args: { memberships: t.arg({ type: [BranchMembershipInput], required: true }), branchUrl: t.arg.string() },
    resolve: (_, { memberships, branchUrl }, { actor }) => members.removeMemberships(actor, memberships, branchUrl),
  }),
  removeUserFromBranch: t.field({
    type: Changed,
    args: {
      user_id: t.arg.int({ required: true }),
      branch_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { user_id, branch_id, branchUrl }, { actor }) =>
      members.removePerson(actor, branch_id, user_id, branchUrl),
  }),
  assignCoursesToBranch: t.field({
    type: Changed,
    args: { branchCoursesInput: t.arg({ type: BranchCoursesInput, required: true }) },
    resolve: (_, { branchCoursesInput: { branch_id, course_ids } }, { actor }) =>
      members.assignCourses(actor, branch_id, course_ids),
  }),
  removeCourseFromBranch: t.field({
    type: Changed,
    args: { branch_id: t.arg.int({ required: true }), course_id: t.arg.int({ required: true }) },
    resolve: (_, { branch_id, course_id }, { actor }) => members.removeCourse(actor, branch_id, course_id),
  }),
}));
