import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReportsAllCoursesQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { toCsv } from "../../ui/csv.ts";
import type { Column } from "../../ui/table/tableQuery.ts";

type Row = ReportsAllCoursesQuery["reportsAllCourses"]["courses"][number];

/** What a search looks through. */
export const courseText = (row: Row) => `${row.title} ${row.category ?? ""}`;

export function courseValue(row: Row, key: string): string | number {
  if (key === "assigned") return row.assignedLearners;
  if (key === "completed") return row.completedLearners;
  return key === "category" ? (row.category ?? "") : row.title;
}

export function useCourseColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    { key: "title", header: t`Title`, cell: (row) => row.title || t`Untitled Course`, sortable: true },
    { key: "category", header: t`Category`, cell: (row) => row.category ?? t`N/A`, sortable: true },
    {
      key: "assigned",
      header: t`Assigned Learners`,
      cell: (row) => row.assignedLearners,
      align: "right",
      sortable: true,
    },
    {
      key: "completed",
      header: t`Completed Learners`,
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

/** The courses with all their counts. */
export function coursesCsv(rows: Row[]): string {
  const header = [
    msg`Title`,
    msg`Category`,
    msg`Assigned Learners`,
    msg`Completed Learners`,
    msg`In Progress`,
    msg`Not Started`,
    msg`Training Time`,
  ];
  return toCsv(
    header.map((name) => i18n._(name)),
    rows.map((row) => [
      row.title,
      row.category,
      row.assignedLearners,
      row.completedLearners,
      row.learnersInProgress,
      row.learnersNotStarted,
      row.trainingTime,
    ]),
  );
}
