import type { Item } from "../item.ts";
import type {
  ObjectiveDefinition,
  RollupRuleDefinition,
  RollupThreshold,
  RuleDefinition,
  Timing,
} from "./definition.ts";

/** The status of an objective (SN 4th Ed. 4.2.1, 4.2.2 and the extensions of adlseq); an absent field is unknown. */
export interface ObjectiveInfo {
  satisfied?: boolean;
  /** -1 to 1. */
  measure?: number;
  raw?: number;
  min?: number;
  max?: number;
  /** Of a primary objective: the attempt's own. */
  completed?: boolean;
  /** 0 to 1. */
  progress?: number;
}
export type Info = keyof ObjectiveInfo;

/** A map between a local and a global objective (SN 4th Ed. 3.10). */
interface ObjectiveMap {
  target: string;
  reads: ReadonlySet<Info>;
  writes: ReadonlySet<Info>;
}

export interface Objective {
  /** The key of its state: '' for the primary one, which needs no id. */
  key: string;
  id: string;
  isPrimary: boolean;
  satisfiedByMeasure: boolean;
  minNormalizedMeasure: number;
  maps: ObjectiveMap[];
}

export interface Condition {
  condition: string;
  isNegated: boolean;
  /** An objective of the activity; the primary one when absent. */
  objective: string | null;
  threshold: number;
}

export interface Rule {
  action: string;
  combination: "all" | "any";
  conditions: Condition[];
}

export interface RollupRule extends Rule, RollupThreshold {
  action: "satisfied" | "notSatisfied" | "completed" | "incomplete";
}

/** One activity with its sequencing definition model (SN 4th Ed. 3), as in the manifest. */
export interface Activity {
  id: string;
  /** Its position in a walk through the whole tree, parents first. */
  position: number;
  parent: Activity | null;
  children: Activity[];
  isVisible: boolean;
  choice: boolean;
  choiceExit: boolean;
  flow: boolean;
  forwardOnly: boolean;
  useCurrentObjectiveInfo: boolean;
  useCurrentProgressInfo: boolean;
  preventActivation: boolean;
  constrainChoice: boolean;
  tracked: boolean;
  completionSetByContent: boolean;
  objectiveSetByContent: boolean;
  attemptLimit: number | null;
  preConditions: Rule[];
  exitConditions: Rule[];
  postConditions: Rule[];
  rollupRules: RollupRule[];
  rollupSatisfaction: boolean;
  rollupCompletion: boolean;
  measureWeight: number;
  progressWeight: number;
  completedByMeasure: boolean;
  minProgressMeasure: number;
  measureSatisfactionIfActive: boolean;
  requiredFor: Record<RollupRule["action"], string>;
  primary: Objective;
  /** All objectives, the primary one first. */
  objectives: Objective[];
  selectionTiming: Timing;
  selectCount: number;
  randomizationTiming: Timing;
  reorderChildren: boolean;
}

export interface Tree {
  root: Activity;
  byId: ReadonlyMap<string, Activity>;
}

/** Builds the activity tree of an organization (SN 4th Ed. 2.1) with the standard's defaults. */
export function buildTree(organization: Item): Tree {
  const byId = new Map<string, Activity>();
  return { root: toActivity(organization, null, byId), byId };
}

/** Lists the activities from one up to the root, both included. */
export function pathUp(activity: Activity): Activity[] {
  return activity.parent ? [activity, ...pathUp(activity.parent)] : [activity];
}

/** Returns the deepest activity that contains both; for an activity and its ancestor, the ancestor. */
export function commonAncestor(one: Activity, other: Activity): Activity {
  const above = new Set(pathUp(one));
  return pathUp(other).find((each) => above.has(each))!;
}

/** Lists the activities from one up to its ancestor, without the latter. */
export function pathBelow(activity: Activity, ancestor: Activity): Activity[] {
  const path = pathUp(activity);
  return path.slice(0, path.indexOf(ancestor));
}

