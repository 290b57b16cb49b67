import type { IdentityProviderInput } from "../../gen/graphql.ts";
import type { Provider } from "./identity.documents.ts";

export const KIND_NAMES: Record<string, string> = { oidc: "OpenID Connect", saml: "SAML 2.0" };

/** A rule as it is edited: a value of a claim, and what it becomes. */
export type DraftRule = { value: string; target: string };

/** The claims and rules of a provider while they are edited. */
export type DraftMapping = {
  email_claim: string;
  email_verified_claim: string;
  first_name_claim: string;
  last_name_claim: string;
  role_claim: string;
  role_rules: DraftRule[];
  default_role: string;
  branch_claim: string;
  branch_rules: DraftRule[];
  group_claim: string;
  group_rules: DraftRule[];
  /** The field as target, and the claim as value. */
  field_claims: DraftRule[];
};

/** What the form of a provider holds. */
export type ProviderFields = {
  name: string;
  branch_id: string;
  is_active: boolean;
  /** One a line. */
  email_domains: string;
  has_button: boolean;
  issuer: string;
  client_id: string;
  client_secret: string;
  scopes: string;
  metadata: string;
  metadata_url: string;
  allows_idp_initiated: boolean;
  requires_encryption: boolean;
  single_logout: boolean;
  creates_accounts: boolean;
  trusts_emails: boolean;
  updates_people: boolean;
  mapping: DraftMapping;
};

/** Returns the form of a stored provider, or of a new one. */
export function toFields(provider: Provider | null): ProviderFields {
  const mapping = provider?.mapping;
  return {
    name: provider?.name ?? "",
    branch_id: String(provider?.branch_id ?? ""),
    is_active: provider?.is_active ?? false,
    email_domains: (provider?.email_domains ?? []).join("\n"),
    has_button: provider?.has_button ?? true,
    issuer: provider?.issuer ?? "",
    client_id: provider?.client_id ?? "",
    client_secret: "",
    scopes: provider?.scopes ?? "openid profile email",
    metadata: "",
    metadata_url: provider?.metadata_url ?? "",
    allows_idp_initiated: provider?.allows_idp_initiated ?? false,
    requires_encryption: provider?.requires_encryption ?? false,
    single_logout: provider?.single_logout ?? false,
    creates_accounts: provider?.creates_accounts ?? false,
    trusts_emails: provider?.trusts_emails ?? false,
    updates_people: provider?.updates_people ?? true,
    mapping: {
      email_claim: mapping?.email_claim ?? "",
      email_verified_claim: mapping?.email_verified_claim ?? "",
      first_name_claim: mapping?.first_name_claim ?? "",
      last_name_claim: mapping?.last_name_claim ?? "",
      role_claim: mapping?.role_claim ?? "",
      role_rules: (mapping?.role_rules ?? []).map(({ value, role }) => ({ value, target: role })),
      default_role: mapping?.default_role ?? "learner",
      branch_claim: mapping?.branch_claim ?? "",
      branch_rules: (mapping?.branch_rules ?? []).map(({ value, branch_id }) => ({ value, target: String(branch_id) })),
      group_claim: mapping?.group_claim ?? "",
      group_rules: (mapping?.group_rules ?? []).map(({ value, group_id }) => ({ value, target: String(group_id) })),
      field_claims: (mapping?.field_claims ?? []).map(({ claim, field_id }) => ({
        value: claim,
        target: String(field_id),
      })),
    },
  };
}

/** Resets what was typed for the other protocol, before the one of a new provider was changed. */
export function resetOtherProtocol(kind: string, fields: ProviderFields): ProviderFields {
  const { issuer, client_id, client_secret, scopes, mapping, ...blank } = toFields(null);
  if (kind === "saml") {
    const { email_verified_claim } = mapping;
    return {
      ...fields,
      issuer,
      client_id,
      client_secret,
      scopes,
      mapping: { ...fields.mapping, email_verified_claim },
    };
  }
  const { metadata, metadata_url, allows_idp_initiated, requires_encryption, trusts_emails } = blank;
  return { ...fields, metadata, metadata_url, allows_idp_initiated, requires_encryption, trusts_emails };
}

/** Tells whether a row of the rules has only one of its two halves: it could not be stored. */
export const hasHalfRule = ({ role_rules, branch_rules, group_rules, field_claims }: DraftMapping): boolean =>
  [role_rules, branch_rules, group_rules, field_claims].some((rules) =>
    rules.some(({ value, target }) => (value.trim() === "") !== (target === "")),
  );

/** Returns what is sent of a form. Rows of rules that are blank are left out. */
export function toInput({
  branch_id,
  email_domains,
  client_secret,
  metadata,
  metadata_url,
  mapping,
  ...fields
}: ProviderFields): IdentityProviderInput {
  const filled = (rules: DraftRule[]) => rules.filter(({ value, target }) => value.trim() !== "" && target !== "");
  const { role_rules, branch_rules, group_rules, field_claims, ...claims } = mapping;
  return {
    ...fields,
    branch_id: branch_id ? Number(branch_id) : null,
    email_domains: email_domains.split(/[\s,;]+/).filter(Boolean),
    client_secret: client_secret || null,
    metadata: metadata.trim() || null,
    metadata_url: metadata_url.trim() || null,
    mapping: {
      ...claims,
      role_rules: filled(role_rules).map(({ value, target }) => ({ value, role: target })),
      branch_rules: filled(branch_rules).map(({ value, target }) => ({ value, branch_id: Number(target) })),
      group_rules: filled(group_rules).map(({ value, target }) => ({ value, group_id: Number(target) })),
      field_claims: filled(field_claims).map(({ value, target }) => ({ claim: value, field_id: Number(target) })),
    },
  };
}
