import { prepareAnew } from "./flow.ts";
import { rollUp } from "./rollup.ts";
import { hasSuspendedChild, ruleAction } from "./rules.ts";
import { currentOf, isLeaf, read, type Session, settleByMeasure, stateOf, write } from "./tracking.ts";
import { type Activity, commonAncestor, pathBelow, pathUp } from "./tree.ts";

export type Termination = "exit" | "exitAll" | "suspendAll" | "abandon" | "abandonAll";

/** What a termination leads to by itself: a sequencing request that goes before the one that was asked for. */
export type AfterTermination = "retry" | "continue" | "previous" | "exit" | null;

/**
 * Termination Request Process (SN 4th Ed. TB.2.3).
 * @returns null where the request is not valid
 */
export function terminate(session: Session, request: Termination): { leadsTo: AfterTermination } | null {
  const current = currentOf(session);
  if (!current) return null;
  const { isActive, isSuspended } = stateOf(session, current);
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
      for (const each of pathUp(current)) stateOf(session, each).isActive = false;
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

/** Sequencing Exit Action Rules Subprocess (SN 4th Ed. TB.2.1): the highest activity whose rules say that it ends. */
function exitTarget(session: Session, current: Activity): Activity | null {
  const above = pathUp(current).slice(1).toReversed();
  const target = above.find((each) => ruleAction(session, each, each.exitConditions, "exit") !== null);
  if (!target) return null;
  terminateDescendents(session, target);
  endAttempt(session, target);
  return target;
}

/** Sequencing Post Condition Rules Subprocess (SN 4th Ed. TB.2.2). */
function postCondition(session: Session, activity: Activity): string | null {
  if (stateOf(session, activity).isSuspended) return null;
  return ruleAction(session, activity, activity.postConditions);
}

function exitAll(session: Session, leadsTo: "exit" | "retry"): { leadsTo: AfterTermination } {
  endCourse(session);
  return { leadsTo };
}

/** Ends every attempt that goes on, the root's last. */
export function endCourse(session: Session): void {
  const current = currentOf(session);
  if (current && stateOf(session, current).isActive) endAttempt(session, current);
  terminateDescendents(session, session.tree.root);
  if (stateOf(session, session.tree.root).isActive) endAttempt(session, session.tree.root);
  session.state.current = session.tree.root.id;
}

function suspendAll(session: Session, activity: Activity | null): { leadsTo: AfterTermination } | null {
  if (!activity) return null;
  rollUp(session, activity);
  for (const each of pathUp(activity)) {
    const state = stateOf(session, each);
    state.isActive = false;
    state.isSuspended = true;
  }
  session.state.suspended = activity.id;
  session.state.current = session.tree.root.id;
  return { leadsTo: "exit" };
}

/** An attempt that is abandoned is as if its content had said nothing. */
function abandon(session: Session, current: Activity): void {
  for (const info of ["completed", "satisfied", "measure"] as const)
    write(session, current, current.primary, info, undefined);
  stateOf(session, current).isActive = false;
}

/** Terminate Descendent Attempts Process (SN 4th Ed. UP.3): ends what goes on between where one is and an activity. */
export function terminateDescendents(session: Session, activity: Activity): void {
  const current = currentOf(session);
  if (!current) return;
  const common = commonAncestor(current, activity);
  for (const each of pathBelow(current, common)) if (stateOf(session, each).isActive) endAttempt(session, each);
}

/** End Attempt Process (SN 4th Ed. UP.4). */
export function endAttempt(session: Session, activity: Activity): void {
  const state = stateOf(session, activity);
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

/** Content that says nothing of completion or satisfaction has come to both by its end, where it was not to say so itself. */
function settleUnsaid(session: Session, activity: Activity): void {
  const { saidCompletion, saidSuccess } = stateOf(session, activity);
  const { primary } = activity;
  const isOpen = (info: "completed" | "satisfied") => read(session, activity, primary, info) === undefined;
  if (!activity.completionSetByContent && !saidCompletion && isOpen("completed"))
    write(session, activity, primary, "completed", true);
  if (!activity.objectiveSetByContent && !saidSuccess && isOpen("satisfied"))
    write(session, activity, primary, "satisfied", true);
}
