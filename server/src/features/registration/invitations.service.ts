import { randomInt } from "node:crypto";
import * as z from "zod";
import type { Actor, Reach } from "../../access/actor.ts";
import { listLinkHosts } from "../../access/custom-hosts.ts";
import { siteOrigin } from "../../access/host.ts";
import { type PageOptions, toPageOptions } from "../../db/page.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { siteLink } from "../mails/registration-mails.service.ts";
import * as queries from "./invitations.queries.ts";
import { listMissing, type Places } from "./places.queries.ts";

export interface InvitationInput extends Places {
  name: string;
  needs_approval: boolean;
  days: number;
  most_uses: number | null;
}

/** An invitation as admins see it; its code is shown once. */
export interface Invitation extends Omit<queries.InvitationRow, "created_at" | "expires_at"> {
  created_at: string;
  expires_at: string;
}

// Crockford's: without letters that are read as others. 20 of them are 100 bits.
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 20;
/** In the place of a code, for the registration that is open to everybody. */
export const OPEN = "open";

const form = z.object({
  name: z
    .string()
    .trim()
    .min(1, t`Enter a name.`)
    .max(100, t`This can have at most 100 characters.`),
  days: z
    .int(t`Enter a number of days from 1 to 365.`)
    .min(1, t`Enter a number of days from 1 to 365.`)
    .max(365, t`Enter a number of days from 1 to 365.`),
  most_uses: z
    .int()
    .min(1, t`Enter a number from 1 to 100,000, or leave it blank.`)
    .max(100_000, t`Enter a number from 1 to 100,000, or leave it blank.`)
    .nullable(),
});

/**
 * Creates a link by which people register. Accounts are created with the rights that its creator has then.
 * @returns the link, which cannot be read again @throws Invalid by field
 */
export async function createInvitation(actor: Actor, input: InvitationInput): Promise<{ id: number; link: string }> {
  const reach = await actor.reach("registration.manage");
  const parsed = form.safeParse(input);
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  const places = await checkPlaces(reach, input);
  const code = createCode();
  const id = await queries.insertInvitation(reach, code, {
    ...parsed.data,
    ...places,
    needs_approval: input.needs_approval,
  });
  await recordAudit(actor, reach, {
    action: "invitation.created",
    subject: { type: "invitation", id, name: parsed.data.name },
    changes: { ...parsed.data, ...places, needs_approval: input.needs_approval },
  });
  const { platform, visit, instance } = actor;
  const hosts = await listLinkHosts(reach.db, reach.instanceId);
  const origin = siteOrigin(visit.origin, platform.config, instance.domain);
  const found = await queries.findInvitation(reach.db, reach.instanceId, id);
  return { id, link: siteLink(platform, { origin, hosts }, found?.branch_url ?? null, `/register/${code}`) };
}

/** Returns a page of the invitations, newest first by default. */
export async function getPageOfInvitations(
  actor: Actor,
  options: PageOptions,
): Promise<{ total: number; rows: Invitation[] }> {
  const reach = await actor.reach("registration.manage");
  const wanted = toPageOptions(options);
  const rows = await queries.listInvitations(reach, wanted);
  return {
    total: await queries.countInvitations(reach, wanted),
    rows: rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    })),
  };
}

/** Revokes an invitation: from now on nobody registers or confirms by it. @throws NotFound */
export async function revokeInvitation(actor: Actor, id: number): Promise<{ id: number }> {
  const reach = await actor.reach("registration.manage");
  const name = await queries.revoke(reach, id);
  if (name === undefined) throw new NotFound("Invitation");
  await recordAudit(actor, reach, { action: "invitation.revoked", subject: { type: "invitation", id, name } });
  return { id };
}

/** Checks that branch, course and groups exist. @throws Invalid by field */
export async function checkPlaces(reach: Reach, { branch_id, course_id, group_ids }: Places): Promise<Places> {
  const wanted = { branch_id, course_id, group_ids: [...new Set(group_ids)] };
  if (wanted.group_ids.length > 50) throw new Invalid({ group_ids: [t`Choose at most ${50} groups.`] });
  const missing = await listMissing(reach, wanted);
  if (missing.branch) throw new Invalid({ branch_id: [t`This branch does not exist any more.`] });
  if (missing.course) throw new Invalid({ course_id: [t`This course does not exist any more.`] });
  if (missing.groups) throw new Invalid({ group_ids: [t`A chosen group does not exist any more.`] });
  return wanted;
}

function createCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** Reads a code as people copy or type it. */
export const readCode = (typed: string): string => typed.replaceAll(/[\s-]/g, "").toUpperCase();
