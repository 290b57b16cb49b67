import { flow, mayPass, findNeighbour } from "./flow.ts";
import { ruleAction } from "./rules.ts";
import { endAttempt, endCourse, terminateDescendents } from "./termination.ts";
import {
  listAvailableChildren,
  findCurrent,
  isAvailable,
  isLeaf,
  precedes,
  type Session,
  getActivityState,
  findSuspended,
} from "./tracking.ts";
import { type Activity, commonAncestor, pathBelow, pathUp } from "./tree.ts";

export type SequencingRequest =
  | { kind: "start" | "resumeAll" | "continue" | "previous" | "retry" | "exit" }
  | { kind: "choice" | "jump"; target: Activity };

/** The result of a sequencing request: an activity to deliver, the end of the session, or neither. */
export interface Sequenced {
  delivers: Activity | null;
  endsSession: boolean;
}

const NOTHING: Sequenced = { delivers: null, endsSession: false };

/** Runs the Sequencing Request Process (SN 4th Ed. SB.2.12). */
export function sequence(session: Session, request: SequencingRequest): Sequenced {
  const current = findCurrent(session);
  switch (request.kind) {
    case "start":
      return current ? NOTHING : start(session);
    case "resumeAll":
      return current ? NOTHING : delivered(findSuspended(session));
    case "exit":
      return exit(session, current);
    case "choice":
      return choose(session, request.target);
  }
  if (!current) return NOTHING;
  switch (request.kind) {
    case "continue":
      return continueFrom(session, current);
    case "previous":
      return delivered(findPrevious(session, current));
    case "retry":
      return retry(session, current);
    case "jump":
      return delivered(request.target);
  }
}

const delivered = (activity: Activity | null): Sequenced => ({ ...NOTHING, delivers: activity });

/** Runs the Start Sequencing Request Process (SN 4th Ed. SB.2.5). */
function start(session: Session): Sequenced {
  const { root } = session.tree;
  return delivered(isLeaf(root) ? root : flow(session, root, "forward", true).activity);
}

/** Runs the Continue Sequencing Request Process (SN 4th Ed. SB.2.7): continuing after the last activity ends the course. */
function continueFrom(session: Session, current: Activity): Sequenced {
  if (current.parent && !current.parent.flow) return NOTHING;
  const { activity, endsSession } = flow(session, current, "forward", false);
  if (endsSession) endCourse(session);
  return { delivers: activity, endsSession };
}

/** Runs the Previous Sequencing Request Process (SN 4th Ed. SB.2.8). */
export function findPrevious(session: Session, current: Activity): Activity | null {
  if (current.parent && !current.parent.flow) return null;
  return flow(session, current, "backward", false).activity;
}

/** Runs the Retry Sequencing Request Process (SN 4th Ed. SB.2.10). */
function retry(session: Session, current: Activity): Sequenced {
  const { isActive, isSuspended } = getActivityState(session, current);
  if (isActive || isSuspended) return NOTHING;
  return delivered(isLeaf(current) ? current : flow(session, current, "forward", true).activity);
}

/** Runs the Exit Sequencing Request Process (SN 4th Ed. SB.2.11). */
function exit(session: Session, current: Activity | null): Sequenced {
  if (!current || getActivityState(session, current).isActive) return NOTHING;
  return { delivers: null, endsSession: current.parent === null };
}

/** Runs the Choice Sequencing Request Process (SN 4th Ed. SB.2.9). */
function choose(session: Session, target: Activity): Sequenced {
  if (!isReachable(session, target)) return NOTHING;
  const activity = findChoiceTarget(session, target);
  if (activity) return delivered(activity);
  const current = findCurrent(session);
  if (current) {
    const common = commonAncestor(current, target);
    terminateDescendents(session, common);
    if (getActivityState(session, common).isActive) endAttempt(session, common);
    session.state.current = target.id;
  }
  return NOTHING;
}

/** Returns what the choice of an activity delivers: itself or, for a cluster, its first deliverable activity. */
export function findChoiceTarget(session: Session, target: Activity): Activity | null {
  return isLeaf(target) ? target : flow(session, target, "forward", true).activity;
}

/** Returns whether a choice may lead from the current activity to another (SN 4th Ed. SB.2.9, steps 2 to 11). */
export function isReachable(session: Session, target: Activity): boolean {
  const isHidden = (each: Activity) => ruleAction(session, each, each.preConditions, "hiddenFromChoice") !== null;
  if (!isAvailable(session, target) || pathUp(target).some(isHidden)) return false;
  if (target.parent && !target.parent.choice) return false;
  const current = findCurrent(session);
  if (current === target) return true;
  if (current && current.parent === target.parent) return isBeside(session, current, target);
  const common = current ? commonAncestor(current, target) : session.tree.root;
  const isForward = !current || precedes(session, current, target);
  if (!current || current === common) return isBelow(session, common, target, true);
  const left = pathBelow(current, common);
  // Each surrounding activity that is left must allow choice exits.
  if (left.some((each) => getActivityState(session, each).isActive && !each.choiceExit)) return false;
  if (target === common) return true;
  const constrained = left.find((each) => each !== current && each.constrainChoice);
  return isWithin(session, constrained, target) && isBelow(session, common, target, isForward);
}

/** Checks siblings: each activity from the current one up to the target is passed. */
function isBeside(session: Session, current: Activity, target: Activity): boolean {
  const isForward = precedes(session, current, target);
  const [first, last] = isForward ? [current, target] : [target, current];
  const siblings = listAvailableChildren(session, target.parent!);
  const passed = siblings.slice(siblings.indexOf(first), siblings.indexOf(last) + 1);
  return passed
    .filter((each) => each !== target)
    .every((each) => mayPass(session, each, isForward ? "forward" : "backward"));
}

/**
 * Checks the path from an ancestor down to the target: nothing on it stops the choice, and nothing with prevented
 * activation has to be started.
 */
function isBelow(session: Session, common: Activity, target: Activity, isForward: boolean): boolean {
  return pathUp(target)
    .slice(1)
    .filter((each) => each.position >= common.position)
    .every(
      (each) =>
        (!isForward || mayPass(session, each, "forward")) &&
        (each === common || getActivityState(session, each).isActive || !each.preventActivation),
    );
}

/** Checks a cluster with constrained choice: only itself, and what follows or precedes it. */
function isWithin(session: Session, constrained: Activity | undefined, target: Activity): boolean {
  if (!constrained) return true;
  const considered = findNeighbour(
    session,
    constrained,
    precedes(session, constrained, target) ? "forward" : "backward",
  );
  return target === constrained || pathUp(target).includes(considered);
}
