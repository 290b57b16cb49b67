import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "../../router/index.ts";
import { Eye, FileUp, Pencil, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import type { CoursesPageQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments, useTableQuery, type Column } from "../../ui/table/tableQuery.ts";
import { CoursesPage } from "./courses.documents.ts";
import { exportCourses, sortArgument } from "./coursesExport.ts";
import { DeleteCourseDialog } from "./DeleteCourseDialog.tsx";
import { MoreCourseActions } from "./MoreCourseActions.tsx";

const ImportCourseDialog = lazy(() => import("./ImportCourseDialog.tsx"));

type Row = CoursesPageQuery["coursesPage"]["rows"][number];

/** `/courses`: every course of this site for its authors, drafts and hidden ones too. */
export function CoursesScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [query, setQuery] = useTableQuery({ sort: { key: "updated", direction: "desc" } });
  const [doomed, setDoomed] = useState<Row | null>(null);
  const [isImporting, setImporting] = useState(false);
  const columns = useColumns();
  const courses = useQuery({
    queryKey: ["coursesPage", query],
    queryFn: async () =>
      (await execute(CoursesPage, { ...pageArguments(query), search: query.search, sort: sortArgument(query) }))
        .coursesPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  return (
    <>
      <PageHeader title={t`Courses`}>
        <Button kind="quiet" onClick={() => setImporting(true)}>
          <FileUp size={16} aria-hidden />
          {t`Import course`}
        </Button>
        <ButtonLink to="/addcourse">
          <Plus size={17} aria-hidden />
          {t`Add Course`}
        </ButtonLink>
      </PageHeader>
      <DataTable
        label={t`Courses`}
        columns={columns}
        rows={courses.data?.rows}
        total={courses.data?.total ?? 0}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search courses`}
        refreshing={courses.isPlaceholderData}
        onRowClick={open}
        actions={(row) => (
          <>
            {row.may_edit && (
              <Button kind="ghost" size="small" aria-label={t`Edit ${row.title}`} onClick={() => open(row)}>
                <Pencil size={15} aria-hidden />
                {t`Edit`}
              </Button>
            )}
            <ButtonLink
              kind="ghost"
              size="icon"
              aria-label={t`View ${row.title}`}
              title={t`View`}
              to={viewPath(row.id)}
            >
              <Eye size={15} aria-hidden />
            </ButtonLink>
            <MoreCourseActions course={row} onDelete={row.may_edit ? () => setDoomed(row) : undefined} />
          </>
        )}
        onExport={(format) => exportCourses(format, query)}
        empty={{ title: t`No Courses Found`, text: t`Try adjusting your search or add a new course.` }}
        error={
          courses.error && {
            title: t`The courses could not be loaded.`,
            detail: messageOf(courses.error),
            onRetry: () => void courses.refetch(),
          }
        }
      />
      <Suspense fallback={null}>{isImporting && <ImportCourseDialog onClose={() => setImporting(false)} />}</Suspense>
      <DeleteCourseDialog course={doomed} onClose={() => setDoomed(null)} />
    </>
  );

  function open({ id, may_edit }: Row) {
    if (may_edit) void navigate({ to: "/courses/$id/edit", params: { id } });
    else void navigate({ to: viewPath(id) });
  }
}

// The course as learners see it; a build may not have that screen yet.
const viewPath = (id: number) => `/learner/catalog/course/${id}` as "/";

/** The title, and whose course it is where that is not the viewer's main site. */
function TitleCell({ title, may_edit, owning_branch }: Row) {
  const { t } = useLingui();
  const owner = owning_branch ?? (may_edit ? null : t`Main site`);
  return (
    <>
      {title || t`Untitled course`}
      {owner && <span className="block text-small text-muted">{t`Belongs to: ${owner}`}</span>}
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t, i18n } = useLingui();
  const { currency } = useViewer().instance;
  return [
    { key: "title", header: t`Title`, sortable: true, cell: (row) => <TitleCell {...row} /> },
    { key: "categories", header: t`Categories`, cell: (row) => row.categories.map(({ name }) => name).join(", ") },
    {
      key: "status",
      header: t`Status`,
      sortable: true,
      cell: ({ status }) =>
        status === "published" ? (
          <StatusDot tone="ok" label={t`Published`} />
        ) : (
          <StatusDot tone="warn" label={t`Draft`} />
        ),
    },
    {
      key: "price",
      header: t`Price`,
      align: "right",
      sortable: true,
      cell: ({ price }) => (price > 0 ? i18n.number(price, { style: "currency", currency }) : t`Free`),
    },
    { key: "learners", header: t`Learners`, align: "right", sortable: true, cell: (row) => i18n.number(row.learners) },
    {
      key: "updated",
      header: t`Updated`,
      sortable: true,
      cell: (row) => <span className="whitespace-nowrap">{i18n.date(row.updated_at, { dateStyle: "medium" })}</span>,
    },
  ];
}
