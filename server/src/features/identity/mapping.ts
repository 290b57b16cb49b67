import type { Role } from "../../access/permissions.ts";

/** What a provider says of a person, by the names that it uses. */
export type Claims = Readonly<Record<string, unknown>>;

interface Rule {
  /** Compared without regard to case. */
  value: string;
}

/** How the claims of a provider become a user. A claim that is not named has the names that are usual. */
export interface Mapping {
  email_claim: string | null;
  /** Tells whether the e-mail address is verified; of OpenID Connect only. */
  email_verified_claim: string | null;
  first_name_claim: string | null;
  last_name_claim: string | null;
  role_claim: string | null;
  /** The first that fits decides. */
  role_rules: (Rule & { role: Role })[];
  /** Of people whom no rule fits. */
  default_role: Role;
  branch_claim: string | null;
  branch_rules: (Rule & { branch_id: number })[];
  group_claim: string | null;
  group_rules: (Rule & { group_id: number })[];
  field_claims: { field_id: number; claim: string }[];
}

/** A person as a provider describes them, in the terms of the product. */
export interface Profile {
  email: string | null;
  is_email_verified: boolean;
  first_name: string | null;
  last_name: string | null;
  /** Null when no rule fits: then a new user has the default role, and others keep theirs. */
  role: Role | null;
  branch_id: number | null;
  group_ids: number[];
  /** The groups of all rules, which a person leaves when no rule fits any more. */
  ruled_group_ids: number[];
  fields: { id: number; value: string }[];
}

const URN = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/";
const USUAL = {
  email: ["email", "mail", `${URN}emailaddress`, "urn:oid:0.9.2342.19200300.100.1.3"],
  first_name: ["given_name", "givenName", "firstName", "first_name", `${URN}givenname`, "urn:oid:2.5.4.42"],
  last_name: ["family_name", "sn", "surname", "lastName", "last_name", `${URN}surname`, "urn:oid:2.5.4.4"],
  name: ["name", "displayName", "urn:oid:2.16.840.1.113730.3.1.241", `${URN}name`],
};

/**
 * Describes a person by the claims of their provider.
 * @param trustsEmails whether the provider's addresses count as verified without a claim that says so
 */
export function describePerson(claims: Claims, mapping: Mapping, { trustsEmails }: { trustsEmails: boolean }): Profile {
  const find = (claim: string | null, usual: readonly string[]) =>
    (claim ? [claim] : usual).map((name) => readText(claims, name)).find((text) => text !== null) ?? null;
  const email = find(mapping.email_claim, USUAL.email);
  const name = find(null, USUAL.name);
  const parts = name !== null && name !== email ? name.split(/\s+/) : [];
  return {
    email,
    is_email_verified: trustsEmails || isTrue(readClaim(claims, mapping.email_verified_claim || "email_verified")),
    first_name: (find(mapping.first_name_claim, USUAL.first_name) ?? parts[0] ?? null)?.slice(0, 100) ?? null,
    last_name: (find(mapping.last_name_claim, USUAL.last_name) ?? parts.slice(1).join(" "))?.slice(0, 100) || null,
    role: matching(claims, mapping.role_claim, mapping.role_rules)[0]?.role ?? null,
    branch_id: matching(claims, mapping.branch_claim, mapping.branch_rules)[0]?.branch_id ?? null,
    group_ids: [...new Set(matching(claims, mapping.group_claim, mapping.group_rules).map(({ group_id }) => group_id))],
    ruled_group_ids: [...new Set(mapping.group_rules.map(({ group_id }) => group_id))],
    fields: mapping.field_claims.map(({ field_id, claim }) => ({ id: field_id, value: readText(claims, claim) ?? "" })),
  };
}

function matching<R extends Rule>(claims: Claims, claim: string | null, rules: readonly R[]): R[] {
  if (!claim) return [];
  const values = new Set(readTexts(claims, claim).map((value) => value.toLowerCase()));
  return rules.filter(({ value }) => values.has(value.trim().toLowerCase()));
}

const readText = (claims: Claims, name: string): string | null => readTexts(claims, name)[0] ?? null;

function readTexts(claims: Claims, name: string): string[] {
  const value = readClaim(claims, name);
  return (Array.isArray(value) ? value : [value]).flatMap((each) => {
    if (!["string", "number", "boolean"].includes(typeof each)) return [];
    const text = String(each)
      .replaceAll(/[\u0000-\u001f\u007f]/g, " ")
      .trim();
    return text === "" ? [] : [text.slice(0, 1_000)];
  });
}

/** Reads a claim by its name, or by the names on the way to it: `realm_access.roles`. */
function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** Tells whether a claim says yes; some providers write it as a text or a number. */
const isTrue = (value: unknown) => value === true || value === "true" || value === 1 || value === "1";
