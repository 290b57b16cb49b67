import { toLikePattern } from "../../../db/like.ts";
import { filterReach } from "../filters.service.ts";
import { PEOPLE_FILTERS } from "../request.ts";
import { testAttemptsStatement } from "../statements/test-attempts.statement.ts";
import { defineTable, fromStatement } from "../table.ts";

/** Every attempt at a test that has settings of its own. */
export const testAttemptsReport = defineTable({
  kind: "testAttempts",
  title: "testAttemptsTitle",
  fileName: "test-attempts",
  permission: "report.view",
  filters: [...PEOPLE_FILTERS, "category_id", "search"],
  isScheduled: true,
  hasGeneralScreen: true,
  open: async (actor, request, whole) => {
    const { reach, filters } = await filterReach(actor, whole, request);
    const params = { ...filters, searchName: toLikePattern(request.search) };
    return fromStatement(testAttemptsStatement, reach, params, request.sort);
  },
  columns: [
    { label: "name", value: (row) => row.name },
    { label: "email", value: (row) => row.email, only: "files" },
    { label: "course", value: (row) => row.course },
    { label: "unit", value: (row) => row.unit },
    { label: "courseAttempt", value: (row) => row.courseAttempt, format: "number", only: "files" },
    { label: "attempt", value: (row) => row.number, format: "number" },
    { label: "startedDate", value: (row) => row.started, format: "day" },
    { label: "submittedDate", value: (row) => row.submitted, format: "day", sort: "submitted" },
    { label: "score", value: (row) => row.score, format: "number", sort: "score" },
    { label: "result", value: ({ result }) => result && `${result}_status`, format: "term" },
    { label: "timedOut", value: ({ isTimedOut }) => (isTimedOut ? "yes" : "no"), format: "term" },
    { label: "countingAttempt", value: ({ counts }) => (counts ? "yes" : "no"), format: "term" },
  ],
});
