import { flow, mayPass, neighbour } from "./flow.ts";
import { ruleAction } from "./rules.ts";
import { endAttempt, endCourse, terminateDescendents } from "./termination.ts";
import {
  childrenOf,
  currentOf,
  isAvailable,
  isLeaf,
  precedes,
  type Session,
  stateOf,
  suspendedOf,
} from "./tracking.ts";
import { type Activity, commonAncestor, pathBelow, pathUp } from "./tree.ts";

export type SequencingRequest =
  | { kind: "start" | "resumeAll" | "continue" | "previous" | "retry" | "exit" }
  | { kind: "choice" | "jump"; target: Activity };

/** What a request has come to: an activity to deliver, the end of the session, or neither. */
export interface Sequenced {
  delivers: Activity | null;
  endsSession: boolean;
}

const NOTHING: Sequenced = { delivers: null, endsSession: false };

/** Sequencing Request Process (SN 4th Ed. SB.2.12). */
export function sequence(session: Session, request: SequencingRequest): Sequenced {
  const current = currentOf(session);
  switch (request.kind) {
    case "start":
      return current ? NOTHING : start(session);
    case "resumeAll":
      return current ? NOTHING : delivered(suspendedOf(session));
    case "exit":
      return exit(session, current);
    case "choice":
      return choose(session, request.target);
  }
  if (!current) return NOTHING;
  switch (request.kind) {
    case "continue":
      return goOn(session, current);
    case "previous":
      return delivered(whatPrecedes(session, current));
    case "retry":
      return retry(session, current);
    case "jump":
      return delivered(request.target);
  }
}

const delivered = (activity: Activity | null): Sequenced => ({ ...NOTHING, delivers: activity });

/** Start Sequencing Request Process (SN 4th Ed. SB.2.5). */
function start(session: Session): Sequenced {
  const { root } = session.tree;
  return delivered(isLeaf(root) ? root : flow(session, root, "forward", true).activity);
}

/** Continue Sequencing Request Process (SN 4th Ed. SB.2.7): who goes on after the last activity has ended the course. */
function goOn(session: Session, current: Activity): Sequenced {
  if (current.parent && !current.parent.flow) return NOTHING;
  const { activity, endsSession } = flow(session, current, "forward", false);
  if (endsSession) endCourse(session);
  return { delivers: activity, endsSession };
}

/** Previous Sequencing Request Process (SN 4th Ed. SB.2.8). */
export function whatPrecedes(session: Session, current: Activity): Activity | null {
  if (current.parent && !current.parent.flow) return null;
  return flow(session, current, "backward", false).activity;
}

/** Retry Sequencing Request Process (SN 4th Ed. SB.2.10). */
function retry(session: Session, current: Activity): Sequenced {
  const { isActive, isSuspended } = stateOf(session, current);
  if (isActive || isSuspended) return NOTHING;
  return delivered(isLeaf(current) ? current : flow(session, current, "forward", true).activity);
}

/** Exit Sequencing Request Process (SN 4th Ed. SB.2.11). */
function exit(session: Session, current: Activity | null): Sequenced {
  if (!current || stateOf(session, current).isActive) return NOTHING;
  return { delivers: null, endsSession: current.parent === null };
}

/** Choice Sequencing Request Process (SN 4th Ed. SB.2.9). */
function choose(session: Session, target: Activity): Sequenced {
  if (!isReachable(session, target)) return NOTHING;
  const activity = whatIsIn(session, target);
  if (activity) return delivered(activity);
  const current = currentOf(session);
  if (current) {
    const common = commonAncestor(current, target);
    terminateDescendents(session, common);
    if (stateOf(session, common).isActive) endAttempt(session, common);
    session.state.current = target.id;
  }
  return NOTHING;
}

/** What the choice of an activity delivers: itself, or of a cluster the first that may be. */
export function whatIsIn(session: Session, target: Activity): Activity | null {
  return isLeaf(target) ? target : flow(session, target, "forward", true).activity;
}

/** Whether a choice may lead to an activity from where one is (SN 4th Ed. SB.2.9, steps 2 to 11). */
export function isReachable(session: Session, target: Activity): boolean {
  const isHidden = (each: Activity) => ruleAction(session, each, each.preConditions, "hiddenFromChoice") !== null;
  if (!isAvailable(session, target) || pathUp(target).some(isHidden)) return false;
  if (target.parent && !target.parent.choice) return false;
  const current = currentOf(session);
  if (current === target) return true;
  if (current && current.parent === target.parent) return isBeside(session, current, target);
  const common = current ? commonAncestor(current, target) : session.tree.root;
  const isForward = !current || precedes(session, current, target);
  if (!current || current === common) return isBelow(session, common, target, true);
  const left = pathBelow(current, common);
  // What one stands in is left: each of it has to let go.
  if (left.some((each) => stateOf(session, each).isActive && !each.choiceExit)) return false;
  if (target === common) return true;
  const constrained = left.find((each) => each !== current && each.constrainChoice);
  return isWithin(session, constrained, target) && isBelow(session, common, target, isForward);
}

/** Siblings: each from where one is up to the target is passed. */
function isBeside(session: Session, current: Activity, target: Activity): boolean {
  const isForward = precedes(session, current, target);
  const [first, last] = isForward ? [current, target] : [target, current];
  const siblings = childrenOf(session, target.parent!);
  const passed = siblings.slice(siblings.indexOf(first), siblings.indexOf(last) + 1);
  return passed
    .filter((each) => each !== target)
    .every((each) => mayPass(session, each, isForward ? "forward" : "backward"));
}

/** From an ancestor down to the target: nothing on the way stops it, and nothing has to be begun that keeps from it. */
function isBelow(session: Session, common: Activity, target: Activity, isForward: boolean): boolean {
  return pathUp(target)
    .slice(1)
    .filter((each) => each.position >= common.position)
    .every(
      (each) =>
        (!isForward || mayPass(session, each, "forward")) &&
        (each === common || stateOf(session, each).isActive || !each.preventActivation),
    );
}

/** Where a cluster constrains choices: only itself, and what follows it or goes before it. */
function isWithin(session: Session, constrained: Activity | undefined, target: Activity): boolean {
  if (!constrained) return true;
  const considered = neighbour(session, constrained, precedes(session, constrained, target) ? "forward" : "backward");
  return target === constrained || pathUp(target).includes(considered);
}
