import * as contents from "../../instances/contents.service.ts";
import { getPageOfInstances } from "../../instances/operator.service.ts";
import { getPageOfPlatformPeople } from "../../instances/platform-people.service.ts";
import { getPageOfSubscriptions } from "../../subscriptions/subscriptions.service.ts";
import { defineTable, fromPages } from "../table.ts";
import { getId } from "./people.ts";

const instancesList = defineTable({
  kind: "instances",
  title: "instancesTitle",
  fileName: "instances",
  permission: "instance.manage",
  filters: ["search"],
  open: async (actor, { search, sort }) => fromPages((page) => getPageOfInstances(actor, { search, sort, ...page })),
  columns: [
    { label: "name", value: (row) => row.name },
    { label: "domain", value: (row) => row.domain },
    { label: "licenseCount", value: (row) => row.license_count },
    {
      label: "subscriptionStatus",
      value: (row) => row.subscription && `${row.subscription.status}_subscription`,
      format: "term",
    },
  ],
});

const instanceUsersList = defineTable({
  kind: "instance-users",
  title: "usersListTitle",
  fileName: "instance-users",
  permission: "instance.manage",
  filters: ["instance_id", "search"],
  open: async (actor, { instance_id, search, sort }) =>
    fromPages((page) => contents.getPageOfPeople(actor, getId(instance_id, "Instance"), { search, sort, ...page })),
  columns: [
    { label: "name", value: ({ first_name, last_name }) => `${first_name} ${last_name}` },
    { label: "email", value: (user) => user.email },
  ],
});

const instanceCoursesList = defineTable({
  kind: "instance-courses",
  title: "userCoursesTitle",
  fileName: "instance-courses",
  permission: "instance.manage",
  filters: ["instance_id", "search"],
  open: async (actor, { instance_id, search, sort }) =>
    fromPages((page) => contents.getPageOfCourses(actor, getId(instance_id, "Instance"), { search, sort, ...page })),
  columns: [{ label: "title", value: (course) => course.title }],
});

const instanceBranchesList = defineTable({
  kind: "instance-branches",
  title: "branchesTitle",
  fileName: "instance-branches",
  permission: "instance.manage",
  filters: ["instance_id", "search"],
  open: async (actor, { instance_id, search, sort }) =>
    fromPages((page) => contents.getPageOfBranches(actor, getId(instance_id, "Instance"), { search, sort, ...page })),
  columns: [{ label: "name", value: (branch) => branch.name }],
});

const subscriptionsList = defineTable({
  kind: "instance-subscriptions",
  title: "subscriptionsTitle",
  fileName: "instance-subscriptions",
  permission: "instance.manage",
  filters: ["instance_id", "search"],
  open: async (actor, { instance_id, search, sort }) =>
    fromPages((page) => getPageOfSubscriptions(actor, getId(instance_id, "Instance"), { search, sort, ...page })),
  columns: [
    { label: "status", value: (row) => `${row.status}_subscription`, format: "term" },
    { label: "billingInterval", value: (row) => row.billing_interval, format: "term" },
    { label: "amount", value: (row) => row.amount, format: "number" },
    { label: "trialEndsAt", value: (row) => row.trial_ends_at, format: "date" },
    { label: "planEndsAt", value: (row) => row.plan_ends_at, format: "date" },
  ],
});

const superAdminsList = defineTable({
  kind: "super-admins",
  title: "superAdminsTitle",
  fileName: "super-admins",
  permission: "instance.manage",
  filters: ["search"],
  open: async (actor, { search }) =>
    fromPages((page) => getPageOfPlatformPeople(actor, { search: search ?? null, ...page })),
  columns: [
    { label: "name", value: ({ first_name, last_name }) => `${first_name} ${last_name}` },
    { label: "email", value: (user) => user.email },
    { label: "createdAt", value: (user) => user.created_at, format: "minute" },
  ],
});

export const platformLists = [
  instancesList,
  instanceUsersList,
  instanceCoursesList,
  instanceBranchesList,
  subscriptionsList,
  superAdminsList,
];
