import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import { pageArguments } from "../../graphql/page.ts";
import { DueInput } from "../due-dates/due.graphql.ts";
import { MemberCandidate, MemberCourse, MemberCoursePage, MemberUser } from "../members/members.graphql.ts";
import * as groups from "./groups.service.ts";
import * as members from "./members.service.ts";

type Member = Awaited<ReturnType<typeof groups.listPeople>>[number];

const GroupUser = builder.objectRef<Member>("GroupUser").implement({
  interfaces: [MemberUser],
  fields: (t) => ({
    is_leader: t.exposeBoolean("is_leader", { description: "A manager who leads a group reads its reports." }),
    date_joined: t.string({ resolve: (person) => person.date_joined.toISOString() }),
  }),
});

const GroupUserPage = builder.objectRef<{ total: number; rows: Member[] }>("GroupUserPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [GroupUser] }) }),
});

const GroupSummary = builder.objectRef<groups.Group>("GroupSummary").implement({
  description: "A group in a list.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    description: t.exposeString("description", { nullable: true }),
    created_at: t.string({ resolve: (group) => group.created_at.toISOString() }),
  }),
});

type DueRuleOfCourse = Awaited<ReturnType<typeof groups.listDueRules>>[number];

const GroupDueRule = builder.objectRef<DueRuleOfCourse>("GroupDueRule").implement({
  description: "By when the users of a group complete one of its courses: a day, or days after they joined.",
  fields: (t) => ({
    course_id: t.exposeInt("course_id"),
    on: t.exposeString("on", { nullable: true, description: "yyyy-mm-dd" }),
    days: t.exposeInt("days", { nullable: true }),
  }),
});

const Group = builder.objectRef<groups.Group>("Group").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    description: t.exposeString("description", { nullable: true }),
    created_at: t.string({ resolve: (group) => group.created_at.toISOString() }),
    users: t.field({ type: [GroupUser], resolve: (group) => groups.listPeople(group) }),
    courses: t.field({ type: [MemberCourse], resolve: (group) => groups.listCourses(group) }),
    usersPage: t.field({
      type: GroupUserPage,
      description: "Sort: name or email, '-' in front for descending.",
      args: pageArguments,
      resolve: (group, options) => groups.getPageOfPeople(group, options),
    }),
    coursesPage: t.field({
      type: MemberCoursePage,
      description: "Sort: title, '-' in front for descending.",
      args: pageArguments,
      resolve: (group, options) => groups.getPageOfCourses(group, options),
    }),
    dueRules: t.field({
      type: [GroupDueRule],
      description: "The courses with a rule for the due date.",
      resolve: (group) => groups.listDueRules(group),
    }),
    usersToAdd: t.field({
      type: [MemberCandidate],
      description: "People who could join, at most a hundred.",
      args: { search: t.arg.string() },
      resolve: (group, { search }) => groups.listPeopleToAdd(group, search),
    }),
    coursesToAdd: t.field({
      type: [MemberCourse],
      description: "Courses the group does not have, at most a hundred.",
      args: { search: t.arg.string() },
      resolve: (group, { search }) => groups.listCoursesToAdd(group, search),
    }),
  }),
});

const GroupPage = builder.objectRef<{ total: number; rows: groups.Group[] }>("GroupPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [GroupSummary] }) }),
});

const GroupRemoval = builder.objectRef<Awaited<ReturnType<typeof members.measureRemoval>>>("GroupRemoval").implement({
  description: "What would become of the enrolments that a group gave.",
  fields: (t) => ({
    ends: t.exposeInt("ends"),
    keeps: t.exposeInt("keeps"),
    keeps_self: t.exposeInt("self", { description: "Of those kept: people enrolled themselves." }),
    keeps_person: t.exposeInt("person", { description: "Of those kept: a user assigned them one by one." }),
    keeps_group: t.exposeInt("group", { description: "Of those kept: another group gives them." }),
  }),
});

const GroupInput = builder.inputType("GroupInput", {
  fields: (t) => ({ name: t.string({ required: true }), description: t.string() }),
});

const GroupMembership = builder.objectRef<members.Membership>("GroupMembership").implement({
  fields: (t) => ({ user_id: t.exposeInt("user_id"), group_id: t.exposeInt("group_id") }),
});

const GroupMembershipInput = builder.inputType("GroupMembershipInput", {
  fields: (t) => ({ user_id: t.int({ required: true }), group_id: t.int({ required: true }) }),
});

const AddedToGroups = builder
  .objectRef<{ added: number; memberships: members.Membership[] }>("AddedToGroups")
  .implement({
    fields: (t) => ({
      added: t.exposeInt("added", { description: "How many memberships are new." }),
      memberships: t.expose("memberships", { type: [GroupMembership], description: "For removeUsersFromGroups." }),
    }),
  });

const BranchUrl = builder.args((t) => ({ branchUrl: t.string() }));

