import { type ActivityState, newActivity, newState, type State } from "./tracking.ts";
import { formerState, isFormer } from "./former-state.ts";
import type { ObjectiveInfo } from "./tree.ts";

const VERSION = 1;

/** What is stored of an activity: only what differs from its initial state. */
type KeptActivity = Partial<Omit<ActivityState, "objectives">> & { objectives?: Record<string, ObjectiveInfo> };

interface Kept {
  version: typeof VERSION;
  activities: Record<string, KeptActivity>;
  globals: Record<string, ObjectiveInfo>;
  data: Record<string, string>;
  current: string | null;
  suspended: string | null;
}

/** Writes a learner's state in a course. */
export function writeState({ activities, globals, data, current, suspended }: State): string {
  const begun = [...activities].map(([id, state]) => [id, listChanges(state)] as const);
  const kept: Kept = {
    version: VERSION,
    activities: Object.fromEntries(begun.filter(([, changes]) => Object.keys(changes).length > 0)),
    globals: Object.fromEntries(globals),
    data: Object.fromEntries(data),
    current,
    suspended,
  };
  return JSON.stringify(kept);
}

/** Reads a stored state in this or the earlier format; null when it cannot be read. */
export function readState(text: string | null): State | null {
  try {
    const kept = JSON.parse(text ?? "null") as unknown;
    if (isFormer(kept)) return formerState(kept);
    return isKept(kept) ? restored(kept) : null;
  } catch {
    return null;
  }
}

function listChanges({ objectives, ...rest }: ActivityState): KeptActivity {
  const before: Record<string, unknown> = { ...newActivity() };
  const changed = Object.fromEntries(Object.entries(rest).filter(([name, value]) => before[name] !== value));
  return { ...changed, ...(objectives.size > 0 && { objectives: Object.fromEntries(objectives) }) };
}

function isKept(kept: unknown): kept is Kept {
  return typeof kept === "object" && kept !== null && "version" in kept && kept.version === VERSION;
}

function restored({ activities, globals, data, current, suspended }: Kept): State {
  const states = Object.entries(activities).map(([id, { objectives = {}, ...rest }]): [string, ActivityState] => [
    id,
    { ...newActivity(), ...rest, objectives: new Map(Object.entries(objectives)) },
  ]);
  return {
    ...newState(),
    activities: new Map(states),
    globals: new Map(Object.entries(globals)),
    data: new Map(Object.entries(data)),
    current,
    suspended,
  };
}
