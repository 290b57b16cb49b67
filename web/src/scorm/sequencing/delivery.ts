import { hasSuspendedChild, isClosed } from "./rules.ts";
import { terminateDescendents } from "./termination.ts";
import { beginAttempt, findCurrent, isLeaf, type Session, getActivityState, findSuspended } from "./tracking.ts";
import { type Activity, commonAncestor, pathUp } from "./tree.ts";

/**
 * Runs the Delivery Request Process (SN 4th Ed. DB.1.1): returns whether neither the activity nor an ancestor forbids its
 * delivery.
 */
export function isDeliverable(session: Session, activity: Activity): boolean {
  return isLeaf(activity) && !pathUp(activity).some((each) => isClosed(session, each));
}

/**
 * Runs the Content Delivery Environment Process (SN 4th Ed. DB.2): starts or continues attempts from the root down to the
 * activity.
 */
export function deliver(session: Session, activity: Activity): void {
  clearSuspended(session, activity);
  terminateDescendents(session, activity);
  const { isActive, isSuspended } = getActivityState(session, activity);
  session.isResumed = activity.tracked && (isActive || isSuspended);
  for (const each of pathUp(activity).toReversed()) {
    const state = getActivityState(session, each);
    if (state.isActive) continue;
    if (each.tracked) {
      if (state.isSuspended) state.isSuspended = false;
      else beginAttempt(session, each);
    }
    state.isActive = true;
  }
  session.state.current = activity.id;
}

/** Runs the Clear Suspended Activity Subprocess (SN 4th Ed. DB.2.1): delivering another activity ends the suspension. */
function clearSuspended(session: Session, activity: Activity): void {
  const suspended = findSuspended(session);
  session.state.suspended = null;
  if (!suspended || suspended === activity) return;
  const path = pathUp(suspended);
  for (const each of path.slice(0, path.indexOf(commonAncestor(suspended, activity)) + 1))
    getActivityState(session, each).isSuspended = !isLeaf(each) && hasSuspendedChild(session, each);
}

/** Returns whether an activity is delivered and its attempt continues. */
export function isGoingOn(session: Session): boolean {
  const current = findCurrent(session);
  return current !== null && getActivityState(session, current).isActive;
}
