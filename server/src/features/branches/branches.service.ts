import { type Actor, type Reach, withinBranchIds } from "../../access/actor.ts";
import type { Visit } from "../../access/person.ts";
import type { Action } from "../../access/permissions.ts";
import { findInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { toLikePattern } from "../../db/like.ts";
import { toPageOptions, type PageOptions } from "../../db/page.ts";
import { NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { type PictureUrls, toPictureUrls } from "../themes/brand-pictures.service.ts";
import * as queries from "./branches.queries.ts";

export interface Branch extends PictureUrls {
  id: number;
  name: string;
  url: string;
  theme: string | null;
  language: string;
  is_default: boolean;
  /** Shown on its login page, instead of the instance's. */
  welcome_text: string | null;
  primary_color: string | null;
  secondary_color: string | null;
}

/** Lists the branches one may choose from, narrowed as the manager's reports are (P15 and P66). */
export async function listBranches(actor: Actor, branchUrl?: string | null, search?: string | null): Promise<Branch[]> {
  const rows = await queries.listBranches(await reading(actor, branchUrl), toLikePattern(search));
  return rows.map((row) => toBranch(actor.platform, row));
}

/** Returns one page of the branches the caller manages, with their numbers of users and courses, and the total. */
export async function getPageOfBranches(
  actor: Actor,
  { branchUrl, ...options }: PageOptions & { branchUrl?: string | null },
) {
  const reach = await actor.reach("branch.manage", branchUrl);
  const total = await queries.countBranches(reach, options.search);
  return { total, rows: await queries.getPageOfBranches(reach, toPageOptions(options)) };
}

/**
 * Finds a branch: by `id` for readers of branches, by `url` for every visitor of its address.
 * @throws NotFound for an id that is unknown or out of reach; an unknown url is null
 */
export async function findBranch(
  actor: Actor,
  by: { id?: number | null; url?: string | null; branchUrl?: string | null },
): Promise<Branch | null> {
  if (by.id == null) return by.url ? findPublicBranch(actor, by.url) : null;
  const row = await queries.findBranch(await reading(actor, by.branchUrl), by.id);
  if (!row) throw new NotFound("Branch");
  return toBranch(actor.platform, row);
}

/** Finds the branch that a host names, in an open transaction of its instance. */
export async function branchAt(db: Db, platform: Platform, instanceId: number, url: string): Promise<Branch | null> {
  const row = await queries.findPublicBranch(db, instanceId, url);
  return row ? toBranch(platform, row) : null;
}

/**
 * Lists the ids of the branches of these addresses, in their order.
 * @throws NotFound when one of them is unknown or out of the reach
 */
export async function listBranchIds(reach: Reach, urls: string[]): Promise<number[]> {
  if (urls.length === 0) return [];
  const ids = new Map((await queries.listIds(reach, urls)).map(({ url, id }) => [url, id]));
  return urls.map((url) => {
    const id = ids.get(url);
    if (id === undefined) throw new NotFound("Branch");
    return id;
  });
}

/**
 * Narrows a reach to the branches of these addresses; an empty list changes nothing.
 * @throws NotFound when one of them is unknown or out of the reach
 */
export async function withinBranches<A extends Action>(reach: Reach<A>, urls: string[]): Promise<Reach<A>> {
  if (urls.length === 0) return reach;
  return withinBranchIds(reach, [...new Set(await listBranchIds(reach, urls))]);
}

/**
 * Finds the default branch, which users join who are created on the main site without access to it and without a
 * branch. Other users do not join it. Null when the instance has none.
 */
export function findDefaultBranch(reach: Reach): Promise<number | null> {
  return queries.findDefault(reach);
}

function reading(actor: Actor, branchUrl?: string | null) {
  return actor.can("report.view") ? actor.reach("report.view", branchUrl) : actor.reach("branch.view", branchUrl);
}

/** In the transaction of a signed-in caller: an operation holds one connection. */
async function findPublicBranch(actor: Actor, url: string): Promise<Branch | null> {
  const { platform, visit } = actor;
  if (actor.can("session.own")) {
    const { db, instanceId } = await actor.reach("session.own");
    return branchAt(db, platform, instanceId, url);
  }
  const instanceId = await findInstanceOfHost(platform, visit);
  return instanceId === null
    ? null
    : inInstance(platform.database, instanceId, (db) => branchAt(db, platform, instanceId, url));
}

async function findInstanceOfHost(platform: Platform, { instanceLabel }: Visit): Promise<number | null> {
  return instanceLabel === null ? null : findInstanceId(platform.database, instanceLabel);
}

function toBranch({ secret }: Platform, row: queries.BranchRow): Branch {
  const { logo_key, logo_dark_key, icon_key, login_picture_key, ...branch } = row;
  return { ...branch, ...toPictureUrls(secret, { logo_key, logo_dark_key, icon_key, login_picture_key }) };
}
