import type { Item } from "../item.ts";
import { listObjectives, type Reported, take } from "./content.ts";
import { deliver, isDeliverable, isGoingOn } from "./delivery.ts";
import { prepare } from "./flow.ts";
import { navigate, type NavigationRequest } from "./navigation.ts";
import { exceedsLimits } from "./rules.ts";
import { sequence, type SequencingRequest } from "./sequencing.ts";
import { readState, writeState } from "./state.ts";
import { terminate, endCourse } from "./termination.ts";
import {
  copySession,
  findCurrent,
  readAll,
  newState,
  read,
  type Session,
  type Shared,
  type Shares,
  type State,
  getActivityState,
} from "./tracking.ts";
import { type Activity, type ObjectiveInfo, buildTree, pathUp } from "./tree.ts";
import { type ContentsItem, listContents, mayChoose, mayContinue, mayGoBack, mayJump } from "./valid-requests.ts";

/** The result of a request. An invalid one has changed nothing. */
export interface Outcome {
  isValid: boolean;
  /** The activity whose content is to be shown. */
  delivered: string | null;
  hasEnded: boolean;
}

/** The sequencing of one SCORM 2004 course (SN 4th Ed.) and a learner's position in it. */
export interface Sequencing {
  /** Overall Sequencing Process (SN 4th Ed. OP.1). */
  request: (request: NavigationRequest) => Outcome;
  /** Returns the current activity; its attempt may have ended. */
  current: () => string | null;
  /** Returns whether the attempt at the current activity was suspended and continues. */
  isResumed: () => boolean;
  /** Applies the results of the current activity's content. */
  take: (reported: Reported) => void;
  /** Lists what the content of an activity finds in cmi.objectives. */
  objectivesFor: (id: string) => Record<string, string>[];
  mayContinue: () => boolean;
  mayGoBack: () => boolean;
  mayChoose: (id: string) => boolean;
  mayJump: (id: string) => boolean;
  /** Returns whether all attempts at an activity, or at one that contains it, are used up (SN 4th Ed. UP.1). */
  isUsedUp: (id: string) => boolean;
  contents: () => ContentsItem[];
  /** Returns the status of an activity: of its attempt, and of its primary objective. */
  findKnown: (id: string) => ObjectiveInfo;
  /** Returns the status of the whole course; with `isOver`, as after the current attempt. */
  result: (isOver: boolean) => ObjectiveInfo;
  /** Returns data shared between activities, by the ids of the manifest. */
  getData: (id: string) => string | undefined;
  keepData: (id: string, value: string) => void;
  /** Returns the changes to shared data since the last call; null for none. */
  changes: () => Shared | null;
  /** Returns the state to store; with `asIfSuspended`, as if the course were suspended now. */
  written: (asIfSuspended: boolean) => string;
}

interface Options {
  /** The state stored earlier, if any. */
  kept: string | null;
  shares: Shares;
  /** What other packages have shared; it overrides the stored state. */
  shared: Shared;
  random?: () => number;
}

