import type { Item } from "../state.ts";
import { objectivesFor, type Said, take } from "./content.ts";
import { deliver, isDeliverable, isGoingOn } from "./delivery.ts";
import { prepare } from "./flow.ts";
import { navigate, type NavigationRequest } from "./navigation.ts";
import { sequence } from "./sequencing.ts";
import { readState, written } from "./state.ts";
import { terminate, endCourse } from "./termination.ts";
import { copyOf, currentOf, everything, newState, read, type Session, type State, suspendedOf } from "./tracking.ts";
import { type ObjectiveInfo, treeOf } from "./tree.ts";
import { type ContentsItem, contentsOf, mayChoose, mayContinue, mayGoBack, mayJump } from "./valid-requests.ts";

/** What a request has come to. One that is not valid has changed nothing. */
export interface Outcome {
  isValid: boolean;
  /** The activity whose content is to be shown. */
  delivered: string | null;
  hasEnded: boolean;
}

/** The sequencing of one course of SCORM 2004 (SN 4th Ed.), and where a learner stands in it. */
export interface Sequencing {
  /** Overall Sequencing Process (SN 4th Ed. OP.1). */
  request: (request: NavigationRequest) => Outcome;
  /** The activity where one is; its attempt may have ended. */
  current: () => string | null;
  /** An activity is delivered, and its attempt goes on. */
  isGoingOn: () => boolean;
  isSuspended: () => boolean;
  /** The content of the current activity has come to this. */
  take: (said: Said) => void;
  /** What the content of an activity finds in cmi.objectives. */
  objectivesFor: (id: string) => Record<string, string>[];
  mayContinue: () => boolean;
  mayGoBack: () => boolean;
  mayChoose: (id: string) => boolean;
  mayJump: (id: string) => boolean;
  contents: () => ContentsItem[];
  /** What is known of an activity: of its attempt, and of its primary objective. */
  knownOf: (id: string) => ObjectiveInfo;
  /** What is known of the whole course; with `isOver`, as it is when the attempt at hand is over. */
  result: (isOver: boolean) => ObjectiveInfo;
  /** What is to be kept; with `asIfSuspended`, as it is when the course is put aside now. */
  written: (asIfSuspended: boolean) => string;
}

/**
 * The sequencing of an organization.
 * @param kept what was written of it before, if anything
 */
export function createSequencing(organization: Item, kept: string | null, random = Math.random): Sequencing {
  const tree = treeOf(organization);
  const session: Session = { tree, state: fitting(readState(kept)), random };
  prepare(session);
  const of = (id: string) => tree.byId.get(id);

  return {
    request: (request) => carryOut(session, request),
    current: () => session.state.current,
    isGoingOn: () => isGoingOn(session),
    isSuspended: () => suspendedOf(session) !== null,
    take(said) {
      const current = currentOf(session);
      if (current && isGoingOn(session)) take(session, current, said);
    },
    objectivesFor: (id) => {
      const activity = of(id);
      return activity ? objectivesFor(session, activity) : [];
    },
    mayContinue: () => mayContinue(session),
    mayGoBack: () => mayGoBack(session),
    mayChoose: (id) => {
      const activity = of(id);
      return activity !== undefined && mayChoose(session, activity);
    },
    mayJump: (id) => {
      const activity = of(id);
      return activity !== undefined && mayJump(session, activity);
    },
    contents: () => contentsOf(session),
    knownOf: (id) => {
      const activity = of(id);
      return activity ? everything(session, activity, activity.primary, read) : {};
    },
    result(isOver) {
      const copy = isOver ? copyOf(session) : session;
      if (isOver) endCourse(copy);
      return everything(copy, tree.root, tree.root.primary, read);
    },
    written(asIfSuspended) {
      if (!asIfSuspended || !currentOf(session)) return written(session.state);
      const copy = copyOf(session);
      carryOut(copy, { kind: "suspendAll" });
      return written(copy.state);
    },
  };

  /** Of what was kept, what is about this tree: a new version of a package may have lost some of its activities. */
  function fitting(state: State | null): State {
    const found = state ?? newState();
    const known = (id: string | null) => (id !== null && tree.byId.has(id) ? id : null);
    return { ...found, current: known(found.current), suspended: known(found.suspended) };
  }
}

function carryOut(session: Session, request: NavigationRequest): Outcome {
  const refused = { isValid: false, delivered: null, hasEnded: false };
  const navigation = navigate(session, request);
  if (!navigation) return refused;
  let { then } = navigation;
  if (navigation.terminates) {
    const terminated = terminate(session, navigation.terminates);
    if (!terminated) return refused;
    if (terminated.then) then = { kind: terminated.then };
  }
  const { delivers, endsSession } = sequence(session, then);
  const isDelivered = delivers !== null && isDeliverable(session, delivers);
  if (isDelivered) deliver(session, delivers);
  if (endsSession) session.state.current = null;
  return { isValid: true, delivered: isDelivered ? delivers.id : null, hasEnded: endsSession };
}
