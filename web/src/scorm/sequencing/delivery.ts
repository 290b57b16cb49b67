import { hasSuspendedChild, isClosed } from "./rules.ts";
import { terminateDescendents } from "./termination.ts";
import { beginAttempt, currentOf, isLeaf, type Session, stateOf, suspendedOf } from "./tracking.ts";
import { type Activity, commonAncestor, pathUp } from "./tree.ts";

/** Delivery Request Process (SN 4th Ed. DB.1.1): whether an activity may be delivered, which neither it nor one above it forbids. */
export function isDeliverable(session: Session, activity: Activity): boolean {
  return isLeaf(activity) && !pathUp(activity).some((each) => isClosed(session, each));
}

/** Content Delivery Environment Process (SN 4th Ed. DB.2): attempts begin, or go on, from the root down to the activity. */
export function deliver(session: Session, activity: Activity): void {
  clearSuspended(session, activity);
  terminateDescendents(session, activity);
  const { isActive, isSuspended } = stateOf(session, activity);
  session.isResumed = activity.tracked && (isActive || isSuspended);
  for (const each of pathUp(activity).toReversed()) {
    const state = stateOf(session, each);
    if (state.isActive) continue;
    if (each.tracked) {
      if (state.isSuspended) state.isSuspended = false;
      else beginAttempt(session, each);
    }
    state.isActive = true;
  }
  session.state.current = activity.id;
}

/** Clear Suspended Activity Subprocess (SN 4th Ed. DB.2.1): whoever goes elsewhere leaves what was put aside. */
function clearSuspended(session: Session, activity: Activity): void {
  const suspended = suspendedOf(session);
  session.state.suspended = null;
  if (!suspended || suspended === activity) return;
  const path = pathUp(suspended);
  for (const each of path.slice(0, path.indexOf(commonAncestor(suspended, activity)) + 1))
    stateOf(session, each).isSuspended = !isLeaf(each) && hasSuspendedChild(session, each);
}

/** Whether an activity is delivered, and its attempt goes on. */
export function isGoingOn(session: Session): boolean {
  const current = currentOf(session);
  return current !== null && stateOf(session, current).isActive;
}
