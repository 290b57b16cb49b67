export type Timing = "never" | "once" | "onEachNewAttempt";

/** How many children a rollup rule needs. */
export interface RollupThreshold {
  consideration: string;
  minimumCount: number;
  /** 0 to 1. */
  minimumPercent: number;
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
  rollupRules?: { rules: RollupRuleDefinition[] };
  rollupConsiderations?: {
    measureSatisfactionIfActive?: boolean;
    requiredForSatisfied?: string;
    requiredForNotSatisfied?: string;
    requiredForCompleted?: string;
    requiredForIncomplete?: string;
  };
}

export interface ObjectiveDefinition {
  objectiveID: string;
  satisfiedByMeasure: boolean;
  minNormalizedMeasure: number;
  mapInfo: Record<string, boolean | string>[];
}

export interface RuleDefinition {
  action: string;
  conditionCombination: string;
  conditions: {
    condition: string;
    operator?: string;
    referencedObjective?: string;
    parameters?: { threshold?: number };
  }[];
}

export type RollupRuleDefinition = RuleDefinition & RollupThreshold;
