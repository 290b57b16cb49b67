import { builder } from "../../graphql/builder.ts";
import * as terms from "./terms.service.ts";

export const TermsOfUse = builder.objectRef<terms.Terms>("TermsOfUse").implement({
  fields: (t) => ({
    version: t.exposeInt("version"),
    text: t.exposeString("text", { description: "Plain text." }),
    published_at: t.exposeString("published_at"),
  }),
});

const TermsVersion = builder.objectRef<terms.TermsVersion>("TermsVersion").implement({
  fields: (t) => ({
    version: t.exposeInt("version"),
    text: t.exposeString("text"),
    published_at: t.exposeString("published_at"),
    published_by: t.exposeString("published_by", { nullable: true }),
    is_current: t.exposeBoolean("is_current", { description: "Whether users have to accept this version." }),
    accepted: t.exposeInt("accepted", { description: "How many users have accepted it." }),
  }),
});

const Acceptance = builder.objectRef<terms.Acceptance>("TermsAcceptance").implement({
  fields: (t) => ({
    id: t.exposeInt("id", { description: "The user's." }),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    email: t.exposeString("email"),
    accepted_at: t.exposeString("accepted_at", { nullable: true }),
  }),
});

const AcceptancePage = builder
  .objectRef<{ total: number; rows: terms.Acceptance[] }>("TermsAcceptancePage")
  .implement({ fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [Acceptance] }) }) });

const Required = builder.objectRef<{ version: number | null }>("RequiredTerms").implement({
  fields: (t) => ({ version: t.exposeInt("version", { nullable: true }) }),
});

builder.queryFields((t) => ({
  termsOfUse: t.field({
    type: TermsOfUse,
    nullable: true,
    description: "Of the instance of this host.",
    resolve: (_, __, { actor }) => terms.findTerms(actor),
  }),
  termsVersions: t.field({
    type: [TermsVersion],
    description: "The newest first, at most 100.",
    resolve: (_, __, { actor }) => terms.listVersions(actor),
  }),
  termsAcceptances: t.field({
    type: AcceptancePage,
    args: {
      version: t.arg.int({ required: true }),
      state: t.arg.string({ description: "accepted or open; left out, both" }),
      search: t.arg.string(),
      sort: t.arg.string({ description: "name, email or accepted_at, with '-' in front for descending." }),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, options, { actor }) => terms.getPageOfAcceptances(actor, options),
  }),
}));

builder.mutationFields((t) => ({
  acceptTerms: t.field({
    type: Required,
    args: { version: t.arg.int({ required: true }) },
    resolve: (_, { version }, { actor }) => terms.acceptTerms(actor, version),
  }),
  publishTerms: t.field({
    type: Required,
    description: "Users have to accept the new version before anything else.",
    args: {
      text: t.arg.string({ required: true }),
      after: t.arg.int({ required: true, description: "The latest version that was read; 0 for none." }),
    },
    resolve: (_, input, { actor }) => terms.publishTerms(actor, input),
  }),
  requireTerms: t.field({
    type: Required,
    description: "Asks users to accept the latest version, or stops asking.",
    args: { is_required: t.arg.boolean({ required: true }) },
    resolve: (_, { is_required }, { actor }) => terms.requireTerms(actor, is_required),
  }),
}));
