import { X509Certificate } from "node:crypto";
import type { Actor, Reach } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { seal } from "../../access/sealed.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { differences, recordAudit } from "../audit/audit.service.ts";
import { findOwnerOfDomains } from "./email-domains.queries.ts";
import { findResult } from "./flows.queries.ts";
import { type ProviderInput, readMapping, readProvider } from "./provider-input.ts";
import * as queries from "./providers.queries.ts";
import { SECRET_PURPOSE, toSecretContext } from "./secrets.ts";
import { readOidcSettings, readSamlSettings } from "./protocol-settings.service.ts";
import { toSignedOutUrl } from "./oidc-logout.service.ts";
import { toAddresses } from "./saml.service.ts";
import { sealTest, type TestResult } from "./sign-in.service.ts";

type Managing = Reach<"identity.manage">;

/** A provider as admins see it. Its secret never leaves the server. */
export interface IdentityProvider extends Omit<queries.ProviderRow, "secret" | "settings"> {
  client_id: string | null;
  has_secret: boolean;
  scopes: string | null;
  /** Of SAML. */
  sso_url: string | null;
  metadata_url: string | null;
  /** Fingerprints of the provider's certificates. */
  certificates: string[];
  allows_idp_initiated: boolean;
  requires_encryption: boolean;
  single_logout: boolean;
  /** Of SAML: where people sign out. */
  slo_url: string | null;
  /** Of OpenID Connect: what the provider asks for to sign people out. */
  signed_out_url: string | null;
  backchannel_logout_url: string | null;
  own_metadata_url: string | null;
  /** What the provider asks for: where it sends people back. */
  callback_url: string;
}

const MOST_PROVIDERS = 20;

/** Lists the identity providers of the instance, by name. */
export async function listProviders(actor: Actor): Promise<IdentityProvider[]> {
  const reach = await actor.reach("identity.manage");
  return (await queries.listProviders(reach)).map((row) => toProvider(actor, row));
}

/** Returns one provider. @throws NotFound */
export async function getProvider(actor: Actor, id: number): Promise<IdentityProvider> {
  return toProvider(actor, await getRow(await actor.reach("identity.manage"), id));
}

/** Adds a provider. From now on the caller's rights decide whom it may link and which roles it gives. @throws Invalid by field */
export async function createProvider(actor: Actor, kind: string, input: ProviderInput): Promise<IdentityProvider> {
  const reach = await actor.reach("identity.manage");
  if (kind !== "oidc" && kind !== "saml") throw new Invalid({ kind: [t`Choose OpenID Connect or SAML.`] });
  await queries.readPolicy(reach, { lock: true });
  await refuseTooMany(reach);
  const { values, secret } = await readValues(actor, reach, { kind, input, before: null });
  const id = await queries.insertProvider(reach, kind, values);
  if (secret) await storeSecret(actor, reach, id, secret);
  await queries.storeButtons(reach);
  await record(actor, reach, "identity_provider.created", { id, name: values.name }, describe(values));
  return getProvider(actor, id);
}

/**
 * Changes a provider; from now on the caller's rights count for it.
 * @throws NotFound; Invalid by field; Conflict when nobody could sign in any more
 */
export async function updateProvider(actor: Actor, id: number, input: ProviderInput): Promise<IdentityProvider> {
  const reach = await actor.reach("identity.manage");
  const policy = await queries.readPolicy(reach, { lock: true });
  const before = await getRow(reach, id);
  const { values, secret } = await readValues(actor, reach, { kind: before.kind, input, before });
  if (!values.is_active || values.branch_id !== null) await refuseLastWay(reach, policy, id);
  await queries.updateProvider(reach, id, values);
  if (secret) await storeSecret(actor, reach, id, secret);
  await queries.storeButtons(reach);
  const changes = { ...differences(describe(before), describe(values)), ...(secret && { has_new_secret: true }) };
  await record(actor, reach, "identity_provider.updated", { id, name: values.name }, changes);
  return getProvider(actor, id);
}

