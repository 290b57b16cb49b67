import type { Reach } from "../../access/actor.ts";
import { Conflict } from "../../errors.ts";
import * as queries from "./person.queries.ts";

/**
 * Refuses `more` people who would use a licence when there are not as many left (decision 5). The instance is locked already, so
 * that two who ask at once cannot take the same licence.
 * @throws Conflict with the figures
 */
export async function refuseBeyond(reach: Reach, rules: queries.InstanceRules, more: number): Promise<void> {
  const { name, license_count, today } = rules;
  if (license_count === null || more === 0) return;
  const left = Math.max(0, license_count - (await queries.countActive(reach, today)));
  if (more <= left) return;
  const all = `${name} has ${license_count} ${license_count === 1 ? "licence" : "licences"}`;
  if (left === 0)
    throw new Conflict(
      `${all}, and all of them are in use. Deactivate or delete somebody first, or ask for more licences.`,
    );
  throw new Conflict(`${all}, and ${left} ${left === 1 ? "is" : "are"} left. ${more} active users would be too many.`);
}
