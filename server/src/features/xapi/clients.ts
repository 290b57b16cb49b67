import type { Actor } from "../../access/actor.ts";
import { AppError } from "../../errors.ts";
import { getPackageAtHand } from "../learning/learning.service.ts";
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
import { type Agent, agentKey, hashToUuid } from "./formats.ts";
import { isActivity } from "./statement-index.ts";
import { XapiRefusal } from "./refusal.ts";
import { type AgentObject, type Statement, VOIDED } from "./statement-rules.ts";
import type { Store } from "./statements.queries.ts";

/** Who uses the store: credentials, which may do everything, or a launch, which is limited to its learner and activity. */
export interface StoreClient {
  reach: Store;
  launch: Launch | null;
}

interface Launch {
  agent: Agent;
  /** The user whom the agent names; null for an actor of another system. */
  userId: number | null;
  activityId: string;
  registration: string;
  /** False in an author's preview: statements are checked and dropped. */
  isKept: boolean;
  package: ActivityLaunch | null;
  au: AuSession | null;
}

/** Returns the caller's access to the store. @throws Forbidden, Unauthenticated; NotFound for a launch that has ended */
export async function openStore(actor: Actor): Promise<StoreClient> {
  const { xapi } = actor;
  if (xapi && "launchId" in xapi) {
    const launch = await findActivityLaunch(actor, xapi.launchId);
    const reach = await actor.reach("learn");
    const isKept = launch.unit !== null;
    return { reach, launch: { ...launch, userId: reach.userId, isKept, package: launch, au: null } };
  }
  if (xapi && "auSession" in xapi) {
    const au = await findAuSession(actor, xapi.auSession);
    return { reach: await actor.reach("learn"), launch: { ...au, package: null, au } };
  }
  return { reach: await actor.reach("xapi.use"), launch: null };
}

const NOT_YOURS = "A launched course works with the statements and documents of its own learner.";

/** Checks statements of a launch. @throws XapiRefusal 403 for another actor, another registration, or voiding */
export function refuseForeignStatements({ launch }: StoreClient, statements: readonly Statement[]): void {
  if (!launch) return;
  for (const { actor, verb, context } of statements) {
    refuseForeignAgent(launch, actor);
    const registration = context?.registration?.toLowerCase() ?? launch.registration;
    if (registration !== launch.registration || verb.id === VOIDED) throw new XapiRefusal(403, NOT_YOURS);
  }
}

/** Locks an AU's session, so that its requests run one after another. Call it before anything else. */
export async function holdLaunch(actor: Actor, { launch }: StoreClient): Promise<void> {
  if (launch?.au) await holdAuSession(actor, launch.au.id);
}

/** The refusal of one statement of an AU, which its call log shows. */
export class StatementRefusal extends XapiRefusal {
  readonly statement: Statement;

  constructor(message: string, statement: Statement) {
    super(403, message);
    this.statement = statement;
  }
}

/** Checks an AU's statements against the order and form of cmi5. @throws XapiRefusal 403 */
export async function refuseAgainstCmi5(
  actor: Actor,
  { launch }: StoreClient,
  statements: readonly Statement[],
): Promise<void> {
  if (!launch?.au) return;
  const refused = await reasonToRefuseAny(actor, launch.au.id, statements);
  if (refused) throw new StatementRefusal(`cmi5 ${refused.reason}`, refused.statement);
}

/**
 * Refuses new statements of a session while its learner may not work in the unit: after the last day of the course, or
 * without an enrolment. It is the rule of every call of SCORM (`getPackageAtHand`).
 * @throws XapiRefusal 403
 */
export async function refuseWhenClosed(
  actor: Actor,
  { launch }: StoreClient,
  [first]: readonly Statement[],
): Promise<void> {
  const unit = launch?.package?.unit ?? launch?.au?.unit;
  if (!launch || !unit || !first) return;
  try {
    await getPackageAtHand(actor, { course_id: unit.courseId, unit_id: unit.id });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw launch.au ? new StatementRefusal(error.message, first) : new XapiRefusal(403, error.message);
  }
}

/** Records a rejected statement of an AU where its author can read it. The rejected request stores nothing else. */
export async function noteRefused(actor: Actor, { message, statement }: StatementRefusal): Promise<void> {
  const { xapi } = actor;
  if (xapi && "auSession" in xapi) await recordRefused(actor, xapi.auSession, [statement], message);
}

/** Returns the key of the agent that a launch may ask for: its learner, also when it names none. @throws XapiRefusal 403 */
export function readAgentOfQuery({ launch }: StoreClient, key: string | undefined): string | undefined {
  if (!launch) return key;
  const own = agentKey(launch.agent);
  if (key !== undefined && key !== own) throw new XapiRefusal(403, NOT_YOURS);
  return own;
}

/** Checks access to a document. @throws XapiRefusal 403 for another learner or activity; for an AU, against cmi5 */
export async function refuseForeignDocument(
  actor: Actor,
  { launch }: StoreClient,
  owner: { kind: DocumentAccess["kind"]; agent?: string; activity?: string; registration?: string },
  id: string | null,
  change: DocumentAccess["change"],
): Promise<void> {
  if (!launch) return;
  const isOfActivity = owner.activity === hashToUuid(launch.activityId);
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

/**
 * Returns whether a caller may read a statement: credentials read all, a launch only its learner's, an AU only its
 * registration's.
 */
export function mayRead({ launch }: StoreClient, { actor, context }: Statement): boolean {
  if (!launch) return true;
  const isOfRegistration = !launch.au || context?.registration?.toLowerCase() === launch.registration;
  return isOfRegistration && agentKey(actor as Agent) === agentKey(launch.agent);
}

const VERBS = "http://adlnet.gov/expapi/verbs/";

/** Applies statements about the launched activity to its unit, by verb or by result. */
export async function passOn(actor: Actor, { launch }: StoreClient, statements: readonly Statement[]): Promise<void> {
  if (launch?.au) await takeUp(actor, launch.au.id, statements);
  if (!launch?.package?.unit) return;
  await reportSession(actor, launch.package, statements);
  const about = statements.filter(({ object }) => isActivity(object) && object.id === launch.activityId);
  const outcomes = about.map(toOutcome).filter((outcome) => outcome !== null);
  for (const outcome of outcomes) await reportOutcome(actor, launch.package, outcome);
}

function toOutcome({ verb, result }: Statement): Outcome | null {
  const success =
    verb.id === `${VERBS}passed`
      ? true
      : verb.id === `${VERBS}failed`
        ? false
        : ((result?.["success"] as boolean | undefined) ?? null);
  const isComplete = verb.id === `${VERBS}completed` ? true : ((result?.["completion"] as boolean | undefined) ?? null);
  const score = toPercent(result?.["score"] as Score | undefined);
  return success === null && isComplete === null && score === null ? null : { isComplete, success, score };
}

interface Score {
  scaled?: number;
  raw?: number;
  min?: number;
  max?: number;
}

/** Returns 0 to 100: the scaled score, or the raw score's position between its bounds. */
function toPercent({ scaled, raw, min = 0, max }: Score = {}): number | null {
  if (scaled !== undefined) return Math.max(0, Math.round(scaled * 10_000) / 100);
  if (raw === undefined || max === undefined || max <= min) return null;
  return Math.max(0, Math.round(((raw - min) / (max - min)) * 10_000) / 100);
}

function refuseForeignAgent(launch: Launch, agent: AgentObject): void {
  if (agentKey(agent as Agent) !== agentKey(launch.agent)) throw new XapiRefusal(403, NOT_YOURS);
}
