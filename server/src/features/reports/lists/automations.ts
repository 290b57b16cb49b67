import { getAutomation, getPageOfAutomations } from "../../automations/automations.service.ts";
import { getPageOfRuns } from "../../automations/runs.service.ts";
import { defineTable, fromPages } from "../table.ts";
import { getId } from "./people.ts";

const automationsList = defineTable({
  kind: "automations-list",
  title: "automationsTitle",
  fileName: "automations",
  permission: "automation.manage",
  filters: ["state", "search"],
  open: async (actor, { branchUrl, state, search, sort }) =>
    fromPages((page) =>
      getPageOfAutomations(actor, { branchUrl, is_on: state ? state === "on" : null, search, sort, ...page }),
    ),
  columns: [
    { label: "name", value: (row) => row.name },
    { label: "isOn", value: (row) => row.is_on },
    { label: "lastRun", value: (row) => row.last_run_at, format: "minute" },
    { label: "failedRuns", value: (row) => row.failed, format: "number" },
    { label: "runsWithRightsOf", value: (row) => row.runs_as },
    { label: "problem", value: (row) => row.problem },
    { label: "updated", value: (row) => row.updated_at, format: "day" },
  ],
});

const automationRuns = defineTable({
  kind: "automation-runs",
  title: "automationRunsTitle",
  fileName: "automation-runs",
  permission: "automation.manage",
  filters: ["automation_id", "state", "search"],
  open: async (actor, { automation_id, branchUrl, state, search, sort }) => {
    const { id } = await getAutomation(actor, getId(automation_id, "Automation"), branchUrl);
    return fromPages((page) => getPageOfRuns(actor, id, { state, search, sort, ...page }, branchUrl));
  },
  columns: [
    { label: "name", value: ({ first_name, last_name }) => `${first_name} ${last_name}` },
    { label: "email", value: (run) => run.email },
    { label: "about", value: (run) => run.about },
    { label: "happenedAt", value: (run) => run.happened_at, format: "minute" },
    { label: "ranAt", value: (run) => run.ran_at, format: "minute" },
    { label: "state", value: ({ state }) => `${state}_run`, format: "term" },
    { label: "problem", value: (run) => run.problem },
  ],
});

export const automationLists = [automationsList, automationRuns];
