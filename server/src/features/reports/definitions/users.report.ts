import { filterReach } from "../filters.service.ts";
import { toPeopleSearch } from "../people-search.ts";
import { PEOPLE_FILTERS } from "../request.ts";
import { usersStatement } from "../statements/users.statement.ts";
import { withUserFields } from "../user-field-columns.ts";
import { defineTable, fromStatement } from "../table.ts";

export const usersReport = defineTable({
  kind: "users",
  title: "usersTitle",
  fileName: "user-reports",
  permission: "report.view",
  filters: [...PEOPLE_FILTERS, "category_id", "search"],
  isScheduled: true,
  open: async (actor, request, whole) => {
    const { reach, filters } = await filterReach(actor, whole, request);
    const params = { ...filters, ...toPeopleSearch(request.search) };
    return withUserFields(reach, fromStatement(usersStatement, reach, params, request.sort), ({ id }) => id);
  },
  columns: [
    { label: "name", value: (user) => user.name, sort: "name" },
    { label: "email", value: (user) => user.email, sort: "email" },
    {
      label: "completed",
      value: (user) => user.completedCourses,
      format: "number",
      explanation: "completed",
      sort: "completed",
    },
    {
      label: "inProgress",
      value: (user) => user.coursesInProgress,
      format: "number",
      explanation: "inProgress",
      sort: "inProgress",
    },
    {
      label: "notStarted",
      value: (user) => user.coursesNotStarted,
      format: "number",
      explanation: "notStarted",
      sort: "notStarted",
    },
  ],
});