/** Deletes a provider, which `restoreDeleted` brings back with its links to users. @throws NotFound; Conflict when nobody could sign in any more */
export async function deleteProvider(actor: Actor, id: number): Promise<{ id: number }> {
  const reach = await actor.reach("identity.manage");
  const policy = await queries.readPolicy(reach, { lock: true });
  const { name, people } = await getRow(reach, id);
  await refuseLastWay(reach, policy, id);
  await queries.deleteProvider(reach, id);
  await queries.storeButtons(reach);
  await record(actor, reach, "identity_provider.deleted", { id, name }, { people });
  return { id };
}

/**
 * Checks that a deleted provider can come back, before it does. It works with the rights of who saved it last, as before.
 * @throws Conflict when there are too many others, or one of its domains belongs to another meanwhile
 */
export async function prepareRestore(actor: Actor, id: number): Promise<void> {
  const reach = await actor.reach("identity.manage");
  await queries.readPolicy(reach, { lock: true });
  await refuseTooMany(reach);
  const found = await queries.findDeletedProvider(reach, id);
  if (!found) throw new NotFound("Identity provider");
  const owner = await findOwnerOfDomains(reach, {
    domains: found.email_domains,
    branchId: found.branch_id,
    exceptId: id,
  });
  if (owner) throw new Conflict(t`${owner.name} has the domain ${owner.domain} already.`);
}

/** Shows a restored provider on the login page again. */
export async function showRestored(actor: Actor): Promise<void> {
  await queries.storeButtons(await actor.reach("identity.manage"));
}

/** Returns the address at which the caller's browser starts a test sign-in, within a minute. @throws NotFound */
export async function startTest(actor: Actor, id: number): Promise<string> {
  const reach = await actor.reach("identity.manage");
  const { kind } = await getRow(reach, id);
  const { instanceId, userId } = reach;
  const test = sealTest(actor.platform, { instanceId, providerId: id, userId });
  return `${toOrigin(actor)}/sso/${kind}/${id}/start?test=${test}`;
}

/** Returns what a test sign-in of the caller found; null when it has not ended, or is older than an hour. */
export async function findTest(actor: Actor, id: string): Promise<TestResult | null> {
  const reach = await actor.reach("identity.manage");
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return null;
  const found = await findResult(reach, { id, userId: reach.userId });
  return found ? (found.result as TestResult) : null;
}

async function refuseTooMany(reach: Managing): Promise<void> {
  if ((await queries.listProviders(reach)).length >= MOST_PROVIDERS)
    throw new Conflict(t`An organisation has at most ${MOST_PROVIDERS} identity providers.`);
}

async function getRow(reach: Managing, id: number): Promise<queries.ProviderRow> {
  const row = await queries.findProvider(reach, id);
  if (!row) throw new NotFound("Identity provider");
  return row;
}

const toOrigin = ({ visit, platform, instance }: Actor) => siteOrigin(visit.origin, platform.config, instance.domain);

function toProvider(actor: Actor, { secret, settings, ...row }: queries.ProviderRow): IdentityProvider {
  const origin = toOrigin(actor);
  return {
    ...row,
    client_id: settings.client_id ?? null,
    has_secret: secret !== null,
    scopes: settings.scopes ?? null,
    sso_url: settings.sso_url ?? null,
    metadata_url: settings.metadata_url ?? null,
    certificates: (settings.certificates ?? []).map((pem) => new X509Certificate(pem).fingerprint256),
    allows_idp_initiated: settings.allows_idp_initiated ?? false,
    requires_encryption: settings.requires_encryption ?? false,
    single_logout: settings.single_logout ?? false,
    slo_url: settings.slo_url ?? null,
    signed_out_url: row.kind === "oidc" ? toSignedOutUrl({ origin, provider: row }) : null,
    backchannel_logout_url: row.kind === "oidc" ? `${origin}/sso/oidc/${row.id}/backchannel-logout` : null,
    own_metadata_url: row.kind === "saml" ? toAddresses({ origin, provider: row }).entityId : null,
    callback_url:
      row.kind === "saml" ? toAddresses({ origin, provider: row }).acsUrl : `${origin}/sso/oidc/${row.id}/callback`,
  };
}

