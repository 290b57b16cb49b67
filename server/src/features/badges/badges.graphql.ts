import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import { pageArguments } from "../../graphql/page.ts";
import * as badges from "./badges.service.ts";

const BranchUrl = builder.args((t) => ({ branchUrl: t.string() }));

const Badge = builder.objectRef<badges.Badge>("Badge").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    description: t.exposeString("description"),
    criteria: t.exposeString("criteria", { description: "What people do to earn it, in words." }),
    picture_url: t.exposeString("picture_url", { nullable: true }),
    course_id: t.exposeInt("course_id", { nullable: true, description: "Completing this course gives the badge." }),
    course_title: t.exposeString("course_title", { nullable: true }),
    path_id: t.exposeInt("path_id", { nullable: true, description: "Completing this learning path gives the badge." }),
    path_title: t.exposeString("path_title", { nullable: true }),
    owning_branch: t.exposeString("owning_branch", { nullable: true, description: "Null for the main site." }),
    version: t.exposeInt("version"),
    awarded: t.exposeInt("awarded", { description: "How many people of the reach have it." }),
    may_edit: t.exposeBoolean("may_edit", { description: "Whether the caller may change it, and not only award it." }),
  }),
});

const BadgePage = builder.objectRef<Awaited<ReturnType<typeof badges.getPageOfBadges>>>("BadgePage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [Badge] }) }),
});

const BadgeInput = builder.inputType("BadgeInput", {
  fields: (t) => ({
    name: t.string({ required: true }),
    description: t.string(),
    criteria: t.string({ required: true }),
    course_id: t.int(),
    path_id: t.int(),
    remove_picture: t.boolean(),
  }),
});

builder.queryFields((t) => ({
  badges: t.field({
    type: BadgePage,
    description: "Sort: name, awarded or changed, '-' in front for descending.",
    args: { ...BranchUrl, ...pageArguments },
    resolve: (_, options, { actor }) => badges.getPageOfBadges(actor, options),
  }),
  badge: t.field({
    type: Badge,
    args: { id: t.arg.int({ required: true }), ...BranchUrl },
    resolve: (_, { id, branchUrl }, { actor }) => badges.getBadge(actor, id, branchUrl),
  }),
}));

builder.mutationFields((t) => ({
  createBadge: t.field({
    type: Badge,
    args: { input: t.arg({ type: BadgeInput, required: true }), picture: t.arg({ type: "Upload" }), ...BranchUrl },
    resolve: (_, { input, picture, branchUrl }, { actor }) => badges.createBadge(actor, input, picture, branchUrl),
  }),
  updateBadge: t.field({
    type: Badge,
    args: {
      id: t.arg.int({ required: true }),
      version: t.arg.int({ required: true, description: "As it was read." }),
      input: t.arg({ type: BadgeInput, required: true }),
      picture: t.arg({ type: "Upload" }),
      ...BranchUrl,
    },
    resolve: (_, { picture, branchUrl, ...change }, { actor }) => badges.updateBadge(actor, change, picture, branchUrl),
  }),
  deleteBadge: t.field({
    type: Changed,
    args: { id: t.arg.int({ required: true }), ...BranchUrl },
    resolve: (_, { id, branchUrl }, { actor }) => badges.deleteBadge(actor, id, branchUrl),
  }),
}));
