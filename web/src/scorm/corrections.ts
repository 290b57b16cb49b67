/** What of the library's inner parts is looked at here; its own types keep them to themselves. */
interface Inner {
  getSequencingService: () => {
    activityDeliveryService: { currentDeliveredActivity: object | null };
    rollupProcess: {
      syncTerminatedActivityObjectives: (activity: Activity, ...more: unknown[]) => unknown;
      measureProcessor: { measureRollupProcess: (activity: Activity) => object[] };
      ruleEvaluator: {
        childFilter: { checkChildForRollupSubprocess: (child: Activity, of: string, action: string) => boolean };
        evaluateRollupRule: (activity: Activity, rule: Rule) => boolean;
      };
    };
  } | null;
}

interface Activity {
  children: Activity[];
  getAvailableChildren: () => Activity[];
  sequencingControls: { tracked: boolean; objectiveMeasureWeight: number };
  objectiveInfoAvailableInCurrentParentAttempt: boolean;
  progressInfoAvailableInCurrentParentAttempt: boolean;
  objectiveMeasureStatus: boolean;
  objectiveNormalizedMeasure: number;
  objectiveSatisfiedStatusKnown: boolean;
  attemptProgressStatus: boolean;
  completionStatus: string;
}

interface Rule {
  action: string;
  consideration: string;
  minimumCount: number;
  minimumPercent: number;
  conditionCombination: string;
  conditions: { condition: string; operator: string | null; evaluate: (child: Activity) => boolean }[];
}

/** Sets right where the library's sequencing departs from the standard (SN 4th Ed.). */
export function correct(library: object): void {
  const service = (library as Inner).getSequencingService();
  if (!service) return;
  service.rollupProcess.measureProcessor.measureRollupProcess = rollUpMeasure;
  const { rollupProcess } = service;
  const synchronise = rollupProcess.syncTerminatedActivityObjectives.bind(rollupProcess);
  rollupProcess.syncTerminatedActivityObjectives = (activity, ...more) => {
    // Content that says of its completion that it is unknown has not said that it is incomplete (UP.4).
    const isUnknown = activity.children.length === 0 && !activity.attemptProgressStatus;
    if (isUnknown && activity.completionStatus === "incomplete") activity.completionStatus = "unknown";
    return synchronise(activity, ...more);
  };
  const evaluator = rollupProcess.ruleEvaluator;
  evaluator.evaluateRollupRule = (activity, rule) => {
    const type = rule.action === "completed" || rule.action === "incomplete" ? "progress" : "objective";
    const counted = activity
      .getAvailableChildren()
      .filter((child) => evaluator.childFilter.checkChildForRollupSubprocess(child, type, rule.action));
    return applies(rule, counted);
  };
}

/** Rollup Rule Check (RB.1.4): a child of which nothing is known is neither what is asked for nor not. The library takes it for 'not'. */
function applies(rule: Rule, children: Activity[]): boolean {
  const found = children.map((child) => evaluate(rule, child));
  const met = found.filter((each) => each === true).length;
  switch (rule.consideration) {
    case "all":
      return found.length > 0 && met === found.length;
    case "any":
      return met > 0;
    case "none":
      return found.length > 0 && found.every((each) => each === false);
    case "atLeastCount":
      return met >= rule.minimumCount;
    case "atLeastPercent":
      return found.length > 0 && (met / found.length) * 100 >= rule.minimumPercent;
    default:
      return false;
  }
}

/** Evaluate Rollup Conditions Subprocess (RB.1.4.1); null is 'unknown'. */
function evaluate({ conditions, conditionCombination }: Rule, child: Activity): boolean | null {
  const found = conditions.map((each) => {
    // The library knows this one by another name only.
    if (each.condition === "activityProgressKnown") return isKnown("completed", child) !== (each.operator === "not");
    return isKnown(each.condition, child) ? each.evaluate(child) : null;
  });
  const decides = conditionCombination !== "all";
  if (found.includes(decides)) return decides;
  return found.includes(null) ? null : !decides;
}

function isKnown(condition: string, child: Activity): boolean {
  if (condition === "satisfied")
    return child.objectiveSatisfiedStatusKnown && child.objectiveInfoAvailableInCurrentParentAttempt;
  if (condition !== "completed") return true;
  const isKnownItself = child.children.length > 0 ? child.completionStatus !== "unknown" : child.attemptProgressStatus;
  return isKnownItself && child.progressInfoAvailableInCurrentParentAttempt;
}

/**
 * Measure Rollup Process (RB.1.1): the mean of the children's measures by their weights; one that has no measure yet counts with its
 * weight. The library leaves those out, and lessens the weight of what was attempted again or is not complete.
 */
function rollUpMeasure(activity: Activity): object[] {
  const tracked = activity.getAvailableChildren().filter(({ sequencingControls }) => sequencingControls.tracked);
  const known = tracked.filter(
    (child) => child.objectiveMeasureStatus && child.objectiveInfoAvailableInCurrentParentAttempt,
  );
  const weightOf = (child: Activity) => child.sequencingControls.objectiveMeasureWeight;
  const weight = tracked.reduce((sum, child) => sum + weightOf(child), 0);
  activity.objectiveMeasureStatus = known.length > 0 && weight > 0;
  if (activity.objectiveMeasureStatus)
    activity.objectiveNormalizedMeasure =
      known.reduce((sum, child) => sum + child.objectiveNormalizedMeasure * weightOf(child), 0) / weight;
  return [];
}

/** The content has ended: the same activity may be delivered once more, which the library skips where it was put aside. */
export function contentHasEnded(library: object): void {
  const service = (library as Inner).getSequencingService();
  if (service) service.activityDeliveryService.currentDeliveredActivity = null;
}
