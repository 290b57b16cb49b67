import * as z from "zod";
import { sql } from "kysely";
import type { Actor, Reach } from "../../access/actor.ts";
import { isLabel } from "../../access/host.ts";
import { forgetInstanceIds } from "../../access/session.ts";
import { announceChange } from "../../db/changes.ts";
import { afterCommit } from "../../db/client.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { differences, recordAudit } from "../audit/audit.service.ts";
import { forgetOrigins } from "../certificates/certificates.service.ts";
import { toTheme } from "../themes/themes.service.ts";
import * as queries from "./operator.queries.ts";
import { t } from "../../i18n/message.ts";

/** An instance as operators see it. */
export interface LmsInstance extends queries.InstanceValues {
  id: number;
  /** ISO 8601. */
  created_at: string;
  /** Users of a licence, which are the active ones. */
  licenses_used: number;
  branches_used: number;
  /** The current subscription, else the newest. */
  subscription: { id: number; status: string } | null;
}

const PAGE = 10;
const LARGEST_PAGE = 500;
const KEPT_DAYS = 30;

/** Lists instances by name, all of them or one page. */
export async function listInstances(actor: Actor, options: queries.ListOptions): Promise<LmsInstance[]> {
  const reach = await actor.reach("instance.manage");
  const rows = await queries.listInstances(reach, options);
  const figures = await queries.readFigures(
    reach,
    rows.map(({ id }) => id),
  );
  const byId = new Map(figures.map((each) => [each.instance_id, each]));
  return rows.map((row) => toInstance(row, byId.get(row.id)));
}

/** Returns one page of instances with the total. */
export async function getPageOfInstances(actor: Actor, options: queries.ListOptions) {
  const total = await queries.countInstances(await actor.reach("instance.manage"), options.search);
  const limit = Math.min(options.limit ?? PAGE, LARGEST_PAGE);
  return { total, rows: await listInstances(actor, { ...options, limit }) };
}

/** Returns an instance. @throws NotFound */
export async function getInstance(actor: Actor, id: number): Promise<LmsInstance> {
  const reach = await actor.reach("instance.manage");
  const row = await queries.findInstance(reach, id);
  if (!row) throw new NotFound("Instance");
  const [figures] = await queries.readFigures(reach, [id]);
  return toInstance(row, figures);
}

export interface InstanceInput {
  name: string;
  domain?: string | null | undefined;
  license_count?: number | null | undefined;
  branch_limit?: number | null | undefined;
  storage_limit_gb?: number | null | undefined;
  theme?: string | null | undefined;
  primary_color?: string | null | undefined;
  secondary_color?: string | null | undefined;
  api_access?: boolean | null | undefined;
  branding_enabled?: boolean | null | undefined;
  trial_ends_at?: string | null | undefined;
  is_active?: boolean | null | undefined;
}

/**
 * Creates an instance. Without a domain, its address is made from its name.
 * @throws Invalid by field
 */
export async function createInstance(actor: Actor, input: InstanceInput): Promise<LmsInstance> {
  const reach = await actor.reach("instance.manage");
  await queries.lockDomains(reach);
  const domain = input.domain?.trim() ? input.domain : await freeDomain(reach, input.name);
  const values = toInstanceValues({ ...input, domain });
  await refuseTakenDomain(reach, values.domain, null);
  const id = await queries.insertInstance(reach, values);
  const subject = { type: "instance" as const, id, name: values.name };
  const entry = { action: "instance.created", subject, changes: { ...values } } as const;
  await recordAudit(actor, await actor.reachInstance("instance.manage", id), entry);
  await recordAudit(actor, await actor.reachPlatform(), entry);
  return getInstance(actor, id);
}

/**
 * Changes an instance; omitted fields stay, null clears. A new domain changes the addresses of all its users.
 * @throws NotFound; Invalid by field
 */
export async function updateInstance(actor: Actor, id: number, input: InstanceInput): Promise<LmsInstance> {
  const reach = await actor.reachInstance("instance.manage", id);
  await queries.lockDomains(reach);
  const before = await queries.findInstance(reach, id);
  if (!before) throw new NotFound("Instance");
  const { created_at: _, id: __, ...old } = before;
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  // A theme without colours replaces those of the theme before.
  const colours = given["theme"] === undefined ? {} : { primary_color: null, secondary_color: null };
  const values = toInstanceValues({ ...old, ...colours, ...given } as InstanceInput);
  if (values.domain !== before.domain && before.domain === actor.platform.config.SINGLE_INSTANCE)
    throw new Invalid({ domain: [t`This server serves only the instance of this domain (SINGLE_INSTANCE).`] });
  await refuseTakenDomain(reach, values.domain, id);
  await queries.updateInstance(reach, id, values);
  // At the address before, nobody can check a certificate any more.
  if (values.domain !== before.domain)
    await forgetOrigins(reach, `${before.domain}.${actor.platform.config.BASE_DOMAIN}`);
  await announceNewAddress(actor, reach);
  const changes = differences(old, values);
  const entry = {
    action: "instance.updated",
    subject: { type: "instance" as const, id, name: values.name },
    changes,
  } as const;
  await recordAudit(actor, reach, entry);
  await recordAudit(actor, await actor.reachPlatform(), entry);
  return getInstance(actor, id);
}