/** Creates the sequencing of an organization. */
export function createSequencing(
  organization: Item,
  { kept, shares, shared, random = Math.random }: Options,
): Sequencing {
  const tree = buildTree(organization);
  const session: Session = { tree, state: fitting(readState(kept)), shares, random };
  if (shares.objectives)
    for (const [id, info] of Object.entries(shared.objectives)) session.state.globals.set(id, { ...info });
  if (shares.data) for (const [id, text] of Object.entries(shared.data)) session.state.data.set(id, text);
  let lastShared = sharedTexts(session);
  prepare(session);
  const of = (id: string) => tree.byId.get(id);

  return {
    request: (request) => carryOut(session, request),
    current: () => session.state.current,
    isResumed: () => session.isResumed ?? false,
    take(reported) {
      const current = findCurrent(session);
      if (current && isGoingOn(session)) take(session, current, reported);
    },
    objectivesFor: (id) => {
      const activity = of(id);
      return activity ? listObjectives(session, activity) : [];
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
    isUsedUp: (id) => {
      const activity = of(id);
      return activity !== undefined && pathUp(activity).some((each) => exceedsLimits(session, each));
    },
    contents: () => listContents(session),
    findKnown: (id) => {
      const activity = of(id);
      return activity ? readAll(session, activity, activity.primary, read) : {};
    },
    result(isOver) {
      const copy = isOver ? copySession(session) : session;
      if (isOver) endCourse(copy);
      return readAll(copy, tree.root, tree.root.primary, read);
    },
    getData: (id) => session.state.data.get(id),
    keepData: (id, value) => void session.state.data.set(id, value),
    changes() {
      const now = sharedTexts(session);
      const before = lastShared;
      lastShared = now;
      const changed = [...now].filter(([key, text]) => before.get(key) !== text).map(([key]) => key);
      return changed.length > 0 ? sharedUnder(session, new Set(changed)) : null;
    },
    written(asIfSuspended) {
      if (!asIfSuspended || !findCurrent(session)) return writeState(session.state);
      const copy = copySession(session);
      carryOut(copy, { kind: "suspendAll" });
      return writeState(copy.state);
    },
  };

  /**
   * Keeps the parts of a stored state that belong to this tree: a new version of a package may have lost some of its
   * activities.
   */
  function fitting(state: State | null): State {
    const found = state ?? newState();
    const known = (id: string | null) => (id !== null && tree.byId.has(id) ? id : null);
    for (const [id, own] of found.activities) {
      const activity = tree.byId.get(id);
      if (!activity || !own.available || isDrawnFrom(activity, own.available)) continue;
      // They are drawn anew from the children that there are.
      Object.assign(own, { available: null, isSelected: false, isRandomized: false });
    }
    return { ...found, current: known(found.current), suspended: known(found.suspended) };
  }
}

/** Returns whether children that were selected or put in order are still those of an activity. */
function isDrawnFrom({ children, selectionTiming, selectCount }: Activity, drawn: readonly string[]): boolean {
  const isSelection = selectionTiming !== "never" && selectCount > 0 && selectCount < children.length;
  return (
    (isSelection || drawn.length === children.length) && drawn.every((id) => children.some((child) => child.id === id))
  );
}

/** Returns what a package shares as comparable texts, by kind and id. */
function sharedTexts({ state, shares }: Session): Map<string, string> {
  const objectives = shares.objectives ? [...state.globals] : [];
  const data = shares.data ? [...state.data] : [];
  return new Map([
    ...objectives.map(([id, info]) => [`objective ${id}`, JSON.stringify(info)] as const),
    ...data.map(([id, text]) => [`data ${id}`, text] as const),
  ]);
}

function sharedUnder({ state }: Session, keys: ReadonlySet<string>): Shared {
  const only = <T>(from: Map<string, T>, kind: string) =>
    Object.fromEntries([...from].filter(([id]) => keys.has(`${kind} ${id}`)));
  return { objectives: only(state.globals, "objective"), data: only(state.data, "data") };
}

function carryOut(session: Session, request: NavigationRequest): Outcome {
  const refused = { isValid: false, delivered: null, hasEnded: false };
  const navigation = navigate(session, request);
  if (!navigation) return refused;
  let { leadsTo } = navigation;
  if (navigation.terminates) {
    const terminated = terminate(session, navigation.terminates);
    if (!terminated) return refused;
    if (terminated.leadsTo) leadsTo = { kind: terminated.leadsTo };
  }
  if (beginsAnew(session, leadsTo)) forget(session);
  const { delivers, endsSession } = sequence(session, leadsTo);
  const isDelivered = delivers !== null && isDeliverable(session, delivers);
  if (isDelivered) deliver(session, delivers);
  if (endsSession) session.state.current = null;
  return { isValid: true, delivered: isDelivered ? delivers.id : null, hasEnded: endsSession };
}

/** Returns whether a request starts the course again: nothing continues or was suspended. */
function beginsAnew(session: Session, { kind }: SequencingRequest): boolean {
  const { root } = session.tree;
  const { isActive, isSuspended } = getActivityState(session, root);
  const isOfRoot =
    session.state.current === null ? kind !== "resumeAll" : kind === "retry" && findCurrent(session) === root;
  return isOfRoot && !isActive && !isSuspended;
}

/** Deletes what belongs to one attempt at the course (adlseq:objectivesGlobalToSystem, adlcp:sharedDataGlobalToSystem). */
function forget({ state, shares }: Session): void {
  if (!shares.objectives) state.globals.clear();
  if (!shares.data) state.data.clear();
}
