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

/**
 * The tracking and state of a learner's attempts at one activity (SN 4th Ed. 4.2: tracking model, activity state
 * model).
 */
export interface ActivityState {
  isActive: boolean;
  isSuspended: boolean;
  attempts: number;
  /** By the objectives' keys: what the current attempt has found, without mapped values. */
  objectives: Map<string, ObjectiveInfo>;
  /** It belongs to an earlier attempt of the parent, which a roll-up of the current attempt ignores. */
  isObjectiveInfoOld: boolean;
  isProgressInfoOld: boolean;
  /** Content has reported completion or satisfaction itself, even as unknown. */
  saidCompletion: boolean;
  saidSuccess: boolean;
  /** The selected children in order; null for all of them. */
  available: string[] | null;
  isSelected: boolean;
  isRandomized: boolean;
}

/** Everything that changes while a course is taken. */
export interface State {
  activities: Map<string, ActivityState>;
  /** Objectives shared between activities, by id. */
  globals: Map<string, ObjectiveInfo>;
  /** Data shared between activities, by the ids of the manifest (adl.data). */
  data: Map<string, string>;
  current: string | null;
  suspended: string | null;
}

/**
 * Whether a package shares objectives and data with others for the learner's lifetime (adlseq:objectivesGlobalToSystem,
 * adlcp:sharedDataGlobalToSystem).
 */
export interface Shares {
  objectives: boolean;
  data: boolean;
}

export interface Shared {
  objectives: Record<string, ObjectiveInfo>;
  data: Record<string, string>;
}

/** A course and the learner's state in it. */
export interface Session {
  tree: Tree;
  state: State;
  shares: Shares;
  /** The last delivered activity had been suspended: its attempt continues. */
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

/** Copies a session, so that changes leave the first one unchanged. */
export const copySession = (session: Session): Session => ({ ...session, state: structuredClone(session.state) });

export function getActivityState({ state }: Session, { id }: Activity): ActivityState {
  const found = state.activities.get(id) ?? newActivity();
  state.activities.set(id, found);
  return found;
}

export const findCurrent = ({ tree, state }: Session) => tree.byId.get(state.current ?? "") ?? null;
export const findSuspended = ({ tree, state }: Session) => tree.byId.get(state.suspended ?? "") ?? null;

/** Lists the children available to the learner (SN 4th Ed. 4.2.1.7: available children). */
export function listAvailableChildren(session: Session, activity: Activity): Activity[] {
  const { available } = getActivityState(session, activity);
  return available === null ? activity.children : available.flatMap((id) => session.tree.byId.get(id) ?? []);
}

export const isLeaf = (activity: Activity) => activity.children.length === 0;

export function findObjective(activity: Activity, id: string | null): Objective | undefined {
  return id === null ? activity.primary : activity.objectives.find((each) => each.id === id);
}

/**
 * Returns the status of an objective (SN 4th Ed. 3.10.3, 4.2.1.2); unknown for an untracked activity.
 * @param forRollup ignores what belongs to an earlier attempt of the parent
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
 * Returns the value of the global objective that is read, or the activity's own: content gets it even where its
 * activity is not tracked (SN 4th Ed. 3.10.3, RTE 4th Ed. 4.2.17).
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
  // A global objective that is read replaces the own one; only completion falls back to it while the global one is
  // unknown.
  if (map && (shared !== undefined || !isProgress)) return shared;
  const { objectives, isObjectiveInfoOld, isProgressInfoOld } = getActivityState(session, activity);
  const isOld = isProgress ? isProgressInfoOld : isObjectiveInfoOld;
  return forRollup && isOld ? undefined : objectives.get(objective.key)?.[info];
}

/**
 * Stores an objective's value and writes it to its mapped global objectives; undefined is unknown. A value decided by a
 * measure is not set and follows the measure (SN 4th Ed. 3.10.3, UP.4).
 * @param saysUnknown content reports it as unknown, which then holds for all readers
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

/** Writes the status that a measure decides to where it is read (SN 4th Ed. RB.1.2 a). */
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
  const own = entry(getActivityState(session, activity).objectives, key);
  // An unknown value does not remove what others have written.
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

/** Returns whether a measure decides satisfaction already (adlseq:measureSatisfactionIfActive). */
function isMeasureHeard(session: Session, activity: Activity): boolean {
  return activity.measureSatisfactionIfActive || !getActivityState(session, activity).isActive;
}

/**
 * Starts a new attempt with an unknown status; the children's status then belongs to an earlier one (SN 4th Ed. DB.2,
 * 4.2.1.4).
 */
export function beginAttempt(session: Session, activity: Activity): void {
  const state = getActivityState(session, activity);
  state.attempts += 1;
  state.objectives = new Map();
  state.isObjectiveInfoOld = state.isProgressInfoOld = false;
  state.saidCompletion = state.saidSuccess = false;
  for (const child of listAvailableChildren(session, activity)) {
    if (activity.useCurrentObjectiveInfo) age(session, child, "isObjectiveInfoOld");
    if (activity.useCurrentProgressInfo) age(session, child, "isProgressInfoOld");
  }
}

function age(session: Session, activity: Activity, which: "isObjectiveInfoOld" | "isProgressInfoOld"): void {
  const state = getActivityState(session, activity);
  // An unknown status is not old.
  if (state.objectives.size > 0) state[which] = true;
  const goesOn = which === "isObjectiveInfoOld" ? activity.useCurrentObjectiveInfo : activity.useCurrentProgressInfo;
  if (goesOn) for (const child of listAvailableChildren(session, activity)) age(session, child, which);
}

/** Lists the global objectives that an activity may write. */
export function listWrittenGlobals({ objectives }: Activity): string[] {
  return objectives.flatMap(({ maps }) => maps.flatMap(({ target, writes }) => (writes.size > 0 ? [target] : [])));
}

/** Returns whether an activity reads one of these global objectives. */
export function readsGlobal({ objectives }: Activity, globals: ReadonlySet<string>): boolean {
  return objectives.some(({ maps }) => maps.some(({ target, reads }) => reads.size > 0 && globals.has(target)));
}

/** Returns whether an activity and all its ancestors were selected. */
export function isAvailable(session: Session, activity: Activity): boolean {
  return pathUp(activity).every(
    (each) => each.parent === null || listAvailableChildren(session, each.parent).includes(each),
  );
}

/** Returns whether an activity precedes another in the learner's order of the tree, parents first. */
export function precedes(session: Session, one: Activity, other: Activity): boolean {
  const common = commonAncestor(one, other);
  if (common === one || common === other) return common === one;
  const siblings = listAvailableChildren(session, common);
  return siblings.indexOf(pathBelow(one, common).at(-1)!) < siblings.indexOf(pathBelow(other, common).at(-1)!);
}

/** Returns every value of an objective, read in one of both ways. */
export function readAll(
  session: Session,
  activity: Activity,
  objective: Objective,
  way: typeof read | typeof find,
): ObjectiveInfo {
  const found: ObjectiveInfo = {};
  for (const info of EVERY_INFO) put(found, info, way(session, activity, objective, info));
  return found;
}
