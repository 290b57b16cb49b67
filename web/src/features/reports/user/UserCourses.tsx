import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useUrlTable } from "../../../app/urlTable.ts";
import { downloadCsv } from "../../../ui/csv.ts";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { useLocalPage } from "../../../ui/table/tableQuery.ts";
import { CourseUnitsDialog } from "./CourseUnitsDialog.tsx";
import {
  userCoursesCsv,
  userCourseText,
  userCourseValue,
  useUserCourseColumns,
  type UserCourse,
} from "./userCoursesTable.tsx";

/** The tab Courses: a row opens the units of its course. */
export function UserCourses({ userId, courses }: { userId: number; courses: UserCourse[] | undefined }) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const [opened, setOpened] = useState<UserCourse | null>(null);
  const columns = useUserCourseColumns();
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
        onExport={() => downloadCsv("user-courses.csv", userCoursesCsv(page.found ?? []))}
        onRowClick={setOpened}
        empty={
          query.search
            ? { title: t`No courses found. Try refining your search.` }
            : { title: t`No courses assigned to this user.` }
        }
      />
      {opened && <CourseUnitsDialog userId={userId} course={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const local = { text: userCourseText, value: userCourseValue };
