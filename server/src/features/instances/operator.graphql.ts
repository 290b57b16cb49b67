import { builder } from "../../graphql/builder.ts";
import { Subscription, SubscriptionPage } from "../subscriptions/subscription-type.graphql.ts";
import * as subscriptions from "../subscriptions/subscriptions.service.ts";
import * as contents from "./contents.service.ts";
import * as operator from "./operator.service.ts";

const CurrentSubscription = builder
  .objectRef<NonNullable<operator.LmsInstance["subscription"]>>("CurrentSubscription")
  .implement({
    fields: (t) => ({ id: t.exposeInt("id"), status: t.exposeString("status") }),
  });

const InstanceUser = builder.objectRef<contents.InstancePerson>("InstanceUser").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    email: t.exposeString("email"),
    role: t.exposeString("role"),
    is_active: t.exposeBoolean("is_active"),
    is_owner: t.exposeBoolean("is_owner"),
  }),
});

const InstanceCourse = builder.objectRef<contents.InstanceCourse>("InstanceCourse").implement({
  fields: (t) => ({ id: t.exposeInt("id"), title: t.exposeString("title") }),
});

const InstanceBranch = builder.objectRef<contents.InstanceBranch>("InstanceBranch").implement({
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name"), url: t.exposeString("url") }),
});

interface Page<Row> {
  rows: Row[];
  total: number;
}

const InstanceUserPage = builder.objectRef<Page<contents.InstancePerson>>("InstanceUserPage").implement({
  fields: (t) => ({ rows: t.expose("rows", { type: [InstanceUser] }), total: t.exposeInt("total") }),
});

const InstanceCoursePage = builder.objectRef<Page<contents.InstanceCourse>>("InstanceCoursePage").implement({
  fields: (t) => ({ rows: t.expose("rows", { type: [InstanceCourse] }), total: t.exposeInt("total") }),
});

const InstanceBranchPage = builder.objectRef<Page<contents.InstanceBranch>>("InstanceBranchPage").implement({
  fields: (t) => ({ rows: t.expose("rows", { type: [InstanceBranch] }), total: t.exposeInt("total") }),
});

/** A row of the list, without fields that cost statements per row. */
const LmsInstanceRow = builder.objectRef<operator.LmsInstance>("LmsInstanceRow").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    domain: t.exposeString("domain"),
    license_count: t.exposeInt("license_count", { nullable: true }),
    branch_limit: t.exposeInt("branch_limit", { nullable: true }),
    is_active: t.exposeBoolean("is_active"),
    trial_ends_at: t.exposeString("trial_ends_at", { nullable: true }),
    licenses_used: t.exposeInt("licenses_used"),
    branches_used: t.exposeInt("branches_used"),
    subscription: t.expose("subscription", { type: CurrentSubscription, nullable: true }),
  }),
});