/** Lets all processes forget the address of an instance, and the names of its own that lead there. */
async function announceNewAddress({ platform }: Actor, { db }: Reach<"instance.manage">): Promise<void> {
  await announceChange(db, "instances");
  await announceChange(db, "hosts");
  afterCommit(db, () => {
    forgetInstanceIds(platform.database);
    platform.customHosts.forget();
  });
}

/**
 * Deletes an instance: its sessions end and its address is free immediately. With its name typed, a job removes its
 * rows and files now; the contract's call without the name keeps them for 30 days.
 * @throws NotFound; Invalid when the name is not the instance's
 */
export async function deleteInstance(actor: Actor, id: number, name?: string | null): Promise<{ id: number }> {
  const reach = await actor.reachInstance("instance.manage", id);
  const instance = await queries.findInstance(reach, id);
  if (!instance) throw new NotFound("Instance");
  if (reach.instanceId === actor.instance.id)
    throw new Invalid({ id: [t`You are signed in at this instance. Delete it from the address of another one.`] });
  if (name != null && name.trim() !== instance.name)
    throw new Invalid({ name: [t`This is not the name of the instance.`] });
  const isTyped = name != null;
  await queries.endSessions(reach);
  await queries.markDeleted(
    reach,
    id,
    isTyped ? sql<Date>`now()` : sql<Date>`now() + make_interval(days => ${KEPT_DAYS})`,
  );
  await announceNewAddress(actor, reach);
  await recordAudit(actor, await actor.reachPlatform(), {
    action: "instance.deleted",
    subject: { type: "instance", id, name: instance.name },
    changes: { domain: instance.domain, kept_days: isTyped ? 0 : KEPT_DAYS },
  });
  if (isTyped) await actor.platform.jobs.enqueue(reach.db, "instance.purge", { instanceId: id, actorId: null });
  return { id };
}

const count = z
  .number()
  .int()
  .min(0, t`Enter a number of 0 or more.`)
  .max(10_000_000, t`This number is too large.`);
const form = z.object({
  name: z
    .string()
    .trim()
    .min(1, t`Enter the name of the instance.`)
    .max(200, t`This name is too long.`),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, t`Enter the domain. It is part of the site's address.`)
    .refine((text) => text === "" || isLabel(text), t`Use small letters, digits and hyphens; some names are reserved.`),
  license_count: count.nullable(),
  branch_limit: count.nullable(),
  storage_limit_gb: count.min(1, t`Enter a number of 1 or more.`).nullable(),
  api_access: z.boolean(),
  branding_enabled: z.boolean(),
  trial_ends_at: z.iso.date(t`Enter a date as yyyy-mm-dd.`).nullable(),
  is_active: z.boolean(),
});

function toInstanceValues(input: InstanceInput): queries.InstanceValues {
  const parsed = form.safeParse({
    name: input.name,
    domain: input.domain ?? "",
    license_count: input.license_count ?? null,
    branch_limit: input.branch_limit ?? null,
    storage_limit_gb: input.storage_limit_gb ?? null,
    api_access: input.api_access ?? false,
    branding_enabled: input.branding_enabled ?? false,
    trial_ends_at: input.trial_ends_at || null,
    is_active: input.is_active ?? true,
  });
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  return { ...parsed.data, ...toTheme(input) };
}

type Operator = Parameters<typeof queries.isDomainTaken>[0];

async function refuseTakenDomain(reach: Operator, domain: string, except: number | null): Promise<void> {
  if (await queries.isDomainTaken(reach, domain, except))
    throw new Invalid({ domain: [t`Another instance has this domain already.`] });
}

/** Makes an address from the name: 'Acme & Söhne' gives acme-sohne, or acme-sohne-2 if that is taken. */
async function freeDomain(reach: Operator, name: string): Promise<string> {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 50)
    .replace(/^-+|-+$/g, "");
  const base = isLabel(plain) ? plain : `${plain || "site"}-1`;
  for (let number = 1; ; number++) {
    const domain = number === 1 ? base : `${base}-${number}`;
    if (!(await queries.isDomainTaken(reach, domain, null))) return domain;
  }
}

function toInstance({ created_at, ...row }: queries.InstanceRow, figures: queries.Figures | undefined): LmsInstance {
  return {
    ...row,
    created_at: created_at.toISOString(),
    licenses_used: figures?.active_users ?? 0,
    branches_used: figures?.branches ?? 0,
    subscription:
      figures?.subscription_id == null ? null : { id: figures.subscription_id, status: figures.subscription_status! },
  };
}
