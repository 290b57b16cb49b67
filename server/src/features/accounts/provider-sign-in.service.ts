import type { Actor } from "../../access/actor.ts";
import { detectTenant } from "../../access/host.ts";
import { issueLoginCode } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { AppError, Conflict } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordActivity } from "../activity/activity.service.ts";
import * as queries from "./accounts.queries.ts";
import { findHost, noteDevice, refuseIfShutOut, WrongSite } from "./accounts.service.ts";
import { issueChoice } from "./branch-choice.service.ts";

/**
 * Signs in a user for whom an identity provider vouches, by the same rules as with a password: the same rights, terms,
 * second factor, list of devices and mails.
 * @param at the host where the person started; a user of one branch alone is sent to its address
 * @returns a one-time code and the host that exchanges it. A user of several branches who starts elsewhere chooses one first,
 *   with the code.
 * @throws Conflict with a message for the person
 */
export async function signInByProvider(
  actor: Actor,
  { instanceId, label, host, userId }: { instanceId: number; label: string; host: string; userId: number },
): Promise<{ code: string; host: string; choosesBranch: boolean }> {
  const { config, customHosts, database } = actor.platform;
  return inInstance(database, instanceId, async (db) => {
    const person = await queries.getCandidate(db, instanceId, userId);
    if (!person) throw new Conflict(t`Please try again.`);
    const { branch } = config.SINGLE_INSTANCE
      ? { branch: null }
      : (customHosts.find(host) ?? detectTenant(host, config.BASE_DOMAIN));
    const only = !person.is_primary && person.branches.length === 1 ? person.branches[0]!.url : null;
    const branchUrl = only ?? branch;
    try {
      refuseIfShutOut(actor.platform, { person, isVisitor: false }, branchUrl);
    } catch (error) {
      if (error instanceof WrongSite && person.branches.length > 1)
        return {
          code: await issueChoice(db, { instanceId, userId, host, needsFactor: person.has_factor }),
          host,
          choosesBranch: true,
        };
      throw error instanceof AppError ? new Conflict(error.messages[0]!) : error;
    }
    await recordActivity({ db, instanceId, userId }, { userId, kind: "signed_in" });
    await noteDevice(actor, { db, instanceId, userId });
    const target =
      branchUrl === branch || config.SINGLE_INSTANCE
        ? host
        : await findHost(actor, { db, instanceId, site: label, branchUrl });
    return {
      code: await issueLoginCode(db, instanceId, userId, target, {
        needsFactor: person.has_factor,
        isByProvider: true,
      }),
      host: target,
      choosesBranch: false,
    };
  });
}
