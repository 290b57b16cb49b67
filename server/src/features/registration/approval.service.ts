import type { Actor } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { type PageOptions, toPageOptions } from "../../db/page.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import type { Language } from "../../i18n/translate.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { createAccount } from "./account.service.ts";
import * as invitations from "./invitations.queries.ts";
import * as queries from "./registrations.queries.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "registration.decided": JobPayload & {
      instanceId: number;
      isApproved: boolean;
      firstName: string;
      email: string;
      language: Language;
      branchUrl: string | null;
      origin: string;
    };
  }
}

/** A person who has confirmed their address and waits for approval, or was refused. */
export interface WaitingPerson extends Omit<queries.WaitingRow, "confirmed_at"> {
  confirmed_at: string;
}

/** Returns a page of who waits for approval, or was refused in the last 30 days. @throws Invalid for another state */
export async function getPageOfRegistrations(
  actor: Actor,
  { state, ...options }: PageOptions & { state?: string | null | undefined },
): Promise<{ total: number; rows: WaitingPerson[] }> {
  const reach = await actor.reach("registration.manage");
  const chosen = state || "waiting";
  if (chosen !== "waiting" && chosen !== "refused") throw new Invalid({ state: [t`Choose a state of the list.`] });
  const wanted = toPageOptions({ ...options, state: chosen as queries.WaitingOptions["state"] });
  const rows = await queries.listConfirmed(reach, wanted);
  return {
    total: await queries.countConfirmed(reach, wanted),
    rows: rows.map((row) => ({ ...row, confirmed_at: row.confirmed_at.toISOString() })),
  };
}

const MOST_AT_ONCE = 500;

/**
 * Approves or refuses registrations, all or none; each person gets a mail, except a refused one who has an account by now. A
 * refused one can be approved for 30 days.
 * @throws Invalid; NotFound when one was decided meanwhile; Conflict when no licence is left, an invitation is used up,
 * the branch of one to approve was deleted, or another user has the address of one
 */
export async function decideRegistrations(
  actor: Actor,
  ids: readonly number[],
  approve: boolean,
): Promise<{ count: number }> {
  const reach = await actor.reach("registration.manage");
  const { db, instanceId } = reach;
  const chosen = [...new Set(ids)];
  if (chosen.length === 0) throw new Invalid({ ids: [t`Choose a person first.`] });
  if (chosen.length > MOST_AT_ONCE) throw new Invalid({ ids: [t`Choose at most ${MOST_AT_ONCE} people.`] });
  const rows = await queries.lockConfirmed(reach, chosen);
  if (rows.length < chosen.length || rows.some(({ state }) => !approve && state === "refused"))
    throw new NotFound("Registration");
  const { platform, visit, instance } = actor;
  const origin = siteOrigin(visit.origin, platform.config, instance.domain);
  for (const row of rows) {
    const { invitation_id, branch_id } = row;
    const offer =
      invitation_id === null
        ? ((await invitations.findOpenSite(db, instanceId, branch_id)) ?? (await closedSite(actor, branch_id)))
        : await invitations.findInvitation(db, instanceId, invitation_id);
    if (approve) {
      if (!offer) throw new Conflict(t`The place for which ${row.email} registered does not exist any more.`);
      if (
        row.state === "refused" &&
        invitation_id !== null &&
        !(await invitations.takeUse(db, instanceId, invitation_id))
      )
        throw new Conflict(t`The invitation of ${row.email} has no uses left or was revoked.`);
      await createAccount(actor, row, offer).catch((error: unknown) => {
        // Of many people, the message has to say whose address it is.
        if (!(error instanceof Invalid && error.fields?.["email"])) throw error;
        throw new Conflict(t`Another user already has the email ${row.email}.`);
      });
    } else {
      await queries.refuse(reach, row);
      if (invitation_id !== null) await invitations.giveUseBack(db, instanceId, invitation_id);
      await recordAudit(actor, reach, {
        action: "registration.refused",
        subject: { type: "registration", id: row.id, name: `${row.first_name} ${row.last_name}` },
      });
    }
    // A person who got an account meanwhile gets no mail that refuses them.
    if (!approve && (await queries.isKnown(db, instanceId, row.email)) === "user") continue;
    await platform.jobs.enqueue(db, "registration.decided", {
      instanceId,
      actorId: reach.userId,
      isApproved: approve,
      firstName: row.first_name,
      email: row.email,
      language: row.language as Language,
      branchUrl: offer?.branch_url ?? null,
      origin,
    });
  }
  return { count: rows.length };
}

/** The main site after it was closed for registration: who registered before can still be approved. */
async function closedSite(actor: Actor, branchId: number | null): Promise<invitations.OfferRow | undefined> {
  const { db, instanceId } = await actor.reach("registration.manage");
  const branch = branchId === null ? null : await invitations.findBranchPlace(db, instanceId, branchId);
  if (branch === undefined) return undefined;
  return {
    id: 0,
    inviter: null,
    inviter_id: 0,
    branch_id: branch?.id ?? null,
    branch: branch?.name ?? null,
    branch_url: branch?.url ?? null,
    course_id: null,
    course: null,
    group_ids: [],
    groups: [],
    needs_approval: true,
    domains: [],
  };
}
