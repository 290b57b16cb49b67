import { useLingui } from "@lingui/react/macro";
import type { ReportUsersPageQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { Definition } from "./Definition.tsx";
import { ReportCount } from "./ReportCount.tsx";

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
      hint: <Definition of="completed" name={t`Completed`} />,
      cell: (user) => <ReportCount count={user.completedCourses} tone="ok" />,
      align: "right",
      sortable: true,
    },
    {
      key: "inProgress",
      header: t`In Progress`,
      hint: <Definition of="inProgress" name={t`In Progress`} />,
      cell: (user) => <ReportCount count={user.coursesInProgress} tone="warn" />,
      align: "right",
      sortable: true,
    },
    {
      key: "notStarted",
      header: t`Not Started`,
      hint: <Definition of="notStarted" name={t`Not Started`} />,
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
