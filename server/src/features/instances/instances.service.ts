import type { Actor } from "../../access/actor.ts";
import type { Visit } from "../../access/person.ts";
import { hasPackageOrigins } from "../../access/host.ts";
import { findInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import type { Platform } from "../../platform/platform.ts";
import { type Branch, branchAt } from "../branches/branches.service.ts";
import { type PictureUrls, toPictureUrls } from "../themes/brand-pictures.service.ts";
import type { PrivacyContact } from "../settings/privacy.service.ts";
import { type Support, toSupport } from "../settings/support.service.ts";
import * as queries from "./instances.queries.ts";

export interface Instance extends PictureUrls {
  id: number;
  name: string;
  domain: string;
  license_count: number | null;
  branch_limit: number | null;
  theme: string | null;
  /** yyyy-mm-dd. */
  trial_ends_at: string | null;
  is_active: boolean;
  primary_color: string | null;
  secondary_color: string | null;
  language: string;
  currency: string;
  /** An IANA time zone. */
  time_zone: string;
  /** day-month-year, month-day-year or year-month-day. */
  date_format: string;
  /** Where people register without an invitation: the ids of branches, 0 for the main site. */
  open_sites: number[];
  /** The buttons of identity providers on the login form. */
  sign_in_buttons: queries.SignInButton[];
  /** Whether people sign in only by an identity provider. */
  passwords_off: boolean;
  /** The languages that users may choose. */
  languages: string[];
  /** On which weeks begin: 1 (Monday), 6 (Saturday) or 7 (Sunday). */
  first_weekday: number;
  /** Shown on the login page. */
  welcome_text: string | null;
  support: Support;
  /** Whom people ask about their data. */
  privacy_contact: PrivacyContact;
}

/** Returns the public data of the instance at an address; null when there is none. */
export async function instanceByUrl(actor: Actor, url: string): Promise<Instance | null> {
  const domain = url.trim().toLowerCase();
  if (actor.can("session.own")) return instanceAt((await actor.reach("session.own")).db, actor.platform, domain);
  return instanceAt(actor.platform.database.outside, actor.platform, domain);
}

/**
 * What the client needs before its first request: written into index.html, so that the first paint has the right
 * colours.
 */
export interface BootData {
  productName: string;
  baseDomain: string;
  instance: Omit<Instance, "open_sites" | "sign_in_buttons" | "passwords_off"> | null;
  branch: Branch | null;
  /** The labels of the host, whether or not they exist. */
  detected: { instance: string | null; branch: string | null };
  /** The server serves this instance alone, at any host; left out elsewhere. */
  isOnlyInstance?: boolean;
  /** Packages have no origin of their own here and run in a sandbox, which authors are informed of. */
  sandboxesPackages: boolean;
  /** Whether people register at this address without an invitation. */
  isOpenToAll: boolean;
  /** The identity providers by which people sign in at this address; left out without any. */
  signInButtons?: Pick<queries.SignInButton, "id" | "kind" | "name">[];
  /** Whether the domain of an e-mail address may lead to a provider. */
  hasEmailDomains?: boolean;
  /** Whether they sign in only by these. */
  hasNoPasswords?: boolean;
}

/** Returns what a page needs before sign-in: product, instance and branch of the host; null where the host has none. */
export async function bootData(platform: Platform, { instanceLabel, branchLabel }: Visit): Promise<BootData> {
  const instanceId = instanceLabel === null ? null : await findInstanceId(platform.database, instanceLabel);
  const found = instanceId === null ? null : await instanceAt(platform.database.outside, platform, instanceLabel!);
  const { open_sites = [], sign_in_buttons = [], passwords_off = false, ...instance } = found ?? {};
  const branch =
    instanceId === null || branchLabel === null
      ? null
      : await inInstance(platform.database, instanceId, (db) => branchAt(db, platform, instanceId, branchLabel));
  const { PRODUCT_NAME, BASE_DOMAIN, SINGLE_INSTANCE } = platform.config;
  const providers = sign_in_buttons.filter(({ branch_id }) => branch_id === null || branch_id === branch?.id);
  const buttons = providers.filter(({ has_button = true }) => has_button);
  return {
    productName: PRODUCT_NAME,
    baseDomain: BASE_DOMAIN,
    instance: found && (instance as BootData["instance"]),
    branch,
    detected: { instance: instanceLabel, branch: branchLabel },
    ...(SINGLE_INSTANCE && { isOnlyInstance: true }),
    sandboxesPackages: !hasPackageOrigins(platform.config),
    isOpenToAll: branchLabel === null ? open_sites.includes(0) : branch !== null && open_sites.includes(branch.id),
    ...(buttons.length > 0 && { signInButtons: buttons.map(({ id, kind, name }) => ({ id, kind, name })) }),
    ...(providers.some(({ has_domains }) => has_domains) && { hasEmailDomains: true }),
    ...(passwords_off && { hasNoPasswords: true }),
  };
}

async function instanceAt(db: Db, { secret }: Platform, domain: string): Promise<Instance | null> {
  const row = await queries.findInstanceAt(db, domain);
  if (!row) return null;
  const {
    logo_key,
    logo_dark_key,
    icon_key,
    login_picture_key,
    support_text,
    support_email,
    support_phone,
    support_link,
    privacy_name,
    privacy_email,
    ...instance
  } = row;
  const support = toSupport({ support_text, support_email, support_phone, support_link });
  const privacy_contact = { name: privacy_name, email: privacy_email };
  const pictures = toPictureUrls(secret, { logo_key, logo_dark_key, icon_key, login_picture_key });
  return { ...instance, support, privacy_contact, ...pictures };
}
