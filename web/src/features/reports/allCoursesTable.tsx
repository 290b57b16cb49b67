import { useLingui } from "@lingui/react/macro";
import type { ReportCoursesPageQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { linkTo } from "../../ui/linkTo.ts";
import { useReportColumns } from "./useReportDefinitions.tsx";

type Row = ReportCoursesPageQuery["reportsAllCourses"]["coursesPage"]["rows"][number];

/** Returns the columns of the report on all courses, with a link to the report of each. */
export function useCourseColumns(): Column<Row>[] {
  const { t } = useLingui();
  const columns = useReportColumns<Row>("courses", {
    title: (row) => row.title || t`Untitled Course`,
    category: (row) => row.category ?? t`N/A`,
    assignedLearners: (row) => row.assignedLearners,
    completedLearners: (row) => row.completedLearners,
  });
  return [
    ...columns,
    {
      key: "details",
      header: t`Details`,
      align: "right",
      cell: (row) => (
        <ButtonLink
          {...linkTo(`/reports/courses/${row.id}`)}
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
