import type { Actor } from "../../access/actor.ts";
import { Conflict } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { queueSecurityEvent } from "../mails/account-mails.service.ts";
import { getChangeable, getPeople } from "../users/authority.service.ts";
import { toAuditSubject } from "../users/people.service.ts";
import * as queries from "./unlink.queries.ts";

export type { IdentityLink } from "./unlink.queries.ts";

/** Lists the providers by which a user signs in. @throws NotFound; Forbidden */
export async function listLinksOf(actor: Actor, userId: number): Promise<queries.IdentityLink[]> {
  const reach = await actor.reach("identity.manage");
  await getPeople(reach, [userId]);
  return queries.listLinks(reach, userId);
}

/**
 * Unlinks a user from a provider, ends the sessions that it opened, and mails the user. At the next sign-in by the provider the
 * person is linked as at the first one, by a verified address.
 * @throws NotFound; Forbidden for a user whom the caller may not change; Conflict without a link
 */
export async function unlinkUser(
  actor: Actor,
  { userId, providerId }: { userId: number; providerId: number },
): Promise<{ id: number }> {
  const reach = await actor.reach("identity.manage");
  const [person] = await getChangeable(actor, reach, [userId]);
  const link = (await queries.listLinks(reach, userId)).find((each) => each.provider_id === providerId);
  if (!link || !(await queries.deleteLink(reach, { userId, providerId })))
    throw new Conflict(t`This user is not linked to this provider.`);
  await queueSecurityEvent(actor, { db: reach.db, instanceId: reach.instanceId, userId }, "unlinked");
  await recordAudit(actor, reach, {
    action: "user.identity_unlinked",
    subject: toAuditSubject(person!),
    changes: { provider: link.provider_name },
  });
  return { id: userId };
}
