import { builder } from "../../graphql/builder.ts";
import { type DomainProvider, findProviderOfDomain } from "./email-domains.service.ts";
import type { Mapping } from "./mapping.ts";
import * as policy from "./policy.service.ts";
import * as providers from "./providers.service.ts";
import type { TestResult } from "./sign-in.service.ts";

const RoleRule = builder.objectRef<Mapping["role_rules"][number]>("IdentityRoleRule").implement({
  fields: (t) => ({ value: t.exposeString("value"), role: t.exposeString("role") }),
});
const BranchRule = builder.objectRef<Mapping["branch_rules"][number]>("IdentityBranchRule").implement({
  fields: (t) => ({ value: t.exposeString("value"), branch_id: t.exposeInt("branch_id") }),
});
const GroupRule = builder.objectRef<Mapping["group_rules"][number]>("IdentityGroupRule").implement({
  fields: (t) => ({ value: t.exposeString("value"), group_id: t.exposeInt("group_id") }),
});
const FieldClaim = builder.objectRef<Mapping["field_claims"][number]>("IdentityFieldClaim").implement({
  fields: (t) => ({ field_id: t.exposeInt("field_id"), claim: t.exposeString("claim") }),
});

const MappingType = builder.objectRef<Mapping>("IdentityMapping").implement({
  description: "How the claims of a provider become a user. A claim that is not named has the usual names.",
  fields: (t) => ({
    email_claim: t.exposeString("email_claim", { nullable: true }),
    email_verified_claim: t.exposeString("email_verified_claim", { nullable: true }),
    first_name_claim: t.exposeString("first_name_claim", { nullable: true }),
    last_name_claim: t.exposeString("last_name_claim", { nullable: true }),
    role_claim: t.exposeString("role_claim", { nullable: true }),
    role_rules: t.expose("role_rules", { type: [RoleRule], description: "The first that fits decides." }),
    default_role: t.exposeString("default_role"),
    branch_claim: t.exposeString("branch_claim", { nullable: true }),
    branch_rules: t.expose("branch_rules", { type: [BranchRule] }),
    group_claim: t.exposeString("group_claim", { nullable: true }),
    group_rules: t.expose("group_rules", { type: [GroupRule] }),
    field_claims: t.expose("field_claims", { type: [FieldClaim] }),
  }),
});

const IdentityProvider = builder.objectRef<providers.IdentityProvider>("IdentityProvider").implement({
  description: "A provider by which people sign in. Its secret is never returned.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    kind: t.exposeString("kind", { description: "oidc or saml" }),
    name: t.exposeString("name"),
    branch_id: t.exposeInt("branch_id", { nullable: true, description: "Null for every site." }),
    branch_name: t.exposeString("branch_name", { nullable: true }),
    is_active: t.exposeBoolean("is_active"),
    email_domains: t.exposeStringList("email_domains", {
      description: "The email domains whose people the login page leads to it.",
    }),
    has_button: t.exposeBoolean("has_button", { description: "Whether the login page has a button for it." }),
    issuer: t.exposeString("issuer"),
    client_id: t.exposeString("client_id", { nullable: true }),
    has_secret: t.exposeBoolean("has_secret"),
    scopes: t.exposeString("scopes", { nullable: true }),
    sso_url: t.exposeString("sso_url", { nullable: true, description: "Of SAML: where people sign in." }),
    metadata_url: t.exposeString("metadata_url", { nullable: true, description: "Where its metadata are read again." }),
    certificates: t.exposeStringList("certificates", { description: "Fingerprints (SHA-256) of its certificates." }),
    allows_idp_initiated: t.exposeBoolean("allows_idp_initiated"),
    requires_encryption: t.exposeBoolean("requires_encryption"),
    single_logout: t.exposeBoolean("single_logout", {
      description: "Whether signing out here signs out at the provider as well.",
    }),
    slo_url: t.exposeString("slo_url", { nullable: true, description: "Of SAML: where people sign out." }),
    signed_out_url: t.exposeString("signed_out_url", {
      nullable: true,
      description: "Of OpenID Connect: where the provider sends people who have signed out.",
    }),
    backchannel_logout_url: t.exposeString("backchannel_logout_url", {
      nullable: true,
      description: "Of OpenID Connect: where the provider says that people have signed out.",
    }),
    own_metadata_url: t.exposeString("own_metadata_url", {
      nullable: true,
      description: "Of SAML: the metadata of the product, whose address is its entity id as well.",
    }),
    callback_url: t.exposeString("callback_url", { description: "Where the provider sends people back." }),
    creates_accounts: t.exposeBoolean("creates_accounts"),
    trusts_emails: t.exposeBoolean("trusts_emails"),
    updates_people: t.exposeBoolean("updates_people"),
    mapping: t.expose("mapping", { type: MappingType }),
    author_name: t.exposeString("author_name", {
      nullable: true,
      description: "With whose rights it links and creates users: who saved it last.",
    }),
    is_author_active: t.exposeBoolean("is_author_active"),
    people: t.exposeInt("people", { description: "How many users are linked to it." }),
    last_used_at: t.string({
      nullable: true,
      resolve: ({ last_used_at }) => last_used_at?.toISOString() ?? null,
    }),
  }),
});