const LmsInstance = builder.objectRef<operator.LmsInstance>("LmsInstance").implement({
  fields: (t) => {
    const paging = {
      search: t.arg.string(),
      sort: t.arg.string(),
      limit: t.arg.int(),
      offset: t.arg.int(),
    };
    return {
      id: t.exposeInt("id"),
      name: t.exposeString("name"),
      domain: t.exposeString("domain"),
      license_count: t.exposeInt("license_count", { nullable: true }),
      branch_limit: t.exposeInt("branch_limit", { nullable: true }),
      storage_limit_gb: t.exposeInt("storage_limit_gb", {
        nullable: true,
        description: "Gigabytes of files; null is what the subscription gives, or else the installation.",
      }),
      theme: t.exposeString("theme", { nullable: true }),
      primary_color: t.exposeString("primary_color", { nullable: true }),
      secondary_color: t.exposeString("secondary_color", { nullable: true }),
      api_access: t.exposeBoolean("api_access"),
      branding_enabled: t.exposeBoolean("branding_enabled"),
      trial_ends_at: t.exposeString("trial_ends_at", { nullable: true }),
      is_active: t.exposeBoolean("is_active"),
      created_at: t.exposeString("created_at"),
      licenses_used: t.exposeInt("licenses_used", { description: "Active people; each uses a licence." }),
      branches_used: t.exposeInt("branches_used"),
      subscription: t.expose("subscription", { type: CurrentSubscription, nullable: true }),
      users: t.field({ type: [InstanceUser], resolve: ({ id }, _, { actor }) => contents.listPeople(actor, id) }),
      courses: t.field({ type: [InstanceCourse], resolve: ({ id }, _, { actor }) => contents.listCourses(actor, id) }),
      branches: t.field({
        type: [InstanceBranch],
        resolve: ({ id }, _, { actor }) => contents.listBranches(actor, id),
      }),
      subscriptions: t.field({
        type: [Subscription],
        resolve: ({ id }, _, { actor }) => subscriptions.listSubscriptions(actor, id),
      }),
      usersPage: t.field({
        type: InstanceUserPage,
        args: paging,
        resolve: ({ id }, options, { actor }) => contents.getPageOfPeople(actor, id, options),
      }),
      coursesPage: t.field({
        type: InstanceCoursePage,
        args: paging,
        resolve: ({ id }, options, { actor }) => contents.getPageOfCourses(actor, id, options),
      }),
      branchesPage: t.field({
        type: InstanceBranchPage,
        args: paging,
        resolve: ({ id }, options, { actor }) => contents.getPageOfBranches(actor, id, options),
      }),
      subscriptionsPage: t.field({
        type: SubscriptionPage,
        args: paging,
        resolve: ({ id }, options, { actor }) => subscriptions.getPageOfSubscriptions(actor, id, options),
      }),
    };
  },
});

const LmsInstancePage = builder.objectRef<Page<operator.LmsInstance>>("LmsInstancePage").implement({
  fields: (t) => ({ rows: t.expose("rows", { type: [LmsInstanceRow] }), total: t.exposeInt("total") }),
});

builder.queryFields((t) => {
  const paging = {
    search: t.arg.string(),
    sort: t.arg.string({ description: "name, domain, license_count or created, with '-' in front for descending." }),
    limit: t.arg.int(),
    offset: t.arg.int(),
  };
  return {
    lmsInstances: t.field({
      type: [LmsInstanceRow],
      args: paging,
      resolve: (_, options, { actor }) => operator.listInstances(actor, options),
    }),
    lmsInstancesPage: t.field({
      type: LmsInstancePage,
      args: paging,
      resolve: (_, options, { actor }) => operator.getPageOfInstances(actor, options),
    }),
    lmsInstance: t.field({
      type: LmsInstance,
      args: { id: t.arg.int({ required: true }) },
      resolve: (_, { id }, { actor }) => operator.getInstance(actor, id),
    }),
  };
});

builder.mutationFields((t) => {
  const values = {
    name: t.arg.string({ required: true }),
    domain: t.arg.string(),
    license_count: t.arg.int(),
    branch_limit: t.arg.int(),
    storage_limit_gb: t.arg.int(),
    theme: t.arg.string(),
    primary_color: t.arg.string(),
    secondary_color: t.arg.string(),
    api_access: t.arg.boolean(),
    branding_enabled: t.arg.boolean(),
    trial_ends_at: t.arg.string(),
    is_active: t.arg.boolean(),
  };
  return {
    createLmsInstance: t.field({
      type: LmsInstance,
      args: values,
      resolve: (_, input, { actor }) => operator.createInstance(actor, input),
    }),
    updateLmsInstance: t.field({
      type: LmsInstance,
      description: "What is left out stays; null clears.",
      args: { id: t.arg.int({ required: true }), ...values },
      resolve: (_, { id, ...input }, { actor }) => operator.updateInstance(actor, id, input),
    }),
    deleteLmsInstance: t.field({
      type: builder.objectRef<{ id: number }>("DeletedInstance").implement({
        fields: (deleted) => ({ id: deleted.exposeInt("id") }),
      }),
      args: {
        id: t.arg.int({ required: true }),
        name: t.arg.string({
          description: "The instance's name: with it, its rows and files are cleared away at once.",
        }),
      },
      resolve: (_, { id, name }, { actor }) => operator.deleteInstance(actor, id, name),
    }),
  };
});
