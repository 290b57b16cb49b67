import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import { pageArguments } from "../../graphql/page.ts";
import * as awarding from "./awarding.service.ts";
import * as keys from "./keys.service.ts";

const BranchUrl = builder.args((t) => ({ branchUrl: t.string() }));

type Page = Awaited<ReturnType<typeof awarding.getPageOfAwards>>;

const Award = builder.objectRef<Page["rows"][number]>("BadgeAward").implement({
  description: "A badge that a person has, or had.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    user_id: t.exposeInt("user_id"),
    user_name: t.exposeString("user_name"),
    email: t.exposeString("email"),
    source: t.exposeString("source", { description: "person, automation, course or path" }),
    awarded_by: t.exposeString("awarded_by", { nullable: true }),
    awarded_at: t.string({ description: "ISO 8601", resolve: (row) => row.awarded_at.toISOString() }),
    revoked_at: t.string({ nullable: true, resolve: (row) => row.revoked_at?.toISOString() ?? null }),
    revoke_reason: t.exposeString("revoke_reason", { nullable: true }),
    address: t.string({ description: "Of the public page.", resolve: ({ code }) => `/badges/${code}` }),
  }),
});

const AwardPage = builder.objectRef<Page>("BadgeAwardPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [Award] }) }),
});

const MyBadge = builder.objectRef<Awaited<ReturnType<typeof awarding.listMyBadges>>[number]>("MyBadge").implement({
  fields: (t) => ({
    id: t.exposeInt("badge_id"),
    name: t.exposeString("name"),
    description: t.exposeString("description"),
    criteria: t.exposeString("criteria"),
    picture_url: t.exposeString("picture_url", { nullable: true }),
    awarded_at: t.string({ description: "ISO 8601", resolve: (row) => row.awarded_at.toISOString() }),
    address: t.exposeString("address", { description: "Of the public page; with .json, of the signed credential." }),
  }),
});

const BadgeKey = builder.objectRef<keys.BadgeKey>("BadgeKey").implement({
  description: "A key with which the instance signs credentials.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    created_at: t.string({ resolve: (key) => key.created_at.toISOString() }),
    retired_at: t.string({ nullable: true, resolve: (key) => key.retired_at?.toISOString() ?? null }),
    withdrawn_at: t.string({ nullable: true, resolve: (key) => key.withdrawn_at?.toISOString() ?? null }),
    signed: t.exposeInt("signed", { description: "How many credentials." }),
  }),
});

builder.queryFields((t) => ({
  badgeAwards: t.field({
    type: AwardPage,
    description: "Sort: awarded, name or state, '-' in front for descending; the latest first by default.",
    args: {
      id: t.arg.int({ required: true, description: "Of the badge." }),
      state: t.arg.string({ description: "valid or revoked" }),
      ...BranchUrl,
      ...pageArguments,
    },
    resolve: (_, options, { actor }) => awarding.getPageOfAwards(actor, options),
  }),
  myBadges: t.field({ type: [MyBadge], resolve: (_, __, { actor }) => awarding.listMyBadges(actor) }),
  badgeKeys: t.field({ type: [BadgeKey], resolve: (_, __, { actor }) => keys.listBadgeKeys(actor) }),
}));

builder.mutationFields((t) => ({
  issueBadge: t.field({
    type: "Int",
    description: "Awards a badge to people who do not have it; how many.",
    args: {
      id: t.arg.int({ required: true }),
      user_ids: t.arg.intList({ required: true }),
      ...BranchUrl,
    },
    resolve: async (_, { id, user_ids, branchUrl }, { actor }) =>
      (await awarding.giveBadge(actor, id, user_ids, branchUrl)).length,
  }),
  revokeBadge: t.field({
    type: Changed,
    args: {
      id: t.arg.int({ required: true, description: "Of the award." }),
      reason: t.arg.string({ required: true, description: "Only staff see it." }),
      ...BranchUrl,
    },
    resolve: (_, { id, reason, branchUrl }, { actor }) => awarding.revokeBadge(actor, id, reason, branchUrl),
  }),
  restoreBadge: t.field({
    type: Changed,
    args: { id: t.arg.int({ required: true, description: "Of the award." }), ...BranchUrl },
    resolve: (_, { id, branchUrl }, { actor }) => awarding.restoreBadge(actor, id, branchUrl),
  }),
  rotateBadgeKey: t.field({
    type: [BadgeKey],
    description:
      "Signs with a new key from now on. Credentials of earlier keys stay valid, unless those keys are withdrawn.",
    args: {
      withdraw: t.arg.boolean({ description: "Withdraws all earlier keys: their credentials are signed anew." }),
    },
    resolve: (_, { withdraw }, { actor }) => keys.rotateBadgeKey(actor, withdraw ?? false),
  }),
}));
