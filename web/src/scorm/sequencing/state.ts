import { type ActivityState, newState, type State } from "./tracking.ts";
import type { ObjectiveInfo } from "./tree.ts";

const VERSION = 1;

/** Where somebody stands in a course, as it is kept. */
export function written(state: State): string {
  return JSON.stringify({ version: VERSION, ...state });
}

/** What was kept; null where nothing can be read. What the former sequencing has kept is read as far as it has a meaning here. */
export function readState(text: string | null): State | null {
  try {
    const kept = JSON.parse(text ?? "null") as (State & { version?: unknown }) | FormerlyKept | null;
    if (!kept) return null;
    if ("tree" in kept) return readFormer(kept);
    const { version, ...state } = kept;
    return version === VERSION ? { ...newState(), ...state } : null;
  } catch {
    return null;
  }
}

/** The form of before decision 026: shared data, and a tree of activities, of which each says what is known of it. */
interface FormerlyKept {
  tree: string;
  shared?: Record<string, string>;
}

interface FormerState {
  suspensionState: { activityTree: FormerActivity | null; currentActivityId?: string | null; suspendedActivityId?: string | null };
  globalObjectiveMap?: Record<string, FormerObjective>;
}

interface FormerObjective {
  id?: string;
  satisfiedStatus?: boolean;
  satisfiedStatusKnown?: boolean;
  normalizedMeasure?: number;
  normalizedMeasureKnown?: boolean;
  measureStatus?: boolean;
  rawScore?: number | string;
  rawScoreKnown?: boolean;
  minScore?: number | string;
  minScoreKnown?: boolean;
  maxScore?: number | string;
  maxScoreKnown?: boolean;
  progressMeasure?: number | null;
  progressMeasureStatus?: boolean;
  progressMeasureKnown?: boolean;
  completionStatus?: string;
}

interface FormerActivity extends FormerObjective {
  id: string;
  isActive?: boolean;
  isSuspended?: boolean;
  attemptCount?: number;
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

function readFormer({ tree, shared = {} }: FormerlyKept): State | null {
  const { suspensionState, globalObjectiveMap = {} } = JSON.parse(tree) as Partial<FormerState>;
  return suspensionState?.activityTree ? { ...former(suspensionState, globalObjectiveMap), data: shared } : null;
}

function former({ activityTree, currentActivityId, suspendedActivityId }: FormerState["suspensionState"], globals: Record<string, FormerObjective>): Omit<State, "data"> {
  const activities: Record<string, ActivityState> = {};
  const visit = (each: FormerActivity) => {
    activities[each.id] = formerActivity(each);
    each.children?.forEach(visit);
  };
  if (activityTree) visit(activityTree);
  return {
    activities,
    globals: Object.fromEntries(Object.entries(globals).map(([id, each]) => [id, formerObjective(each)])),
    // A course that was put aside has no activity at hand until it is taken up again.
    current: suspendedActivityId ? null : (currentActivityId ?? null),
    suspended: suspendedActivityId ?? null,
  };
}

function formerActivity(kept: FormerActivity): ActivityState {
  const primary: ObjectiveInfo = {
    ...(kept.primaryObjective && formerObjective(kept.primaryObjective)),
    ...(kept.objectiveSatisfiedStatusKnown && { satisfied: kept.objectiveSatisfiedStatus === true }),
    ...(kept.objectiveMeasureStatus && { measure: kept.objectiveNormalizedMeasure ?? 0 }),
    ...(kept.attemptCompletionAmountStatus && { progress: kept.attemptCompletionAmount ?? 0 }),
    ...completion(kept.completionStatus),
  };
  return {
    isActive: kept.isActive === true,
    isSuspended: kept.isSuspended === true,
    attempts: kept.attemptCount ?? 0,
    objectives: {
      "": primary,
      ...Object.fromEntries((kept.objectives ?? []).flatMap((each) => (each.id ? [[each.id, formerObjective(each)]] : []))),
    },
    isObjectiveInfoOld: kept.objectiveInfoAvailableInCurrentParentAttempt === false && (kept.attemptCount ?? 0) > 0,
    isProgressInfoOld: kept.progressInfoAvailableInCurrentParentAttempt === false && (kept.attemptCount ?? 0) > 0,
    saidCompletion: false,
    saidSuccess: false,
    available: kept.processedChildren ?? null,
    isSelected: kept.processedChildren != null,
    isRandomized: kept.processedChildren != null,
  };
}

function formerObjective(kept: FormerObjective): ObjectiveInfo {
  const number = (isKnown: boolean | undefined, value: number | string | null | undefined) =>
    isKnown && value != null && value !== "" && Number.isFinite(Number(value)) ? Number(value) : undefined;
  const numbers = {
    measure: number(kept.measureStatus ?? kept.normalizedMeasureKnown, kept.normalizedMeasure),
    raw: number(kept.rawScoreKnown, kept.rawScore),
    min: number(kept.minScoreKnown, kept.minScore),
    max: number(kept.maxScoreKnown, kept.maxScore),
    progress: number(kept.progressMeasureStatus ?? kept.progressMeasureKnown, kept.progressMeasure),
  };
  return {
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)),
    ...(kept.satisfiedStatusKnown && { satisfied: kept.satisfiedStatus === true }),
    ...completion(kept.completionStatus),
  };
}

function completion(status: string | undefined): ObjectiveInfo {
  return status === "completed" || status === "incomplete" ? { completed: status === "completed" } : {};
}
