import { childrenOf, objectiveOf, read, type Session, stateOf } from "./tracking.ts";
import type { Activity, Condition, Rule } from "./tree.ts";

/** True, false, or null for what is unknown. */
export type Truth = boolean | null;

/** Sequencing Rules Check Process (SN 4th Ed. UP.2): the action of the first rule that holds, of those with one of these actions. */
export function ruleAction(session: Session, activity: Activity, rules: Rule[], ...actions: string[]): string | null {
  const holds = ({ action, combination, conditions }: Rule) =>
    (actions.length === 0 || actions.includes(action)) &&
    combined(
      combination,
      conditions.map((each) => evaluate(session, activity, each)),
    ) === true;
  return rules.find(holds)?.action ?? null;
}

/** Check Activity Process (SN 4th Ed. UP.5): whether an activity is disabled, or its limits are exceeded. */
export function isClosed(session: Session, activity: Activity): boolean {
  return ruleAction(session, activity, activity.preConditions, "disabled") !== null || exceedsLimits(session, activity);
}

/** Limit Conditions Check Process (SN 4th Ed. UP.1): of the limits, that of attempts; one that goes on is not counted again. */
function exceedsLimits(session: Session, activity: Activity): boolean {
  const { isActive, isSuspended, attempts } = stateOf(session, activity);
  if (!activity.tracked || isActive || isSuspended) return false;
  return activity.attemptLimit !== null && attempts >= activity.attemptLimit;
}

/** Several conditions as one (SN 4th Ed. UP.2.1, RB.1.4.1); of none nothing is known. */
export function combined(combination: "all" | "any", found: Truth[]): Truth {
  const decides = combination === "any";
  if (found.length === 0) return null;
  if (found.includes(decides)) return decides;
  return found.includes(null) ? null : !decides;
}

/**
 * One condition of a rule (SN 4th Ed. UP.2.1, RB.1.4.1).
 * @param forRollup looks at the current attempt of the parent alone
 */
export function evaluate(session: Session, activity: Activity, condition: Condition, forRollup = false): Truth {
  const found = truthOf(session, activity, condition, forRollup);
  return found === null || !condition.isNegated ? found : !found;
}

function truthOf(session: Session, activity: Activity, given: Condition, forRollup: boolean): Truth {
  const objective = objectiveOf(activity, given.objective);
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
      return stateOf(session, activity).attempts > 0;
    case "attemptLimitExceeded":
      return activity.attemptLimit === null ? null : stateOf(session, activity).attempts >= activity.attemptLimit;
    default:
      return null;
  }
}

/** Whether any child of an activity is suspended. */
export function hasSuspendedChild(session: Session, activity: Activity): boolean {
  return childrenOf(session, activity).some((child) => stateOf(session, child).isSuspended);
}
