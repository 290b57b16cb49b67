import type { Actor } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";
import type { Platform } from "../../platform/platform.ts";
import { readStorage } from "../files/quota.service.ts";
import { readLicences } from "../users/licences.service.ts";
import * as queries from "./usage.queries.ts";

/** How much of something is used: of licences in people, of storage in bytes. */
export interface Usage {
  used: number;
  /** Null for no limit. */
  limit: number | null;
  state: UsageState;
}

/** From 90 % a limit is near. */
type UsageState = "free" | "near" | "reached";

/** What an instance uses now, and used on earlier days. */
export interface InstanceUsage {
  people: Usage;
  storage: Usage;
  days: queries.UsageDay[];
}

const MONTHS = 12;

/** Returns what the instance uses now, and on each day of the last twelve months. */
export async function getUsage(actor: Actor): Promise<InstanceUsage> {
  const reach = await actor.reach("settings.manage");
  return {
    people: toUsage(await readLicences(reach)),
    storage: toUsage(await readStorage(actor.platform, reach)),
    days: await queries.listDays(reach, MONTHS),
  };
}

/** Returns how many licences are used, for people who create users. */
export async function getLicenceUsage(actor: Actor): Promise<Usage> {
  return toUsage(await readLicences(await actor.reach("user.create")));
}

/** Returns how much storage is used, for people who upload. */
export async function getStorageUsage(actor: Actor): Promise<Usage> {
  return toUsage(await readStorage(actor.platform, await actor.reach("course.author")));
}

/** Stores what an instance uses today, once a day. */
export async function recordUsage(platform: Platform, db: Db, instanceId: number): Promise<void> {
  const day = await queries.findToday(db, instanceId);
  if (await queries.hasDay(db, instanceId, day)) return;
  const { used: people, limit: licences } = await readLicences({ db, instanceId });
  const { used: bytes } = await readStorage(platform, { db, instanceId });
  await queries.insertDay(db, instanceId, { day, people, licences, bytes });
}

function toUsage({ used, limit }: { used: number; limit: number | null }): Usage {
  const state = limit === null || used < limit * 0.9 ? "free" : used < limit ? "near" : "reached";
  return { used, limit, state };
}
