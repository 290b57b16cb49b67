import type { Actor } from "../../access/actor.ts";
import {
  type ActivityLaunch,
  findActivityLaunch,
  type Outcome,
  reportOutcome,
} from "../scorm/activity-launches.service.ts";
import { type Agent, agentKey, keyOf } from "./formats.ts";
import { isActivity } from "./looks.ts";
import { XapiRefusal } from "./refusal.ts";
import { type AgentObject, type Statement, VOIDED } from "./statement-rules.ts";
import type { Store } from "./statements.queries.ts";

/** Who works with the store: credentials, which may do everything, or a launched package, which is kept to its learner and activity. */
export interface StoreClient {
  reach: Store;
  launch: ActivityLaunch | null;
}

/** @throws Forbidden, Unauthenticated; NotFound for a launch that is over */
export async function openStore(actor: Actor): Promise<StoreClient> {
  const { xapi } = actor;
  if (!xapi || !("launchId" in xapi)) return { reach: await actor.reach("xapi.use"), launch: null };
  return { reach: await actor.reach("learn"), launch: await findActivityLaunch(actor, xapi.launchId) };
}

const NOT_YOURS = "A launched course works with the statements and documents of its own learner.";

/** @throws XapiRefusal 403 for what is said of somebody else, of another registration, or to void */
export function refuseForeignStatements({ launch }: StoreClient, statements: readonly Statement[]): void {
  if (!launch) return;
  for (const { actor, verb, context } of statements) {
    refuseForeignAgent(launch, actor);
    const registration = context?.registration?.toLowerCase() ?? launch.registration;
    if (registration !== launch.registration || verb.id === VOIDED) throw new XapiRefusal(403, NOT_YOURS);
  }
}

/** The key of the agent that a launched package may ask for: its learner's, also where it names none. @throws XapiRefusal 403 */
export function agentOfQuery({ launch }: StoreClient, key: string | undefined): string | undefined {
  if (!launch) return key;
  const own = agentKey(launch.agent);
  if (key !== undefined && key !== own) throw new XapiRefusal(403, NOT_YOURS);
  return own;
}

/** @throws XapiRefusal 403 for the documents of somebody else, and the profiles of other activities */
export function refuseForeignOwner(
  { launch }: StoreClient,
  owner: { kind: string; agent?: string; activity?: string },
): void {
  if (!launch) return;
  const isOwn =
    owner.kind === "activity_profile"
      ? owner.activity === keyOf(launch.activityId)
      : owner.agent === agentKey(launch.agent);
  if (!isOwn) throw new XapiRefusal(403, NOT_YOURS);
}

/** Whether a statement is of the learner whose package asks; every statement is for credentials. */
export function mayRead({ launch }: StoreClient, { actor }: Statement): boolean {
  return launch === null || agentKey(actor as Agent) === agentKey(launch.agent);
}

const VERBS = "http://adlnet.gov/expapi/verbs/";

/** Takes what statements say of the launched activity itself to the unit (standards A6: by verb, or by result). */
export async function passOn(actor: Actor, { launch }: StoreClient, statements: readonly Statement[]): Promise<void> {
  if (!launch?.unit) return;
  const about = statements.filter(({ object }) => isActivity(object) && object.id === launch.activityId);
  const outcomes = about.map(outcomeOf).filter((outcome) => outcome !== null);
  for (const outcome of outcomes) await reportOutcome(actor, launch, outcome);
}

function outcomeOf({ verb, result }: Statement): Outcome | null {
  const success =
    verb.id === `${VERBS}passed`
      ? true
      : verb.id === `${VERBS}failed`
        ? false
        : ((result?.["success"] as boolean | undefined) ?? null);
  const isComplete = verb.id === `${VERBS}completed` || result?.["completion"] === true;
  const score = scoreOf(result?.["score"] as Score | undefined);
  return success === null && !isComplete && score === null ? null : { isComplete, success, score };
}

interface Score {
  scaled?: number;
  raw?: number;
  min?: number;
  max?: number;
}

/** 0 to 100: the scaled score, or the place of the raw one between its bounds. */
function scoreOf({ scaled, raw, min = 0, max }: Score = {}): number | null {
  if (scaled !== undefined) return Math.max(0, Math.round(scaled * 10_000) / 100);
  if (raw === undefined || max === undefined || max <= min) return null;
  return Math.round(((raw - min) / (max - min)) * 10_000) / 100;
}

function refuseForeignAgent(launch: ActivityLaunch, agent: AgentObject): void {
  if (agentKey(agent as Agent) !== agentKey(launch.agent)) throw new XapiRefusal(403, NOT_YOURS);
}