const Exception = builder.objectRef<{ id: number; name: string }>("PasswordException").implement({
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name") }),
});
const Admin = builder.objectRef<policy.SignInPolicy["admins"][number]>("SignInAdmin").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    has_password: t.exposeBoolean("has_password"),
  }),
});
const SignInPolicy = builder.objectRef<policy.SignInPolicy>("SignInPolicy").implement({
  fields: (t) => ({
    passwords_off: t.exposeBoolean("passwords_off", { description: "Whether people sign in only by a provider." }),
    exceptions: t.expose("exceptions", { type: [Exception], description: "Who may use a password all the same." }),
    admins: t.expose("admins", { type: [Admin], description: "Who can be one of these." }),
  }),
});

const Claim = builder.objectRef<TestResult["claims"][number]>("IdentityClaim").implement({
  fields: (t) => ({ name: t.exposeString("name"), value: t.exposeString("value") }),
});
const TestPlan = builder.objectRef<NonNullable<TestResult["plan"]>>("IdentityTestPlan").implement({
  description: "What a sign-in would do.",
  fields: (t) => ({
    action: t.exposeString("action", { description: "sign_in, link, create or refuse" }),
    refusal: t.exposeString("refusal", {
      nullable: true,
      description:
        "no_account, no_email, email_unverified, higher_rank, other_subject, other_branch, branch_gone, author_gone or role_too_high",
    }),
    user: t.exposeString("user", { nullable: true, description: "The user who would sign in, or has the address." }),
    email: t.string({ nullable: true, resolve: ({ profile }) => profile.email }),
    is_email_verified: t.boolean({ resolve: ({ profile }) => profile.is_email_verified }),
    first_name: t.string({ nullable: true, resolve: ({ profile }) => profile.first_name }),
    last_name: t.string({ nullable: true, resolve: ({ profile }) => profile.last_name }),
    role: t.exposeString("role"),
    branch: t.exposeString("branch", { nullable: true }),
    groups: t.exposeStringList("groups"),
  }),
});
const IdentityTest = builder.objectRef<TestResult>("IdentityTest").implement({
  fields: (t) => ({
    problem: t.exposeString("problem", { nullable: true }),
    detail: t.exposeString("detail", { nullable: true, description: "What the library says of the problem." }),
    subject: t.exposeString("subject", { nullable: true }),
    issuer: t.exposeString("issuer", { nullable: true }),
    claims: t.expose("claims", { type: [Claim] }),
    plan: t.expose("plan", { type: TestPlan, nullable: true }),
  }),
});

