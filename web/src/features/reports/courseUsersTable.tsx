import { useLingui } from "@lingui/react/macro";
import type { CourseReportUsersQuery } from "../../gen/graphql.ts";
import { courseStatus } from "../../app/courseStatus.ts";
import { tableDate } from "../../app/dates.ts";
import { hoursMinutesSeconds } from "../../app/duration.ts";
import { roleLabel } from "../../app/roles.ts";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { Definition } from "./Definition.tsx";

export type CourseUser = CourseReportUsersQuery["courseReport"]["usersPage"]["rows"][number];

export function useUserColumns(): Column<CourseUser>[] {
  const { t } = useLingui();
  return [
    { key: "status", header: t`Status`, cell: (user) => <StatusDot {...statusOf(user)} /> },
    { key: "name", header: t`Name`, cell: (user) => user.name, sortable: true, isTitle: true },
    { key: "role", header: t`Role`, cell: (user) => roleLabel(user.role), sortable: true },
    {
      key: "progress",
      header: t`Progress`,
      hint: <Definition of="progress" name={t`Progress`} />,
      sortable: true,
      cell: (user) => (
        <span className="flex min-w-32 items-center gap-2.5">
          <ProgressBar thin value={user.progress} label={t`Progress of ${user.name}`} />
          <span className="w-10 text-right text-small tabular-nums">{user.progress}%</span>
        </span>
      ),
    },
    { key: "assignedDate", header: t`Assigned Date`, cell: (user) => tableDate(user.assignedDate), sortable: true },
    {
      key: "completionDate",
      header: t`Completion Date`,
      hint: <Definition of="completed" name={t`Completion Date`} />,
      cell: (user) => tableDate(user.completionDate),
      sortable: true,
    },
    {
      key: "timeSpent",
      header: t`Time Spent`,
      hint: <Definition of="timeOfOne" name={t`Time Spent`} />,
      cell: (user) => <span className="whitespace-nowrap">{hoursMinutesSeconds(user.timeSpent)}</span>,
      align: "right",
      sortable: true,
    },
  ];
}

const statusOf = (user: CourseUser) => courseStatus(user.progress, user.completionDate != null);
