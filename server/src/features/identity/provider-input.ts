import * as z from "zod";
import type { Role } from "../../access/permissions.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { readEmailDomain } from "../../platform/email-addresses.ts";
import type { Mapping } from "./mapping.ts";

/** How the claims of a provider become a user, as a form sends it. */
interface MappingInput {
  email_claim?: string | null | undefined;
  email_verified_claim?: string | null | undefined;
  first_name_claim?: string | null | undefined;
  last_name_claim?: string | null | undefined;
  role_claim?: string | null | undefined;
  role_rules?: { value: string; role: string }[] | null | undefined;
  default_role?: string | null | undefined;
  branch_claim?: string | null | undefined;
  branch_rules?: { value: string; branch_id: number }[] | null | undefined;
  group_claim?: string | null | undefined;
  group_rules?: { value: string; group_id: number }[] | null | undefined;
  field_claims?: { field_id: number; claim: string }[] | null | undefined;
}

/** A provider as a form sends it: all of it, apart from a secret that stays as it is. */
export interface ProviderInput {
  name: string;
  branch_id?: number | null | undefined;
  is_active?: boolean | null | undefined;
  email_domains?: string[] | null | undefined;
  has_button?: boolean | null | undefined;
  issuer?: string | null | undefined;
  client_id?: string | null | undefined;
  /** Empty keeps the stored one. */
  client_secret?: string | null | undefined;
  scopes?: string | null | undefined;
  /** Of SAML: the provider's metadata; empty keeps the stored ones. */
  metadata?: string | null | undefined;
  metadata_url?: string | null | undefined;
  allows_idp_initiated?: boolean | null | undefined;
  requires_encryption?: boolean | null | undefined;
  /** Whether signing out here signs out there as well. */
  single_logout?: boolean | null | undefined;
  creates_accounts?: boolean | null | undefined;
  trusts_emails?: boolean | null | undefined;
  updates_people?: boolean | null | undefined;
  mapping?: MappingInput | null | undefined;
}

const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, t`This is too long.`);
const filled = (longest: number, missing: string) => text(longest).min(1, missing);

const MOST_DOMAINS = 50;

const emailDomains = z
  .array(z.string())
  .nullish()
  .transform((typed, context) => {
    const given = (typed ?? []).filter((each) => each.trim() !== "");
    const domains = given.flatMap((each) => readEmailDomain(each) ?? []);
    if (domains.length === given.length) return [...new Set(domains)];
    context.addIssue({ code: "custom", message: t`Enter domains such as northgate.org.` });
    return z.NEVER;
  });

const form = z.object({
  name: filled(60, t`Enter a name for the button.`),
  branch_id: z.int().nullish(),
  is_active: z.boolean().nullish(),
  email_domains: emailDomains,
  has_button: z.boolean().nullish(),
  creates_accounts: z.boolean().nullish(),
  trusts_emails: z.boolean().nullish(),
  updates_people: z.boolean().nullish(),
});

const oidcForm = z.object({
  issuer: filled(500, t`Enter the address of the provider.`).transform((address, context) => {
    const issuer = address.replace(/\/\.well-known\/openid-configuration\/?$/, "");
    const url = URL.canParse(issuer) ? new URL(issuer) : null;
    const isAddress = url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
    if (isAddress) return issuer;
    context.addIssue({ code: "custom", message: t`Enter an address that begins with https://.` });
    return z.NEVER;
  }),
  client_id: filled(300, t`Enter the client ID.`),
  client_secret: text(1_000).nullish(),
  single_logout: z.boolean().nullish(),
  scopes: text(300)
    .nullish()
    .transform((given) => [...new Set(["openid", ...(given || "profile email").split(/\s+/)])].join(" ")),
});

const samlForm = z.object({
  metadata: z.string().nullish(),
  metadata_url: text(1_000)
    .nullish()
    .refine((address) => !address || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)), {
      message: t`Enter an address that begins with https://.`,
    }),
  allows_idp_initiated: z.boolean().nullish(),
  requires_encryption: z.boolean().nullish(),
  single_logout: z.boolean().nullish(),
});

/** Reads the fields of SAML. @throws Invalid by field */
export const readSaml = (input: ProviderInput) => parse(samlForm, input);
/** Reads the fields of every provider. @throws Invalid by field */
export function readProvider(input: ProviderInput) {
  if ((input.email_domains?.length ?? 0) > MOST_DOMAINS)
    throw new Invalid({ email_domains: [t`Enter at most ${MOST_DOMAINS} domains.`] });
  return parse(form, input);
}
/** Reads the fields of OpenID Connect. @throws Invalid by field */
export const readOidc = (input: ProviderInput) => parse(oidcForm, input);

function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  return parsed.data;
}

const MOST_RULES = 100;

/**
 * Reads a mapping. @param givenRoles the roles that its author may give
 * @throws Invalid by field, also for a role that the author may not give
 */
export function readMapping(input: MappingInput | null | undefined, givenRoles: readonly Role[]): Mapping {
  const given = input ?? {};
  const rules = [given.role_rules, given.branch_rules, given.group_rules, given.field_claims];
  if (rules.some((each) => (each?.length ?? 0) > MOST_RULES))
    throw new Invalid({ mapping: [t`Enter at most ${MOST_RULES} rules.`] });
  const claim = (name: string | null | undefined) => name?.trim().slice(0, 200) || null;
  const readRole = (role: string): Role => {
    const found = givenRoles.find((each) => each === role && each !== "super_admin");
    if (!found) throw new Invalid({ mapping: [t`Choose roles that you may give yourself.`] });
    return found;
  };
  const values = <R extends { value: string }>(list: R[] | null | undefined): R[] =>
    (list ?? []).flatMap((rule) => {
      const value = rule.value.trim().slice(0, 500);
      return value === "" ? [] : [{ ...rule, value }];
    });
  return {
    email_claim: claim(given.email_claim),
    email_verified_claim: claim(given.email_verified_claim),
    first_name_claim: claim(given.first_name_claim),
    last_name_claim: claim(given.last_name_claim),
    role_claim: claim(given.role_claim),
    role_rules: values(given.role_rules).map(({ value, role }) => ({ value, role: readRole(role) })),
    default_role: readRole(given.default_role || "learner"),
    branch_claim: claim(given.branch_claim),
    branch_rules: values(given.branch_rules).map(({ value, branch_id }) => ({ value, branch_id })),
    group_claim: claim(given.group_claim),
    group_rules: values(given.group_rules).map(({ value, group_id }) => ({ value, group_id })),
    field_claims: (given.field_claims ?? []).flatMap(({ field_id, claim: name }) => {
      const named = claim(name);
      return named === null ? [] : [{ field_id, claim: named }];
    }),
  };
}
