import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { CompletedCoursesQuery } from "../../gen/graphql.ts";
import { tableDate } from "../../app/dates.ts";
import { exportTable } from "../../app/exportTable.ts";
import type { SheetFormat } from "../../ui/table/ExportButtons.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";

type Course = CompletedCoursesQuery["completedCourses"][number];

export const certificateText = (course: Course) => course.title;

export function certificateValue(course: Course, key: string): string {
  if (key === "issued") return course.completed_date?.split("/").toReversed().join("-") ?? "";
  return key === "expires" ? (course.expiry_date ?? "") : course.title;
}

export function useCertificateColumns(): Column<Course>[] {
  const { t } = useLingui();
  return [
    { key: "title", header: t`Course Name`, cell: (course) => course.title || t`Untitled Course`, sortable: true },
    { key: "issued", header: t`Issued At`, cell: (course) => course.completed_date ?? t`N/A`, sortable: true },
    { key: "expires", header: t`Expires At`, cell: (course) => tableDate(course.expiry_date), sortable: true },
  ];
}

export const exportCertificates = (format: SheetFormat, courses: Course[]) =>
  exportTable(
    format,
    "my-certificates",
    [msg`Course Name`, msg`Issued At`, msg`Expires At`].map((name) => i18n._(name)),
    courses,
    (course) => [course.title, course.completed_date, tableDate(course.expiry_date)],
  );