const RoleRuleInput = builder.inputType("IdentityRoleRuleInput", {
  fields: (t) => ({ value: t.string({ required: true }), role: t.string({ required: true }) }),
});
const BranchRuleInput = builder.inputType("IdentityBranchRuleInput", {
  fields: (t) => ({ value: t.string({ required: true }), branch_id: t.int({ required: true }) }),
});
const GroupRuleInput = builder.inputType("IdentityGroupRuleInput", {
  fields: (t) => ({ value: t.string({ required: true }), group_id: t.int({ required: true }) }),
});
const FieldClaimInput = builder.inputType("IdentityFieldClaimInput", {
  fields: (t) => ({ field_id: t.int({ required: true }), claim: t.string({ required: true }) }),
});
const MappingInput = builder.inputType("IdentityMappingInput", {
  fields: (t) => ({
    email_claim: t.string(),
    email_verified_claim: t.string(),
    first_name_claim: t.string(),
    last_name_claim: t.string(),
    role_claim: t.string(),
    role_rules: t.field({ type: [RoleRuleInput] }),
    default_role: t.string(),
    branch_claim: t.string(),
    branch_rules: t.field({ type: [BranchRuleInput] }),
    group_claim: t.string(),
    group_rules: t.field({ type: [GroupRuleInput] }),
    field_claims: t.field({ type: [FieldClaimInput] }),
  }),
});
const IdentityProviderInput = builder.inputType("IdentityProviderInput", {
  description: "A whole provider: what is left out gets its default, apart from the secret.",
  fields: (t) => ({
    name: t.string({ required: true }),
    branch_id: t.int(),
    is_active: t.boolean(),
    email_domains: t.stringList({ description: "Each for one provider of a site, at most 50." }),
    has_button: t.boolean({ description: "Without one, only an address of its domains leads there." }),
    issuer: t.string(),
    client_id: t.string(),
    client_secret: t.string({ description: "Left out, the stored one stays." }),
    scopes: t.string(),
    metadata: t.string({ description: "Of SAML: the provider's metadata as XML. Left out, the stored ones stay." }),
    metadata_url: t.string({ description: "Of SAML: where they are read, now and each day." }),
    allows_idp_initiated: t.boolean({ description: "Of SAML: whether people may begin at the provider." }),
    requires_encryption: t.boolean({ description: "Of SAML: whether assertions have to be encrypted." }),
    single_logout: t.boolean({ description: "Whether signing out here signs out at the provider as well." }),
    creates_accounts: t.boolean(),
    trusts_emails: t.boolean(),
    updates_people: t.boolean(),
    mapping: t.field({ type: MappingInput }),
  }),
});

const DomainProviderType = builder.objectRef<DomainProvider>("DomainProvider").implement({
  description: "The provider by which people with an email domain sign in.",
  fields: (t) => ({ id: t.exposeInt("id"), kind: t.exposeString("kind"), name: t.exposeString("name") }),
});

builder.queryFields((t) => ({
  providerOfDomain: t.field({
    type: DomainProviderType,
    nullable: true,
    description: "For the login page of this host, before sign-in. It says nothing about accounts.",
    args: { domain: t.arg.string({ required: true, description: "What follows the @ of an address." }) },
    resolve: (_, { domain }, { actor }) => findProviderOfDomain(actor, domain),
  }),
  identityProviders: t.field({
    type: [IdentityProvider],
    resolve: (_, __, { actor }) => providers.listProviders(actor),
  }),
  identityProvider: t.field({
    type: IdentityProvider,
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => providers.getProvider(actor, id),
  }),
  identityTest: t.field({
    type: IdentityTest,
    nullable: true,
    description: "What a test sign-in of the caller found; kept for an hour.",
    args: { id: t.arg.string({ required: true }) },
    resolve: (_, { id }, { actor }) => providers.findTest(actor, id),
  }),
  signInPolicy: t.field({ type: SignInPolicy, resolve: (_, __, { actor }) => policy.getPolicy(actor) }),
}));

const Deleted = builder.objectRef<{ id: number }>("DeletedIdentityProvider").implement({
  fields: (t) => ({ id: t.exposeInt("id") }),
});

builder.mutationFields((t) => ({
  createIdentityProvider: t.field({
    type: IdentityProvider,
    args: {
      kind: t.arg.string({ description: "oidc or saml; oidc when it is left out" }),
      input: t.arg({ type: IdentityProviderInput, required: true }),
    },
    resolve: (_, { kind, input }, { actor }) => providers.createProvider(actor, kind ?? "oidc", input),
  }),
  updateIdentityProvider: t.field({
    type: IdentityProvider,
    args: { id: t.arg.int({ required: true }), input: t.arg({ type: IdentityProviderInput, required: true }) },
    resolve: (_, { id, input }, { actor }) => providers.updateProvider(actor, id, input),
  }),
  deleteIdentityProvider: t.field({
    type: Deleted,
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => providers.deleteProvider(actor, id),
  }),
  startIdentityTest: t.string({
    description: "The address at which the caller's browser starts a test sign-in, within a minute.",
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => providers.startTest(actor, id),
  }),
  updateSignInPolicy: t.field({
    type: SignInPolicy,
    args: {
      passwords_off: t.arg.boolean({ required: true }),
      user_ids: t.arg.intList({ required: true, description: "Admins who may use a password all the same." }),
    },
    resolve: (_, args, { actor }) => policy.updatePolicy(actor, args),
  }),
}));
