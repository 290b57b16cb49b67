import type { Actor } from "../../access/actor.ts";
import { Conflict, Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as queries from "./providers.queries.ts";

/** Whether people sign in only by a provider, and the admins who may use a password all the same. */
export interface SignInPolicy {
  passwords_off: boolean;
  exceptions: { id: number; name: string }[];
  /** Whom the caller may choose: active admins of the main site. */
  admins: { id: number; name: string; has_password: boolean }[];
}

export async function getPolicy(actor: Actor): Promise<SignInPolicy> {
  const reach = await actor.reach("identity.manage");
  return { ...(await queries.readPolicy(reach)), admins: await queries.listAdmins(reach) };
}

/**
 * Chooses whether people sign in only by a provider, and who may use a password all the same. Sessions go on.
 * @throws Invalid without an admin who keeps a password for good; Conflict without a provider for every site
 */
export async function updatePolicy(
  actor: Actor,
  { passwords_off, user_ids }: { passwords_off: boolean; user_ids: readonly number[] },
): Promise<SignInPolicy> {
  const reach = await actor.reach("identity.manage");
  const before = await queries.readPolicy(reach, { lock: true });
  const admins = await queries.listAdmins(reach);
  const chosen = admins.filter(({ id }) => user_ids.includes(id));
  if (chosen.length < new Set(user_ids).size)
    throw new Invalid({ user_ids: [t`Choose active admins with access to the main site.`] });
  if (passwords_off && !chosen.some(({ has_password, has_last_day }) => has_password && !has_last_day))
    throw new Invalid({
      user_ids: [
        t`Choose an admin with a password and without a last day, who can sign in when the provider does not work.`,
      ],
    });
  if (passwords_off && !(await queries.hasAnotherForAll(reach, 0)))
    throw new Conflict(t`Add a provider for all sites first, and switch it on.`);
  await queries.storePolicy(reach, { passwordsOff: passwords_off, userIds: chosen.map(({ id }) => id) });
  await recordAudit(actor, reach, {
    action: "identity_provider.policy_changed",
    subject: { type: "instance", id: reach.instanceId, name: actor.instance.name },
    changes: {
      passwords_off: [before.passwords_off, passwords_off],
      people: [before.exceptions.map(({ name }) => name), chosen.map(({ name }) => name)],
    },
  });
  return getPolicy(actor);
}
