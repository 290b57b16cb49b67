import { isDeliverable } from "./delivery.ts";
import { mayBeChosen, navigate } from "./navigation.ts";
import { isClosed, ruleAction } from "./rules.ts";
import { isReachable, findChoiceTarget, findPrevious } from "./sequencing.ts";
import { listAvailableChildren, findCurrent, isAvailable, isLeaf, type Session } from "./tracking.ts";
import { type Activity, pathUp } from "./tree.ts";

/** An activity in the table of contents. */
export interface ContentsItem {
  id: string;
  /** False for an activity without its own entry; its children may have one. */
  isShown: boolean;
  isEnabled: boolean;
  children: ContentsItem[];
}

/** Returns whether Continue is a valid request now (SN 4th Ed. 5.6.4); what it delivers is decided later. */
export function mayContinue(session: Session): boolean {
  return navigate(session, { kind: "continue" }) !== null;
}

/** Returns whether Previous delivers anything now (SN 4th Ed. 5.6.4). */
export function mayGoBack(session: Session): boolean {
  const current = findCurrent(session);
  if (!current || navigate(session, { kind: "previous" }) === null) return false;
  const before = findPrevious(session, current);
  return before !== null && isDeliverable(session, before);
}

/** Returns whether choosing an activity delivers one now (SN 4th Ed. 5.6.4). */
export function mayChoose(session: Session, target: Activity): boolean {
  if (!mayBeChosen(session, target) || !isReachable(session, target)) return false;
  if (pathUp(target).some((each) => isClosed(session, each))) return false;
  const activity = findChoiceTarget(session, target);
  return activity !== null && isDeliverable(session, activity);
}

/** Returns whether a jump to an activity is valid now (SN 4th Ed. 5.6.4). */
export function mayJump(session: Session, target: Activity): boolean {
  return isLeaf(target) && isAvailable(session, target) && !isClosed(session, target);
}

/** Lists the table of contents with what may be chosen now. Hidden activities hide their children. */
export function listContents(session: Session): ContentsItem[] {
  return [toContentsItem(session, session.tree.root) ?? []].flat();
}

function toContentsItem(session: Session, activity: Activity): ContentsItem | null {
  if (ruleAction(session, activity, activity.preConditions, "hiddenFromChoice") !== null) return null;
  return {
    id: activity.id,
    isShown: activity.isVisible,
    isEnabled: mayChoose(session, activity),
    children: listAvailableChildren(session, activity).flatMap((child) => toContentsItem(session, child) ?? []),
  };
}
