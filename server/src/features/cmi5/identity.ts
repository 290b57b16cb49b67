import { createHash } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import type { Registration } from "./registrations.queries.ts";

/** Returns the actor of a registration: an account only (cmi5 9.2). */
export function toAgent({ account_home, account_name }: Pick<Registration, "account_home" | "account_name">) {
  return { objectType: "Agent" as const, account: { homePage: account_home, name: account_name } };
}

/** Returns the account of a user of the instance, with the visited address as home page. */
export function toAccount({ visit, platform, instance }: Actor, userId: number) {
  const origin = siteOrigin(visit.origin, platform.config, instance.domain);
  return { origin, account_home: origin, account_name: String(userId) };
}

/**
 * Returns the product's own id of an AU, a block or the course (cmi5 8.1.5, 9.3.9): the same for every launch, every
 * learner of a unit, and the next version of its package.
 */
export function activityId(
  { origin, unit_id, package_id }: Pick<Registration, "origin" | "unit_id" | "package_id">,
  kind: "au" | "block" | "course",
  publisherId: string,
): string {
  const place = unit_id === null ? `package/${package_id}` : `unit/${unit_id}`;
  return `${origin}/cmi5/${place}/${kind}/${createHash("sha256").update(publisherId).digest("hex").slice(0, 32)}`;
}
