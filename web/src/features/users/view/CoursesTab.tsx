import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { courseStatus } from "../../../app/courseStatus.ts";
import { getMessage } from "../../../app/errors.ts";
import { useExport } from "../../../app/useExport.ts";
import { execute } from "../../../app/graphql.ts";
import { useViewer } from "../../../app/session.ts";
import { sortArgument } from "../../../app/urlTable.ts";
import { Button } from "../../../ui/Button.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { type Column, useLocalPage, useTableQuery } from "../../../ui/table/tableQuery.ts";
import { toast } from "../../../ui/toast.ts";
import { findCourses } from "../choices.ts";
import { AdminCourseEnrollment, CourseUnenrollment, RestoreEnrolment } from "../users.documents.ts";
import { EndedCourses } from "./EndedCourses.tsx";
import { RemovalDialog } from "../../../app/membership/RemovalDialog.tsx";
import { SearchPicker } from "../../../app/membership/SearchPicker.tsx";
import { useMembership } from "../../../app/membership/useMembership.ts";
import type { ViewedUser } from "../users.documents.ts";
import { formatPercent, formatTableDate } from "../../../ui/format.ts";

type Enrolment = ViewedUser["enrolledCourses"][number];

const page = {
  text: (row: Enrolment) => row.course_title,
  value: (row: Enrolment, key: string) =>
    key === "progress" ? row.progress : key === "date" ? (row.date_assigned ?? "") : row.course_title,
};

/** Renders the Courses tab: the user's enrolments with progress. */
export function CoursesTab({ user }: { user: ViewedUser }) {
  const { t } = useLingui();
  const mayEnrol = useViewer().can("enrolment.manage");
  const columns = useColumns();
  const [query, setQuery] = useTableQuery();
  const exportTable = useExport();
  const { rows, total } = useLocalPage(user.enrolledCourses, query, page);
  const restore = useRestore();
  const { picker, removal } = useMembership<Enrolment>({
    add: (course_ids) => execute(AdminCourseEnrollment, { user_id: user.id, course_ids }),
    remove: async ({ course_id }) =>
      (await execute(CourseUnenrollment, { user_id: user.id, course_id })).courseUnenrollment.ended_id,
    onRemoved: (ended, { course_title }) => restore.offer(ended as number, course_title),
  });

  return (
    <>
      <DataTable
        label={t`Courses`}
        columns={columns}
        rows={rows}
        total={total}
        rowKey={(row) => row.course_id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search courses`}
        toolbar={
          mayEnrol && (
            <Button size="small" onClick={picker.onOpen}>
              {t`Add Course`}
            </Button>
          )
        }
        {...(mayEnrol && {
          actions: (row: Enrolment) => (
            <Button
              kind="ghost"
              size="small"
              aria-label={t`Remove ${row.course_title}`}
              onClick={() => removal.ask(row)}
            >
              {t`Remove`}
            </Button>
          ),
        })}
        onExport={(format) =>
          exportTable(
            { kind: "user-courses-list", user_id: user.id, search: query.search, sort: sortArgument(query) },
            format,
          )
        }
        empty={{ title: t`This user is not enrolled in any courses.` }}
      />
      <EndedCourses ended={user.endedEnrolments} onRestore={restore.run} busy={restore.busy} />
      <SearchPicker
        {...picker}
        kind="courses"
        find={findCourses}
        title={t`Enroll User in Courses`}
        searchLabel={t`Search courses...`}
        addLabel={t`Enroll`}
        without={user.enrolledCourses.map(({ course_id }) => course_id)}
      />
      <RemovalDialog removal={removal} name={(row) => row.course_title}>
        {t`Are you sure you want to remove this user from the course? All user progress and awards for the course will be lost.`}
      </RemovalDialog>
    </>
  );
}

function useColumns(): Column<Enrolment>[] {
  const { t } = useLingui();
  return [
    {
      key: "status",
      header: t`Status`,
      cell: (row) => <StatusDot {...courseStatus(row.progress, row.is_complete)} />,
    },
    { key: "title", header: t`Course`, isTitle: true, sortable: true, cell: (row) => row.course_title },
    { key: "date", header: t`Date Assigned`, sortable: true, cell: (row) => formatTableDate(row.date_assigned) },
    {
      key: "progress",
      header: t`Progress`,
      sortable: true,
      cell: (row) => (
        <span className="flex min-w-32 items-center gap-2.5">
          <ProgressBar thin value={row.progress} label={t`Progress in ${row.course_title}`} />
          <span className="w-12 text-right text-small tabular-nums">{formatPercent(row.progress)}</span>
        </span>
      ),
    },
  ];
}

/** Restores a removed course, from the toast or from the list of removed courses. */
function useRestore() {
  const { t } = useLingui();
  const client = useQueryClient();
  const mayRestore = useViewer().can("deleted.restore");
  const restoring = useMutation({
    mutationFn: (id: number) => execute(RestoreEnrolment, { id }),
    onSuccess: async () => {
      toast({ kind: "success", text: t`The course was brought back with its progress.` });
      await client.invalidateQueries();
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  return {
    run: (id: number) => restoring.mutate(id),
    busy: restoring.isPending,
    offer: (id: number, title: string) =>
      toast({
        kind: "success",
        text: t`${title} was removed.`,
        ...(mayRestore && { action: { label: t`Undo`, onPress: () => restoring.mutate(id) } }),
      }),
  };
}
