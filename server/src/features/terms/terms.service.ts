import type { Actor } from "../../access/actor.ts";
import { findInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { toPageOptions, type PageOptions } from "../../db/page.ts";
import { Conflict, Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as queries from "./terms.queries.ts";

/** A version of the terms of use. */
export interface Terms {
  version: number;
  text: string;
  /** ISO 8601. */
  published_at: string;
}

const LONGEST = 50_000;
const VERSIONS = 100;

/** Returns the terms of use of the instance of this host; null without any. Public: people read them before they register. */
export async function findTerms(actor: Actor): Promise<Terms | null> {
  const { platform, visit } = actor;
  if (actor.can("session.own")) {
    const { db, instanceId } = await actor.reach("session.own");
    return toTerms(await queries.findCurrent(db, instanceId));
  }
  const instanceId = visit.instanceLabel ? await findInstanceId(platform.database, visit.instanceLabel) : null;
  if (instanceId === null) return null;
  return inInstance(platform.database, instanceId, async (db) => toTerms(await queries.findCurrent(db, instanceId)));
}

/**
 * Stores that the caller accepts the terms of use. @throws Conflict when another version was published meanwhile;
 * Forbidden for an API key, which accepts nothing for its owner
 */
export async function acceptTerms(actor: Actor, version: number): Promise<{ version: number }> {
  const reach = await actor.reach("terms.accept");
  const current = await queries.findCurrent(reach.db, reach.instanceId);
  if (current?.version !== version)
    throw new Conflict(t`The terms of use have changed meanwhile. Reload the page and read them again.`);
  await queries.accept(reach.db, reach.instanceId, reach.userId, version);
  return { version };
}

/** Returns the terms of use that people of an instance have to accept; null without any. */
export async function findTermsIn(db: Db, instanceId: number): Promise<Terms | null> {
  return toTerms(await queries.findCurrent(db, instanceId));
}

/** Stores which version a new user accepted when they registered; where another is current by now, sign-in asks again. */
export async function storeAcceptance(db: Db, instanceId: number, userId: number, version: number): Promise<void> {
  await queries.accept(db, instanceId, userId, version);
}

export interface TermsVersion extends Terms {
  is_current: boolean;
  published_by: string | null;
  accepted: number;
}

/** Lists the versions, newest first, with how many users accepted each. */
export async function listVersions(actor: Actor): Promise<TermsVersion[]> {
  const rows = await queries.listVersions(await actor.reach("settings.manage"), VERSIONS);
  return rows.map(({ published_at, ...row }) => ({ ...row, published_at: published_at.toISOString() }));
}

/**
 * Publishes a new version, which everybody has to accept before anything else; its publisher has read it.
 * @param after the latest version that the caller knows; 0 for none
 * @throws Invalid for `text`; Conflict when another admin published meanwhile
 */
export async function publishTerms(actor: Actor, input: { text: string; after: number }): Promise<{ version: number }> {
  const reach = await actor.reach("settings.manage");
  const text = input.text.trim();
  if (!text) throw new Invalid({ text: [t`Enter the terms of use.`] });
  if (text.length > LONGEST) throw new Invalid({ text: [t`This text is too long.`] });
  const { latest, name } = await queries.lockVersions(reach);
  if (latest !== input.after)
    throw new Conflict(t`Another admin has published a version meanwhile. Reload the page and read it first.`);
  const version = latest + 1;
  await queries.insertVersion(reach, version, text);
  await queries.setCurrent(reach, version);
  if (!actor.isApiKey && actor.person.platformUserId === null)
    await queries.accept(reach.db, reach.instanceId, reach.userId, version);
  await recordAudit(actor, reach, {
    action: "terms.published",
    subject: { type: "instance", id: reach.instanceId, name },
    changes: { version },
  });
  return { version };
}

/** Stops asking people to accept terms of use, or asks for the latest version again. @throws Conflict without a version */
export async function requireTerms(actor: Actor, isRequired: boolean): Promise<{ version: number | null }> {
  const reach = await actor.reach("settings.manage");
  const { latest, current, name } = await queries.lockVersions(reach);
  if (isRequired && latest === 0) throw new Conflict(t`Publish the terms of use first.`);
  const version = isRequired ? latest : null;
  if (version === current) return { version };
  await queries.setCurrent(reach, version);
  await recordAudit(actor, reach, {
    action: isRequired ? "terms.required" : "terms.suspended",
    subject: { type: "instance", id: reach.instanceId, name },
    changes: { version: version ?? current },
  });
  return { version };
}

/** A user and when they accepted a version; null for not yet. */
export interface Acceptance {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  /** ISO 8601. */
  accepted_at: string | null;
}

export interface AcceptanceFilter extends PageOptions {
  version: number;
  state?: string | null | undefined;
}

/** Returns a page of who accepted a version and who has not. @throws Invalid for another state */
export async function getPageOfAcceptances(
  actor: Actor,
  { state, ...options }: AcceptanceFilter,
): Promise<{ total: number; rows: Acceptance[] }> {
  const reach = await actor.reach("settings.manage");
  if (state && state !== "accepted" && state !== "open") throw new Invalid({ state: [t`Choose a state of the list.`] });
  const wanted = toPageOptions({ ...options, state: (state || null) as queries.AcceptanceOptions["state"] });
  const rows = await queries.listAcceptances(reach, wanted);
  return {
    total: await queries.countAcceptances(reach, wanted),
    rows: rows.map((row) => ({ ...row, accepted_at: row.accepted_at?.toISOString() ?? null })),
  };
}

const toTerms = (row: queries.TermsRow | undefined): Terms | null =>
  row ? { ...row, published_at: row.published_at.toISOString() } : null;
