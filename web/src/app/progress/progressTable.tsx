import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { courseStatus } from "../courseStatus.ts";
import { formatPercent } from "../../ui/format.ts";

/** A user's course with their progress. */
export type CourseOfPerson = {
  title: string;
  completionPercentage: number;
  is_complete: boolean;
  unitsCompleted: number;
  totalUnits: number;
  /** In seconds. */
  timeSpent: number;
};

type Options = {
  /** Formats a time. */
  time: (seconds: number) => string;
  /** Explanations beside the headings. */
  hints?: { progress: ReactNode; time: ReactNode };
};

export const getStatus = (course: CourseOfPerson) => courseStatus(course.completionPercentage, course.is_complete);

/** How a list of these courses is searched and sorted. */
export const localCourses = {
  text: (course: CourseOfPerson) => course.title,
  value: (course: CourseOfPerson, key: string) => {
    if (key === "progress") return course.completionPercentage;
    if (key === "units") return course.unitsCompleted;
    return key === "time" ? course.timeSpent : course.title;
  },
};

export function useProgressColumns<Course extends CourseOfPerson>({ time, hints }: Options): Column<Course>[] {
  const { t } = useLingui();
  return [
    { key: "status", header: t`Status`, cell: (course) => <StatusDot {...getStatus(course)} /> },
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
      hint: hints?.progress,
      sortable: true,
      cell: (course) => (
        <span className="flex min-w-32 items-center gap-2.5">
          <ProgressBar thin value={course.completionPercentage} label={t`Progress of ${course.title}`} />
          <span className="w-12 text-right text-small tabular-nums">{formatPercent(course.completionPercentage)}</span>
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
      hint: hints?.time,
      cell: (course) => <span className="whitespace-nowrap">{time(course.timeSpent)}</span>,
      align: "right",
      sortable: true,
    },
  ];
}
