import type { Statement } from "../xapi/own.service.ts";
import { AU_VERBS, type AuVerb, CATEGORY, EXTENSION, type LaunchMode, VERBS } from "./vocabulary.ts";

/** What an AU's statement is checked against: its session, and the AU's earlier statements in the registration. */
export interface Spoken {
  sessionId: string;
  registration: string;
  account: { homePage: string; name: string };
  activityId: string;
  publisherId: string;
  launchMode: LaunchMode;
  masteryScore: number | undefined;
  hasReadPreferences: boolean;
  /** The verbs of this session's cmi5 defined statements so far. */
  verbs: readonly string[];
  /** Reported in this registration, in this session or an earlier one. */
  isCompleted: boolean;
  isPassed: boolean;
}

type Result = { score?: Score; success?: boolean; completion?: boolean; duration?: string };
type Score = { scaled?: number; raw?: number; min?: number; max?: number };

/** Returns which AU verb a statement uses as defined by cmi5 (7.1.3, 9.6.2.1); null for a cmi5 allowed statement. */
export function definedVerb(statement: Statement): AuVerb | null {
  if (!categories(statement).includes(CATEGORY.cmi5)) return null;
  return AU_VERBS.find((name) => VERBS[name] === statement.verb.id) ?? null;
}

/**
 * Returns why an AU's statement must be rejected, with the number of the requirement (cmi5 requirements 1.0.0); null
 * when it may be stored.
 */
export function reasonToRefuse(statement: Statement, spoken: Spoken): string | null {
  const isDefined = categories(statement).includes(CATEGORY.cmi5);
  return (
    ofForm(statement) ??
    ofContext(statement, spoken) ??
    (isDefined ? ofDefined(statement, spoken) : ofAllowed(statement, spoken))
  );
}

function ofForm({ id, timestamp, actor, verb }: Statement): string | null {
  if (id === undefined) return "9.1.0.0-1: A statement of an AU has an id.";
  if (timestamp === undefined) return "9.7.0.0-1: A statement of an AU has a timestamp.";
  if (!/(z|[+]00(:?00)?)$/i.test(timestamp)) return "9.7.0.0-2: A timestamp is in UTC.";
  if (actor.objectType === "Group") return "9.2.0.0-2: The actor is an Agent.";
  if (verb.id === VOIDED) return "6.3.0.0-1: An AU voids nothing.";
  return null;
}

const VOIDED = "http://adlnet.gov/expapi/verbs/voided";

function ofContext({ actor, context }: Statement, spoken: Spoken): string | null {
  const { account } = actor;
  if (account?.homePage !== spoken.account.homePage || account.name !== spoken.account.name)
    return "8.1.3.0-3: The actor is that of the launch.";
  if (!context) return "9.6.0.0-1: A statement of an AU has a context.";
  if (context.registration?.toLowerCase() !== spoken.registration)
    return "9.6.1.0-1: The registration is that of the launch.";
  if (context.extensions?.[EXTENSION.sessionId] !== spoken.sessionId)
    return "9.6.3.1-4: The session id is that of the launch.";
  const grouping = [context.contextActivities?.grouping ?? []].flat();
  if (!grouping.some(({ id }) => id === spoken.publisherId))
    return "9.6.2.0-1: The activities of the context template are in the context.";
  return null;
}

function ofAllowed(statement: Statement, { verbs }: Spoken): string | null {
  if (!verbs.includes("initialized")) return "9.3.0.0-4: The first statement is 'Initialized'.";
  if (categories(statement).includes(CATEGORY.moveOn))
    return "9.6.2.2-2: The moveOn category belongs in statements that cmi5 defines, with success or completion.";
  return null;
}

function ofDefined(statement: Statement, spoken: Spoken): string | null {
  const verb = definedVerb(statement);
  if (!verb) return "9.3.0.0-1: This verb is none that an AU uses in a statement of cmi5.";
  const { object } = statement;
  const isActivity = object.objectType === undefined || object.objectType === "Activity";
  if (!isActivity || (object as { id: string }).id !== spoken.activityId)
    return "8.1.5.0-6: The object is the activity of the launch.";
  return ofOrder(verb, spoken) ?? ofResult(verb, statement, spoken);
}

