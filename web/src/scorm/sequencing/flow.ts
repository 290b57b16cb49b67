import { isClosed, ruleAction } from "./rules.ts";
import { listAvailableChildren, isLeaf, type Session, getActivityState } from "./tracking.ts";
import type { Timing } from "./definition.ts";
import type { Activity } from "./tree.ts";

export type Direction = "forward" | "backward";

/** The result of a flow: an activity that may be delivered, or none. */
export interface Flowed {
  activity: Activity | null;
  /** The flow has left the tree at its end. */
  endsSession: boolean;
}

interface Step extends Flowed {
  direction: Direction;
}

const NOWHERE: Flowed = { activity: null, endsSession: false };

/**
 * Runs the Flow Subprocess (SN 4th Ed. SB.2.3): finds the next deliverable activity from an activity.
 * @param enters starts with the children of the activity
 */
export function flow(session: Session, from: Activity, direction: Direction, enters: boolean): Flowed {
  const step = traverse(session, from, direction, null, enters);
  return step.activity ? visit(session, step.activity, direction, null) : step;
}

/** Runs the Flow Tree Traversal Subprocess (SN 4th Ed. SB.2.1): takes one step through the tree. */
function traverse(
  session: Session,
  activity: Activity,
  direction: Direction,
  previous: Direction | null,
  enters: boolean,
): Step {
  const siblings = activity.parent ? listAvailableChildren(session, activity.parent) : [activity];
  // Backwards into a forward-only cluster that was skipped entirely: leaves it at its start.
  const isReversed = previous === "backward" && activity.parent !== null && siblings.at(-1) === activity;
  const from = isReversed ? siblings[0]! : activity;
  const goes = isReversed ? "backward" : direction;
  const to = (next: Activity | undefined): Step => ({ activity: next ?? null, endsSession: false, direction: goes });
  if (enters && !isLeaf(from)) {
    const children = listAvailableChildren(session, from);
    if (goes === "forward") return to(children[0]);
    return from.forwardOnly ? { ...to(children[0]), direction: "forward" } : to(children.at(-1));
  }
  if (!from.parent) return { ...to(undefined), endsSession: goes === "forward" };
  const at = siblings.indexOf(from);
  if (goes === "backward" && !isReversed && from.parent.forwardOnly) return to(undefined);
  const next = siblings[at + (goes === "forward" ? 1 : -1)];
  return next ? to(next) : traverse(session, from.parent, goes, null, false);
}

/** Runs the Flow Activity Traversal Subprocess (SN 4th Ed. SB.2.2): passes skipped activities and enters clusters. */
function visit(session: Session, activity: Activity, direction: Direction, previous: Direction | null): Flowed {
  if (activity.parent && !activity.parent.flow) return NOWHERE;
  if (ruleAction(session, activity, activity.preConditions, "skip") !== null) {
    const step = traverse(session, activity, direction, previous, false);
    if (!step.activity) return step;
    const isStillBack = previous === "backward" && step.direction === "backward";
    return visit(session, step.activity, isStillBack ? "backward" : direction, isStillBack ? null : previous);
  }
  if (isClosed(session, activity)) return NOWHERE;
  if (isLeaf(activity)) return { activity, endsSession: false };
  const step = traverse(session, activity, direction, null, true);
  if (!step.activity) return step;
  const isTurned = direction === "backward" && step.direction === "forward";
  return visit(session, step.activity, isTurned ? "forward" : direction, isTurned ? "backward" : null);
}

/** Runs the Choice Activity Traversal Subprocess (SN 4th Ed. SB.2.4): returns whether a choice may pass an activity. */
export function mayPass(session: Session, activity: Activity, direction: Direction): boolean {
  if (direction === "backward") return activity.parent !== null && !activity.parent.forwardOnly;
  return ruleAction(session, activity, activity.preConditions, "stopForwardTraversal") === null;
}

/**
 * Runs the Choice Flow Subprocess (SN 4th Ed. SB.2.9.1, SB.2.9.2): returns what follows an activity regardless of rules, or the
 * activity itself.
 */
export function findNeighbour(session: Session, activity: Activity, direction: Direction): Activity {
  for (let each = activity; each.parent; each = each.parent) {
    const siblings = listAvailableChildren(session, each.parent);
    const next = siblings[siblings.indexOf(each) + (direction === "forward" ? 1 : -1)];
    if (next) return next;
  }
  return activity;
}

/** Selects and orders the children of every cluster that has not been started (SN 4th Ed. SR.1, SR.2). */
export function prepare(session: Session): void {
  for (const activity of session.tree.byId.values()) {
    if (isLeaf(activity)) continue;
    const state = getActivityState(session, activity);
    if (activity.selectionTiming !== "never" && !state.isSelected) select(session, activity);
    if (activity.randomizationTiming !== "never" && !state.isRandomized) randomize(session, activity);
  }
}

/** Runs the Select Children Process and Randomize Children Process (SN 4th Ed. SR.1, SR.2), where each new attempt has its own. */
export function prepareAnew(session: Session, activity: Activity): void {
  const eachTime: Timing = "onEachNewAttempt";
  if (activity.selectionTiming === eachTime) select(session, activity);
  if (activity.randomizationTiming === eachTime) randomize(session, activity);
}

function select(session: Session, activity: Activity): void {
  const state = getActivityState(session, activity);
  state.isSelected = true;
  const { children, selectCount } = activity;
  if (selectCount <= 0 || selectCount >= children.length) return;
  const chosen = new Set(shuffled(session, children).slice(0, selectCount));
  state.available = children.filter((child) => chosen.has(child)).map(({ id }) => id);
}

function randomize(session: Session, activity: Activity): void {
  const state = getActivityState(session, activity);
  state.isRandomized = true;
  if (activity.reorderChildren)
    state.available = shuffled(session, listAvailableChildren(session, activity)).map(({ id }) => id);
}

function shuffled<T>({ random }: Session, list: T[]): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0]!);
}
