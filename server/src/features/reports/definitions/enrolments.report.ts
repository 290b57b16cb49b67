import { toLikePattern } from "../../../db/like.ts";
import { filterReach } from "../filters.service.ts";
import { PEOPLE_FILTERS } from "../request.ts";
import { enrolmentsStatement } from "../statements/enrolments.statement.ts";
import { withUserFields } from "../user-field-columns.ts";
import { defineTable, fromStatement } from "../table.ts";

/** Every learner in every course. */
export const enrolmentsReport = defineTable({
  kind: "everything",
  title: "everythingTitle",
  fileName: "learners-and-courses",
  permission: "report.view",
  filters: [...PEOPLE_FILTERS, "category_id", "search", "due"],
  isScheduled: true,
  hasGeneralScreen: true,
  open: async (actor, request, whole) => {
    const { reach, filters } = await filterReach(actor, whole, request);
    const params = { ...filters, searchName: toLikePattern(request.search), due: request.due ?? null };
    return withUserFields(
      reach,
      fromStatement(enrolmentsStatement, reach, params, request.sort),
      ({ userId }) => userId,
    );
  },
  columns: [
    { label: "name", value: (row) => row.name },
    { label: "email", value: (row) => row.email },
    { label: "role", value: (row) => row.role, format: "term" },
    { label: "branches", value: (row) => row.branches },
    { label: "course", value: (row) => row.course },
    { label: "category", value: (row) => row.category },
    { label: "status", value: ({ status }) => `${status}_status`, format: "term" },
    { label: "progress", value: (row) => row.progress, format: "percent" },
    { label: "unitsCompleted", value: (row) => row.unitsCompleted, format: "number" },
    { label: "totalUnits", value: (row) => row.totalUnits, format: "number" },
    { label: "assignedDate", value: (row) => row.assigned, format: "day" },
    { label: "startedDate", value: (row) => row.started, format: "day" },
    { label: "dueDate", value: (row) => row.due, format: "date", explanation: "due", sort: "dueDate" },
    { label: "dueStatus", value: ({ dueStatus }) => dueStatus && `due_${dueStatus}`, format: "term" },
    { label: "completionDate", value: (row) => row.completed, format: "day" },
    { label: "score", value: (row) => row.score, format: "number" },
    { label: "timeSpent", value: (row) => row.seconds, format: "duration" },
    { label: "seconds", value: (row) => row.seconds, format: "number", only: "files" },
  ],
});
