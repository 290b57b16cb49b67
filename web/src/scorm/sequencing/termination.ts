import { prepareAnew } from "./flow.ts";
import { rollUp } from "./rollup.ts";
import { hasSuspendedChild, ruleAction } from "./rules.ts";
import { findCurrent, isLeaf, read, type Session, settleByMeasure, getActivityState, write } from "./tracking.ts";
import { type Activity, commonAncestor, pathBelow, pathUp } from "./tree.ts";

export type Termination = "exit" | "exitAll" | "suspendAll" | "abandon" | "abandonAll";

/** What follows a termination by itself: a sequencing request that precedes the requested one. */
export type AfterTermination = "retry" | "continue" | "previous" | "exit" | null;

/**
 * Runs the Termination Request Process (SN 4th Ed. TB.2.3).
 * @returns null when the request is not valid
 */
export function terminate(session: Session, request: Termination): { leadsTo: AfterTermination } | null {
  const current = findCurrent(session);
  if (!current) return null;
  const { isActive, isSuspended } = getActivityState(session, current);
  switch (request) {
    case "exit":
      return isActive ? exit(session, current) : null;
    case "exitAll":
      return exitAll(session, "exit");
    case "suspendAll":
      return suspendAll(session, isActive || isSuspended ? current : current.parent);
    case "abandon":
      if (!isActive) return null;
      abandon(session, current);
      return { leadsTo: null };
    case "abandonAll":
      for (const each of pathUp(current)) getActivityState(session, each).isActive = false;
      abandon(session, current);
      session.state.current = session.tree.root.id;
      return { leadsTo: "exit" };
  }
}

function exit(session: Session, current: Activity): { leadsTo: AfterTermination } {
  endAttempt(session, current);
  let at = exitTarget(session, current) ?? current;
  for (;;) {
    session.state.current = at.id;
    const rule = postCondition(session, at);
    if (rule === "exitAll") return exitAll(session, "exit");
    if (rule === "retryAll" || (rule === "retry" && !at.parent)) return exitAll(session, "retry");
    if (rule === "exitParent" && at.parent) {
      at = at.parent;
      endAttempt(session, at);
      continue;
    }
    if (!at.parent) return { leadsTo: "exit" };
    return { leadsTo: rule === "retry" || rule === "continue" || rule === "previous" ? rule : null };
  }
}

/** Runs the Sequencing Exit Action Rules Subprocess (SN 4th Ed. TB.2.1): returns the highest activity whose rules end it. */
function exitTarget(session: Session, current: Activity): Activity | null {
  const above = pathUp(current).slice(1).toReversed();
  const target = above.find((each) => ruleAction(session, each, each.exitConditions, "exit") !== null);
  if (!target) return null;
  terminateDescendents(session, target);
  endAttempt(session, target);
  return target;
}

/** Runs the Sequencing Post Condition Rules Subprocess (SN 4th Ed. TB.2.2). */
function postCondition(session: Session, activity: Activity): string | null {
  if (getActivityState(session, activity).isSuspended) return null;
  return ruleAction(session, activity, activity.postConditions);
}

function exitAll(session: Session, leadsTo: "exit" | "retry"): { leadsTo: AfterTermination } {
  endCourse(session);
  return { leadsTo };
}

/** Ends every continuing attempt, the root's last. */
export function endCourse(session: Session): void {
  const current = findCurrent(session);
  if (current && getActivityState(session, current).isActive) endAttempt(session, current);
  terminateDescendents(session, session.tree.root);
  if (getActivityState(session, session.tree.root).isActive) endAttempt(session, session.tree.root);
  session.state.current = session.tree.root.id;
}

function suspendAll(session: Session, activity: Activity | null): { leadsTo: AfterTermination } | null {
  if (!activity) return null;
  rollUp(session, activity);
  for (const each of pathUp(activity)) {
    const state = getActivityState(session, each);
    state.isActive = false;
    state.isSuspended = true;
  }
  session.state.suspended = activity.id;
  session.state.current = session.tree.root.id;
  return { leadsTo: "exit" };
}

/** Discards an abandoned attempt, as if its content had reported nothing. */
function abandon(session: Session, current: Activity): void {
  for (const info of ["completed", "satisfied", "measure"] as const)
    write(session, current, current.primary, info, undefined);
  getActivityState(session, current).isActive = false;
}

/**
 * Runs the Terminate Descendent Attempts Process (SN 4th Ed. UP.3): ends continuing attempts between the current activity and an
 * ancestor.
 */
export function terminateDescendents(session: Session, activity: Activity): void {
  const current = findCurrent(session);
  if (!current) return;
  const common = commonAncestor(current, activity);
  for (const each of pathBelow(current, common))
    if (getActivityState(session, each).isActive) endAttempt(session, each);
}

/** Runs the End Attempt Process (SN 4th Ed. UP.4). */
export function endAttempt(session: Session, activity: Activity): void {
  const state = getActivityState(session, activity);
  if (isLeaf(activity)) {
    if (!state.isSuspended) settleUnsaid(session, activity);
  } else {
    state.isSuspended = hasSuspendedChild(session, activity);
    if (!state.isSuspended) prepareAnew(session, activity);
  }
  state.isActive = false;
  for (const objective of activity.objectives) settleByMeasure(session, activity, objective);
  rollUp(session, activity);
}

/** Completes and satisfies content that ends without reporting it, unless it was to report it itself. */
function settleUnsaid(session: Session, activity: Activity): void {
  const { saidCompletion, saidSuccess } = getActivityState(session, activity);
  const { primary } = activity;
  const isOpen = (info: "completed" | "satisfied") => read(session, activity, primary, info) === undefined;
  if (!activity.completionSetByContent && !saidCompletion && isOpen("completed"))
    write(session, activity, primary, "completed", true);
  if (!activity.objectiveSetByContent && !saidSuccess && isOpen("satisfied"))
    write(session, activity, primary, "satisfied", true);
}
