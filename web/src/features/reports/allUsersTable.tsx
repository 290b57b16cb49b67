import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReportUsersPageQuery } from "../../gen/graphql.ts";
import { execute } from "../../app/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { downloadCsv, toCsv } from "../../ui/csv.ts";
import type { Column } from "../../ui/table/tableQuery.ts";
import { ReportCount } from "./ReportCount.tsx";
import { ReportUsersPage } from "./reports.documents.ts";

export type ReportUser = ReportUsersPageQuery["reportsAllUsers"]["usersPage"]["rows"][number];

export const reportOf = (user: { id: number }) => `/reports/users/${user.id}`;

export function useReportUserColumns(): Column<ReportUser>[] {
  const { t } = useLingui();
  return [
    { key: "name", header: t`Name`, cell: (user) => user.name, sortable: true },
    { key: "email", header: t`Email`, cell: (user) => user.email, sortable: true },
    {
      key: "completed",
      header: t`Completed`,
      cell: (user) => <ReportCount count={user.completedCourses} tone="ok" />,
      align: "right",
      sortable: true,
    },
    {
      key: "inProgress",
      header: t`In Progress`,
      cell: (user) => <ReportCount count={user.coursesInProgress} tone="warn" />,
      align: "right",
      sortable: true,
    },
    {
      key: "notStarted",
      header: t`Not Started`,
      cell: (user) => <ReportCount count={user.coursesNotStarted} tone="danger" />,
      align: "right",
      sortable: true,
    },
    {
      key: "details",
      header: t`Details`,
      align: "right",
      cell: (user) => (
        <ButtonLink
          to={reportOf(user) as "/"}
          kind="ghost"
          size="small"
          className="-mr-3"
          aria-label={t`View Details: ${user.name}`}
        >
          {t`View Details`}
        </ButtonLink>
      ),
    },
  ];
}

type Filters = { branchUrls: string[] | null; search: string; sort: string | null };

/** Offers everybody whom the filters find, on all pages and in their order, as a CSV file. @throws ApiError */
export async function exportReportUsers(filters: Filters) {
  const header = [msg`Name`, msg`Email`, msg`Completed`, msg`In Progress`, msg`Not Started`];
  const rows = (await fetchAll(filters)).map((user) => [
    user.name,
    user.email,
    user.completedCourses,
    user.coursesInProgress,
    user.coursesNotStarted,
  ]);
  downloadCsv(
    "user-reports.csv",
    toCsv(
      header.map((name) => i18n._(name)),
      rows,
    ),
  );
}

const rowsAtOnce = 500;

async function fetchAll(filters: Filters) {
  const users: ReportUser[] = [];
  for (;;) {
    const variables = { ...filters, limit: rowsAtOnce, offset: users.length };
    const { rows, total } = (await execute(ReportUsersPage, variables)).reportsAllUsers.usersPage;
    users.push(...rows);
    // A list that shrinks in the meantime must not be asked for ever.
    if (rows.length === 0 || users.length >= total) return users;
  }
}
