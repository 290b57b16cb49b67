import type { Actor, Reach, Visit } from "../../access/actor.ts";
import type { Action } from "../../access/permissions.ts";
import { instanceIdOf } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { containing } from "../../db/like.ts";
import { onePage, type PageOptions } from "../../db/page.ts";
import { NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { signedAddressOrNull } from "../files/files.service.ts";
import * as queries from "./branches.queries.ts";

export interface Branch {
  id: number;
  name: string;
  url: string;
  theme: string | null;
  language: string;
  is_default: boolean;
  logo_url: string | null;
  primary_color: string | null;
  secondary_color: string | null;
}

/** The branches one may choose from: where a manager's reports are narrowed, so is their list (decisions 15 and 66). */
export async function listBranches(actor: Actor, branchUrl?: string | null, search?: string | null): Promise<Branch[]> {
  const rows = await queries.listBranches(await reading(actor, branchUrl), containing(search));
  return rows.map((row) => branchOf(actor.platform, row));
}

/** One page of the branches one manages, with their people and courses counted, and the total of the whole. */
export async function pageOfBranches(
  actor: Actor,
  { branchUrl, ...options }: PageOptions & { branchUrl?: string | null },
) {
  const reach = await actor.reach("branch.manage", branchUrl);
  const total = await queries.countBranches(reach, options.search);
  return { total, rows: await queries.pageOfBranches(reach, onePage(options)) };
}

/**
 * One branch: by `id` for those who may read branches, by `url` for everybody who comes to its address.
 * @throws NotFound for an id that is unknown or out of reach; an unknown url is null
 */
export async function findBranch(
  actor: Actor,
  by: { id?: number | null; url?: string | null; branchUrl?: string | null },
): Promise<Branch | null> {
  if (by.id == null) return by.url ? findPublicBranch(actor, by.url) : null;
  const row = await queries.findBranch(await reading(actor, by.branchUrl), by.id);
  if (!row) throw new NotFound("Branch");
  return branchOf(actor.platform, row);
}

/** The branch that a host names, to an open database of its instance. */
export async function branchAt(db: Db, platform: Platform, instanceId: number, url: string): Promise<Branch | null> {
  const row = await queries.findPublicBranch(db, instanceId, url);
  return row ? branchOf(platform, row) : null;
}

/**
 * The same reach, narrowed to the branches of these addresses; none means as it is.
 * @throws NotFound when one of them is unknown or out of the reach
 */
export async function withinBranches<A extends Action>(reach: Reach<A>, urls: string[]): Promise<Reach<A>> {
  if (urls.length === 0) return reach;
  const branchIds = await queries.listIdsOf(reach, urls);
  if (branchIds.length < new Set(urls).size) throw new NotFound("Branch");
  return { ...reach, branchIds, ledGroupIds: [] };
}

/**
 * The default branch: whoever is created on the main site without access to it, and without a branch, joins this one. Nobody
 * else is moved by it. Null when the instance has none.
 */
export function findDefaultBranch(reach: Reach): Promise<number | null> {
  return queries.findDefault(reach);
}

function reading(actor: Actor, branchUrl?: string | null) {
  return actor.can("report.view") ? actor.reach("report.view", branchUrl) : actor.reach("branch.view", branchUrl);
}

/** A signed-in person's own transaction is used: an operation holds one connection, never two. */
async function findPublicBranch(actor: Actor, url: string): Promise<Branch | null> {
  const { platform, visit } = actor;
  if (actor.can("learn")) {
    const { db, instanceId } = await actor.reach("learn");
    return branchAt(db, platform, instanceId, url);
  }
  const instanceId = await instanceOfHost(platform, visit);
  return instanceId === null
    ? null
    : inInstance(platform.database, instanceId, (db) => branchAt(db, platform, instanceId, url));
}

async function instanceOfHost(platform: Platform, { instanceLabel }: Visit): Promise<number | null> {
  return instanceLabel === null ? null : instanceIdOf(platform.database, instanceLabel);
}

function branchOf({ secret }: Platform, { logo_key, ...row }: queries.BranchRow): Branch {
  return { ...row, logo_url: signedAddressOrNull(secret, logo_key) };
}
