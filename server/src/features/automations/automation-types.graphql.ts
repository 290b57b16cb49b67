import { builder } from "../../graphql/builder.ts";
import { type AutomationAction, getActionObject, getTrigger } from "./automation-kinds.ts";
import type { Automation as Row, dryRunAutomation } from "./automations.service.ts";

/** A part of an automation with the names of what it is about. */
interface Part<T> {
  part: T;
  of: Row;
}

export const AutomationObjectKind = builder.enumType("AutomationObjectKind", {
  values: ["branch", "group", "field", "course", "path", "badge"] as const,
});

export const AutomationObject = builder.objectRef<{ id: number; name: string }>("AutomationObject").implement({
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name") }),
});

const Trigger = builder.objectRef<Row>("AutomationTrigger").implement({
  fields: (t) => ({
    kind: t.string({
      description:
        "person_created, branch_joined, branch_left, group_joined, group_left, field_changed, course_completed, course_failed, path_completed, path_failed, certificate_expiring, path_certificate_expiring, not_signed_in, course_overdue or path_overdue",
      resolve: ({ trigger }) => trigger.kind,
    }),
    object_id: t.int({
      nullable: true,
      description: "The branch, group, field, course or learning path; null for any.",
      resolve: ({ trigger }) => trigger.objectId,
    }),
    object_name: t.string({
      nullable: true,
      description: "Null when it was deleted.",
      resolve: ({ trigger, findName }) => {
        const { object } = getTrigger(trigger.kind);
        return object !== null && trigger.objectId !== null ? findName(object, trigger.objectId) : null;
      },
    }),
    days: t.int({ nullable: true, resolve: ({ trigger }) => trigger.days }),
  }),
});

const Conditions = builder.objectRef<Row>("AutomationConditions").implement({
  description: "The filters of the list of users.",
  fields: (t) => ({
    role: t.string({ nullable: true, resolve: ({ conditions }) => conditions.role ?? null }),
    state: t.string({ nullable: true, resolve: ({ conditions }) => conditions.state ?? null }),
    group_id: t.int({ nullable: true, resolve: ({ conditions }) => conditions.group_id ?? null }),
    group_name: t.string({
      nullable: true,
      resolve: ({ conditions: { group_id }, findName }) => (group_id == null ? null : findName("group", group_id)),
    }),
    branch_id: t.int({ nullable: true, resolve: ({ conditions }) => conditions.branch_id ?? null }),
    branch_name: t.string({
      nullable: true,
      resolve: ({ conditions: { branch_id }, findName }) => (branch_id == null ? null : findName("branch", branch_id)),
    }),
    idle_days: t.int({ nullable: true, resolve: ({ conditions }) => conditions.idle_days ?? null }),
    is_overdue: t.boolean({ resolve: ({ conditions }) => conditions.is_overdue ?? false }),
    field_id: t.int({ nullable: true, resolve: ({ conditions }) => conditions.field_id ?? null }),
    field_name: t.string({
      nullable: true,
      resolve: ({ conditions: { field_id }, findName }) => (field_id == null ? null : findName("field", field_id)),
    }),
    field_value: t.string({ nullable: true, resolve: ({ conditions }) => conditions.field_value ?? null }),
  }),
});

const Due = builder.objectRef<{ on: string | null; days: number | null }>("AutomationDue").implement({
  fields: (t) => ({
    on: t.exposeString("on", { nullable: true, description: "yyyy-mm-dd" }),
    days: t.exposeInt("days", { nullable: true, description: "After the enrolment." }),
  }),
});

const readId = (kind: "course" | "path" | "group" | "badge", action: AutomationAction): number | null => {
  const object = getActionObject(action);
  return object?.kind === kind ? object.id : null;
};

const Action = builder.objectRef<Part<AutomationAction>>("AutomationAction").implement({
  fields: (t) => ({
    kind: t.string({
      description: "enrol_in_course, enrol_in_path, add_to_group, remove_from_group, give_badge, notify or deactivate",
      resolve: ({ part }) => part.kind,
    }),
    course_id: t.int({ nullable: true, resolve: ({ part }) => readId("course", part) }),
    path_id: t.int({ nullable: true, resolve: ({ part }) => readId("path", part) }),
    group_id: t.int({ nullable: true, resolve: ({ part }) => readId("group", part) }),
    badge_id: t.int({ nullable: true, resolve: ({ part }) => readId("badge", part) }),
    object_name: t.string({
      nullable: true,
      description: "Null when it was deleted.",
      resolve: ({ part, of }) => {
        const object = getActionObject(part);
        return object && of.findName(object.kind, object.id);
      },
    }),
    due: t.field({ type: Due, nullable: true, resolve: ({ part }) => ("due" in part ? part.due : null) }),
    to: t.string({
      nullable: true,
      description: "person or managers",
      resolve: ({ part }) => ("to" in part ? part.to : null),
    }),
    subject: t.string({ nullable: true, resolve: ({ part }) => ("subject" in part ? part.subject : null) }),
    text: t.string({ nullable: true, resolve: ({ part }) => ("text" in part ? part.text : null) }),
  }),
});

