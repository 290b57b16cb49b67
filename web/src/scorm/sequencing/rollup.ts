import { combineConditions, evaluate, ruleAction } from "./rules.ts";
import {
  listAvailableChildren,
  isLeaf,
  read,
  readsGlobal,
  type Session,
  getActivityState,
  write,
  listWrittenGlobals,
} from "./tracking.ts";
import { type Activity, type Condition, pathUp, type RollupRule } from "./tree.ts";

/**
 * Runs the Overall Rollup Process (SN 4th Ed. RB.1.5): updates all ancestors of an activity and, where it has written a global
 * objective, all ancestors of those that read it, deepest first.
 */
export function rollUp(session: Session, activity: Activity): void {
  for (const each of affectedBy(session, activity)) {
    rollUpMeasures(session, each);
    rollUpObjective(session, each);
    rollUpProgress(session, each);
  }
}

function affectedBy(session: Session, activity: Activity): Activity[] {
  const all = [...session.tree.byId.values()];
  const affected = new Set(pathUp(activity));
  const globals = new Set<string>();
  for (let before = -1; before < globals.size + affected.size;) {
    before = globals.size + affected.size;
    for (const each of affected) for (const id of listWrittenGlobals(each)) globals.add(id);
    if (globals.size > 0)
      for (const reader of all)
        if (readsGlobal(reader, globals)) for (const each of pathUp(reader).slice(1)) affected.add(each);
  }
  const depth = (each: Activity) => pathUp(each).length;
  return [...affected].filter((each) => !isLeaf(each)).toSorted((a, b) => depth(b) - depth(a));
}

/**
 * Runs the Measure Rollup Process (SN 4th Ed. RB.1.1 a, b): computes weighted means; a child without a measure counts with its
 * weight.
 */
function rollUpMeasures(session: Session, activity: Activity): void {
  const children = listAvailableChildren(session, activity).filter(({ tracked }) => tracked);
  const mean = (info: "measure" | "progress", getWeight: (child: Activity) => number) => {
    const known = children.flatMap((child) => {
      const value = read(session, child, child.primary, info, true);
      return value === undefined ? [] : [value * getWeight(child)];
    });
    const weight = sum(children.map(getWeight));
    return known.length > 0 && weight > 0 ? sum(known) / weight : undefined;
  };
  write(
    session,
    activity,
    activity.primary,
    "measure",
    mean("measure", ({ measureWeight }) => measureWeight),
  );
  write(
    session,
    activity,
    activity.primary,
    "progress",
    mean("progress", ({ progressWeight }) => progressWeight),
  );
}

/**
 * Runs the Objective Rollup Process (SN 4th Ed. RB.1.2): by the measure where that decides, otherwise by rules or the default
 * rules.
 */
function rollUpObjective(session: Session, activity: Activity): void {
  const satisfied = outcome(session, activity, "satisfied", "notSatisfied", DEFAULTS.objective);
  if (satisfied !== null) write(session, activity, activity.primary, "satisfied", satisfied);
}

/** Runs the Activity Progress Rollup Process (SN 4th Ed. RB.1.3). */
function rollUpProgress(session: Session, activity: Activity): void {
  const completed = outcome(session, activity, "completed", "incomplete", DEFAULTS.progress);
  if (completed !== null) write(session, activity, activity.primary, "completed", completed);
}

type Action = RollupRule["action"];

function outcome(
  session: Session,
  activity: Activity,
  yes: Action,
  no: Action,
  defaults: RollupRule[],
): boolean | null {
  const own = activity.rollupRules.filter(({ action }) => action === yes || action === no);
  const rules = own.length > 0 ? own : defaults;
  const says = (wanted: Action) => rules.some((rule) => rule.action === wanted && holds(session, activity, rule));
  return says(yes) ? true : says(no) ? false : null;
}

/** Runs the Rollup Rule Check Subprocess (SN 4th Ed. RB.1.4). */
function holds(session: Session, activity: Activity, rule: RollupRule): boolean {
  const { action, combination, conditions } = rule;
  const found = listAvailableChildren(session, activity)
    .filter((child) => contributes(session, child, action))
    .map((child) =>
      combineConditions(
        combination,
        conditions.map((each) => evaluate(session, child, each, true)),
      ),
    );
  const met = found.filter((each) => each === true).length;
  // Without contributing children, 'all' and 'none' hold; counting conditions do not.
  switch (rule.consideration) {
    case "all":
      return met === found.length;
    case "any":
      return met > 0;
    case "none":
      return found.every((each) => each === false);
    case "atLeastCount":
      return found.length > 0 && met >= rule.minimumCount;
    case "atLeastPercent":
      return found.length > 0 && met / found.length >= rule.minimumPercent;
    default:
      return false;
  }
}

/** Runs the Check Child for Rollup Subprocess (SN 4th Ed. RB.1.4.2). */
function contributes(session: Session, child: Activity, action: Action): boolean {
  const isAboutObjective = action === "satisfied" || action === "notSatisfied";
  if (!child.tracked || !(isAboutObjective ? child.rollupSatisfaction : child.rollupCompletion)) return false;
  const { attempts, isSuspended } = getActivityState(session, child);
  switch (child.requiredFor[action]) {
    case "ifNotSuspended":
      return attempts === 0 || !isSuspended;
    case "ifAttempted":
      return attempts > 0;
    case "ifNotSkipped":
      return ruleAction(session, child, child.preConditions, "skip") === null;
    default:
      return true;
  }
}

const rule = (action: Action, condition: string): RollupRule => {
  const only: Condition = { condition, isNegated: false, objective: null, threshold: 0 };
  const every = { consideration: "all", minimumCount: 0, minimumPercent: 0 };
  return { action, combination: "all", conditions: [only], ...every };
};
/** The default rules of an activity without its own (SN 4th Ed. RB.1.2 b, RB.1.3 b). */
const DEFAULTS = {
  objective: [rule("satisfied", "satisfied"), rule("notSatisfied", "objectiveStatusKnown")],
  progress: [rule("completed", "completed"), rule("incomplete", "activityProgressKnown")],
};

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
