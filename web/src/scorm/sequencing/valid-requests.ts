import { isDeliverable } from "./delivery.ts";
import { mayBeChosen, navigate } from "./navigation.ts";
import { isClosed, ruleAction } from "./rules.ts";
import { isReachable, whatIsIn, whatPrecedes } from "./sequencing.ts";
import { childrenOf, currentOf, isAvailable, isLeaf, type Session } from "./tracking.ts";
import { type Activity, pathUp } from "./tree.ts";

/** An activity in the table of contents. */
export interface ContentsItem {
  id: string;
  /** Without a line of its own: what stands below it may have one. */
  isShown: boolean;
  isEnabled: boolean;
  children: ContentsItem[];
}

/** Whether Continue may be asked for now (SN 4th Ed. 5.6.4): what comes after it is seen when it is. */
export function mayContinue(session: Session): boolean {
  return navigate(session, { kind: "continue" }) !== null;
}

/** Whether Previous leads anywhere now (SN 4th Ed. 5.6.4). */
export function mayGoBack(session: Session): boolean {
  const current = currentOf(session);
  if (!current || navigate(session, { kind: "previous" }) === null) return false;
  const before = whatPrecedes(session, current);
  return before !== null && isDeliverable(session, before);
}

/** Whether the choice of an activity leads to one that may be delivered now (SN 4th Ed. 5.6.4). */
export function mayChoose(session: Session, target: Activity): boolean {
  if (!mayBeChosen(session, target) || !isReachable(session, target)) return false;
  if (pathUp(target).some((each) => isClosed(session, each))) return false;
  const activity = whatIsIn(session, target);
  return activity !== null && isDeliverable(session, activity);
}

/** Whether a jump to an activity may be asked for now (SN 4th Ed. 5.6.4). */
export function mayJump(session: Session, target: Activity): boolean {
  return isLeaf(target) && isAvailable(session, target) && !isClosed(session, target);
}

/** The table of contents: what there is to choose, and what may be chosen now. Hidden activities take those below with them. */
export function contentsOf(session: Session): ContentsItem[] {
  return [itemOf(session, session.tree.root) ?? []].flat();
}

function itemOf(session: Session, activity: Activity): ContentsItem | null {
  if (ruleAction(session, activity, activity.preConditions, "hiddenFromChoice") !== null) return null;
  return {
    id: activity.id,
    isShown: activity.isVisible,
    isEnabled: mayChoose(session, activity),
    children: childrenOf(session, activity).flatMap((child) => itemOf(session, child) ?? []),
  };
}
