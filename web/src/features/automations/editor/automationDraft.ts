import { type DueChoice, NO_CHOICE, toDueInput } from "../../../app/due/DueFields.tsx";
import type { AutomationInput, AutomationQuery } from "../../../gen/graphql.ts";
import { ACTIONS, TRIGGERS } from "../automationTexts.ts";

/** Something chosen, with its name as long as it is known. */
export type Chosen = { id: number; name: string } | null;

export type DraftAction = {
  /** Tells equal actions apart while they are edited. */
  key: number;
  kind: string;
  object: Chosen;
  due: DueChoice;
  to: "person" | "managers";
  subject: string;
  text: string;
};

/** The conditions; blank is none. */
export type DraftConditions = {
  role: string;
  state: string;
  group: string;
  branch: string;
  idle: string;
  overdue: boolean;
  field: string;
  value: string;
};

/** An automation as the editor has it. */
export type AutomationDraft = {
  name: string;
  isOn: boolean;
  trigger: { kind: string; object: Chosen; days: string };
  conditions: DraftConditions;
  actions: DraftAction[];
};

let keys = 0;

/** Returns an action as it is added. */
export const newAction = (kind: string): DraftAction => ({
  key: ++keys,
  kind,
  object: null,
  due: NO_CHOICE,
  to: "person",
  subject: "",
  text: "",
});

export const newAutomation = (): AutomationDraft => ({
  name: "",
  isOn: true,
  trigger: { kind: "person_created", object: null, days: "30" },
  conditions: { role: "", state: "", group: "", branch: "", idle: "", overdue: false, field: "", value: "" },
  actions: [newAction("enrol_in_course")],
});

/** Returns the draft of a stored automation. */
export function toDraft({ name, is_on, trigger, conditions, actions }: AutomationQuery["automation"]): AutomationDraft {
  const text = (value: string | number | null | undefined) => (value == null ? "" : String(value));
  const toChosen = (id: number | null | undefined, called: string | null | undefined): Chosen =>
    id == null || called == null ? null : { id, name: called };
  return {
    name,
    isOn: is_on,
    trigger: {
      kind: trigger.kind,
      object: toChosen(trigger.object_id, trigger.object_name),
      days: text(trigger.days) || "30",
    },
    conditions: {
      role: text(conditions.role),
      state: text(conditions.state),
      group: text(conditions.group_id),
      branch: text(conditions.branch_id),
      idle: text(conditions.idle_days),
      overdue: conditions.is_overdue,
      field: text(conditions.field_id),
      value: text(conditions.field_value),
    },
    actions: actions.map((action) => ({
      ...newAction(action.kind),
      object: toChosen(action.course_id ?? action.path_id ?? action.group_id ?? action.badge_id, action.object_name),
      due: toChoice(action.due),
      to: action.to === "managers" ? "managers" : "person",
      subject: text(action.subject),
      text: text(action.text),
    })),
  };
}

/** Returns what the server takes. */
export function toInput({ name, isOn, trigger, conditions, actions }: AutomationDraft): AutomationInput {
  const { object, hasDays = false } = TRIGGERS[trigger.kind] ?? { object: null };
  const number = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);
  return {
    name,
    is_on: isOn,
    trigger: {
      kind: trigger.kind,
      object_id: object === null ? null : (trigger.object?.id ?? null),
      days: hasDays ? number(trigger.days) : null,
    },
    conditions: {
      role: conditions.role || null,
      state: conditions.state || null,
      group_id: number(conditions.group),
      branch_id: number(conditions.branch),
      idle_days: number(conditions.idle),
      is_overdue: conditions.overdue,
      field_id: number(conditions.field),
      field_value: conditions.field ? conditions.value : null,
    },
    actions: actions.map(({ kind, object: chosen, due, to, subject, text }) => {
      const about = ACTIONS[kind] ?? null;
      const id = chosen?.id ?? null;
      return {
        kind,
        ...(about === "course" && { course_id: id, due: toDueInput(due) ?? null }),
        ...(about === "path" && { path_id: id, due: toDueInput(due) ?? null }),
        ...(about === "group" && { group_id: id }),
        ...(about === "badge" && { badge_id: id }),
        ...(kind === "notify" && { to, subject, text }),
      };
    }),
  };
}

/** Lists the actions, by their place, whose due date is not complete: it would be saved as none. */
export const listIncompleteDueDates = ({ actions }: AutomationDraft): number[] =>
  actions.flatMap(({ kind, due }, index) => {
    const about = ACTIONS[kind] ?? null;
    return (about === "course" || about === "path") && toDueInput(due) === undefined ? [index] : [];
  });

function toChoice(due: { on?: string | null; days?: number | null } | null | undefined): DueChoice {
  if (due?.on) return { kind: "on", on: due.on, days: "" };
  if (due?.days != null) return { kind: "days", on: "", days: String(due.days) };
  return NO_CHOICE;
}

/** Lists the placeholders that the texts of a message may contain; the server checks them too. */
export function listPlaceholders(trigger: string): string[] {
  const { object = null, isTimed = false } = TRIGGERS[trigger] ?? {};
  return ["first_name", "last_name", "site", ...(object === null ? [] : [object]), ...(isTimed ? ["date"] : [])];
}
