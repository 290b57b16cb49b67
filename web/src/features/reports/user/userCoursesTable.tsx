import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { UserReportQuery } from "../../../gen/graphql.ts";
import { courseStatus } from "../../../app/courseStatus.ts";
import { hoursMinutesSeconds } from "../../../app/duration.ts";
import { toCsv } from "../../../ui/csv.ts";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import type { Column } from "../../../ui/table/tableQuery.ts";

export type UserCourse = UserReportQuery["userProgress"]["courses"][number];

export const userCourseText = (course: UserCourse) => course.title;

export function userCourseValue(course: UserCourse, key: string): string | number {
  if (key === "progress") return course.completionPercentage;
  if (key === "units") return course.unitsCompleted;
  return key === "time" ? course.timeSpent : course.title;
}

export function useUserCourseColumns(): Column<UserCourse>[] {
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
      cell: (course) => <span className="whitespace-nowrap">{hoursMinutesSeconds(course.timeSpent)}</span>,
      align: "right",
      sortable: true,
    },
  ];
}

export function userCoursesCsv(courses: UserCourse[]): string {
  const header = [
    msg`Status`,
    msg`Course Name`,
    msg`Progress`,
    msg`Units Completed`,
    msg`Total Units`,
    msg`Time Spent`,
  ];
  return toCsv(
    header.map((name) => i18n._(name)),
    courses.map((course) => [
      statusOf(course).label,
      course.title,
      course.completionPercentage,
      course.unitsCompleted,
      course.totalUnits,
      hoursMinutesSeconds(course.timeSpent),
    ]),
  );
}

const statusOf = (course: UserCourse) => courseStatus(course.completionPercentage, course.is_complete);
