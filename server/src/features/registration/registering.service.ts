import { createHash } from "node:crypto";
import * as z from "zod";
import { isOpen } from "../../access/open-instances.ts";
import type { Actor } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { hashPassword, passwordProblem } from "../../access/passwords.ts";
import { findInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { withUser } from "../../access/with-actor.ts";
import type { Db } from "../../db/client.ts";
import { Conflict, Forbidden, Invalid, NotFound, Unauthenticated } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { EMAIL } from "../../platform/email-addresses.ts";
import type { Platform } from "../../platform/platform.ts";
import { branchAt } from "../branches/branches.service.ts";
import { notifyFromJob } from "../notifications/notifications.service.ts";
import { findTermsIn, type Terms } from "../terms/terms.service.ts";
import { createAccount } from "./account.service.ts";
import * as invitations from "./invitations.queries.ts";
import { OPEN, readCode } from "./invitations.service.ts";
import * as queries from "./registrations.queries.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "registration.mail": JobPayload & { instanceId: number; registrationId: number; origin: string };
  }
}

/** What a person is invited to, before they register. */
export interface Offer {
  /** Who invites; null where registration is open to everybody. */
  inviter: string | null;
  branch: string | null;
  course: string | null;
  groups: string[];
  needs_approval: boolean;
  /** Of addresses that may register; none means all. */
  domains: string[];
  terms: Terms | null;
}

const GONE = t`This invitation is not valid any more. Please ask for a new one.`;
const BAD_LINK = t`This link is not valid any more. Please register again.`;

/** Returns what a code, or the open registration of this site, offers; null for nothing. @throws RateLimited */
export async function findOffer(actor: Actor, code: string): Promise<Offer | null> {
  const { platform, visit } = actor;
  const instanceId = await findInstanceOfHost(actor);
  if (instanceId === null) return null;
  await platform.attempts.begin(String(instanceId), visit.address, "registration_code");
  const found = await inInstance(platform.database, instanceId, async (db) => {
    const offer = await readOffer(actor, db, instanceId, code);
    return offer && { offer, terms: await findTermsIn(db, instanceId) };
  });
  if (!found) return null;
  await platform.attempts.giveBack(String(instanceId), visit.address, "registration_code");
  const { inviter, branch, course, groups, needs_approval, domains } = found.offer;
  return {
    inviter: isOpenCode(code) ? null : inviter,
    branch,
    course,
    groups,
    needs_approval,
    domains,
    terms: found.terms,
  };
}