function ofOrder(verb: AuVerb, spoken: Spoken): string | null {
  const { verbs, launchMode } = spoken;
  if (verb === "initialized" && !spoken.hasReadPreferences)
    return "11.0.0.0-3: The learner's preferences are read before 'Initialized'.";
  if (verb !== "initialized" && !verbs.includes("initialized"))
    return "9.3.0.0-4: The first statement is 'Initialized'.";
  if (verbs.includes(verb)) return "9.3.0.0-2: A verb of cmi5 is used once in a session.";
  if (verb === "initialized" || verb === "terminated") return null;
  if (launchMode !== "Normal") return "10.2.2.0-5: Nothing is completed, passed or failed in this launch mode.";
  if (verb === "completed") return spoken.isCompleted ? "9.3.0.0-6: The AU is completed in this registration." : null;
  if (verbs.includes("passed") || verbs.includes("failed"))
    return "9.3.0.0-3: An AU is passed or failed once in a session.";
  if (!spoken.isPassed) return null;
  return verb === "passed"
    ? "9.3.0.0-7: The AU is passed in this registration."
    : "9.3.0.0-8: An AU that is passed does not fail in the same registration.";
}

function ofResult(verb: AuVerb, statement: Statement, { masteryScore }: Spoken): string | null {
  const { score, success, completion, duration } = (statement.result ?? {}) as Result;
  const isJudgement = verb === "passed" || verb === "failed";
  if (score !== undefined && !isJudgement) return "9.5.1.0-2: Only 'Passed' and 'Failed' have a score.";
  if (score?.raw !== undefined && (score.min === undefined || score.max === undefined))
    return "9.5.1.0-3: A raw score comes with its min and max.";
  if (success !== (isJudgement ? verb === "passed" : undefined))
    return "9.5.2.0: 'Passed' has success true, 'Failed' false, and others none.";
  if (completion !== (verb === "completed" ? true : undefined))
    return "9.5.3.0: 'Completed' has completion true, and others none.";
  if (verb !== "initialized" && duration === undefined) return "9.5.4.1: The duration is missing.";
  const isOfMoveOn = verb !== "initialized" && verb !== "terminated";
  if (categories(statement).includes(CATEGORY.moveOn) !== isOfMoveOn)
    return "9.6.2.2: The moveOn category belongs in 'Completed', 'Passed' and 'Failed', and in no other.";
  return isJudgement ? ofMastery(verb === "passed", statement, score, masteryScore) : null;
}

function ofMastery(
  isPassed: boolean,
  { context }: Statement,
  score: Score | undefined,
  mastery: number | undefined,
): string | null {
  const reported = context?.extensions?.[EXTENSION.masteryScore];
  if (mastery === undefined) return null;
  if (reported === undefined ? score !== undefined : reported !== mastery)
    return "9.6.3.2-2: A judgement by the mastery score says which it is.";
  const { scaled } = score ?? {};
  if (scaled === undefined || scaled >= mastery === isPassed) return null;
  return isPassed
    ? "9.3.4.0-2: A score below the mastery score is not passed."
    : "9.3.5.0-2: A score of the mastery score or above is not failed.";
}

function categories({ context }: Statement): string[] {
  return [context?.contextActivities?.category ?? []].flat().map(({ id }) => id);
}

/** Returns the state after a statement was accepted. */
export function afterStatement(statement: Statement, spoken: Spoken): Spoken {
  const verb = definedVerb(statement);
  if (!verb) return spoken;
  return {
    ...spoken,
    verbs: [...spoken.verbs, verb],
    isCompleted: spoken.isCompleted || verb === "completed",
    isPassed: spoken.isPassed || verb === "passed",
  };
}