/** Checks what a form sends. @param before the stored provider; null for a new one */
async function readValues(
  actor: Actor,
  reach: Managing,
  given: { kind: queries.ProviderKind; input: ProviderInput; before: queries.ProviderRow | null },
): Promise<{ values: queries.ProviderValues; secret: string | null }> {
  const { input } = given;
  const common = readProvider(input);
  const protocol = given.kind === "oidc" ? readOidcSettings(given) : await readSamlSettings(actor, given);
  const mapping = readMapping(input.mapping, actor.givenRoles);
  const branch_id = common.branch_id ?? null;
  const missing = await queries.listMissing(reach, {
    branches: [...mapping.branch_rules.map((rule) => rule.branch_id), ...(branch_id === null ? [] : [branch_id])],
    groups: mapping.group_rules.map(({ group_id }) => group_id),
    fields: mapping.field_claims.map(({ field_id }) => field_id),
  });
  if (missing.branches || missing.groups || missing.fields)
    throw new Invalid({ mapping: [t`A branch, group or field of these rules does not exist any more.`] });
  await refuseOwnedDomains(reach, {
    domains: common.email_domains,
    branchId: branch_id,
    exceptId: given.before?.id ?? null,
  });
  const has_button = common.has_button ?? true;
  if (!has_button && common.email_domains.length === 0)
    throw new Invalid({ email_domains: [t`Without a button, enter a domain: nobody could sign in by it.`] });
  const values = {
    name: common.name,
    branch_id,
    is_active: common.is_active ?? true,
    email_domains: common.email_domains,
    has_button,
    issuer: protocol.issuer,
    settings: protocol.settings,
    creates_accounts: common.creates_accounts ?? false,
    trusts_emails: common.trusts_emails ?? false,
    updates_people: common.updates_people ?? true,
    mapping,
  };
  return { values, secret: protocol.secret };
}

/** Keeps two providers of one site from having the same domain. */
async function refuseOwnedDomains(
  reach: Managing,
  wanted: { domains: string[]; branchId: number | null; exceptId: number | null },
): Promise<void> {
  const owner = await findOwnerOfDomains(reach, wanted);
  if (owner) throw new Invalid({ email_domains: [t`${owner.name} has the domain ${owner.domain} already.`] });
}

async function storeSecret({ platform }: Actor, reach: Managing, id: number, secret: string): Promise<void> {
  const context = toSecretContext(reach.instanceId, id);
  await queries.storeSecret(reach, id, seal(platform.secret, SECRET_PURPOSE, context, secret));
}

/** Keeps an instance without passwords from losing its last provider for every site. */
async function refuseLastWay(reach: Managing, policy: queries.SignInPolicy, id: number): Promise<void> {
  if (policy.passwords_off && !(await queries.hasAnotherForAll(reach, id)))
    throw new Conflict(t`People sign in only by this provider. Allow passwords again first.`);
}

/** Returns what the audit log says of a provider. */
const describe = ({
  name,
  is_active,
  issuer,
  branch_id,
  email_domains,
  has_button,
  ...rest
}: queries.ProviderValues) => ({
  name,
  is_active,
  issuer,
  branch_id,
  email_domains,
  has_button,
  client_id: rest.settings.client_id,
  sso_url: rest.settings.sso_url,
  allows_idp_initiated: rest.settings.allows_idp_initiated,
  requires_encryption: rest.settings.requires_encryption,
  single_logout: rest.settings.single_logout,
  creates_accounts: rest.creates_accounts,
  trusts_emails: rest.trusts_emails,
  updates_people: rest.updates_people,
  default_role: rest.mapping.default_role,
  mapping: JSON.stringify(rest.mapping),
});

async function record(
  actor: Actor,
  reach: Managing,
  action: `identity_provider.${string}`,
  { id, name }: { id: number; name: string },
  changes: Record<string, unknown>,
): Promise<void> {
  await recordAudit(actor, reach, { action, subject: { type: "identity_provider", id, name }, changes });
}
