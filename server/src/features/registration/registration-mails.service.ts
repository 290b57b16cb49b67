import { createHash, randomBytes } from "node:crypto";
import { inInstance } from "../../access/tenancy.ts";
import type { Language } from "../../i18n/translate.ts";
import type { JobMap } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { sendRegistrationMail } from "../mails/registration-mails.service.ts";
import { findBranchPlace } from "./invitations.queries.ts";
import * as queries from "./registrations.queries.ts";

/**
 * Mails the link that confirms an address; a user who has an account already gets a mail that says so instead. The job
 * creates the link, so that the queue contains no token.
 */
export async function mailRegistration(
  platform: Platform,
  { instanceId, registrationId, origin }: JobMap["registration.mail"],
): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const found = await inInstance(platform.database, instanceId, async (db) => {
    const registration = await queries.findRegistration(db, instanceId, registrationId);
    if (registration?.state !== "unconfirmed") return null;
    const branch =
      registration.branch_id === null ? null : await findBranchPlace(db, instanceId, registration.branch_id);
    const known = await queries.isKnown(db, instanceId, registration.email);
    if (known === "waiting") await queries.deleteRegistration(db, instanceId, registrationId);
    if (!known) await queries.setToken(db, instanceId, registrationId, createHash("sha256").update(token).digest());
    return { registration, known, branchUrl: branch?.url ?? null };
  });
  if (!found || found.known === "waiting") return;
  const { registration, known, branchUrl } = found;
  await sendRegistrationMail(platform, {
    instanceId,
    kind: known ? "registration_known" : "registration_confirm",
    to: registration.email,
    name: registration.first_name,
    language: registration.language as Language,
    branchUrl,
    origin,
    path: known ? "/login" : "/register/confirm",
    search: known ? {} : { token, email: registration.email },
  });
  // Not before it is sent: a further try would find nothing to mail about.
  if (known)
    await inInstance(platform.database, instanceId, (db) => queries.deleteRegistration(db, instanceId, registrationId));
}

/** Mails what an admin has decided. */
export async function mailDecision(
  platform: Platform,
  { instanceId, isApproved, firstName, email, language, branchUrl, origin }: JobMap["registration.decided"],
): Promise<void> {
  await sendRegistrationMail(platform, {
    instanceId,
    kind: isApproved ? "registration_approved" : "registration_refused",
    to: email,
    name: firstName,
    language,
    branchUrl,
    origin,
    path: isApproved ? "/login" : "/contact",
    search: {},
  });
}
