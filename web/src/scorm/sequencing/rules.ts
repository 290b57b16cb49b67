import { listAvailableChildren, findObjective, read, type Session, getActivityState } from "./tracking.ts";
import type { Activity, Condition, Rule } from "./tree.ts";

/** True, false, or null for unknown. */
export type Truth = boolean | null;

/**
 * Runs the Sequencing Rules Check Process (SN 4th Ed. UP.2): returns the action of the first matching rule with one of these
 * actions.
 */
export function ruleAction(session: Session, activity: Activity, rules: Rule[], ...actions: string[]): string | null {
  const holds = ({ action, combination, conditions }: Rule) =>
    (actions.length === 0 || actions.includes(action)) &&
    combineConditions(
      combination,
      conditions.map((each) => evaluate(session, activity, each)),
    ) === true;
  return rules.find(holds)?.action ?? null;
}

/** Runs the Check Activity Process (SN 4th Ed. UP.5): returns whether an activity is disabled or its limits are exceeded. */
export function isClosed(session: Session, activity: Activity): boolean {
  return ruleAction(session, activity, activity.preConditions, "disabled") !== null || exceedsLimits(session, activity);
}

/**
 * Runs the Limit Conditions Check Process (SN 4th Ed. UP.1): checks the attempt limit; a continuing attempt is not counted
 * again.
 */
export function exceedsLimits(session: Session, activity: Activity): boolean {
  const { isActive, isSuspended, attempts } = getActivityState(session, activity);
  if (!activity.tracked || isActive || isSuspended) return false;
  return activity.attemptLimit !== null && attempts >= activity.attemptLimit;
}

/** Combines conditions (SN 4th Ed. UP.2.1, RB.1.4.1); without conditions the result is unknown. */
export function combineConditions(combination: "all" | "any", found: Truth[]): Truth {
  const decides = combination === "any";
  if (found.length === 0) return null;
  if (found.includes(decides)) return decides;
  return found.includes(null) ? null : !decides;
}

/**
 * Evaluates one condition of a rule (SN 4th Ed. UP.2.1, RB.1.4.1).
 * @param forRollup considers only the current attempt of the parent
 */
export function evaluate(session: Session, activity: Activity, condition: Condition, forRollup = false): Truth {
  const found = evaluateCondition(session, activity, condition, forRollup);
  return found === null || !condition.isNegated ? found : !found;
}

function evaluateCondition(session: Session, activity: Activity, given: Condition, forRollup: boolean): Truth {
  const objective = findObjective(activity, given.objective);
  const known = <I extends "satisfied" | "measure" | "completed">(info: I) =>
    objective && read(session, activity, objective, info, forRollup);
  switch (given.condition) {
    case "always":
      return true;
    case "satisfied":
      return known("satisfied") ?? null;
    case "objectiveStatusKnown":
      return known("satisfied") !== undefined;
    case "objectiveMeasureKnown":
      return known("measure") !== undefined;
    case "objectiveMeasureGreaterThan":
    case "objectiveMeasureLessThan": {
      const measure = known("measure");
      if (measure === undefined) return null;
      return given.condition.endsWith("GreaterThan") ? measure > given.threshold : measure < given.threshold;
    }
    case "completed":
      return known("completed") ?? null;
    case "activityProgressKnown":
      return known("completed") !== undefined;
    case "attempted":
      return getActivityState(session, activity).attempts > 0;
    case "attemptLimitExceeded":
      return activity.attemptLimit === null
        ? null
        : getActivityState(session, activity).attempts >= activity.attemptLimit;
    default:
      return null;
  }
}

/** Returns whether any child of an activity is suspended. */
export function hasSuspendedChild(session: Session, activity: Activity): boolean {
  return listAvailableChildren(session, activity).some((child) => getActivityState(session, child).isSuspended);
}
