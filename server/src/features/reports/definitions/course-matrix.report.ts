import { toLikePattern } from "../../../db/like.ts";
import { type Format, toCell, toText } from "../cells.ts";
import { listUnits } from "../matrix.queries.ts";
import { toMatrixCell } from "../matrix.service.ts";
import type { Texts } from "../report-texts.ts";
import { PEOPLE_FILTERS } from "../request.ts";
import { courseMatrixStatement, type UnitFacts } from "../statements/course-matrix.statement.ts";
import { defineTable, fromStatement } from "../table.ts";
import { openCourse } from "./subjects.ts";

export const courseMatrixReport = defineTable({
  kind: "course-matrix",
  title: "courseMatrixTitle",
  fileName: "learners-and-units",
  permission: "report.view",
  filters: ["course_id", ...PEOPLE_FILTERS, "search"],
  open: async (actor, request, whole) => {
    const { reach, params } = await openCourse(actor, request, whole);
    const units = await listUnits(reach, params.course);
    const searched = { ...params, search: toLikePattern(request.search) };
    const { timeZone } = actor.instance;
    return {
      ...fromStatement(courseMatrixStatement, reach, searched, request.sort),
      columns: units.map(({ id, title, type }) => ({
        heading: (texts: Texts) => title || texts.term(`${type}_unit`),
        value: (row: { units: UnitFacts[] }, texts: Texts) =>
          describe(
            row.units.find(({ unit }) => unit === id),
            texts,
            timeZone,
          ),
      })),
    };
  },
  columns: [
    { label: "name", value: (row) => row.name, sort: "name" },
    { label: "email", value: (row) => row.email, only: "files" },
    { label: "progress", value: (row) => row.progress, format: "percent", explanation: "progress", sort: "progress" },
    {
      label: "completionDate",
      value: (row) => row.completed,
      format: "day",
      explanation: "completed",
      sort: "completionDate",
    },
  ],
});

/** Describes a cell in words: 'Completed 03/02/2026 · Passed · 80%'. */
function describe(facts: UnitFacts | undefined, texts: Texts, timeZone: string): string {
  if (!facts) return texts.text("not_started_status");
  const { state, date, result, score } = toMatrixCell(facts);
  const write = (value: string | null, format: Format) => toText(toCell(value, format, texts, timeZone), timeZone);
  return [
    [texts.text(state === "completed" ? "completed_status" : "opened_status"), write(date, "day")]
      .filter(Boolean)
      .join(" "),
    result &&
      texts.text(
        result === "passed" || result === "failed" || result === "waiting" ? `${result}_status` : `${result}_state`,
      ),
    score !== null && `${score}%`,
  ]
    .filter(Boolean)
    .join(" · ");
}
