import { NotFound } from "../../../errors.ts";
import { filterReach } from "../filters.service.ts";
import { PEOPLE_FILTERS } from "../request.ts";
import { listSurveyRows } from "../survey-results.service.ts";
import { defineTable, fromRows } from "../table.ts";

/** The results of one survey: one row for each possible answer to a question, and one for each text. */
export const surveyReport = defineTable({
  kind: "survey",
  title: "surveyTitle",
  fileName: "survey",
  permission: "report.view",
  filters: ["course_id", "unit_id", ...PEOPLE_FILTERS],
  open: async (actor, request, whole) => {
    const filtered = await filterReach(actor, whole, request);
    const { course_id, unit_id, branchUrls, group_ids, from, to } = request;
    if (!course_id) throw new NotFound("Course");
    return fromRows(await listSurveyRows(filtered, { course_id, unit_id, branchUrls, group_ids, from, to }));
  },
  columns: [
    { label: "question", value: ({ question }) => question },
    { label: "type", value: ({ kind }, { text }) => text(`${kind}_kind`) },
    { label: "answer", value: ({ answer }) => answer },
    { label: "answers", value: ({ count }) => count, format: "number" },
    {
      label: "share",
      value: ({ share }) => (share === null ? null : Math.round(10 * share) / 10),
      format: "number",
    },
    { label: "name", value: ({ name }) => name },
  ],
});
