import { type ActivityState, newActivity, newState, type State } from "./tracking.ts";
import type { ObjectiveInfo } from "./tree.ts";

/** What was stored before ADR 026: shared data, and the tree of the run-time library. */
interface FormerlyKept {
  tree: string;
  shared?: Record<string, string>;
}

interface FormerTree {
  suspensionState?: {
    activityTree: FormerActivity | null;
    currentActivityId?: string | null;
    suspendedActivityId?: string | null;
  };
  globalObjectiveMap?: Record<string, FormerObjective>;
}

interface FormerObjective {
  id?: string;
  satisfiedStatus?: boolean;
  satisfiedStatusKnown?: boolean;
  normalizedMeasure?: number;
  /** Of a global objective. */
  normalizedMeasureKnown?: boolean;
  measureStatus?: boolean;
  rawScore?: number | string;
  rawScoreKnown?: boolean;
  minScore?: number | string;
  minScoreKnown?: boolean;
  maxScore?: number | string;
  maxScoreKnown?: boolean;
  progressMeasure?: number | null;
  /** Of a global objective. */
  progressMeasureKnown?: boolean;
  progressMeasureStatus?: boolean;
  completionStatus?: string;
}

interface FormerActivity {
  id: string;
  isActive?: boolean;
  isSuspended?: boolean;
  attemptCount?: number;
  completionStatus?: string;
  objectiveSatisfiedStatus?: boolean;
  objectiveSatisfiedStatusKnown?: boolean;
  objectiveMeasureStatus?: boolean;
  objectiveNormalizedMeasure?: number;
  attemptCompletionAmount?: number;
  attemptCompletionAmountStatus?: boolean;
  processedChildren?: string[] | null;
  objectiveInfoAvailableInCurrentParentAttempt?: boolean;
  progressInfoAvailableInCurrentParentAttempt?: boolean;
  primaryObjective?: FormerObjective | null;
  objectives?: FormerObjective[];
  children?: FormerActivity[];
}

export function isFormer(kept: unknown): kept is FormerlyKept {
  return typeof kept === "object" && kept !== null && "tree" in kept && typeof kept.tree === "string";
}

/** Converts tracking, shared data and the suspended activity of the earlier format, as far as they apply here. */
export function formerState({ tree, shared = {} }: FormerlyKept): State | null {
  const { suspensionState, globalObjectiveMap = {} } = JSON.parse(tree) as FormerTree;
  if (!suspensionState?.activityTree) return null;
  const { activityTree, currentActivityId = null, suspendedActivityId = null } = suspensionState;
  return {
    ...newState(),
    activities: new Map(everyActivity(activityTree).map((each) => [each.id, activityState(each)])),
    globals: new Map(Object.entries(globalObjectiveMap).map(([id, each]) => [id, objectiveInfo(each)])),
    data: new Map(Object.entries(shared)),
    // A suspended course has no current activity until it is resumed.
    current: suspendedActivityId === null ? currentActivityId : null,
    suspended: suspendedActivityId,
  };
}

function everyActivity(activity: FormerActivity): FormerActivity[] {
  return [activity, ...(activity.children ?? []).flatMap(everyActivity)];
}

function activityState(kept: FormerActivity): ActivityState {
  const attempts = kept.attemptCount ?? 0;
  const primary: ObjectiveInfo = {
    ...(kept.primaryObjective && objectiveInfo(kept.primaryObjective)),
    ...(kept.objectiveSatisfiedStatusKnown && { satisfied: kept.objectiveSatisfiedStatus === true }),
    ...(kept.objectiveMeasureStatus && { measure: kept.objectiveNormalizedMeasure ?? 0 }),
    ...(kept.attemptCompletionAmountStatus && { progress: kept.attemptCompletionAmount ?? 0 }),
    ...completionInfo(kept.completionStatus),
  };
  const others = (kept.objectives ?? []).flatMap((each): [string, ObjectiveInfo][] =>
    each.id ? [[each.id, objectiveInfo(each)]] : [],
  );
  const arranged = kept.processedChildren?.length ? kept.processedChildren : null;
  return {
    ...newActivity(),
    isActive: kept.isActive === true,
    isSuspended: kept.isSuspended === true,
    attempts,
    objectives: new Map([["", primary], ...others]),
    isObjectiveInfoOld: attempts > 0 && kept.objectiveInfoAvailableInCurrentParentAttempt === false,
    isProgressInfoOld: attempts > 0 && kept.progressInfoAvailableInCurrentParentAttempt === false,
    available: arranged,
    isSelected: arranged !== null,
    isRandomized: arranged !== null,
  };
}

function objectiveInfo(kept: FormerObjective): ObjectiveInfo {
  const numbers = {
    measure: known(kept.measureStatus ?? kept.normalizedMeasureKnown, kept.normalizedMeasure),
    raw: known(kept.rawScoreKnown, kept.rawScore),
    min: known(kept.minScoreKnown, kept.minScore),
    max: known(kept.maxScoreKnown, kept.maxScore),
    progress: known(kept.progressMeasureStatus ?? kept.progressMeasureKnown, kept.progressMeasure),
  };
  return {
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== null)),
    ...(kept.satisfiedStatusKnown && { satisfied: kept.satisfiedStatus === true }),
    ...completionInfo(kept.completionStatus),
  };
}

function known(isKnown: boolean | undefined, value: number | string | null | undefined): number | null {
  const number = Number(value);
  return isKnown && value != null && value !== "" && Number.isFinite(number) ? number : null;
}

function completionInfo(status: string | undefined): ObjectiveInfo {
  return status === "completed" || status === "incomplete" ? { completed: status === "completed" } : {};
}
