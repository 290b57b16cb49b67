import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { CourseReportUsersQuery } from "../../gen/graphql.ts";
import { courseStatus } from "../../app/courseStatus.ts";
import { tableDate } from "../../app/dates.ts";
import { hoursMinutesSeconds } from "../../app/duration.ts";
import { execute } from "../../app/graphql.ts";
import { roleLabel } from "../../app/roles.ts";
import { downloadCsv, toCsv } from "../../ui/csv.ts";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { CourseReportUsers } from "./reports.documents.ts";

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
      cell: (user) => tableDate(user.completionDate),
      sortable: true,
    },
    {
      key: "timeSpent",
      header: t`Time Spent`,
      cell: (user) => <span className="whitespace-nowrap">{hoursMinutesSeconds(user.timeSpent)}</span>,
      align: "right",
      sortable: true,
    },
  ];
}

type Filters = { search: string; sort: string | null };

/** Offers everybody whom the search finds, on all pages and in their order, as a CSV file. @throws ApiError */
export async function exportUsers(courseId: number, filters: Filters) {
  downloadCsv("assigned-users.csv", usersCsv(await fetchAll(courseId, filters)));
}

export function usersCsv(users: CourseUser[]): string {
  const header = [
    msg`Status`,
    msg`Name`,
    msg`Role`,
    msg`Progress`,
    msg`Assigned Date`,
    msg`Completion Date`,
    msg`Time Spent`,
  ];
  return toCsv(
    header.map((name) => i18n._(name)),
    users.map((user) => [
      statusOf(user).label,
      user.name,
      roleLabel(user.role),
      user.progress,
      tableDate(user.assignedDate),
      tableDate(user.completionDate),
      hoursMinutesSeconds(user.timeSpent),
    ]),
  );
}

const rowsAtOnce = 500;

async function fetchAll(courseId: number, filters: Filters) {
  const users: CourseUser[] = [];
  for (;;) {
    const variables = { courseId, ...filters, limit: rowsAtOnce, offset: users.length };
    const { rows, total } = (await execute(CourseReportUsers, variables)).courseReport.usersPage;
    users.push(...rows);
    // A list that shrinks in the meantime must not be asked for ever.
    if (rows.length === 0 || users.length >= total) return users;
  }
}

const statusOf = (user: CourseUser) => courseStatus(user.progress, user.completionDate != null);