builder.queryFields((t) => ({
  groups: t.field({
    type: [GroupSummary],
    description: "Sort: name, description or created, '-' in front for descending.",
    args: { ...BranchUrl, ...pageArguments },
    resolve: (_, options, { actor }) => groups.listGroups(actor, options),
  }),
  groupsPage: t.field({
    type: GroupPage,
    args: { ...BranchUrl, ...pageArguments },
    resolve: (_, options, { actor }) => groups.getPageOfGroups(actor, options),
  }),
  group: t.field({
    type: Group,
    args: { id: t.arg.int({ required: true }), ...BranchUrl },
    resolve: (_, { id, branchUrl }, { actor }) => groups.getGroup(actor, id, branchUrl),
  }),
  groupRemoval: t.field({
    type: GroupRemoval,
    description: "Before removing a person or a course from a group, or with neither before deleting the group.",
    args: { group_id: t.arg.int({ required: true }), user_id: t.arg.int(), course_id: t.arg.int(), ...BranchUrl },
    resolve: (_, { group_id, user_id, course_id, branchUrl }, { actor }) =>
      members.measureRemoval(
        actor,
        { groupId: group_id, userId: user_id ?? null, courseId: course_id ?? null },
        branchUrl,
      ),
  }),
}));

builder.mutationFields((t) => ({
  setGroupDueRule: t.field({
    type: Changed,
    description: "By when the users of a group complete one of its courses; without `due`, there is no rule.",
    args: {
      group_id: t.arg.int({ required: true }),
      course_id: t.arg.int({ required: true }),
      due: t.arg({ type: DueInput }),
      ...BranchUrl,
    },
    resolve: (_, { group_id, course_id, due, branchUrl }, { actor }) =>
      members.setDueRule(actor, { groupId: group_id, courseId: course_id, due: due ?? null }, branchUrl),
  }),
  createGroup: t.field({
    type: Group,
    args: { input: t.arg({ type: GroupInput, required: true }), ...BranchUrl },
    resolve: (_, { input, branchUrl }, { actor }) => groups.createGroup(actor, input, branchUrl),
  }),
  updateGroup: t.field({
    type: Group,
    args: { id: t.arg.int({ required: true }), input: t.arg({ type: GroupInput, required: true }), ...BranchUrl },
    resolve: (_, { id, input, branchUrl }, { actor }) => groups.updateGroup(actor, id, input, branchUrl),
  }),
  deleteGroup: t.field({
    type: Changed,
    args: { group_id: t.arg.int({ required: true }), ...BranchUrl },
    resolve: (_, { group_id, branchUrl }, { actor }) => groups.deleteGroup(actor, group_id, branchUrl),
  }),
  addUserToGroup: t.field({
    type: Changed,
    args: {
      user_id: t.arg.int({ required: true }),
      group_ids: t.arg.intList({ required: true }),
      ...BranchUrl,
    },
    resolve: async (_, { user_id, group_ids, branchUrl }, { actor }) => {
      await members.addPeople(actor, [user_id], group_ids, branchUrl);
      return { id: user_id };
    },
  }),
  addUsersToGroups: t.field({
    type: AddedToGroups,
    description: "The same for many people at once: all of them, or nobody.",
    args: {
      user_ids: t.arg.intList({ required: true }),
      group_ids: t.arg.intList({ required: true }),
      ...BranchUrl,
    },
    resolve: (_, { user_ids, group_ids, branchUrl }, { actor }) =>
      members.addPeople(actor, user_ids, group_ids, branchUrl),
  }),
  removeUsersFromGroups: t.int({
    description: "Takes back what addUsersToGroups did. Tells how many memberships ended.",
    args: { memberships: t.arg({ type: [GroupMembershipInput], required: true }), ...BranchUrl },
    resolve: (_, { memberships, branchUrl }, { actor }) => members.removeMemberships(actor, memberships, branchUrl),
  }),
  removeUserFromGroup: t.field({
    type: Changed,
    args: { user_id: t.arg.int({ required: true }), group_id: t.arg.int({ required: true }), ...BranchUrl },
    resolve: (_, { user_id, group_id, branchUrl }, { actor }) =>
      members.removePerson(actor, group_id, user_id, branchUrl),
  }),
  addCoursesToGroup: t.field({
    type: Changed,
    args: {
      group_id: t.arg.int({ required: true }),
      course_ids: t.arg.intList({ required: true }),
      ...BranchUrl,
    },
    resolve: (_, { group_id, course_ids, branchUrl }, { actor }) =>
      members.addCourses(actor, group_id, course_ids, branchUrl),
  }),
  removeCourseFromGroup: t.field({
    type: Changed,
    args: { group_id: t.arg.int({ required: true }), course_id: t.arg.int({ required: true }), ...BranchUrl },
    resolve: (_, { group_id, course_id, branchUrl }, { actor }) =>
      members.removeCourse(actor, group_id, course_id, branchUrl),
  }),
  setGroupLeader: t.field({
    type: Changed,
    args: {
      group_id: t.arg.int({ required: true }),
      user_id: t.arg.int({ required: true }),
      is_leader: t.arg.boolean({ required: true }),
      ...BranchUrl,
    },
    resolve: (_, { group_id, user_id, is_leader, branchUrl }, { actor }) =>
      members.setLeader(actor, { groupId: group_id, userId: user_id, isLeader: is_leader }, branchUrl),
  }),
}));
