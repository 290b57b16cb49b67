import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { LearnerProgressQuery } from "../../gen/graphql.ts";
import { courseStatus } from "../../app/courseStatus.ts";
import { hoursMinutes } from "../../app/duration.ts";
import { exportTable } from "../../app/exportTable.ts";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import type { SheetFormat } from "../../ui/table/ExportButtons.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";

type Course = LearnerProgressQuery["userProgress"]["courses"][number];

export const progressText = (course: Course) => course.title;

export function progressValue(course: Course, key: string): string | number {
  if (key === "progress") return course.completionPercentage;
  if (key === "units") return course.unitsCompleted;
  if (key === "time") return course.timeSpent;
  return course.title;
}

export function useProgressColumns(): Column<Course>[] {
  const { t } = useLingui();
  return [
    { key: "status", header: t`Status`, cell: (course) => <StatusDot {...statusOf(course)} /> },
    {
      key: "title",
      header: t`Course Name`,
      cell: (course) => course.title || t`Untitled Course`,
      sortable: true,
      isTitle: true,
    },
    {
      key: "progress",
      header: t`Progress`,
      sortable: true,
      cell: (course) => (
        <span className="flex min-w-32 items-center gap-2.5">
          <ProgressBar thin value={course.completionPercentage} label={t`Progress of ${course.title}`} />
          <span className="w-10 text-right text-small tabular-nums">{course.completionPercentage}%</span>
        </span>
      ),
    },
    {
      key: "units",
      header: t`Units Completed`,
      cell: (course) => `${course.unitsCompleted}/${course.totalUnits}`,
      align: "right",
      sortable: true,
    },
    {
      key: "time",
      header: t`Time Spent`,
      cell: (course) => <span className="whitespace-nowrap">{hoursMinutes(course.timeSpent)}</span>,
      align: "right",
      sortable: true,
    },
  ];
}

export const exportProgress = (format: SheetFormat, courses: Course[]) =>
  exportTable(
    format,
    "my-progress",
    [msg`Status`, msg`Course Name`, msg`Progress`, msg`Units Completed`, msg`Total Units`, msg`Time Spent`].map(
      (name) => i18n._(name),
    ),
    courses,
    (course) => [
      statusOf(course).label,
      course.title,
      course.completionPercentage,
      course.unitsCompleted,
      course.totalUnits,
      hoursMinutes(course.timeSpent),
    ],
  );

const statusOf = (course: Course) => courseStatus(course.completionPercentage, course.is_complete);
