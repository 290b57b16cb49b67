import { toLikePattern } from "../../../db/like.ts";
import { filterReach } from "../filters.service.ts";
import { PEOPLE_FILTERS } from "../request.ts";
import { coursesPageStatement } from "../statements/courses.statement.ts";
import { defineTable, fromRows } from "../table.ts";

export const coursesReport = defineTable({
  kind: "courses",
  title: "coursesTitle",
  fileName: "course-reports",
  permission: "report.view",
  filters: [...PEOPLE_FILTERS, "category_id", "search"],
  isScheduled: true,
  open: async (actor, request, whole) => {
    const { reach, filters } = await filterReach(actor, whole, request);
    const params = { ...filters, search: toLikePattern(request.search) };
    const [page] = await coursesPageStatement.run(reach, params, request.sort);
    return fromRows(page!.rows);
  },
  columns: [
    { label: "title", value: (course) => course.title, sort: "title" },
    { label: "category", value: (course) => course.category, sort: "category" },
    {
      label: "assignedLearners",
      value: (course) => course.assignedLearners,
      format: "number",
      explanation: "assigned",
      sort: "assigned",
    },
    {
      label: "completedLearners",
      value: (course) => course.completedLearners,
      format: "number",
      explanation: "completed",
      sort: "completed",
    },
    { label: "inProgress", value: (course) => course.learnersInProgress, format: "number", only: "files" },
    { label: "notStarted", value: (course) => course.learnersNotStarted, format: "number", only: "files" },
    { label: "trainingTime", value: (course) => course.seconds, format: "duration", only: "files" },
  ],
});
