import { useLingui } from "@lingui/react/macro";
import type { CourseReportUsersQuery } from "../../gen/graphql.ts";
import { courseStatus } from "../../app/courseStatus.ts";
import { DueCell } from "../../app/due/DueStatus.tsx";
import { hoursMinutesSeconds } from "../../app/duration.ts";
import { roleLabel } from "../../app/roles.ts";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { useReportColumns } from "./useReportDefinitions.tsx";
import { formatPercent, formatTableDate } from "../../ui/format.ts";

export type CourseUser = CourseReportUsersQuery["courseReport"]["usersPage"]["rows"][number];

/** Returns the columns of the people of a course. */
export function useUserColumns(): Column<CourseUser>[] {
  const { t } = useLingui();
  return useReportColumns<CourseUser>(
    "course-users",
    {
      status: (user) => <StatusDot {...getStatus(user)} />,
      name: (user) => user.name,
      role: (user) => roleLabel(user.role),
      progress: (user) => (
        <span className="flex min-w-32 items-center gap-2.5">
          <ProgressBar thin value={user.progress} label={t`Progress of ${user.name}`} />
          <span className="w-12 text-right text-small tabular-nums">{formatPercent(user.progress)}</span>
        </span>
      ),
      assignedDate: (user) => formatTableDate(user.assignedDate),
      dueDate: (user) => <DueCell due_on={user.dueDate} due_status={user.dueStatus} />,
      completionDate: (user) => formatTableDate(user.completionDate),
      timeSpent: (user) => <span className="whitespace-nowrap">{hoursMinutesSeconds(user.timeSpent)}</span>,
    },
    "name",
  );
}

const getStatus = (user: CourseUser) => courseStatus(user.progress, user.completionDate != null);