export const Automation = builder.objectRef<Row>("Automation").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    is_on: t.exposeBoolean("is_on"),
    version: t.exposeInt("version"),
    owning_branch: t.exposeString("owning_branch", { nullable: true, description: "Null for the main site." }),
    trigger: t.field({ type: Trigger, resolve: (row) => row }),
    conditions: t.field({ type: Conditions, resolve: (row) => row }),
    actions: t.field({ type: [Action], resolve: (row) => row.actions.map((part) => ({ part, of: row })) }),
    runs_as: t.exposeString("runs_as", {
      nullable: true,
      description: "Who changed it last: it runs with what they may do.",
    }),
    problem: t.exposeString("problem", { nullable: true, description: "Why it cannot run." }),
    last_run_at: t.string({ nullable: true, resolve: (row) => row.last_run_at?.toISOString() ?? null }),
    failed: t.exposeInt("failed", { description: "For how many people it failed." }),
    failed_formerly: t.exposeInt("failed_formerly", {
      description: "For how many of them with a trigger that it no longer has; it cannot run again for them.",
    }),
    waiting: t.exposeInt("waiting", { description: "How many events wait for it." }),
    updated_at: t.string({ resolve: (row) => row.updated_at.toISOString() }),
  }),
});

const TriggerInput = builder.inputType("AutomationTriggerInput", {
  fields: (t) => ({
    kind: t.string({ required: true }),
    object_id: t.int({ description: "The branch, group, field, course or learning path; any if omitted." }),
    days: t.int(),
  }),
});

const ConditionsInput = builder.inputType("AutomationConditionsInput", {
  description: "The filters of the list of users.",
  fields: (t) => ({
    role: t.string(),
    state: t.string({ description: "active or inactive; only active people if omitted" }),
    group_id: t.int(),
    branch_id: t.int(),
    idle_days: t.int(),
    is_overdue: t.boolean(),
    field_id: t.int(),
    field_value: t.string(),
  }),
});

const DueInput = builder.inputType("AutomationDueInput", {
  description: "A day, or a number of days after the enrolment; without both, the rule of the course or path applies.",
  fields: (t) => ({ on: t.string(), days: t.int() }),
});

const ActionInput = builder.inputType("AutomationActionInput", {
  fields: (t) => ({
    kind: t.string({ required: true }),
    course_id: t.int(),
    path_id: t.int(),
    group_id: t.int(),
    badge_id: t.int(),
    due: t.field({ type: DueInput }),
    to: t.string({ description: "person or managers" }),
    subject: t.string(),
    text: t.string(),
  }),
});

export const AutomationInput = builder.inputType("AutomationInput", {
  fields: (t) => ({
    name: t.string({ required: true }),
    is_on: t.boolean({ required: true }),
    trigger: t.field({ type: TriggerInput, required: true }),
    conditions: t.field({ type: ConditionsInput }),
    actions: t.field({ type: [ActionInput], required: true }),
  }),
});

type DryRun = Awaited<ReturnType<typeof dryRunAutomation>>;

const Candidate = builder.objectRef<DryRun["rows"][number]>("AutomationCandidate").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.string({ resolve: (row) => `${row.first_name} ${row.last_name}` }),
    email: t.exposeString("email"),
    about: t.exposeString("about", { nullable: true, description: "The course, group or the like." }),
    on: t.exposeString("on", { nullable: true, description: "yyyy-mm-dd" }),
  }),
});

export const DryRunPage = builder.objectRef<DryRun>("AutomationDryRunPage").implement({
  fields: (t) => ({
    total: t.exposeInt("total", { description: "How many events there would be." }),
    people: t.exposeInt("people", { description: "How many people." }),
    is_timed: t.exposeBoolean("is_timed", { description: "Whether these are the people whom it touches next." }),
    rows: t.expose("rows", { type: [Candidate] }),
  }),
});
