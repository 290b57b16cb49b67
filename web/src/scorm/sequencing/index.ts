import type { Item } from "../state.ts";
import { objectivesFor, type Said, take } from "./content.ts";
import { deliver, isDeliverable, isGoingOn } from "./delivery.ts";
import { prepare } from "./flow.ts";
import { navigate, type NavigationRequest } from "./navigation.ts";
import { sequence, type SequencingRequest } from "./sequencing.ts";
import { readState, written } from "./state.ts";
import { terminate, endCourse } from "./termination.ts";
import {
  copyOf,
  currentOf,
  everything,
  newState,
  read,
  type Session,
  type Shared,
  type Shares,
  type State,
  stateOf,
} from "./tracking.ts";
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
  /** Whether the attempt at the current activity had been put aside, and goes on. */
  isResumed: () => boolean;
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
  /** Data that activities share, by the ids of the manifest. */
  dataOf: (id: string) => string | undefined;
  keepData: (id: string, value: string) => void;
  /** What has changed of what is shared with other packages since this was asked last; null for nothing. */
  changes: () => Shared | null;
  /** What is to be kept; with `asIfSuspended`, as it is when the course is put aside now. */
  written: (asIfSuspended: boolean) => string;
}

interface Options {
  /** What was written of it before, if anything. */
  kept: string | null;
  shares: Shares;
  /** What other packages have found; it goes before what was written. */
  shared: Shared;
  random?: () => number;
}

/** The sequencing of an organization. */
export function createSequencing(
  organization: Item,
  { kept, shares, shared, random = Math.random }: Options,
): Sequencing {
  const tree = treeOf(organization);
  const session: Session = { tree, state: fitting(readState(kept)), shares, random };
  if (shares.objectives)
    for (const [id, info] of Object.entries(shared.objectives)) session.state.globals.set(id, { ...info });
  if (shares.data) for (const [id, text] of Object.entries(shared.data)) session.state.data.set(id, text);
  let told = sharedTexts(session);
  prepare(session);
  const of = (id: string) => tree.byId.get(id);

  return {
    request: (request) => carryOut(session, request),
    current: () => session.state.current,
    isResumed: () => session.isResumed ?? false,
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
    dataOf: (id) => session.state.data.get(id),
    keepData: (id, value) => void session.state.data.set(id, value),
    changes() {
      const now = sharedTexts(session);
      const before = told;
      told = now;
      const changed = [...now].filter(([key, text]) => before.get(key) !== text).map(([key]) => key);
      return changed.length > 0 ? sharedUnder(session, new Set(changed)) : null;
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

/** What a package shares with others, as texts to compare, by kind and id. */
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

/** Whether a request begins the course itself anew: nothing of it goes on, or was put aside. */
function beginsAnew(session: Session, { kind }: SequencingRequest): boolean {
  const { root } = session.tree;
  const { isActive, isSuspended } = stateOf(session, root);
  const isOfRoot =
    session.state.current === null ? kind !== "resumeAll" : kind === "retry" && currentOf(session) === root;
  return isOfRoot && !isActive && !isSuspended;
}

/** What is of one attempt at the course alone is gone with the next (adlseq:objectivesGlobalToSystem, adlcp:sharedDataGlobalToSystem). */
function forget({ state, shares }: Session): void {
  if (!shares.objectives) state.globals.clear();
  if (!shares.data) state.data.clear();
}
