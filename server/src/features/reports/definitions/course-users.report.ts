import { toLikePattern } from "../../../db/like.ts";
import { PEOPLE_FILTERS } from "../request.ts";
import { enrolmentsStatement } from "../statements/enrolments.statement.ts";
import { withUserFields } from "../user-field-columns.ts";
import { defineTable, fromStatement } from "../table.ts";
import { openCourse } from "./subjects.ts";

export const courseUsersReport = defineTable({
  kind: "course-users",
  title: "courseUsersTitle",
  fileName: "assigned-users",
  permission: "report.view",
  filters: ["course_id", ...PEOPLE_FILTERS, "search", "due"],
  isScheduled: true,
  open: async (actor, request, whole) => {
    const { reach, params } = await openCourse(actor, request, whole);
    const searched = { ...params, searchName: toLikePattern(request.search), due: request.due ?? null };
    const source = fromStatement(enrolmentsStatement, reach, searched, request.sort ?? "name");
    return withUserFields(reach, source, ({ userId }) => userId);
  },
  columns: [
    { label: "status", value: ({ status }) => `${status}_status`, format: "term" },
    { label: "name", value: (row) => row.name, sort: "name" },
    { label: "email", value: (row) => row.email, only: "files" },
    { label: "role", value: (row) => row.role, format: "term", sort: "role" },
    {
      label: "progress",
      value: (row) => row.progress,
      format: "percent",
      explanation: "progress",
      sort: "progress",
    },
    { label: "assignedDate", value: (row) => row.assigned, format: "day", sort: "assignedDate" },
    { label: "dueDate", value: (row) => row.due, format: "date", explanation: "due", sort: "dueDate" },
    { label: "dueStatus", value: ({ dueStatus }) => dueStatus && `due_${dueStatus}`, format: "term", only: "files" },
    {
      label: "completionDate",
      value: (row) => row.completed,
      format: "day",
      explanation: "completed",
      sort: "completionDate",
    },
    {
      label: "timeSpent",
      value: (row) => row.seconds,
      format: "duration",
      explanation: "timeOfOne",
      sort: "timeSpent",
    },
  ],
});