function toActivity(item: Item, parent: Activity | null, byId: Map<string, Activity>): Activity {
  const reported = item.sequencing ?? {};
  const controls = reported.sequencingControls ?? {};
  const delivery = reported.deliveryControls ?? {};
  const considerations = reported.rollupConsiderations ?? {};
  const threshold = item.details.completionThreshold;
  const primary = toObjective(reported.primaryObjective, true);
  const activity: Activity = {
    id: item.identifier,
    position: byId.size,
    parent,
    children: [],
    isVisible: item.isVisible,
    choice: controls.choice ?? true,
    choiceExit: controls.choiceExit ?? true,
    flow: controls.flow ?? false,
    forwardOnly: controls.forwardOnly ?? false,
    useCurrentObjectiveInfo: controls.useCurrentAttemptObjectiveInfo ?? true,
    useCurrentProgressInfo: controls.useCurrentAttemptProgressInfo ?? true,
    preventActivation: controls.preventActivation ?? false,
    constrainChoice: controls.constrainChoice ?? false,
    tracked: delivery.tracked ?? true,
    completionSetByContent: delivery.completionSetByContent ?? false,
    objectiveSetByContent: delivery.objectiveSetByContent ?? false,
    attemptLimit: reported.attemptLimit ?? null,
    preConditions: (reported.sequencingRules?.preConditionRules ?? []).map(toRule),
    exitConditions: (reported.sequencingRules?.exitConditionRules ?? []).map(toRule),
    postConditions: (reported.sequencingRules?.postConditionRules ?? []).map(toRule),
    rollupRules: (reported.rollupRules?.rules ?? []).map(toRollupRule),
    rollupSatisfaction: controls.rollupObjectiveSatisfied ?? true,
    rollupCompletion: controls.rollupProgressCompletion ?? true,
    measureWeight: controls.objectiveMeasureWeight ?? 1,
    progressWeight: threshold?.progressWeight ?? 1,
    completedByMeasure: threshold?.completedByMeasure ?? false,
    minProgressMeasure: threshold?.minProgressMeasure ?? 1,
    measureSatisfactionIfActive: considerations.measureSatisfactionIfActive ?? true,
    requiredFor: {
      satisfied: considerations.requiredForSatisfied ?? "always",
      notSatisfied: considerations.requiredForNotSatisfied ?? "always",
      completed: considerations.requiredForCompleted ?? "always",
      incomplete: considerations.requiredForIncomplete ?? "always",
    },
    primary,
    objectives: [primary, ...(reported.objectives ?? []).map((each) => toObjective(each, false))],
    selectionTiming: controls.selectionTiming ?? "never",
    selectCount: controls.selectCount ?? 0,
    randomizationTiming: controls.randomizationTiming ?? "never",
    reorderChildren: controls.reorderChildren ?? false,
  };
  byId.set(activity.id, activity);
  activity.children = item.children.map((child) => toActivity(child, activity, byId));
  return activity;
}

/** The manifest's names for what is read and written. */
const MAPPED: Record<Info, string> = {
  satisfied: "SatisfiedStatus",
  measure: "NormalizedMeasure",
  raw: "RawScore",
  min: "MinScore",
  max: "MaxScore",
  completed: "CompletionStatus",
  progress: "ProgressMeasure",
};
export const EVERY_INFO = Object.keys(MAPPED) as Info[];

function toObjective(reported: ObjectiveDefinition | undefined, isPrimary: boolean): Objective {
  const id = reported?.objectiveID ?? "";
  return {
    key: isPrimary ? "" : id,
    id,
    isPrimary,
    satisfiedByMeasure: reported?.satisfiedByMeasure ?? false,
    minNormalizedMeasure: reported?.minNormalizedMeasure ?? 1,
    maps: (reported?.mapInfo ?? []).map((map) => ({
      target: String(map["targetObjectiveID"]),
      reads: new Set(EVERY_INFO.filter((info) => map[`read${MAPPED[info]}`] === true)),
      writes: new Set(EVERY_INFO.filter((info) => map[`write${MAPPED[info]}`] === true)),
    })),
  };
}

function toRule({ action, conditionCombination, conditions }: RuleDefinition): Rule {
  return {
    action,
    combination: conditionCombination === "any" ? "any" : "all",
    conditions: conditions.map(({ condition, operator, referencedObjective, parameters }) => ({
      condition,
      isNegated: operator === "not",
      objective: referencedObjective ?? null,
      threshold: parameters?.threshold ?? 0,
    })),
  };
}

function toRollupRule(reported: RollupRuleDefinition): RollupRule {
  const { consideration, minimumCount, minimumPercent } = reported;
  const action = reported.action as RollupRule["action"];
  return { ...toRule(reported), action, consideration, minimumCount, minimumPercent };
}
