import { useLingui } from "@lingui/react/macro";
import type { UserReportQuery } from "../../../gen/graphql.ts";
import { courseStatus } from "../../../app/courseStatus.ts";
import { hoursMinutesSeconds } from "../../../app/duration.ts";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import type { Column } from "../../../ui/table/tableQuery.ts";
import { Definition } from "../Definition.tsx";

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
      hint: <Definition of="progress" name={t`Progress`} />,
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
      hint: <Definition of="timeOfOne" name={t`Time Spent`} />,
      cell: (course) => <span className="whitespace-nowrap">{hoursMinutesSeconds(course.timeSpent)}</span>,
      align: "right",
      sortable: true,
    },
  ];
}

const statusOf = (course: UserCourse) => courseStatus(course.completionPercentage, course.is_complete);
