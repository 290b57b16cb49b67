import { useLingui } from "@lingui/react/macro";
import type { ReportUsersPageQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { linkTo } from "../../ui/linkTo.ts";
import { ReportCount } from "./ReportCount.tsx";
import { useReportColumns } from "./useReportDefinitions.tsx";

export type ReportUser = ReportUsersPageQuery["reportsAllUsers"]["usersPage"]["rows"][number];

export const getReportPath = (user: { id: number }) => `/reports/users/${user.id}`;

/** Returns the columns of the report on all users, with a link to the report of each. */
export function useReportUserColumns(): Column<ReportUser>[] {
  const { t } = useLingui();
  const columns = useReportColumns<ReportUser>("users", {
    name: (user) => user.name,
    email: (user) => user.email,
    completed: (user) => <ReportCount count={user.completedCourses} tone="ok" />,
    inProgress: (user) => <ReportCount count={user.coursesInProgress} tone="warn" />,
    notStarted: (user) => <ReportCount count={user.coursesNotStarted} tone="danger" />,
  });
  return [
    ...columns,
    {
      key: "details",
      header: t`Details`,
      align: "right",
      cell: (user) => (
        <ButtonLink
          {...linkTo(getReportPath(user))}
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
