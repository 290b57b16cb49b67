import type { Actor } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { findDomain } from "../../access/open-instances.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { Conflict, Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { listWithoutJob, rewriteJobs } from "../../platform/job-payloads.ts";
import type { Platform } from "../../platform/platform.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { removeBytes } from "../files/files.service.ts";
import { getChangeable, isOneself, refuseWithoutAdmin } from "../users/authority.service.ts";
import { eraseStatements } from "../xapi/erasure.service.ts";
import { toAnonymous } from "./anonymous.ts";
import * as queries from "./erasure.queries.ts";
import { listFormerIdentities } from "./former-identities.queries.ts";
import { isNameShared, removeTraces } from "./traces.queries.ts";
import { findTraces, type Traces } from "./traces.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "person.erase": JobPayload & { instanceId: number; userId: number; origin: string };
  }
}

/**
 * Erases a person: at once they cannot sign in any more; a job then removes what identifies them and what they wrote.
 * What reports count stays with a user without a name. It cannot be undone, so the name has to be typed.
 * @throws NotFound; Forbidden; Invalid for `name`; Conflict for oneself
 */
export async function erasePerson(actor: Actor, { id, name }: { id: number; name: string }): Promise<{ id: number }> {
  const reach = await actor.reach("personal_data.manage");
  const [person] = await getChangeable(actor, reach, [id]);
  if (isOneself(actor, reach, id)) throw new Conflict(t`You cannot erase your own account.`);
  await refuseWithoutAdmin(reach, [person!]);
  const fullName = `${person!.first_name} ${person!.last_name}`;
  if (name.trim() !== fullName.trim()) throw new Invalid({ name: [t`Type '${fullName}' to erase this person.`] });
  await queries.mark(reach.db, reach.instanceId, id);
  await recordAudit(actor, reach, {
    action: "user.erased",
    subject: { type: "user", id, name: toAnonymous(id).name },
  });
  await actor.platform.jobs.enqueue(reach.db, "person.erase", {
    instanceId: reach.instanceId,
    actorId: reach.userId,
    userId: id,
    origin: actor.visit.origin,
  });
  return { id };
}

/** Removes what identifies an erased person, and what they wrote; running it again changes nothing. */
export async function eraseNow(
  platform: Platform,
  { instanceId, userId, origin }: { instanceId: number; userId: number; origin: string },
): Promise<void> {
  const { domain, marked } = await inInstance(platform.database, instanceId, async (db) => ({
    domain: await findDomain(db, instanceId),
    marked: await queries.findMarked(db, instanceId, userId),
  }));
  if (!marked) return;
  const anonymous = toAnonymous(userId);
  // Before the name is gone: should the server stop here, the job finds them again.
  const { isIn, emails } = await inInstance(platform.database, instanceId, async (db) => {
    const person = await withFormer(db, marked);
    return { isIn: (await readTraces(db, person)).isIn, emails: queries.listEmails(person) };
  });
  await platform.mailer.forget(instanceId, isIn);
  const counted = emails.map((email) => email.toLowerCase());
  await platform.attempts.forget([
    `${instanceId}:${userId}`,
    ...counted.flatMap((email) => [`${instanceId}:${email}`, `${domain}:${email}`, email]),
  ]);
  const keys = await inInstance(platform.database, instanceId, async (db) => {
    const found = await queries.findMarked(db, instanceId, userId);
    if (!found) return [];
    // Before the audit log is changed, which has the former names.
    const person = await withFormer(db, found);
    const traces = await readTraces(db, person);
    const origins = await listOrigins(platform, db, { instanceId, domain, origin });
    const named = { ...person, emails: queries.listEmails(person), origin, origins };
    const attachments = await eraseStatements(db, named, traces);
    const files = await queries.listFileKeys(db, person);
    await queries.removeAnswers(db, person);
    await queries.removeRows(db, person);
    await queries.deleteFiles(db, person, files);
    await queries.rename(db, person, anonymous);
    await removeTraces(db, person, traces);
    await rewriteJobs(db, instanceId, traces.needles, (job) => {
      const isAbout = traces.isIn(JSON.stringify(job));
      if (isAbout && (job.isFinished || job.name === "mail.reset_request")) return null;
      return { data: traces.remove(job.data), output: traces.remove(job.output) };
    });
    return [...attachments, ...files];
  });
  // Once more, for mails that were sent meanwhile.
  await platform.mailer.forget(instanceId, isIn);
  // After the transaction: should the server stop here, the sweep deletes the bytes that no row names.
  await removeBytes(platform, keys);
}

/** Enqueues the erasure of marked people again whose job failed for good or was lost. Part of the housekeeping. */
export async function resumeErasures(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    const marked = await queries.listMarked(db, instanceId);
    const lost = await listWithoutJob(db, instanceId, "person.erase", "userId", marked);
    if (lost.length === 0) return;
    const { config } = platform;
    const domain = await findDomain(db, instanceId);
    const origin = siteOrigin(`http://localhost:${config.PORT}`, config, domain);
    for (const userId of lost)
      await platform.jobs.enqueue(db, "person.erase", { instanceId, actorId: null, userId, origin });
  });
}

/** Lists the origins at which people reach an instance: its address, those of its branches, and names of its own. */
async function listOrigins(
  { config }: Platform,
  db: Db,
  { instanceId, domain, origin }: { instanceId: number; domain: string; origin: string },
): Promise<string[]> {
  const site = siteOrigin(origin, config, domain);
  if (config.SINGLE_INSTANCE) return [site];
  const home = `${domain}.${config.BASE_DOMAIN}`;
  const { branches, names } = await queries.listHosts(db, instanceId);
  const hosts = [home, ...branches.map((url) => `${url}.${home}`), ...names];
  // With the port of the request, and with that of links in mails.
  return [origin, site].flatMap((base) => hosts.map((host) => Object.assign(new URL(base), { hostname: host }).origin));
}

const withFormer = async (db: Db, person: queries.Erased): Promise<queries.Erased> => ({
  ...person,
  former: await listFormerIdentities(db, person),
});

const readTraces = async (db: Db, person: queries.Erased): Promise<Traces> =>
  findTraces(person, toAnonymous(person.userId), await isNameShared(db, person));