const text = (missing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(100, t`This can have at most 100 characters.`);

const form = z.object({
  first_name: text(t`Enter your first name.`),
  last_name: text(t`Enter your last name.`),
  email: z
    .string()
    .trim()
    .max(254, t`Enter a valid email address.`)
    .pipe(z.email({ pattern: EMAIL, error: t`Enter a valid email address.` })),
});

export interface RegistrationInput {
  code: string;
  first_name: string;
  last_name: string;
  email: string;
  /** The version of the terms of use that the person accepts. */
  terms_version?: number | null | undefined;
}

/**
 * Registers a person, who then confirms their address by a mail. Response and work are equal for addresses that have an
 * account: a job looks that up.
 * @throws Invalid by field; Conflict when the terms of use have changed; RateLimited
 */
export async function register(actor: Actor, input: RegistrationInput): Promise<{ message: string }> {
  const { platform, visit } = actor;
  const parsed = form.safeParse(input);
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  const instanceId = await findInstanceOfHost(actor);
  if (instanceId === null) throw new Invalid({ code: [GONE] });
  const { email } = parsed.data;
  await platform.attempts.begin(String(instanceId), visit.address, "registration");
  await platform.attempts.begin(`${instanceId}:${email.toLowerCase()}`, visit.address, "registration_mail");
  await inInstance(platform.database, instanceId, async (db) => {
    const offer = await readOffer(actor, db, instanceId, input.code);
    if (!offer) throw new Invalid({ code: [GONE] });
    const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
    if (offer.domains.length > 0 && !offer.domains.includes(domain))
      throw new Invalid({ email: [t`Use an email address of ${offer.domains.join(", ")}.`] });
    const terms = await findTermsIn(db, instanceId);
    if (terms && input.terms_version == null)
      throw new Invalid({ terms_version: [t`Please accept the terms of use to continue.`] });
    if (terms && terms.version !== input.terms_version)
      throw new Conflict(t`The terms of use have changed meanwhile. Reload the page and read them again.`);
    const registrationId = await queries.putRegistration(db, instanceId, {
      ...parsed.data,
      language: visit.language,
      invitation_id: isOpenCode(input.code) ? null : offer.id,
      branch_id: offer.branch_id,
      terms_version: terms?.version ?? null,
    });
    await platform.jobs.enqueue(db, "registration.mail", {
      instanceId,
      actorId: null,
      registrationId,
      origin: siteOrigin(visit.origin, platform.config, visit.instanceLabel!),
    });
  });
  return { message: t`We have sent you a mail. Open the link in it within 24 hours to confirm your address.` };
}

/**
 * Confirms an address by the link of the mail, and sets the person's password: creates the account, or lets the
 * registration wait for approval.
 * @throws Invalid for token or password; Conflict when no licence is left; RateLimited
 */
export async function confirmRegistration(
  actor: Actor,
  input: { email: string; token: string; password: string },
): Promise<{ state: "created" | "waiting" }> {
  const { platform, visit } = actor;
  const [email, token] = [input.email.trim(), input.token.trim()];
  const instanceId = await findInstanceOfHost(actor);
  if (instanceId === null) throw new Invalid({ token: [BAD_LINK] });
  const account = `${instanceId}:${email.toLowerCase()}`;
  await platform.attempts.begin(account, visit.address, "registration_confirm");
  const link = { email, tokenHash: createHash("sha256").update(token.slice(0, 200)).digest() };
  const inside = <T>(work: (db: Db) => Promise<T>) => inInstance(platform.database, instanceId, work);
  const found = await inside((db) => queries.findByToken(db, instanceId, link));
  if (!found) throw new Invalid({ token: [BAD_LINK] });
  const problem = passwordProblem(input.password, [found.email, found.first_name, found.last_name]);
  if (problem) throw new Invalid({ password: [problem] });
  const passwordHash = await hashPassword(input.password, String(instanceId));
  const origin = siteOrigin(visit.origin, platform.config, visit.instanceLabel!);

  /** Redeems the link: of two parallel requests, one finds it; no use of an invitation is counted twice. */
  const take = async (db: Db) => {
    const registration = await queries.findByToken(db, instanceId, link, { lock: true });
    const offer = registration && (await readRegistrationOffer(db, instanceId, registration));
    if (!offer || !(await isOpen(db, instanceId))) throw new Invalid({ token: [BAD_LINK] });
    const { invitation_id } = registration;
    if (invitation_id !== null && !(await invitations.takeUse(db, instanceId, invitation_id)))
      throw new Invalid({ token: [GONE] });
    return { registration, offer };
  };
  const offer = await inside((db) => readRegistrationOffer(db, instanceId, found));
  if (!offer) throw new Invalid({ token: [GONE] });
  const isCreated =
    !offer.needs_approval &&
    (await asInviter(platform, { instanceId, userId: offer.inviter_id, origin }, async (inviter, db) => {
      const taken = await take(db);
      await createAccount(inviter, { ...taken.registration, password_hash: passwordHash }, taken.offer);
    }));
  if (!isCreated)
    await inside(async (db) => {
      const { registration, offer: current } = await take(db);
      await queries.letWait(db, instanceId, registration.id, passwordHash);
      const name = `${registration.first_name} ${registration.last_name}`;
      const deciders = await queries.listDeciders(db, instanceId);
      const notices = deciders.map((userId) => ({ userId, data: { user_name: name } }));
      await notifyFromJob(
        platform,
        { db, instanceId, userId: current.inviter_id },
        "registration_waiting",
        notices,
        origin,
      );
    });
  await platform.attempts.succeeded(account, visit.address, "registration_confirm");
  return { state: isCreated ? "created" : "waiting" };
}

/**
 * Works with the rights of who invited. @returns false, with nothing done, when they may not sign in or create this
 * account any more: then an admin decides
 */
async function asInviter(
  platform: Platform,
  who: { instanceId: number; userId: number; origin: string },
  work: (inviter: Actor, db: Db) => Promise<void>,
): Promise<boolean> {
  try {
    await withUser(platform, who, async (inviter) => {
      const { db } = await inviter.reach("registration.manage");
      await work(inviter, db);
    });
    return true;
  } catch (error) {
    if (error instanceof Unauthenticated || error instanceof Forbidden || error instanceof NotFound) return false;
    if (error instanceof Conflict)
      throw new Conflict(t`There is no place for another user at the moment. Please ask your training administrator.`);
    throw error;
  }
}

/** Reads what a code offers at the site of the request; nothing in an instance that is not open. */
async function readOffer(actor: Actor, db: Db, instanceId: number, code: string) {
  if (!(await isOpen(db, instanceId))) return undefined;
  if (!isOpenCode(code)) return invitations.findByCode(db, instanceId, readCode(code.slice(0, 100)));
  const { branchLabel } = actor.visit;
  const branch = branchLabel === null ? null : await branchAt(db, actor.platform, instanceId, branchLabel);
  if (branchLabel !== null && branch === null) return undefined;
  return invitations.findOpenSite(db, instanceId, branch?.id ?? null);
}

const readRegistrationOffer = (db: Db, instanceId: number, { invitation_id, branch_id }: queries.RegistrationRow) =>
  invitation_id === null
    ? invitations.findOpenSite(db, instanceId, branch_id)
    : invitations.findInvitation(db, instanceId, invitation_id);

const isOpenCode = (code: string) => code === OPEN;

async function findInstanceOfHost({ platform, visit }: Actor): Promise<number | null> {
  return visit.instanceLabel ? findInstanceId(platform.database, visit.instanceLabel) : null;
}
