/** What a trigger, an action or a change is about. */
export type ObjectKind = "branch" | "group" | "field" | "course" | "path" | "badge";

interface TriggerRule {
  /** What the automation names; null for nothing. */
  object: ObjectKind | null;
  /** Whether it has to name one; it may be about any otherwise. */
  needsObject?: boolean;
  /** Whether it has a number of days. */
  hasDays?: boolean;
  /** Whether the time makes it happen, and not a change: everybody is looked at once a day. */
  isTimed?: boolean;
}

/** All triggers. The database writes the events of those that are not timed (migration 0157). */
export const TRIGGERS = {
  person_created: { object: null },
  branch_joined: { object: "branch" },
  branch_left: { object: "branch" },
  group_joined: { object: "group" },
  group_left: { object: "group" },
  field_changed: { object: "field", needsObject: true },
  course_completed: { object: "course" },
  course_failed: { object: "course" },
  path_completed: { object: "path" },
  path_failed: { object: "path" },
  certificate_expiring: { object: "course", hasDays: true, isTimed: true },
  path_certificate_expiring: { object: "path", hasDays: true, isTimed: true },
  not_signed_in: { object: null, hasDays: true, isTimed: true },
  course_overdue: { object: "course", isTimed: true },
  path_overdue: { object: "path", isTimed: true },
} as const satisfies Record<string, TriggerRule>;

export type TriggerKind = keyof typeof TRIGGERS;

export const getTrigger = (kind: TriggerKind): TriggerRule => TRIGGERS[kind];

export const isTrigger = (word: string): word is TriggerKind => Object.hasOwn(TRIGGERS, word);

export const TIMED_TRIGGERS = Object.keys(TRIGGERS)
  .filter(isTrigger)
  .filter((kind) => getTrigger(kind).isTimed);

/** When, and what it is about. */
export interface Trigger {
  kind: TriggerKind;
  objectId: number | null;
  days: number | null;
}

/** The actions, as they are stored. */
export type AutomationAction =
  | { kind: "enrol_in_course"; course_id: number; due: { on: string | null; days: number | null } }
  | { kind: "enrol_in_path"; path_id: number; due: { on: string | null; days: number | null } }
  | { kind: "add_to_group"; group_id: number }
  | { kind: "remove_from_group"; group_id: number }
  | { kind: "notify"; to: "person" | "managers"; subject: string; text: string }
  | { kind: "give_badge"; badge_id: number }
  | { kind: "deactivate" };

export type ActionKind = AutomationAction["kind"];

const ACTION_OBJECTS: Readonly<Record<ActionKind, ObjectKind | null>> = {
  enrol_in_course: "course",
  enrol_in_path: "path",
  add_to_group: "group",
  remove_from_group: "group",
  give_badge: "badge",
  notify: null,
  deactivate: null,
};

export const isAction = (word: string): word is ActionKind => Object.hasOwn(ACTION_OBJECTS, word);

/** Returns what an action is about; null for nothing. */
export function getActionObject(action: AutomationAction): { kind: ObjectKind; id: number } | null {
  if ("course_id" in action) return { kind: "course", id: action.course_id };
  if ("path_id" in action) return { kind: "path", id: action.path_id };
  if ("group_id" in action) return { kind: "group", id: action.group_id };
  if ("badge_id" in action) return { kind: "badge", id: action.badge_id };
  return null;
}

/** Lists the placeholders that the texts of a message may contain, given the trigger. */
export function listPlaceholders(trigger: TriggerKind): string[] {
  const { object } = getTrigger(trigger);
  const about = object === null ? [] : [object];
  return ["first_name", "last_name", "site", ...about, ...(getTrigger(trigger).isTimed ? ["date"] : [])];
}
