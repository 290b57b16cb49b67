import type { Item } from "../state.ts";

/** What is known of an objective (SN 4th Ed. 4.2.1, 4.2.2 and the extensions of adlseq); what is absent is unknown. */
export interface ObjectiveInfo {
  satisfied?: boolean;
  /** -1 to 1. */
  measure?: number;
  raw?: number;
  min?: number;
  max?: number;
  /** Of a primary objective: that of the attempt itself. */
  completed?: boolean;
  /** 0 to 1. */
  progress?: number;
}
export type Info = keyof ObjectiveInfo;

/** A map between a local objective and one that is global (SN 4th Ed. 3.10). */
interface ObjectiveMap {
  target: string;
  reads: ReadonlySet<Info>;
  writes: ReadonlySet<Info>;
}

export interface Objective {
  /** Under which its state is kept: '' for the primary one, which need not have an id. */
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
  /** An objective of the activity; the primary one where it is absent. */
  objective: string | null;
  threshold: number;
}

export interface Rule {
  action: string;
  combination: "all" | "any";
  conditions: Condition[];
}

export interface RollupRule extends Rule {
  action: "satisfied" | "notSatisfied" | "completed" | "incomplete";
  consideration: string;
  minimumCount: number;
  /** 0 to 1. */
  minimumPercent: number;
}

export type Timing = "never" | "once" | "onEachNewAttempt";

/** One activity with its sequencing definition model (SN 4th Ed. 3): what the manifest says, and nothing that changes. */
export interface Activity {
  id: string;
  /** Its place in a walk through the whole tree, parents first. */
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

/** Makes the activity tree of an organization (SN 4th Ed. 2.1), with the standard's defaults for what the manifest leaves out. */
export function treeOf(organization: Item): Tree {
  const byId = new Map<string, Activity>();
  return { root: activityOf(organization, null, byId), byId };
}

/** From an activity up to the root, both included. */
export function pathUp(activity: Activity): Activity[] {
  return activity.parent ? [activity, ...pathUp(activity.parent)] : [activity];
}

/** The deepest activity that both stand in; of an activity and one of its ancestors, the ancestor. */
export function commonAncestor(one: Activity, other: Activity): Activity {
  const above = new Set(pathUp(one));
  return pathUp(other).find((each) => above.has(each))!;
}

/** The activities from one up to its ancestor, without the latter. */
export function pathBelow(activity: Activity, ancestor: Activity): Activity[] {
  const path = pathUp(activity);
  return path.slice(0, path.indexOf(ancestor));
}

function activityOf(item: Item, parent: Activity | null, byId: Map<string, Activity>): Activity {
  const said = item.sequencing ?? {};
  const controls = said.sequencingControls ?? {};
  const delivery = said.deliveryControls ?? {};
  const considerations = said.rollupConsiderations ?? {};
  const threshold = item.details.completionThreshold;
  const primary = objectiveOf(said.primaryObjective, true);
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
    attemptLimit: said.attemptLimit ?? null,
    preConditions: (said.sequencingRules?.preConditionRules ?? []).map(ruleOf),
    exitConditions: (said.sequencingRules?.exitConditionRules ?? []).map(ruleOf),
    postConditions: (said.sequencingRules?.postConditionRules ?? []).map(ruleOf),
    rollupRules: (said.rollupRules?.rules ?? []).map(rollupRuleOf),
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
    objectives: [primary, ...(said.objectives ?? []).map((each) => objectiveOf(each, false))],
    selectionTiming: controls.selectionTiming ?? "never",
    selectCount: controls.selectCount ?? 0,
    randomizationTiming: controls.randomizationTiming ?? "never",
    reorderChildren: controls.reorderChildren ?? false,
  };
  byId.set(activity.id, activity);
  activity.children = item.children.map((child) => activityOf(child, activity, byId));
  return activity;
}

/** The sequencing of an item, as the server reads it from the manifest. */
export interface SequencingDefinition {
  attemptLimit?: number;
  primaryObjective?: ObjectiveDefinition;
  objectives?: ObjectiveDefinition[];
  sequencingRules?: Partial<
    Record<"preConditionRules" | "exitConditionRules" | "postConditionRules", RuleDefinition[]>
  >;
  sequencingControls?: {
    selectionTiming?: Timing;
    selectCount?: number;
    randomizationTiming?: Timing;
    objectiveMeasureWeight?: number;
  } & Partial<
    Record<
      | "choice"
      | "choiceExit"
      | "flow"
      | "forwardOnly"
      | "useCurrentAttemptObjectiveInfo"
      | "useCurrentAttemptProgressInfo"
      | "preventActivation"
      | "constrainChoice"
      | "rollupObjectiveSatisfied"
      | "rollupProgressCompletion"
      | "reorderChildren",
      boolean
    >
  >;
  deliveryControls?: { tracked?: boolean; completionSetByContent?: boolean; objectiveSetByContent?: boolean };
  rollupRules?: { rules: (RuleDefinition & Omit<RollupRule, keyof Rule>)[] };
  rollupConsiderations?: {
    measureSatisfactionIfActive?: boolean;
    requiredForSatisfied?: string;
    requiredForNotSatisfied?: string;
    requiredForCompleted?: string;
    requiredForIncomplete?: string;
  };
}

interface ObjectiveDefinition {
  objectiveID: string;
  satisfiedByMeasure: boolean;
  minNormalizedMeasure: number;
  mapInfo: Record<string, boolean | string>[];
}

interface RuleDefinition {
  action: string;
  conditionCombination: string;
  conditions: {
    condition: string;
    operator?: string;
    referencedObjective?: string;
    parameters?: { threshold?: number };
  }[];
}

/** How the manifest names what is read and written. */
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

function objectiveOf(said: ObjectiveDefinition | undefined, isPrimary: boolean): Objective {
  const id = said?.objectiveID ?? "";
  return {
    key: isPrimary ? "" : id,
    id,
    isPrimary,
    satisfiedByMeasure: said?.satisfiedByMeasure ?? false,
    minNormalizedMeasure: said?.minNormalizedMeasure ?? 1,
    maps: (said?.mapInfo ?? []).map((map) => ({
      target: String(map["targetObjectiveID"]),
      reads: new Set(EVERY_INFO.filter((info) => map[`read${MAPPED[info]}`] === true)),
      writes: new Set(EVERY_INFO.filter((info) => map[`write${MAPPED[info]}`] === true)),
    })),
  };
}

function ruleOf({ action, conditionCombination, conditions }: RuleDefinition): Rule {
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

function rollupRuleOf(said: RuleDefinition & Omit<RollupRule, keyof Rule>): RollupRule {
  const { consideration, minimumCount, minimumPercent } = said;
  const action = said.action as RollupRule["action"];
  return { ...ruleOf(said), action, consideration, minimumCount, minimumPercent };
}
