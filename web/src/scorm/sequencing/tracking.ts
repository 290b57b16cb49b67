import {
  type Activity,
  commonAncestor,
  EVERY_INFO,
  type Info,
  type Objective,
  type ObjectiveInfo,
  pathBelow,
  pathUp,
  type Tree,
} from "./tree.ts";

/** What is known of a learner's attempts at one activity (SN 4th Ed. 4.2: tracking model, activity state model). */
export interface ActivityState {
  isActive: boolean;
  isSuspended: boolean;
  attempts: number;
  /** By the keys of the objectives: what was found in the attempt at hand, without what is mapped. */
  objectives: Map<string, ObjectiveInfo>;
  /** It was found in an earlier attempt of the parent, which a roll-up that uses the current attempt alone passes over. */
  isObjectiveInfoOld: boolean;
  isProgressInfoOld: boolean;
  /** Content has said by itself whether it was completed or satisfied, be it that this is unknown. */
  saidCompletion: boolean;
  saidSuccess: boolean;
  /** The children that were selected, in their order; null for all of them. */
  available: string[] | null;
  isSelected: boolean;
  isRandomized: boolean;
}

/** Everything that changes while a course is taken. */
export interface State {
  activities: Map<string, ActivityState>;
  /** Objectives that several activities share, by their ids. */
  globals: Map<string, ObjectiveInfo>;
  /** Data that activities share, by the ids of the manifest (adl.data). */
  data: Map<string, string>;
  current: string | null;
  suspended: string | null;
}

/** Which of both a package shares with others, for the life of a learner (adlseq:objectivesGlobalToSystem, adlcp:sharedDataGlobalToSystem). */
export interface Shares {
  objectives: boolean;
  data: boolean;
}

export interface Shared {
  objectives: Record<string, ObjectiveInfo>;
  data: Record<string, string>;
}

/** A course with where somebody stands in it. */
export interface Session {
  tree: Tree;
  state: State;
  shares: Shares;
  /** The activity that was delivered last had been put aside: its attempt goes on. */
  isResumed?: boolean;
  /** 0 to 1, for selection and randomization. */
  random: () => number;
}

export function newState(): State {
  return { activities: new Map(), globals: new Map(), data: new Map(), current: null, suspended: null };
}

export const newActivity = (): ActivityState => ({
  isActive: false,
  isSuspended: false,
  attempts: 0,
  objectives: new Map(),
  isObjectiveInfoOld: false,
  isProgressInfoOld: false,
  saidCompletion: false,
  saidSuccess: false,
  available: null,
  isSelected: false,
  isRandomized: false,
});

/** The same course, where what is done leaves the first as it was. */
export const copyOf = (session: Session): Session => ({ ...session, state: structuredClone(session.state) });

export function stateOf({ state }: Session, { id }: Activity): ActivityState {
  const found = state.activities.get(id) ?? newActivity();
  state.activities.set(id, found);
  return found;
}

export const currentOf = ({ tree, state }: Session) => tree.byId.get(state.current ?? "") ?? null;
export const suspendedOf = ({ tree, state }: Session) => tree.byId.get(state.suspended ?? "") ?? null;

/** The children that are there for the learner (SN 4th Ed. 4.2.1.7: available children). */
export function childrenOf(session: Session, activity: Activity): Activity[] {
  const { available } = stateOf(session, activity);
  return available === null ? activity.children : available.flatMap((id) => session.tree.byId.get(id) ?? []);
}

export const isLeaf = (activity: Activity) => activity.children.length === 0;

export function objectiveOf(activity: Activity, id: string | null): Objective | undefined {
  return id === null ? activity.primary : activity.objectives.find((each) => each.id === id);
}

/**
 * What is known of an objective (SN 4th Ed. 3.10.3, 4.2.1.2); of an activity that is not tracked, nothing.
 * @param forRollup passes over what is of an earlier attempt of the parent
 */
export function read<I extends Info>(
  session: Session,
  activity: Activity,
  objective: Objective,
  info: I,
  forRollup = false,
): ObjectiveInfo[I] | undefined {
  if (!activity.tracked) return undefined;
  if (info === "completed" && objective.isPrimary && activity.completedByMeasure) {
    const progress = find(session, activity, objective, "progress", forRollup);
    return progress === undefined ? undefined : ((progress >= activity.minProgressMeasure) as ObjectiveInfo[I]);
  }
  return find(session, activity, objective, info, forRollup);
}

/**
 * What stands in the global objective that is read, or is the activity's own: content is told of it even where its activity is not
 * tracked (SN 4th Ed. 3.10.3, RTE 4th Ed. 4.2.17).
 */
export function find<I extends Info>(
  session: Session,
  activity: Activity,
  objective: Objective,
  info: I,
  forRollup = false,
): ObjectiveInfo[I] | undefined {
  if (info === "satisfied" && objective.satisfiedByMeasure) {
    if (!isMeasureHeard(session, activity)) return undefined;
    const measure = find(session, activity, objective, "measure", forRollup);
    return measure === undefined ? undefined : ((measure >= objective.minNormalizedMeasure) as ObjectiveInfo[I]);
  }
  const isProgress = info === "completed" || info === "progress";
  const map = objective.maps.find(({ reads }) => reads.has(info));
  const shared = map && session.state.globals.get(map.target)?.[info];
  // Where a global objective is read, what is one's own counts no more; only of completion it is still heard while nothing else is known.
  if (map && (shared !== undefined || !isProgress)) return shared;
  const { objectives, isObjectiveInfoOld, isProgressInfoOld } = stateOf(session, activity);
  const isOld = isProgress ? isProgressInfoOld : isObjectiveInfoOld;
  return forRollup && isOld ? undefined : objectives.get(objective.key)?.[info];
}

