import type { Actor, Reach } from "../../access/actor.ts";
import { isOpen } from "../../access/open-instances.ts";
import { inInstance } from "../../access/tenancy.ts";
import { withUser } from "../../access/with-actor.ts";
import { AppError, NotFound } from "../../errors.ts";
import { type Message, t } from "../../i18n/message.ts";
import type { Platform } from "../../platform/platform.ts";
import { issuePathCertificates } from "../certificates/certificates.service.ts";
import { limitToUsers } from "../users/users.service.ts";
import { type Acting, performAction } from "./actions.service.ts";
import { keepMeant } from "./candidates.queries.ts";
import * as queries from "./events.queries.ts";

/** So many events of an automation are handled in one transaction. */
const AT_ONCE = 200;
/** So many automations may start one another; a longer chain is stopped. */
const LONGEST_CHAIN = 5;
/** So often the product tries again after a failure of its own. */
const MOST_TRIES = 6;

const TOO_LONG = t`More than ${LONGEST_CHAIN} automations started one another. The last one was stopped.`;
const BROKEN = t`The product could not do this. Try again later; if it fails again, tell your administrator.`;
const NOBODY = t`The person with whose rights it runs has left or was deactivated. Save the automation to run it with your rights.`;
const NO_RIGHT = t`The person with whose rights it runs may no longer do this. Save the automation to run it with your rights.`;

/**
 * Handles the events of all instances that have new ones, the longest waiting first, and before them issues the
 * certificates of learning paths that were completed. Events of an instance to which users cannot sign in wait: once it is
 * open, `sweepAutomations` makes workers look into it. Several workers may do so at once. An error in one instance is
 * logged and keeps no other from its turn.
 * @returns how many events were handled
 */
export async function handleAllEvents(platform: Platform, stopping?: AbortSignal): Promise<number> {
  let handled = 0;
  for (const { instanceId, ids } of await queries.listWakes(platform.database)) {
    if (stopping?.aborted) break;
    try {
      handled += await handleWakes(platform, instanceId, ids, stopping);
    } catch (error) {
      platform.log.error({ err: error, instanceId }, "Automations of an instance could not be run");
    }
  }
  return handled;
}

/** Handles what an instance was woken for. @returns how many events were handled */
async function handleWakes(
  platform: Platform,
  instanceId: number,
  ids: readonly number[],
  stopping?: AbortSignal,
): Promise<number> {
  await issuePathCertificates(platform, instanceId);
  const handled = await handleEvents(platform, instanceId, stopping);
  // Only when nothing is left: if this worker ends before, the next one finds the wakes.
  const waits = await inInstance(
    platform.database,
    instanceId,
    async (db) => (await isOpen(db, instanceId)) && queries.hasEvents({ db, instanceId }),
  );
  if (!waits) await queries.deleteWakes(platform.database.outside, ids);
  return handled;
}

/**
 * Handles the events that wait in an instance. Each is handled in one transaction with what its automation does, so that
 * after an interruption it either has happened completely or happens again from the start.
 * @returns how many were handled
 */
export async function handleEvents(platform: Platform, instanceId: number, stopping?: AbortSignal): Promise<number> {
  let handled = 0;
  while (!stopping?.aborted) {
    const next = await inInstance(platform.database, instanceId, async (db) =>
      (await isOpen(db, instanceId)) ? queries.findNext({ db, instanceId }) : undefined,
    );
    if (!next) break;
    handled += await handleSome(platform, instanceId, next);
  }
  return handled;
}

