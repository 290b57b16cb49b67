import type { Actor } from "../../access/actor.ts";
import {
  type ActivityLaunch,
  findActivityLaunch,
  type Outcome,
  reportOutcome,
  reportSession,
} from "../scorm/activity-launches.service.ts";
import {
  type AuSession,
  type DocumentAccess,
  findAuSession,
  holdAuSession,
  reasonToRefuseAny,
  reasonToRefuseDocument,
  recordRefused,
  takeUp,
} from "../cmi5/sessions.service.ts";
import { type Agent, agentKey, keyOf } from "./formats.ts";
import { isActivity } from "./looks.ts";
import { XapiRefusal } from "./refusal.ts";
import { type AgentObject, type Statement, VOIDED } from "./statement-rules.ts";
import type { Store } from "./statements.queries.ts";

/** Who works with the store: credentials, which may do everything, or what was launched, which is kept to its learner and activity. */
export interface StoreClient {
  reach: Store;
  launch: Launch | null;
}

interface Launch {
  agent: Agent;
  activityId: string;
  registration: string;
  /** False in an author's preview: what is said is checked and dropped. */
  isKept: boolean;
  package: ActivityLaunch | null;
  au: AuSession | null;
}

/** @throws Forbidden, Unauthenticated; NotFound for a launch that is over */
export async function openStore(actor: Actor): Promise<StoreClient> {
  const { xapi } = actor;
  if (xapi && "launchId" in xapi) {
    const launch = await findActivityLaunch(actor, xapi.launchId);
    return {
      reach: await actor.reach("learn"),
      launch: { ...launch, isKept: launch.unit !== null, package: launch, au: null },
    };
  }
  if (xapi && "auSession" in xapi) {
    const au = await findAuSession(actor, xapi.auSession);
    return { reach: await actor.reach("learn"), launch: { ...au, package: null, au } };
  }
  return { reach: await actor.reach("xapi.use"), launch: null };
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

/** What an AU says is carried out one after the other; waited for before anything else is. */
export async function holdLaunch(actor: Actor, { launch }: StoreClient): Promise<void> {
  if (launch?.au) await holdAuSession(actor, launch.au.id);
}

/** Statements of an AU keep to the order and form of cmi5. @throws XapiRefusal 403 */
export async function refuseAgainstCmi5(
  actor: Actor,
  { launch }: StoreClient,
  statements: readonly Statement[],
): Promise<void> {
  if (!launch?.au) return;
  const refused = await reasonToRefuseAny(actor, launch.au.id, statements);
  if (refused) throw new XapiRefusal(403, `cmi5 ${refused.reason}`, refused.statement);
}

/** Keeps what an AU was refused where its author can read it. What refused it has left nothing else behind. */
export async function noteRefused(actor: Actor, { message, statement }: XapiRefusal): Promise<void> {
  const { xapi } = actor;
  if (statement && xapi && "auSession" in xapi) await recordRefused(actor, xapi.auSession, [statement], message);
}

/** The key of the agent that what was launched may ask for: its learner's, also where it names none. @throws XapiRefusal 403 */
export function agentOfQuery({ launch }: StoreClient, key: string | undefined): string | undefined {
  if (!launch) return key;
  const own = agentKey(launch.agent);
  if (key !== undefined && key !== own) throw new XapiRefusal(403, NOT_YOURS);
  return own;
}

/** @throws XapiRefusal 403 for the documents of somebody else, and of other activities; for an AU, against cmi5 */
export async function refuseForeignDocument(
  actor: Actor,
  { launch }: StoreClient,
  owner: { kind: DocumentAccess["kind"]; agent?: string; activity?: string; registration?: string },
  id: string | null,
  change: DocumentAccess["change"],
): Promise<void> {
  if (!launch) return;
  const isOfActivity = owner.activity === keyOf(launch.activityId);
  const isOfLearner = owner.agent === agentKey(launch.agent);
  const isOwn =
    owner.kind === "activity_profile"
      ? isOfActivity
      : isOfLearner && (!launch.au || owner.kind !== "state" || isOfActivity);
  if (!isOwn) throw new XapiRefusal(403, NOT_YOURS);
  if (!launch.au) return;
  const access = { kind: owner.kind, id, registration: owner.registration, change };
  const reason = await reasonToRefuseDocument(actor, launch.au, access);
  if (reason) throw new XapiRefusal(403, `cmi5 ${reason}`);
}

/** Whether a statement is of the learner whose course asks, in an AU of its registration; every statement is for credentials. */
export function mayRead({ launch }: StoreClient, { actor, context }: Statement): boolean {
  if (!launch) return true;
  const isOfRegistration = !launch.au || context?.registration?.toLowerCase() === launch.registration;
  return isOfRegistration && agentKey(actor as Agent) === agentKey(launch.agent);
}

const VERBS = "http://adlnet.gov/expapi/verbs/";

/** Takes what statements say of the launched activity itself to the unit (standards A6: by verb, or by result; A5 for an AU). */
export async function passOn(actor: Actor, { launch }: StoreClient, statements: readonly Statement[]): Promise<void> {
  if (launch?.au) await takeUp(actor, launch.au.id, statements);
  if (!launch?.package?.unit) return;
  await reportSession(actor, launch.package, statements);
  const about = statements.filter(({ object }) => isActivity(object) && object.id === launch.activityId);
  const outcomes = about.map(outcomeOf).filter((outcome) => outcome !== null);
  for (const outcome of outcomes) await reportOutcome(actor, launch.package, outcome);
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

function refuseForeignAgent(launch: Launch, agent: AgentObject): void {
  if (agentKey(agent as Agent) !== agentKey(launch.agent)) throw new XapiRefusal(403, NOT_YOURS);
}
