import { toLikePattern } from "../../../db/like.ts";
import { filterReach } from "../filters.service.ts";
import { enrolmentsStatement } from "../statements/enrolments.statement.ts";
import { defineTable, fromStatement } from "../table.ts";
import { getSubject } from "./subjects.ts";

/** As the screen shows them. */
const LATEST_FIRST = "-assignedDate";

export const userCoursesReport = defineTable({
  kind: "user-courses",
  title: "userCoursesTitle",
  fileName: "user-courses",
  permission: "report.view",
  filters: ["user_id", "category_id", "from", "to", "search"],
  open: async (actor, request, whole) => {
    const { reach, filters } = await filterReach(actor, whole, request);
    const user = await getSubject(reach, request);
    const params = { ...filters, user, searchTitle: toLikePattern(request.search) };
    return fromStatement(enrolmentsStatement, reach, params, request.sort ?? LATEST_FIRST);
  },
  columns: [
    { label: "status", value: ({ status }) => `${status}_status`, format: "term" },
    { label: "courseName", value: (row) => row.course },
    { label: "progress", value: (row) => row.progress, format: "percent", explanation: "progress" },
    { label: "unitsCompleted", value: (row) => row.unitsCompleted, format: "number" },
    { label: "totalUnits", value: (row) => row.totalUnits, format: "number" },
    { label: "timeSpent", value: (row) => row.seconds, format: "duration", explanation: "timeOfOne" },
  ],
});
