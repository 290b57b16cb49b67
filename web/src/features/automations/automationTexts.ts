import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { roleLabel } from "../../app/roles.ts";
import type { AutomationQuery } from "../../gen/graphql.ts";

type Automation = AutomationQuery["automation"];
export type Trigger = Automation["trigger"];
export type Action = Automation["actions"][number];
export type ObjectKind = "branch" | "group" | "field" | "course" | "path" | "badge";

/** What each trigger is about, and whether it has a number of days; the same table as the server's. */
export const TRIGGERS: Readonly<Record<string, { object: ObjectKind | null; hasDays?: boolean; isTimed?: boolean }>> = {
  person_created: { object: null },
  branch_joined: { object: "branch" },
  branch_left: { object: "branch" },
  group_joined: { object: "group" },
  group_left: { object: "group" },
  field_changed: { object: "field" },
  course_completed: { object: "course" },
  course_failed: { object: "course" },
  path_completed: { object: "path" },
  path_failed: { object: "path" },
  certificate_expiring: { object: "course", hasDays: true, isTimed: true },
  path_certificate_expiring: { object: "path", hasDays: true, isTimed: true },
  not_signed_in: { object: null, hasDays: true, isTimed: true },
  course_overdue: { object: "course", isTimed: true },
  path_overdue: { object: "path", isTimed: true },
};

/** What each action is about. */
export const ACTIONS: Readonly<Record<string, ObjectKind | null>> = {
  enrol_in_course: "course",
  enrol_in_path: "path",
  add_to_group: "group",
  remove_from_group: "group",
  give_badge: "badge",
  notify: null,
  deactivate: null,
};

/** Returns the names of triggers in the order of the editor. */
export function useTriggerNames(): Record<string, string> {
  const { t } = useLingui();
  return {
    person_created: t`A person is created`,
    branch_joined: t`A person joins a branch`,
    branch_left: t`A person leaves a branch`,
    group_joined: t`A person joins a group`,
    group_left: t`A person leaves a group`,
    field_changed: t`A user field changes`,
    course_completed: t`A course is completed`,
    course_failed: t`A course is failed`,
    path_completed: t`A learning path is completed`,
    path_failed: t`A learning path is failed`,
    certificate_expiring: t`The certificate of a course expires soon`,
    path_certificate_expiring: t`The certificate of a learning path expires soon`,
    not_signed_in: t`A person has not signed in for some time`,
    course_overdue: t`A course is overdue`,
    path_overdue: t`A learning path is overdue`,
  };
}

/** Returns the names of actions in the order of the editor. */
export function useActionNames(): Record<string, string> {
  const { t } = useLingui();
  return {
    enrol_in_course: t`Enrol in a course`,
    enrol_in_path: t`Assign a learning path`,
    add_to_group: t`Add to a group`,
    remove_from_group: t`Remove from a group`,
    give_badge: t`Award a badge`,
    notify: t`Send a message`,
    deactivate: t`Deactivate the person`,
  };
}

/** Returns a function that says in a sentence when an automation runs. */
export function useTriggerText(): (trigger: Trigger) => string {
  const { t } = useLingui();
  const names = useTriggerNames();
  return ({ kind, object_id, object_name, days }) => {
    const gone = t`something that was deleted`;
    const any = object_id == null;
    const name = object_name ?? gone;
    const count = days ?? 0;
    switch (kind) {
      case "branch_joined":
        return any ? t`A person joins any branch` : t`A person joins the branch ‘${name}’`;
      case "branch_left":
        return any ? t`A person leaves any branch` : t`A person leaves the branch ‘${name}’`;
      case "group_joined":
        return any ? t`A person joins any group` : t`A person joins the group ‘${name}’`;
      case "group_left":
        return any ? t`A person leaves any group` : t`A person leaves the group ‘${name}’`;
      case "field_changed":
        return t`The field ‘${name}’ of a person changes`;
      case "course_completed":
        return any ? t`A person completes any course` : t`A person completes ‘${name}’`;
      case "course_failed":
        return any ? t`A person fails any course` : t`A person fails ‘${name}’`;
      case "path_completed":
        return any ? t`A person completes any learning path` : t`A person completes the learning path ‘${name}’`;
      case "path_failed":
        return any ? t`A person fails any learning path` : t`A person fails the learning path ‘${name}’`;
      case "certificate_expiring":
        return any
          ? t`The certificate of any course expires in ${plural(count, { one: "# day", other: "# days" })}`
          : t`The certificate for ‘${name}’ expires in ${plural(count, { one: "# day", other: "# days" })}`;
      case "path_certificate_expiring":
        return any
          ? t`The certificate of any learning path expires in ${plural(count, { one: "# day", other: "# days" })}`
          : t`The certificate for the learning path ‘${name}’ expires in ${plural(count, { one: "# day", other: "# days" })}`;
      case "not_signed_in":
        return t`A person has not signed in for ${plural(count, { one: "# day", other: "# days" })}`;
      case "course_overdue":
        return any ? t`The due date of any course has passed` : t`The due date of ‘${name}’ has passed`;
      case "path_overdue":
        return any
          ? t`The due date of any learning path has passed`
          : t`The due date of the learning path ‘${name}’ has passed`;
      default:
        return names[kind] ?? kind;
    }
  };
}

/** Returns a function that says in a sentence what an action does. */
export function useActionText(): (action: Action) => string {
  const { t } = useLingui();
  const names = useActionNames();
  return ({ kind, object_name, to, subject }) => {
    const name = object_name ?? t`something that was deleted`;
    const about = subject ?? "";
    switch (kind) {
      case "enrol_in_course":
        return t`Enrol in ‘${name}’`;
      case "enrol_in_path":
        return t`Assign the learning path ‘${name}’`;
      case "add_to_group":
        return t`Add to the group ‘${name}’`;
      case "remove_from_group":
        return t`Remove from the group ‘${name}’`;
      case "give_badge":
        return t`Award the badge ‘${name}’`;
      case "notify":
        return to === "managers" ? t`Send ‘${about}’ to the managers` : t`Send ‘${about}’ to the person`;
      default:
        return names[kind] ?? kind;
    }
  };
}

/** Returns a function that lists in words whom the conditions mean. */
export function useConditionTexts(): (conditions: Automation["conditions"]) => string[] {
  const { t } = useLingui();
  return ({ role, state, group_id, group_name, branch_id, branch_name, idle_days, is_overdue, ...own }) => {
    const gone = t`something that was deleted`;
    const [group, branch, field] = [group_name ?? gone, branch_name ?? gone, own.field_name ?? gone];
    const value = own.field_value ?? "";
    const label = role ? roleLabel(role) : "";
    const count = idle_days ?? 0;
    return [
      ...(role ? [t`Role: ${label}`] : []),
      ...(state === "inactive" ? [t`Inactive people`] : []),
      ...(state === "active" ? [t`Active people`] : []),
      ...(group_id == null ? [] : [t`In the group ‘${group}’`]),
      ...(branch_id == null ? [] : [t`In the branch ‘${branch}’`]),
      ...(idle_days == null ? [] : [t`Not active for ${plural(count, { one: "# day", other: "# days" })}`]),
      ...(is_overdue ? [t`With an overdue course`] : []),
      ...(own.field_id == null ? [] : [value ? t`${field}: ${value}` : t`${field} is empty`]),
    ];
  };
}
