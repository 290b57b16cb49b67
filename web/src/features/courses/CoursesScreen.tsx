import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Eye, FileUp, Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useViewer } from "../../app/session.ts";
import { sortArgument } from "../../app/urlTable.ts";
import { useExport } from "../../app/useExport.ts";
import { OwnedName } from "../../app/OwnedName.tsx";
import type { CoursesPageQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments, useTableQuery, type Column } from "../../ui/table/tableQuery.ts";
import { linkTo } from "../../ui/linkTo.ts";
import { CoursesPage } from "./courses.documents.ts";
import { DeleteCourseDialog } from "./DeleteCourseDialog.tsx";
import { MoreCourseActions } from "./MoreCourseActions.tsx";
import { formatNumber, formatPrice, formatTableDate } from "../../ui/format.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { EditLink } from "../../app/RowActions.tsx";

const ImportCourseDialog = lazyPart(() => import("./ImportCourseDialog.tsx"));

type Row = CoursesPageQuery["coursesPage"]["rows"][number];

/** Shows `/courses`: every course of this site for its authors, including drafts and hidden courses. */
export function CoursesScreen() {
  const { t } = useLingui();
  const [query, setQuery] = useTableQuery({ sort: { key: "updated", direction: "desc" } });
  const [toDelete, setToDelete] = useState<Row | null>(null);
  const [isImporting, setImporting] = useState(false);
  const columns = useColumns();
  const exportTable = useExport();
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
        rowHref={openPath}
        actions={(row) => (
          <>
            {row.may_edit && <EditLink name={row.title} to="/courses/$id/edit" params={{ id: row.id }} />}
            <ButtonLink kind="ghost" size="small" aria-label={t`View ${row.title}`} {...linkTo(viewPath(row.id))}>
              <Eye size={15} aria-hidden />
              {t`View`}
            </ButtonLink>
            <MoreCourseActions course={row} onDelete={row.may_edit ? () => setToDelete(row) : undefined} />
          </>
        )}
        onExport={(format) =>
          exportTable({ kind: "courses-list", search: query.search, sort: sortArgument(query) }, format)
        }
        empty={{
          title: t`No courses yet`,
          text: t`Create a course, or import one from a file.`,
          action: <ButtonLink to="/addcourse">{t`Add Course`}</ButtonLink>,
          noMatch: { title: t`No Courses Found`, text: t`Try adjusting your search or add a new course.` },
        }}
        error={
          courses.error && {
            title: t`The courses could not be loaded.`,
            detail: getMessage(courses.error),
            onRetry: () => void courses.refetch(),
          }
        }
      />
      <Suspense fallback={null}>{isImporting && <ImportCourseDialog onClose={() => setImporting(false)} />}</Suspense>
      <DeleteCourseDialog course={toDelete} onClose={() => setToDelete(null)} />
    </>
  );
}

const openPath = ({ id, may_edit }: Row) => (may_edit ? `/courses/${id}/edit` : viewPath(id));

// The course as learners see it.
const viewPath = (id: number) => `/learner/catalog/course/${id}`;

/** Shows the title, and the owner unless it is the viewer's main site. */
function TitleCell({ title, may_edit, owning_branch }: Row) {
  const { t } = useLingui();
  const owner = owning_branch ?? (may_edit ? null : t`Main site`);
  return <OwnedName owner={owner}>{title || t`Untitled course`}</OwnedName>;
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  const { currency } = useViewer().instance;
  return [
    { key: "title", header: t`Title`, sortable: true, cell: (row) => <TitleCell {...row} /> },
    {
      key: "categories",
      header: t`Categories`,
      isMinor: true,
      cell: (row) => row.categories.map(({ name }) => name).join(", "),
    },
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
      isMinor: true,
      align: "right",
      sortable: true,
      cell: ({ price }) => (price > 0 ? formatPrice(price, currency) : t`Free`),
    },
    { key: "learners", header: t`Learners`, align: "right", sortable: true, cell: (row) => formatNumber(row.learners) },
    {
      key: "updated",
      header: t`Updated`,
      sortable: true,
      cell: (row) => <span className="whitespace-nowrap">{formatTableDate(row.updated_at)}</span>,
    },
  ];
}
