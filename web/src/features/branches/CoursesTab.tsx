import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { messageOf } from "../../app/errors.ts";
import { exportTable } from "../../app/exportTable.ts";
import { execute } from "../../app/graphql.ts";
import { RemovalDialog } from "../../app/membership/RemovalDialog.tsx";
import { SearchPicker } from "../../app/membership/SearchPicker.tsx";
import { useMembership } from "../../app/membership/useMembership.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import type { BranchCoursesQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments } from "../../ui/table/tableQuery.ts";
import { toast } from "../../ui/toast.ts";
import {
  AssignCoursesToBranch,
  BranchCourses,
  CoursesForBranch,
  RemoveCourseFromBranch,
} from "./branches.documents.ts";

type Row = NonNullable<BranchCoursesQuery["branch"]>["coursesPage"]["rows"][number];

/** The tab Courses of a branch. */
export function CoursesTab({ branchId }: { branchId: number }) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const filters = { id: branchId, search: query.search, sort: sortArgument(query) };
  const courses = useQuery({
    queryKey: ["branchCourses", branchId, query],
    queryFn: async () => (await execute(BranchCourses, { ...filters, ...pageArguments(query) })).branch!.coursesPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { picker, removal } = useMembership<Row>({
    add: (course_ids) => execute(AssignCoursesToBranch, { branchCoursesInput: { branch_id: branchId, course_ids } }),
    remove: ({ id }) => execute(RemoveCourseFromBranch, { branch_id: branchId, course_id: id }),
    onRemoved: (_, { title }) => toast({ kind: "success", text: t`${title} was removed.` }),
  });

  return (
    <>
      <h2 className="mb-3 text-lg font-semibold">{t`Courses in Branch`}</h2>
      <DataTable
        label={t`Courses in Branch`}
        columns={[{ key: "title", header: t`Course Title`, sortable: true, cell: (course) => course.title }]}
        rows={courses.data?.rows}
        total={courses.data?.total ?? 0}
        rowKey={(course) => course.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search courses`}
        refreshing={courses.isPlaceholderData}
        toolbar={
          <Button size="small" onClick={picker.onOpen}>
            {t`+ Add Courses`}
          </Button>
        }
        actions={(course) => (
          <Button kind="ghost" size="small" aria-label={t`Remove ${course.title}`} onClick={() => removal.ask(course)}>
            {t`Remove`}
          </Button>
        )}
        onExport={(format) =>
          exportTable(
            format,
            "branch-courses",
            [t`Course Title`],
            async (window) => (await execute(BranchCourses, { ...filters, ...window })).branch!.coursesPage,
            (course) => [course.title],
          )
        }
        empty={query.search ? { title: t`No results found.` } : { title: t`No courses assigned to this branch.` }}
        error={
          courses.error && {
            title: t`The courses could not be loaded.`,
            detail: messageOf(courses.error),
            onRetry: () => void courses.refetch(),
          }
        }
      />
      <SearchPicker
        {...picker}
        kind={`branch-courses-${branchId}`}
        find={async (search) =>
          (await execute(CoursesForBranch, { id: branchId, search })).branch!.coursesToAdd.map(({ id, title }) => ({
            id,
            label: title,
          }))
        }
        title={t`Add Courses`}
        searchLabel={t`Search...`}
      />
      <RemovalDialog removal={removal} name={(course) => course.title}>
        {t`Are you sure you want to remove this course from the branch?`}
      </RemovalDialog>
    </>
  );
}
