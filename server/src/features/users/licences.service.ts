import type { Reach } from "../../access/actor.ts";
import { Conflict } from "../../errors.ts";
import * as queries from "./person.queries.ts";
import { t } from "../../i18n/message.ts";

/** Returns how many licences an instance uses, and has; null for no limit. */
export async function readLicences(
  at: Pick<Reach, "db" | "instanceId">,
): Promise<{ used: number; limit: number | null; today: string }> {
  const { license_count, today } = await queries.readInstance(at);
  return { used: await queries.countActive(at, today), limit: license_count, today };
}

/** Locks the instance against other changes of its users, and checks the licences. @throws Conflict with the figures */
export async function refuseBeyondLicences(reach: Reach, more: number): Promise<void> {
  await refuseBeyond(reach, await queries.lockInstance(reach), more);
}

/**
 * Refuses `more` users of licences if fewer licences are left (P5). The caller has locked the instance, so that
 * parallel requests cannot take the same licence.
 * @throws Conflict with the figures
 */
export async function refuseBeyond(reach: Reach, rules: queries.InstanceRules, more: number): Promise<void> {
  const { name, license_count, today } = rules;
  if (license_count === null || more === 0) return;
  const left = Math.max(0, license_count - (await queries.countActive(reach, today)));
  if (more <= left) return;
  if (left === 0)
    throw new Conflict(
      license_count === 1
        ? t`${name} has 1 licence, and it is in use. Deactivate or delete a user first, or ask for more licences.`
        : t`${name} has ${license_count} licences, and all of them are in use. Deactivate or delete a user first, or ask for more licences.`,
    );
  throw new Conflict(
    left === 1
      ? t`${name} has ${license_count} licences, and 1 is left. ${more} active users would be too many.`
      : t`${name} has ${license_count} licences, and ${left} are left. ${more} active users would be too many.`,
  );
}