/**
 * Keeps what was found of an objective, and writes it to the global ones it is mapped to; undefined is unknown. What is decided by a
 * measure is not set, and follows when the measure is (SN 4th Ed. 3.10.3, UP.4).
 * @param saysUnknown content says by itself that it is unknown, and so it is for everybody
 */
export function write<I extends Info>(
  session: Session,
  activity: Activity,
  objective: Objective,
  info: I,
  value: ObjectiveInfo[I] | undefined,
  saysUnknown = false,
): void {
  if (!activity.tracked) return;
  if (info === "satisfied" && objective.satisfiedByMeasure) return;
  if (info === "completed" && objective.isPrimary && activity.completedByMeasure) return;
  keep(session, activity, objective, info, value, saysUnknown);
  if (info === "measure") settleByMeasure(session, activity, objective);
  if (info === "progress" && objective.isPrimary && activity.completedByMeasure) {
    const progress = read(session, activity, objective, "progress");
    const completed = progress === undefined ? undefined : progress >= activity.minProgressMeasure;
    keep(session, activity, objective, "completed", completed);
  }
}

/** Writes the status that a measure decides to where it is read from (SN 4th Ed. RB.1.2 a). */
export function settleByMeasure(session: Session, activity: Activity, objective: Objective): void {
  if (!objective.satisfiedByMeasure || !activity.tracked || !isMeasureHeard(session, activity)) return;
  keep(session, activity, objective, "satisfied", read(session, activity, objective, "satisfied"));
}

function keep<I extends Info>(
  session: Session,
  activity: Activity,
  { key, maps }: Objective,
  info: I,
  value: ObjectiveInfo[I] | undefined,
  saysUnknown = false,
): void {
  const own = entry(stateOf(session, activity).objectives, key);
  // Whoever knew nothing takes nothing away from what others have written.
  if (value === undefined && own[info] === undefined && !saysUnknown) return;
  put(own, info, value);
  for (const { target, writes } of maps) if (writes.has(info)) put(entry(session.state.globals, target), info, value);
}

function entry(known: Map<string, ObjectiveInfo>, id: string): ObjectiveInfo {
  const found = known.get(id) ?? {};
  known.set(id, found);
  return found;
}

function put<I extends Info>(found: ObjectiveInfo, info: I, value: ObjectiveInfo[I] | undefined): void {
  if (value === undefined) delete found[info];
  else found[info] = value;
}

/** Whether a measure says something of satisfaction already (adlseq:measureSatisfactionIfActive). */
function isMeasureHeard(session: Session, activity: Activity): boolean {
  return activity.measureSatisfactionIfActive || !stateOf(session, activity).isActive;
}

/** A new attempt begins with nothing known, and what was known of those below is of an earlier one (SN 4th Ed. DB.2, 4.2.1.4). */
export function beginAttempt(session: Session, activity: Activity): void {
  const state = stateOf(session, activity);
  state.attempts += 1;
  state.objectives = new Map();
  state.isObjectiveInfoOld = state.isProgressInfoOld = false;
  state.saidCompletion = state.saidSuccess = false;
  for (const child of childrenOf(session, activity)) {
    if (activity.useCurrentObjectiveInfo) age(session, child, "isObjectiveInfoOld");
    if (activity.useCurrentProgressInfo) age(session, child, "isProgressInfoOld");
  }
}

function age(session: Session, activity: Activity, which: "isObjectiveInfoOld" | "isProgressInfoOld"): void {
  const state = stateOf(session, activity);
  // Where nothing is known yet there is nothing old.
  if (state.objectives.size > 0) state[which] = true;
  const goesOn = which === "isObjectiveInfoOld" ? activity.useCurrentObjectiveInfo : activity.useCurrentProgressInfo;
  if (goesOn) for (const child of childrenOf(session, activity)) age(session, child, which);
}

/** The ids of global objectives that an activity may write to. */
export function writtenBy({ objectives }: Activity): string[] {
  return objectives.flatMap(({ maps }) => maps.flatMap(({ target, writes }) => (writes.size > 0 ? [target] : [])));
}

/** Whether an activity reads one of these global objectives. */
export function readsOneOf({ objectives }: Activity, globals: ReadonlySet<string>): boolean {
  return objectives.some(({ maps }) => maps.some(({ target, reads }) => reads.size > 0 && globals.has(target)));
}

/** Whether an activity and all above it were selected. */
export function isAvailable(session: Session, activity: Activity): boolean {
  return pathUp(activity).every((each) => each.parent === null || childrenOf(session, each.parent).includes(each));
}

/** Whether an activity stands before another in the order of the tree as the learner has it, parents first. */
export function precedes(session: Session, one: Activity, other: Activity): boolean {
  const common = commonAncestor(one, other);
  if (common === one || common === other) return common === one;
  const siblings = childrenOf(session, common);
  return siblings.indexOf(pathBelow(one, common).at(-1)!) < siblings.indexOf(pathBelow(other, common).at(-1)!);
}

/** Everything known of an objective, in one of both ways. */
export function everything(
  session: Session,
  activity: Activity,
  objective: Objective,
  way: typeof read | typeof find,
): ObjectiveInfo {
  const found: ObjectiveInfo = {};
  for (const info of EVERY_INFO) put(found, info, way(session, activity, objective, info));
  return found;
}
