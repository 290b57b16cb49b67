import type { Actor } from "../../access/actor.ts";
import { type PageOptions, toPageOptions } from "../../db/page.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { signedAddressOrNull } from "../files/files.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import * as queries from "./awards.queries.ts";
import { findBadge, toSubject } from "./badges.service.ts";

const MOST_AT_ONCE = 1_000;
const LONGEST_REASON = 500;
const MOST_OF_ONE = 500;
const GIVEN_AGAIN = t`The person has been given this badge again meanwhile.`;

/**
 * Awards a badge to people of the reach, and tells them. Those who have it keep their award.
 * @returns who has it now and did not before
 * @throws NotFound for a badge or person out of reach; Invalid for too many at once
 */
export async function giveBadge(
  actor: Actor,
  badgeId: number,
  userIds: readonly number[],
  branchUrl?: string | null,
): Promise<number[]> {
  const reach = await actor.reach("badge.manage", branchUrl);
  const badge = await findBadge(reach, badgeId);
  const chosen = [...new Set(userIds)];
  if (chosen.length === 0) throw new Invalid({ user_ids: [t`Choose a person.`] });
  if (chosen.length > MOST_AT_ONCE)
    throw new Invalid({ user_ids: [t`Choose at most ${MOST_AT_ONCE} people at once.`] });
  if ((await queries.countKnown(reach, chosen)) < chosen.length) throw new NotFound("User");
  const made = await queries.insertAwards(reach, badgeId, chosen, actor.isAutomation ? "automation" : "person");
  const people = made.map(({ user_id }) => user_id);
  if (people.length === 0) return [];
  await recordAudit(actor, reach, { action: "badge.awarded", subject: toSubject(badge), changes: { users: people } });
  const recipients = people.map((userId) => ({ userId, data: { subject: badge.name } }));
  await notify(actor, reach, "badge_awarded", recipients);
  return people;
}

/** Returns a page of the awards of a badge. @throws NotFound */
export async function getPageOfAwards(
  actor: Actor,
  {
    id,
    branchUrl,
    state,
    ...options
  }: PageOptions & { id: number; state?: string | null | undefined; branchUrl?: string | null | undefined },
) {
  const reach = await actor.reach("badge.manage", branchUrl);
  await findBadge(reach, id);
  const filter = { ...toPageOptions(options), state };
  return { total: await queries.countAwards(reach, id, filter), rows: await queries.listAwards(reach, id, filter) };
}

/** Revokes an award for a reason, which only staff see. @throws NotFound; Conflict when it is revoked; Invalid */
export async function revokeBadge(
  actor: Actor,
  id: number,
  reason: string,
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const why = reason.trim();
  if (!why) throw new Invalid({ reason: [t`Enter a reason.`] });
  if (why.length > LONGEST_REASON) throw new Invalid({ reason: [t`This text is too long.`] });
  return change(actor, id, why, branchUrl);
}

/** Restores a revoked award. @throws NotFound; Conflict when it is not revoked, or was awarded again meanwhile */
export const restoreBadge = (actor: Actor, id: number, branchUrl?: string | null): Promise<{ id: number }> =>
  change(actor, id, null, branchUrl);

async function change(actor: Actor, id: number, reason: string | null, branchUrl?: string | null) {
  const reach = await actor.reach("badge.manage", branchUrl);
  const award = await queries.lockAward(reach, id);
  if (!award) throw new NotFound("Badge");
  const badge = await findBadge(reach, award.badge_id);
  if (reason !== null && award.revoked_at !== null) throw new Conflict(t`This badge is already revoked.`);
  if (reason === null) {
    if (award.revoked_at === null) throw new Conflict(t`This badge is not revoked.`);
    if (await queries.hasBadge(reach, award.badge_id, award.user_id)) throw new Conflict(GIVEN_AGAIN);
  }
  // Another transaction may give or restore it at the same time.
  if (!(await queries.setRevoked(reach, id, reason))) throw new Conflict(GIVEN_AGAIN);
  await recordAudit(actor, reach, {
    action: reason === null ? "badge.award_restored" : "badge.award_revoked",
    subject: toSubject(badge),
    changes: { user: award.user_name, ...(reason !== null && { reason }) },
  });
  return { id };
}

/** Lists the caller's badges, the latest first, at most some hundreds. */
export async function listMyBadges(actor: Actor) {
  const rows = await queries.listMine(await actor.reach("learn"), MOST_OF_ONE);
  return rows.map(({ picture_key, ...row }) => ({
    ...row,
    picture_url: signedAddressOrNull(actor.platform.secret, picture_key),
    address: `/badges/${row.code}`,
  }));
}
