import type { SequencingRequest } from "./sequencing.ts";
import type { Termination } from "./termination.ts";
import { findCurrent, isAvailable, isLeaf, type Session, getActivityState, findSuspended } from "./tracking.ts";
import { type Activity, commonAncestor, pathBelow } from "./tree.ts";

const PLAIN = [
  "start",
  "resumeAll",
  "continue",
  "previous",
  "exit",
  "exitAll",
  "suspendAll",
  "abandon",
  "abandonAll",
] as const;

export type NavigationRequest = { kind: (typeof PLAIN)[number] } | { kind: "choice" | "jump"; target: string };

/** The sequencing request of a navigation request, with a termination first when there is something to terminate. */
interface Navigation {
  terminates: Termination | null;
  leadsTo: SequencingRequest;
}

/** Parses a request as content writes it (SN 4th Ed. 5.6.3, adl.nav.request); null without one. */
export function parseRequest(text: string): NavigationRequest | null {
  const [, target, kind] = /^\{target=(.*)\}(choice|jump)$/.exec(text) ?? [];
  if (target !== undefined) return { kind: kind as "choice" | "jump", target };
  const plain = PLAIN.find((each) => each === text);
  return plain ? { kind: plain } : null;
}

/**
 * Runs the Navigation Request Process (SN 4th Ed. NB.2.1).
 * @returns null when the request is not valid now
 */
export function navigate(session: Session, request: NavigationRequest): Navigation | null {
  const current = findCurrent(session);
  const isActive = current !== null && getActivityState(session, current).isActive;
  const exit = isActive ? "exit" : null;
  switch (request.kind) {
    case "start":
      return current ? null : { terminates: null, leadsTo: { kind: "start" } };
    case "resumeAll":
      return current || !findSuspended(session) ? null : { terminates: null, leadsTo: { kind: "resumeAll" } };
    case "continue":
      return current?.parent?.flow ? { terminates: exit, leadsTo: { kind: "continue" } } : null;
    case "previous":
      return current?.parent?.flow && !current.parent.forwardOnly
        ? { terminates: exit, leadsTo: { kind: "previous" } }
        : null;
    case "exit":
    case "abandon":
      return isActive ? { terminates: request.kind, leadsTo: { kind: "exit" } } : null;
    case "exitAll":
    case "suspendAll":
    case "abandonAll":
      return current ? { terminates: request.kind, leadsTo: { kind: "exit" } } : null;
    case "choice": {
      const target = session.tree.byId.get(request.target);
      return target && mayBeChosen(session, target) ? { terminates: exit, leadsTo: { kind: "choice", target } } : null;
    }
    case "jump": {
      const target = session.tree.byId.get(request.target);
      return current && target && isLeaf(target) && isAvailable(session, target)
        ? { terminates: exit, leadsTo: { kind: "jump", target } }
        : null;
    }
  }
}

/**
 * Returns whether a choice is a valid request (SN 4th Ed. NB.2.1, step 7): the surrounding activities may be left by
 * it.
 */
export function mayBeChosen(session: Session, target: Activity): boolean {
  if (target.parent && !target.parent.choice) return false;
  const current = findCurrent(session);
  if (!current) return true;
  const isHeld = (each: Activity) => getActivityState(session, each).isActive && !each.choiceExit;
  if (current === target || current.parent === target.parent) return !isHeld(current);
  return !pathBelow(current, commonAncestor(current, target)).some(isHeld);
}
