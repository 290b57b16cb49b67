import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import { pageArguments } from "../../graphql/page.ts";
import {
  Automation,
  AutomationInput,
  AutomationObjectKind,
  AutomationObject,
  DryRunPage,
} from "./automation-types.graphql.ts";
import * as automations from "./automations.service.ts";
import { listChoices } from "./objects.service.ts";
import * as runs from "./runs.service.ts";

const BranchUrl = builder.args((t) => ({ branchUrl: t.string() }));

const AutomationPage = builder
  .objectRef<Awaited<ReturnType<typeof automations.getPageOfAutomations>>>("AutomationPage")
  .implement({
    fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [Automation] }) }),
  });

const RunResult = builder.objectRef<runs.AutomationRun["results"][number]>("AutomationRunResult").implement({
  fields: (t) => ({
    kind: t.exposeString("kind", { description: "Of the action." }),
    outcome: t.exposeString("outcome", { description: "done, or unchanged where nothing was to do" }),
  }),
});

const Run = builder.objectRef<runs.AutomationRun>("AutomationRun").implement({
  description: "What an automation did for one person.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    user_id: t.exposeInt("user_id"),
    name: t.string({ resolve: (run) => `${run.first_name} ${run.last_name}` }),
    email: t.exposeString("email"),
    happened_at: t.string({
      description: "When it was noticed, ISO 8601.",
      resolve: (run) => run.happened_at.toISOString(),
    }),
    ran_at: t.string({ resolve: (run) => run.ran_at.toISOString() }),
    state: t.exposeString("state", { description: "done or failed" }),
    is_former: t.exposeBoolean("is_former", {
      description: "Whether it failed with a trigger that the automation no longer has; it cannot run again.",
    }),
    results: t.expose("results", { type: [RunResult] }),
    problem: t.exposeString("problem", { nullable: true, description: "Why it failed." }),
    about: t.exposeString("about", { nullable: true, description: "The name of the course, group or the like." }),
    on: t.exposeString("on", { nullable: true, description: "The day of a trigger of time, yyyy-mm-dd." }),
  }),
});

const RunPage = builder.objectRef<Awaited<ReturnType<typeof runs.getPageOfRuns>>>("AutomationRunPage").implement({
  fields: (t) => ({
    total: t.exposeInt("total"),
    failed: t.exposeInt("failed"),
    rows: t.expose("rows", { type: [Run] }),
  }),
});

builder.queryFields((t) => ({
  automations: t.field({
    type: AutomationPage,
    description: "Sort: name, on, trigger, last_run, failed or changed, '-' in front for descending.",
    args: { is_on: t.arg.boolean(), ...BranchUrl, ...pageArguments },
    resolve: (_, options, { actor }) => automations.getPageOfAutomations(actor, options),
  }),
  automation: t.field({
    type: Automation,
    args: { id: t.arg.int({ required: true }), ...BranchUrl },
    resolve: (_, { id, branchUrl }, { actor }) => automations.getAutomation(actor, id, branchUrl),
  }),
  automationChoices: t.field({
    type: [AutomationObject],
    description: "What an automation can name, at most a hundred.",
    args: { kind: t.arg({ type: AutomationObjectKind, required: true }), search: t.arg.string(), ...BranchUrl },
    resolve: (_, { kind, search, branchUrl }, { actor }) => listChoices(actor, kind, search, branchUrl),
  }),
  dryRunAutomation: t.field({
    type: DryRunPage,
    description: "Whom an automation would touch now. Changes nothing.",
    args: {
      id: t.arg.int({ description: "Of a stored automation, whose earlier work then counts." }),
      input: t.arg({ type: AutomationInput, required: true }),
      ...BranchUrl,
      ...pageArguments,
    },
    resolve: (_, { branchUrl, ...options }, { actor }) => automations.dryRunAutomation(actor, options, branchUrl),
  }),
  automationRuns: t.field({
    type: RunPage,
    description: "Sort: ran, name, happened or state, '-' in front for descending; the latest first by default.",
    args: {
      id: t.arg.int({ required: true, description: "Of the automation." }),
      state: t.arg.string({ description: "done or failed" }),
      ...BranchUrl,
      ...pageArguments,
    },
    resolve: (_, { id, branchUrl, ...filter }, { actor }) => runs.getPageOfRuns(actor, id, filter, branchUrl),
  }),
}));

builder.mutationFields((t) => ({
  createAutomation: t.field({
    type: Automation,
    args: { input: t.arg({ type: AutomationInput, required: true }), ...BranchUrl },
    resolve: (_, { input, branchUrl }, { actor }) => automations.createAutomation(actor, input, branchUrl),
  }),
  updateAutomation: t.field({
    type: Automation,
    args: {
      id: t.arg.int({ required: true }),
      version: t.arg.int({ required: true, description: "As it was read." }),
      input: t.arg({ type: AutomationInput, required: true }),
      ...BranchUrl,
    },
    resolve: (_, { branchUrl, ...input }, { actor }) => automations.updateAutomation(actor, input, branchUrl),
  }),
  switchAutomation: t.field({
    type: Automation,
    args: { id: t.arg.int({ required: true }), is_on: t.arg.boolean({ required: true }), ...BranchUrl },
    resolve: (_, { id, is_on, branchUrl }, { actor }) => automations.switchAutomation(actor, id, is_on, branchUrl),
  }),
  deleteAutomation: t.field({
    type: Changed,
    args: { id: t.arg.int({ required: true }), ...BranchUrl },
    resolve: (_, { id, branchUrl }, { actor }) => automations.deleteAutomation(actor, id, branchUrl),
  }),
  retryAutomationRuns: t.field({
    type: "Int",
    description: "Runs an automation again for those for whom it failed, all or some; how many.",
    args: { id: t.arg.int({ required: true }), run_ids: t.arg.intList(), ...BranchUrl },
    resolve: (_, { id, run_ids, branchUrl }, { actor }) =>
      runs.retryAutomationRuns(actor, id, run_ids ?? null, branchUrl),
  }),
}));
