import type { Actor } from "../../access/actor.ts";
import {
  findInstanceId,
  findLoginCode,
  issueLoginCode,
  keepProviderSession,
  readInstanceId,
  redeemLoginCode,
} from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { Invalid, Unauthenticated } from "../../errors.ts";
import { recordActivity } from "../activity/activity.service.ts";
import * as queries from "./accounts.queries.ts";
import { findHost, noteDevice, refuseIfShutOut, UNKNOWN_SITE } from "./accounts.service.ts";

const CHOICE_SECONDS = 5 * 60;

/** What a person chooses from. */
interface BranchChoice {
  branches: { url: string; name: string }[];
}

/** A code that opens no session: no request has such a host. */
const toChoiceHost = (host: string) => `choice ${host}`;

/** Issues a code by which a person whom a provider has vouched for chooses a branch, within five minutes. */
export function issueChoice(
  db: Db,
  at: { instanceId: number; userId: number; host: string; needsFactor: boolean },
): Promise<string> {
  return issueLoginCode(db, at.instanceId, at.userId, toChoiceHost(at.host), {
    needsFactor: at.needsFactor,
    isByProvider: true,
    seconds: CHOICE_SECONDS,
  });
}

/** Lists the branches from which the person of a code chooses; the code stays. @throws Unauthenticated for another code */
export async function listChoices(actor: Actor, code: string): Promise<BranchChoice> {
  const { visit, platform } = actor;
  const instanceId = await findInstance(actor, code);
  return inInstance(platform.database, instanceId, async (db) => {
    const userId = await findLoginCode(db, instanceId, code, toChoiceHost(visit.host));
    const person = userId === null ? undefined : await queries.getCandidate(db, instanceId, userId);
    if (!person) throw new Unauthenticated();
    return { branches: person.branches.map(({ url, name }) => ({ url, name })) };
  });
}

/**
 * Signs the person of a code in at a branch of theirs. The code works once.
 * @returns the code that opens the session, and the host that exchanges it
 * @throws Unauthenticated for another code; Invalid for a branch that is not theirs, and a user who may not sign in
 */
export async function chooseBranch(
  actor: Actor,
  { code, branchUrl }: { code: string; branchUrl: string },
): Promise<{ code: string; host: string }> {
  const { visit, platform } = actor;
  const instanceId = await findInstance(actor, code);
  return inInstance(platform.database, instanceId, async (db) => {
    const redeemed = await redeemLoginCode(db, instanceId, code, toChoiceHost(visit.host));
    const person = redeemed && (await queries.getCandidate(db, instanceId, redeemed.userId));
    if (!person) throw new Unauthenticated();
    if (!person.branches.some(({ url }) => url === branchUrl)) throw new Invalid({ branch_url: [UNKNOWN_SITE] });
    refuseIfShutOut(platform, { person, isVisitor: false }, branchUrl);
    const at = { db, instanceId, userId: person.id };
    await recordActivity(at, { userId: person.id, kind: "signed_in" });
    await noteDevice(actor, at);
    const host = await findHost(actor, { db, instanceId, site: visit.instanceLabel!, branchUrl });
    const next = await issueLoginCode(db, instanceId, person.id, host, { ...redeemed, needsFactor: person.has_factor });
    await keepProviderSession(db, instanceId, code, next);
    return { code: next, host };
  });
}

/** Finds the instance of this host, if the code names it. @throws Unauthenticated */
async function findInstance({ visit, platform }: Actor, code: string): Promise<number> {
  const instanceId = visit.instanceLabel ? await findInstanceId(platform.database, visit.instanceLabel) : null;
  if (instanceId === null || readInstanceId(code) !== instanceId) throw new Unauthenticated();
  return instanceId;
}