async function handleSome(platform: Platform, instanceId: number, next: queries.NextAutomation): Promise<number> {
  const inside = <T>(work: (at: { db: Reach["db"]; instanceId: number }) => Promise<T>) =>
    inInstance(platform.database, instanceId, (db) => work({ db, instanceId }));
  const end = (problem: Message | null) =>
    inside(async (at) => {
      const events = await queries.claimEvents(at, next, AT_ONCE);
      if (problem !== null) {
        await queries.insertRuns(at, next.id, events, { state: "failed", problem });
        await queries.noteProblem(at, next.id, problem);
      }
      await queries.deleteEvents(at, events);
      return events.length;
    });
  if (!next.is_on) return end(null);
  if (next.runs_as_id === null) return end(NOBODY);
  const origin = platform.config.PUBLIC_URL ?? "http://localhost";
  const as = { instanceId, userId: next.runs_as_id, origin, automation: next.name };
  try {
    return await withUser(platform, as, (actor) => handleAs(actor, next, origin));
  } catch (error) {
    if (error instanceof AppError)
      return end(error.code === "UNAUTHENTICATED" ? NOBODY : error.code === "FORBIDDEN" ? NO_RIGHT : error.text);
    platform.log.error({ err: error, instanceId, automationId: next.id }, "An automation could not be run");
    return inside(async (at) => {
      const given = await queries.postpone(at, next, { events: AT_ONCE, tries: MOST_TRIES });
      await queries.insertRuns(at, next.id, given, { state: "failed", problem: BROKEN });
      await queries.deleteEvents(at, given);
      return given.length;
    });
  }
}

/** Handles the next events of an automation in the actor's transaction. @returns how many */
async function handleAs(actor: Actor, next: queries.NextAutomation, origin: string): Promise<number> {
  const reach = await actor.reach("automation.manage", next.branch_url);
  refuseOtherBranch(reach, next);
  const viewing = await actor.reach("user.view", next.branch_url);
  const events = await queries.claimEvents(reach, next, AT_ONCE);
  if (events.length === 0) return 0;
  const { conditions } = next;
  const meant = await keepMeant(
    viewing,
    events.map(({ user_id }) => user_id),
    { meant: await limitToUsers(viewing, conditions), includesInactive: conditions.state != null },
  );
  const wanted = events.filter(({ user_id }) => meant.has(user_id));
  await queries.setDepth(reach, next.depth + 1);
  const acting = { actor, reach, branchUrl: next.branch_url, origin };
  if (wanted.length === 0) return finish(reach, events);
  if (next.depth >= LONGEST_CHAIN) {
    await queries.insertRuns(reach, next.id, wanted, { state: "failed", problem: TOO_LONG });
    return finish(reach, events);
  }
  const problem = await attempt(acting, next, wanted);
  // One person out of reach or one full course must not keep the others from what is theirs.
  if (problem !== null && wanted.length > 1) for (const event of wanted) await attemptOne(acting, next, event);
  else if (problem !== null) await queries.insertRuns(reach, next.id, wanted, { state: "failed", problem });
  if (problem === null) await queries.noteProblem(reach, next.id, null);
  return finish(reach, events);
}

/** Refuses the reach of another branch than that of an automation, which has the address now. @throws NotFound */
export function refuseOtherBranch(
  { branchIds }: Pick<Reach, "branchIds">,
  { branch_id }: Pick<queries.NextAutomation, "branch_id">,
): void {
  if (branch_id !== null && !branchIds?.includes(branch_id)) throw new NotFound("Branch");
}

async function finish(reach: Reach<"automation.manage">, events: readonly queries.ClaimedEvent[]): Promise<number> {
  await queries.deleteEvents(reach, events);
  return events.length;
}

async function attemptOne(acting: Acting, next: queries.NextAutomation, event: queries.ClaimedEvent): Promise<void> {
  const problem = await attempt(acting, next, [event]);
  if (problem !== null) await queries.insertRuns(acting.reach, next.id, [event], { state: "failed", problem });
}

/** Does all actions for these events, or none of them. @returns why not; null when they are done */
async function attempt(
  acting: Acting,
  { id, actions }: queries.NextAutomation,
  events: readonly queries.ClaimedEvent[],
): Promise<Message | null> {
  try {
    await queries.withSavepoint(acting.reach, async () => {
      const fresh = await queries.insertRuns(acting.reach, id, events, { state: "done" });
      if (fresh.length === 0) return;
      const results = new Map(fresh.map((event) => [event, [] as queries.ActionResult[]]));
      for (const action of actions) {
        const changed = await performAction(acting, action, fresh);
        for (const [{ user_id }, list] of results)
          list.push({ kind: action.kind, outcome: changed.has(user_id) ? "done" : "unchanged" });
      }
      await queries.storeResults(
        acting.reach,
        id,
        [...results].map(([event, list]) => ({ ...event, results: list })),
      );
    });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === "FORBIDDEN" ? NO_RIGHT : error.messages[0]!;
  }
}
