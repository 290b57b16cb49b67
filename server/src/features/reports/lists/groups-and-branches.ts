import { getPageOfBranches } from "../../branches/branches.service.ts";
import * as branches from "../../branches/members.service.ts";
import * as groups from "../../groups/groups.service.ts";
import { defineTable, fromPages } from "../table.ts";
import { getId } from "./people.ts";

const formatName = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`;

const groupsList = defineTable({
  kind: "groups-list",
  title: "groupsTitle",
  fileName: "groups",
  permission: "group.view",
  filters: ["search"],
  open: async (actor, { branchUrl, search, sort }) =>
    fromPages((page) => groups.getPageOfGroups(actor, { branchUrl, search, sort, ...page })),
  columns: [
    { label: "name", value: (group) => group.name },
    { label: "description", value: (group) => group.description },
    { label: "createdAt", value: (group) => group.created_at, format: "day" },
  ],
});

const groupUsersList = defineTable({
  kind: "group-users",
  title: "usersListTitle",
  fileName: "group-users",
  permission: "group.view",
  filters: ["group_id", "search"],
  open: async (actor, { group_id, branchUrl, search, sort }) => {
    const group = await groups.getGroup(actor, getId(group_id, "Group"), branchUrl);
    return fromPages((page) => groups.getPageOfPeople(group, { search, sort, ...page }));
  },
  columns: [
    { label: "name", value: formatName },
    { label: "email", value: (user) => user.email },
    { label: "role", value: (user) => user.role, format: "term" },
  ],
});

const groupCoursesList = defineTable({
  kind: "group-courses",
  title: "userCoursesTitle",
  fileName: "group-courses",
  permission: "group.view",
  filters: ["group_id", "search"],
  open: async (actor, { group_id, branchUrl, search, sort }) => {
    const group = await groups.getGroup(actor, getId(group_id, "Group"), branchUrl);
    return fromPages((page) => groups.getPageOfCourses(group, { search, sort, ...page }));
  },
  columns: [{ label: "courseTitle", value: (course) => course.title }],
});

const branchesList = defineTable({
  kind: "branches-list",
  title: "branchesTitle",
  fileName: "branches",
  permission: "branch.manage",
  filters: ["search"],
  open: async (actor, { branchUrl, search, sort }) =>
    fromPages((page) => getPageOfBranches(actor, { branchUrl: branchUrl ?? null, search, sort, ...page })),
  columns: [
    { label: "name", value: (branch) => branch.name },
    { label: "url", value: (branch) => branch.url },
  ],
});

const branchUsersList = defineTable({
  kind: "branch-users",
  title: "usersListTitle",
  fileName: "branch-users",
  permission: "branch.manage",
  filters: ["branch_id", "search"],
  open: async (actor, { branch_id, search, sort }) =>
    fromPages((page) => branches.getPageOfPeople(actor, getId(branch_id, "Branch"), { search, sort, ...page })),
  columns: [
    { label: "name", value: formatName },
    { label: "email", value: (user) => user.email },
  ],
});

const branchCoursesList = defineTable({
  kind: "branch-courses",
  title: "userCoursesTitle",
  fileName: "branch-courses",
  permission: "branch.manage",
  filters: ["branch_id", "search"],
  open: async (actor, { branch_id, search, sort }) =>
    fromPages((page) => branches.getPageOfCourses(actor, getId(branch_id, "Branch"), { search, sort, ...page })),
  columns: [{ label: "courseTitle", value: (course) => course.title }],
});

export const groupAndBranchLists = [
  groupsList,
  groupUsersList,
  groupCoursesList,
  branchesList,
  branchUsersList,
  branchCoursesList,
];
