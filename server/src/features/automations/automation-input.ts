import { Invalid, type Validation } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { type DueRuleInput, toDueRule } from "../due-dates/due.service.ts";
import type { UserConditions } from "../users/users.service.ts";
import {
  type AutomationAction,
  getTrigger,
  isAction,
  isTrigger,
  listPlaceholders,
  type Trigger,
  type TriggerKind,
} from "./automation-kinds.ts";

/** An action as a client sends it. */
export interface ActionInput {
  kind: string;
  course_id?: number | null | undefined;
  path_id?: number | null | undefined;
  group_id?: number | null | undefined;
  badge_id?: number | null | undefined;
  due?: DueRuleInput | null | undefined;
  to?: string | null | undefined;
  subject?: string | null | undefined;
  text?: string | null | undefined;
}

/** An automation as a client sends it. */
export interface AutomationInput {
  name: string;
  is_on: boolean;
  trigger: { kind: string; object_id?: number | null | undefined; days?: number | null | undefined };
  conditions?: UserConditions | null | undefined;
  actions: readonly ActionInput[];
}

export interface ParsedAutomation {
  name: string;
  is_on: boolean;
  trigger: Trigger;
  conditions: UserConditions;
  actions: AutomationAction[];
}

const LONGEST_NAME = 100;
const MOST_ACTIONS = 10;
const MOST_DAYS = 3650;
const LONGEST_SUBJECT = 200;
const LONGEST_TEXT = 5_000;

/** Checks what a client sends. @throws Invalid by field; those of an action are `actions.{index}.{field}` */
export function parseAutomation(input: AutomationInput): ParsedAutomation {
  const problems: Validation = {};
  const name = input.name.trim();
  if (!name) problems["name"] = [t`Enter a name.`];
  if (name.length > LONGEST_NAME) problems["name"] = [t`A name has at most ${LONGEST_NAME} characters.`];
  const trigger = parseTrigger(input.trigger, problems);
  if (input.actions.length === 0) problems["actions"] = [t`Add an action.`];
  if (input.actions.length > MOST_ACTIONS)
    problems["actions"] = [t`An automation has at most ${MOST_ACTIONS} actions.`];
  const actions = input.actions.slice(0, MOST_ACTIONS).flatMap((action, index) => {
    const parsed = parseAction(action, trigger?.kind ?? null);
    if ("problems" in parsed) {
      for (const [field, messages] of Object.entries(parsed.problems)) problems[`actions.${index}.${field}`] = messages;
      return [];
    }
    return [parsed];
  });
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  return { name, is_on: input.is_on, trigger: trigger!, conditions: parseConditions(input.conditions ?? {}), actions };
}

function parseTrigger({ kind, object_id, days }: AutomationInput["trigger"], problems: Validation): Trigger | null {
  if (!isTrigger(kind)) {
    problems["trigger"] = [t`Choose when the automation runs.`];
    return null;
  }
  const rule = getTrigger(kind);
  const objectId = rule.object === null ? null : (object_id ?? null);
  if (rule.needsObject && objectId === null) problems["object_id"] = [t`Choose a field.`];
  if (rule.hasDays && !(days != null && days >= 1 && days <= MOST_DAYS))
    problems["days"] = [t`Use a number of days from 1 to ${MOST_DAYS}.`];
  return { kind, objectId, days: rule.hasDays ? (days ?? null) : null };
}

const ROLES: ReadonlySet<string> = new Set(["learner", "instructor", "manager", "admin"]);

/** Keeps what the filters of the list of users understand. @throws Invalid */
function parseConditions(given: UserConditions): UserConditions {
  const { role, state, group_id, branch_id, idle_days, is_overdue, field_id, field_value } = given;
  if (role && !ROLES.has(role)) throw new Invalid({ role: [t`Choose a role of the list.`] });
  if (state && state !== "active" && state !== "inactive")
    throw new Invalid({ state: [t`Choose active or inactive.`] });
  if (idle_days != null && !(idle_days >= 1 && idle_days <= MOST_DAYS))
    throw new Invalid({ idle_days: [t`Use a number of days from 1 to ${MOST_DAYS}.`] });
  if ((field_value ?? "").length > 500) throw new Invalid({ field_value: [t`This text is too long.`] });
  return {
    ...(role && { role }),
    ...(state && { state }),
    ...(group_id != null && { group_id }),
    ...(branch_id != null && { branch_id }),
    ...(idle_days != null && { idle_days }),
    ...(is_overdue && { is_overdue }),
    ...(field_id != null && { field_id, field_value: field_value ?? "" }),
  };
}

function parseAction(given: ActionInput, trigger: TriggerKind | null): AutomationAction | { problems: Validation } {
  const { kind } = given;
  if (!isAction(kind)) return { problems: { kind: [t`Choose an action.`] } };
  try {
    switch (kind) {
      case "enrol_in_course":
        return { kind, course_id: require(given.course_id), due: toDueRule(given.due ?? {}) };
      case "enrol_in_path":
        return { kind, path_id: require(given.path_id), due: toDueRule(given.due ?? {}) };
      case "add_to_group":
      case "remove_from_group":
        return { kind, group_id: require(given.group_id) };
      case "give_badge":
        return { kind, badge_id: require(given.badge_id) };
      case "notify":
        return parseMessage(given, trigger);
      case "deactivate":
        return { kind };
    }
  } catch (error) {
    if (error instanceof Invalid && error.fields) return { problems: error.fields };
    throw error;
  }
}

function require(id: number | null | undefined): number {
  if (id == null) throw new Invalid({ object: [t`Choose one of the list.`] });
  return id;
}

function parseMessage(given: ActionInput, trigger: TriggerKind | null): AutomationAction | { problems: Validation } {
  const subject = given.subject?.trim() ?? "";
  const text = (given.text ?? "").replaceAll("\r\n", "\n").trim();
  const problems: Validation = {};
  if (given.to !== "person" && given.to !== "managers") problems["to"] = [t`Choose who gets the message.`];
  if (!subject) problems["subject"] = [t`Enter a subject.`];
  // Also what looks like a line break to some mail servers.
  else if (/[\p{Cc}\u2028\u2029]/u.test(subject)) problems["subject"] = [t`A subject is one line of text.`];
  else if (subject.length > LONGEST_SUBJECT) problems["subject"] = [t`This text is too long.`];
  if (!text) problems["text"] = [t`Enter a text.`];
  else if (text.length > LONGEST_TEXT) problems["text"] = [t`This text is too long.`];
  else if (/[^\P{Cc}\n\t]/u.test(text)) problems["text"] = [t`This text contains characters that cannot be printed.`];
  const known = trigger === null ? null : listPlaceholders(trigger);
  for (const [field, written] of Object.entries({ subject, text })) {
    const unknown = known && listUnknown(written, known);
    if (unknown?.[0] === undefined || problems[field]) continue;
    const placeholder = `{${unknown[0]}}`;
    problems[field] = [t`There is no placeholder ${placeholder} here.`];
  }
  if (Object.keys(problems).length > 0) return { problems };
  return { kind: "notify", to: given.to as "person" | "managers", subject, text };
}

/** Lists what is in braces and no placeholder, also with spaces or capitals. */
const listUnknown = (text: string, known: readonly string[]): string[] =>
  [...text.matchAll(/\{([^{}\n]*)\}/g)].map(([, name]) => name!).filter((name) => !known.includes(name));
