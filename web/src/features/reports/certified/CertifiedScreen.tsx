import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { useViewer } from "../../../app/session.ts";
import { sortArgument, useChangeFilters, useUrlTable } from "../../../app/urlTable.ts";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Select } from "../../../ui/Select.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { pageArguments } from "../../../ui/table/tableQuery.ts";
import { useExport, type ExportRequest } from "../../../app/useExport.ts";
import { ReportFilters } from "../ReportFilters.tsx";
import { useReportFilters } from "../reportSearch.ts";
import { CertifiedActions } from "./CertifiedActions.tsx";
import { CertifiedCourses, CertifiedPage, CertifiedPaths } from "./certified.documents.ts";
import { states, useCertifiedColumns, type State } from "./certifiedTable.tsx";

/** The filters of this list in the address. */
export type CertifiedSearch = { state?: State; course?: number; path?: number };

/** Renders `/reports/certificates`: all certificates, with those that expire soon. */
export function CertifiedScreen() {
  const { t, i18n } = useLingui();
  const viewer = useViewer();
  const queries = useQueryClient();
  const [query, setQuery] = useUrlTable();
  const chosen: CertifiedSearch = useSearch({ from: "/signed-in/shell/back-office/reports/certificates" });
  const columns = useCertifiedColumns();
  const { reportFilters } = useReportFilters();
  const filters = { ...reportFilters, search: query.search, sort: sortArgument(query), state: chosen.state ?? null };
  const table: ExportRequest = {
    kind: "certified",
    ...filters,
    ...(chosen.course && { course_id: chosen.course }),
    ...(chosen.path && { path_id: chosen.path }),
  };
  const exportTable = useExport();
  const variables = {
    ...filters,
    courseId: chosen.course ?? null,
    pathId: chosen.path ?? null,
    ...pageArguments(query),
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["certified", variables],
    queryFn: async () => (await execute(CertifiedPage, variables)).certifiedPage,
    placeholderData: keepPreviousData,
  });
  // Without the courses and paths the filters offer less, but the list is shown.
  const courses = useQuery({
    queryKey: ["certifiedCourses"],
    queryFn: async () => (await execute(CertifiedCourses)).reportsAllCourses.courses,
  });
  const paths = useQuery({
    queryKey: ["certifiedPaths"],
    queryFn: async () => (await execute(CertifiedPaths)).learningPaths.rows,
  });
  const choose = useChangeFilters<CertifiedSearch>();

  return (
    <>
      <PageHeader title={t`Certificates`} />
      <ReportFilters
        from={t`Completed from`}
        to={t`Completed to`}
        more={{
          count: [chosen.state, chosen.course, chosen.path].filter((value) => value !== undefined).length,
          clear: { state: undefined, course: undefined, path: undefined },
          fields: (
            <>
              <Select
                label={t`Status`}
                value={chosen.state ?? ""}
                onChange={({ target }) => choose({ state: (target.value || undefined) as State | undefined })}
                options={[
                  { value: "", label: t`All` },
                  ...Object.entries(states).map(([value, { label }]) => ({ value, label: i18n._(label) })),
                ]}
              />
              <Select
                label={t`Course`}
                value={String(chosen.course ?? "")}
                onChange={({ target }) =>
                  choose({ course: target.value ? Number(target.value) : undefined, path: undefined })
                }
                options={[
                  { value: "", label: t`All courses` },
                  ...(courses.data ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
                ]}
              />
              <Select
                label={t`Learning path`}
                value={String(chosen.path ?? "")}
                onChange={({ target }) =>
                  choose({ path: target.value ? Number(target.value) : undefined, course: undefined })
                }
                options={[
                  { value: "", label: t`All learning paths` },
                  ...(paths.data ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
                ]}
              />
            </>
          ),
        }}
      />
      <DataTable
        label={t`Certificates`}
        columns={columns}
        rows={data?.rows}
        total={data?.total ?? 0}
        rowKey={(row) => `${row.user_id} ${row.course_id} ${row.path_id}`}
        actions={
          viewer.can("certificate.manage")
            ? (row) => (
                <CertifiedActions
                  row={row}
                  onChanged={() => void queries.invalidateQueries({ queryKey: ["certified"] })}
                />
              )
            : undefined
        }
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search people and courses`}
        refreshing={isPlaceholderData}
        onExport={(format) => exportTable(table, format)}
        empty={{
          title: t`No certificates yet`,
          text: t`Learners receive a certificate when they complete a course, or a learning path that has one.`,
          noMatch: { title: t`No certificates found`, text: t`Try adjusting your search or the filters.` },
        }}
        error={
          error && {
            title: t`The certificates could not be loaded.`,
            detail: getMessage(error),
            onRetry: () => void refetch(),
          }
        }
      />
    </>
  );
}
