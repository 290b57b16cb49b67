import { builder } from "../../graphql/builder.ts";
import { decideRegistrations, getPageOfRegistrations, type WaitingPerson } from "./approval.service.ts";
import { createInvitation, type Invitation, getPageOfInvitations, revokeInvitation } from "./invitations.service.ts";
import { listSites, type RegistrationSite, updateSite } from "./sites.service.ts";

const Site = builder.objectRef<RegistrationSite>("RegistrationSite").implement({
  fields: (t) => ({
    branch_id: t.exposeInt("branch_id", { nullable: true, description: "Null for the main site." }),
    name: t.exposeString("name"),
    is_open: t.exposeBoolean("is_open", { description: "Whether people register without an invitation." }),
    domains: t.exposeStringList("domains", { description: "Of addresses that may register; none means all." }),
    needs_approval: t.exposeBoolean("needs_approval"),
    group_ids: t.exposeIntList("group_ids"),
    opened_by: t.exposeString("opened_by", { nullable: true, description: "With whose rights accounts are created." }),
  }),
});

const SiteInput = builder.inputType("RegistrationSiteInput", {
  fields: (t) => ({
    branch_id: t.int({ description: "Left out for the main site." }),
    is_open: t.boolean({ required: true }),
    domains: t.stringList(),
    needs_approval: t.boolean({ description: "True if left out." }),
    group_ids: t.intList(),
  }),
});

const InvitationType = builder.objectRef<Invitation>("Invitation").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    created_by: t.exposeString("created_by", { description: "With whose rights accounts are created." }),
    created_at: t.exposeString("created_at"),
    expires_at: t.exposeString("expires_at"),
    branch: t.exposeString("branch", { nullable: true }),
    course: t.exposeString("course", { nullable: true }),
    groups: t.exposeStringList("groups"),
    needs_approval: t.exposeBoolean("needs_approval"),
    most_uses: t.exposeInt("most_uses", { nullable: true, description: "Null without a limit." }),
    uses: t.exposeInt("uses"),
    state: t.exposeString("state", { description: "open, expired, used or revoked" }),
  }),
});

const InvitationPage = builder.objectRef<{ total: number; rows: Invitation[] }>("InvitationPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [InvitationType] }) }),
});

const InvitationInput = builder.inputType("InvitationInput", {
  fields: (t) => ({
    name: t.string({ required: true, description: "For the list of invitations." }),
    branch_id: t.int({ description: "Left out for the main site." }),
    course_id: t.int(),
    group_ids: t.intList(),
    needs_approval: t.boolean({ description: "False if left out." }),
    days: t.int({ required: true, description: "For how many days people may register by it: 1 to 365." }),
    most_uses: t.int({ description: "Left out without a limit." }),
  }),
});

const NewInvitation = builder.objectRef<{ id: number; link: string }>("NewInvitation").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    link: t.exposeString("link", { description: "With the code: shown this once." }),
  }),
});

const Waiting = builder.objectRef<WaitingPerson>("Registration").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    state: t.exposeString("state", { description: "waiting or refused" }),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    email: t.exposeString("email"),
    confirmed_at: t.exposeString("confirmed_at"),
    branch: t.exposeString("branch", { nullable: true }),
    invitation: t.exposeString("invitation", { nullable: true }),
  }),
});

const WaitingPage = builder.objectRef<{ total: number; rows: WaitingPerson[] }>("RegistrationPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [Waiting] }) }),
});

const Revoked = builder.objectRef<{ id: number }>("RevokedInvitation").implement({
  fields: (t) => ({ id: t.exposeInt("id") }),
});

const Decided = builder.objectRef<{ count: number }>("DecidedRegistrations").implement({
  fields: (t) => ({ count: t.exposeInt("count") }),
});

builder.queryFields((t) => ({
  registrationSites: t.field({ type: [Site], resolve: (_, __, { actor }) => listSites(actor) }),
  invitationsPage: t.field({
    type: InvitationPage,
    args: {
      search: t.arg.string(),
      sort: t.arg.string({ description: "created, name, expires or uses, with '-' in front for descending." }),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, options, { actor }) => getPageOfInvitations(actor, options),
  }),
  registrationsPage: t.field({
    type: WaitingPage,
    args: {
      state: t.arg.string({ description: "waiting (the default) or refused" }),
      search: t.arg.string(),
      sort: t.arg.string({ description: "confirmed, name or email, with '-' in front for descending." }),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, options, { actor }) => getPageOfRegistrations(actor, options),
  }),
}));

builder.mutationFields((t) => ({
  updateRegistrationSite: t.field({
    type: Site,
    args: { input: t.arg({ type: SiteInput, required: true }) },
    resolve: (_, { input }, { actor }) =>
      updateSite(actor, {
        branch_id: input.branch_id ?? null,
        is_open: input.is_open,
        domains: input.domains ?? [],
        needs_approval: input.needs_approval ?? true,
        group_ids: input.group_ids ?? [],
      }),
  }),
  createInvitation: t.field({
    type: NewInvitation,
    args: { input: t.arg({ type: InvitationInput, required: true }) },
    resolve: (_, { input }, { actor }) =>
      createInvitation(actor, {
        name: input.name,
        branch_id: input.branch_id ?? null,
        course_id: input.course_id ?? null,
        group_ids: input.group_ids ?? [],
        needs_approval: input.needs_approval ?? false,
        days: input.days,
        most_uses: input.most_uses ?? null,
      }),
  }),
  revokeInvitation: t.field({
    type: Revoked,
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => revokeInvitation(actor, id),
  }),
  decideRegistrations: t.field({
    type: Decided,
    args: { ids: t.arg.intList({ required: true }), approve: t.arg.boolean({ required: true }) },
    resolve: (_, { ids, approve }, { actor }) => decideRegistrations(actor, ids, approve),
  }),
}));
