import { toLikePattern } from "../../../db/like.ts";
import { NotFound } from "../../../errors.ts";
import { openPackageReport } from "../package-reports.service.ts";
import { PEOPLE_FILTERS } from "../request.ts";
import { packageResultsStatement } from "../statements/package-results.statement.ts";
import { defineTable, fromStatement } from "../table.ts";

export const packageResultsReport = defineTable({
  kind: "package-results",
  title: "packageResultsTitle",
  fileName: "package-results",
  permission: "package.report",
  filters: ["course_id", ...PEOPLE_FILTERS, "search"],
  open: async (actor, request) => {
    if (!request.course_id) throw new NotFound("Course");
    const { reach, params } = await openPackageReport(actor, request.course_id, request);
    return fromStatement(
      packageResultsStatement,
      reach,
      { ...params, search: toLikePattern(request.search) },
      request.sort,
    );
  },
  columns: [
    { label: "name", value: (row) => row.name, sort: "name" },
    { label: "unit", value: (row) => row.unit, sort: "unit" },
    { label: "status", value: getStatus, format: "term", sort: "completion" },
    { label: "score", value: (row) => row.score, format: "number", sort: "score" },
    { label: "packageTime", value: (row) => row.seconds, format: "duration", sort: "seconds" },
    { label: "lastChange", value: (row) => row.updated_at, format: "day", sort: "updated" },
  ],
});

/** Returns the status of a package: passed or failed say more than completed. */
function getStatus({ success_status, completion_status }: { success_status: string; completion_status: string }) {
  if (success_status === "failed") return "failed_status";
  if (success_status === "passed") return "passed_status";
  if (completion_status === "completed") return "completed_status";
  return completion_status === "incomplete" ? "in_progress_status" : "started_status";
}
