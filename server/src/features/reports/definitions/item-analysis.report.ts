import { filterReach } from "../filters.service.ts";
import { type ItemRequest, listItems } from "../item-analysis.service.ts";
import { listMarks, listMarksWithoutKey } from "../item-marks.ts";
import { PEOPLE_FILTERS, type TableRequest } from "../request.ts";
import { NotFound } from "../../../errors.ts";
import type { ItemRow } from "../statements/item-analysis.statement.ts";
import { defineTable, fromRows } from "../table.ts";
import { matches } from "./subjects.ts";

/** How well the questions of one test tell learners apart: one row for each version of a question. */
export const itemAnalysisReport = defineTable({
  kind: "item-analysis",
  title: "itemAnalysisTitle",
  fileName: "item-analysis",
  permission: "report.view",
  filters: ["course_id", "unit_id", ...PEOPLE_FILTERS, "search"],
  open: async (actor, request, whole) => {
    const filtered = await filterReach(actor, whole, request);
    if (!request.course_id) throw new NotFound("Course");
    const rows = await listItems(actor, filtered, toItemRequest(request, request.course_id));
    return fromRows(
      rows
        .filter(({ question }) => matches(request, question))
        .map((row) => ({ ...row, marks: actor.can("course.author") ? listMarks(row) : listMarksWithoutKey(row) })),
      request.sort,
      sortsOfItems,
    );
  },
  columns: [
    { label: "question", value: ({ question }) => question },
    { label: "version", value: ({ version }) => version, format: "number", explanation: "version" },
    { label: "type", value: ({ type }) => type, format: "term", sort: "type" },
    {
      label: "askedInAttempts",
      value: ({ answered }) => answered,
      format: "number",
      sort: "answered",
      explanation: "askedInAttempts",
    },
    {
      label: "facility",
      value: ({ facility }) => round(facility === null ? null : 100 * facility, 1),
      format: "number",
      sort: "facility",
      explanation: "facility",
    },
    {
      label: "discrimination",
      value: ({ discrimination }) => round(discrimination, 2),
      format: "number",
      sort: "discrimination",
      explanation: "discrimination",
    },
    {
      label: "meanTime",
      value: ({ seconds }) => seconds,
      format: "duration",
      sort: "seconds",
      explanation: "meanTime",
    },
    {
      label: "optionsOfGroups",
      value: ({ options }, { term }) =>
        options.map(({ text, chosen, upper, lower }) => `${term(text)}: ${chosen} (${upper} / ${lower})`).join("; "),
      explanation: "optionsOfGroups",
    },
    {
      label: "marks",
      value: ({ marks }, { text }) =>
        marks
          .map(({ kind, option }) => (option === null ? text(`${kind}_mark`) : `${text(`${kind}_mark`)}: ${option}`))
          .join("; "),
      explanation: "marks",
    },
  ],
});

const toItemRequest = (
  { unit_id, branchUrl, branchUrls, group_ids, from, to }: TableRequest,
  course_id: number,
): ItemRequest => ({ course_id, unit_id, branchUrl, branchUrls, group_ids, from, to });

/** The orders of the questions of a test: what has no figure comes before everything else. */
export const sortsOfItems = {
  type: ({ type }: ItemRow) => type,
  answered: ({ answered }: ItemRow) => answered,
  facility: ({ facility }: ItemRow) => facility ?? -1,
  discrimination: ({ discrimination }: ItemRow) => discrimination ?? -2,
  seconds: ({ seconds }: ItemRow) => seconds ?? -1,
};

function round(value: number | null, digits: number): number | null {
  return value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits;
}
