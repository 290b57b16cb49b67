import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { sortArgument, useUrlTable } from "../../../app/urlTable.ts";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { useLocalPage } from "../../../ui/table/tableQuery.ts";
import { useExport, type ExportRequest } from "../exports/useExport.ts";
import { useNarrowing } from "../reportSearch.ts";
import { CourseUnitsDialog } from "./CourseUnitsDialog.tsx";
import { userCourseText, userCourseValue, useUserCourseColumns, type UserCourse } from "./userCoursesTable.tsx";

/** The tab Courses: a row opens the units of its course. */
export function UserCourses({ userId, courses }: { userId: number; courses: UserCourse[] | undefined }) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const [opened, setOpened] = useState<UserCourse | null>(null);
  const columns = useUserCourseColumns();
  const take = useExport();
  const { narrowing, isNarrowed } = useNarrowing();
  const { category_id, from, to } = narrowing;
  const table: ExportRequest = {
    kind: "user-courses",
    user_id: userId,
    category_id,
    from,
    to,
    search: query.search,
    sort: sortArgument(query),
  };
  const page = useLocalPage(courses, query, local);
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
        onExport={(format) => take(table, format)}
        onPaper={() => take(table, "pdf")}
        onRowClick={setOpened}
        empty={
          query.search || isNarrowed
            ? { title: t`No courses found. Try refining your search.` }
            : { title: t`No courses assigned to this user.` }
        }
      />
      {opened && <CourseUnitsDialog userId={userId} course={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const local = { text: userCourseText, value: userCourseValue };
