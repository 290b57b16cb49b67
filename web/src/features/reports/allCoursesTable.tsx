import { useLingui } from "@lingui/react/macro";
import type { ReportCoursesPageQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { Definition } from "./Definition.tsx";

type Row = ReportCoursesPageQuery["reportsAllCourses"]["coursesPage"]["rows"][number];

export function useCourseColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    { key: "title", header: t`Title`, cell: (row) => row.title || t`Untitled Course`, sortable: true },
    { key: "category", header: t`Category`, cell: (row) => row.category ?? t`N/A`, sortable: true },
    {
      key: "assigned",
      header: t`Assigned Learners`,
      hint: <Definition of="assigned" name={t`Assigned Learners`} />,
      cell: (row) => row.assignedLearners,
      align: "right",
      sortable: true,
    },
    {
      key: "completed",
      header: t`Completed Learners`,
      hint: <Definition of="completed" name={t`Completed Learners`} />,
      cell: (row) => row.completedLearners,
      align: "right",
      sortable: true,
    },
    {
      key: "details",
      header: t`Details`,
      align: "right",
      cell: (row) => (
        <ButtonLink
          to={`/reports/courses/${row.id}` as "/"}
          kind="ghost"
          size="small"
          className="-mr-3"
          aria-label={t`View Details: ${row.title}`}
        >
          {t`View Details`}
        </ButtonLink>
      ),
    },
  ];
}
