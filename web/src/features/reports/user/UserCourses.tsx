import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { hoursMinutesSeconds } from "../../../app/duration.ts";
import { localCourses, useProgressColumns } from "../../../app/progress/progressTable.tsx";
import { sortArgument, useUrlTable } from "../../../app/urlTable.ts";
import type { UserReportQuery } from "../../../gen/graphql.ts";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { useLocalPage } from "../../../ui/table/tableQuery.ts";
import { useExport, type ExportRequest } from "../../../app/useExport.ts";
import { Definition } from "../Definition.tsx";
import { useReportFilters } from "../reportSearch.ts";
import { CourseUnitsDialog } from "./CourseUnitsDialog.tsx";

type UserCourse = UserReportQuery["userProgress"]["courses"][number];

/** Renders the Courses tab; a row opens the units of its course. */
export function UserCourses({ userId, courses }: { userId: number; courses: UserCourse[] | undefined }) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const [opened, setOpened] = useState<UserCourse | null>(null);
  const columns = useProgressColumns<UserCourse>({
    time: hoursMinutesSeconds,
    hints: {
      progress: <Definition of="progress" name={t`Progress`} />,
      time: <Definition of="timeOfOne" name={t`Time Spent`} />,
    },
  });
  const exportTable = useExport();
  const { reportFilters } = useReportFilters();
  const { category_id, from, to } = reportFilters;
  const table: ExportRequest = {
    kind: "user-courses",
    user_id: userId,
    category_id,
    from,
    to,
    search: query.search,
    sort: sortArgument(query),
  };
  const page = useLocalPage(courses, query, localCourses);
  return (
    <>
      <DataTable
        label={t`Courses`}
        columns={columns}
        rows={page.rows}
        total={page.total}
        rowKey={(course) => course.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search courses...`}
        onExport={(format) => exportTable(table, format)}
        onRowClick={setOpened}
        empty={{
          title: t`No courses assigned to this user.`,
          noMatch: { title: t`No courses found. Try refining your search.` },
        }}
      />
      {opened && <CourseUnitsDialog userId={userId} course={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
