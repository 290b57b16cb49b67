import { useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { useUrlTable } from "../../../app/urlTable.ts";
import { useExport } from "../../../app/useExport.ts";
import { Button } from "../../../ui/Button.tsx";
import { ButtonLink } from "../../../ui/ButtonLink.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { lazyPart } from "../../../ui/lazyPart.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Select } from "../../../ui/Select.tsx";
import { EmptyTable } from "../../../ui/table/EmptyTable.tsx";
import { SkeletonRows } from "../../../ui/table/SkeletonRows.tsx";
import { TableToolbar } from "../../../ui/table/TableToolbar.tsx";
import { ReportFilters } from "../ReportFilters.tsx";
import { useReportFilters } from "../reportSearch.ts";
import { MatrixGrid } from "./MatrixGrid.tsx";
import { states } from "./states.ts";
import { type MatrixCourse, type MatrixPerson, toBlock, useMatrixRows } from "./useMatrixRows.ts";

const CourseUnitsDialog = lazyPart(async () => ({
  default: (await import("../user/CourseUnitsDialog.tsx")).CourseUnitsDialog,
}));

const NONE: MatrixCourse[] = [];

/** The filter of the matrix in the address. */
export type MatrixSearch = { state?: string; of?: string };

/** Renders `/reports/matrix`: people and their courses or learning paths, with state, due date and expiry. */
export function MatrixScreen() {
  const { t, i18n } = useLingui();
  const [query, setQuery] = useUrlTable();
  const { state, of }: MatrixSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const kind = of === "paths" ? "paths" : "courses";
  const { reportFilters, change } = useReportFilters();
  const [sight, setSight] = useState<readonly [number, number]>([0, 0]);
  const [opened, setOpened] = useState<{ person: MatrixPerson; course: MatrixCourse } | null>(null);
  const exportTable = useExport();
  const filters = { ...reportFilters, search: query.search, state: state ?? null, sort: null };
  const { head, total, failed, findRow } = useMatrixRows(kind, filters, sight);
  const onSight = useCallback((firstRow: number, lastRow: number) => {
    const [first, last] = [toBlock(firstRow), toBlock(lastRow)];
    setSight((now) => (now[0] === first && now[1] === last ? now : [first, last]));
  }, []);
  const onOpen = useCallback(
    (person: MatrixPerson, course: MatrixCourse) =>
      kind === "courses"
        ? setOpened({ person, course })
        : void navigate({
            to: "/reports/compliance/path/$id",
            params: { id: course.id },
            search: { search: person.name },
          }),
    [kind, navigate],
  );
  const label = t`Training matrix`;

  return (
    <>
      <PageHeader title={label}>
        <ButtonLink kind="quiet" to="/reports/compliance">{t`Compliance`}</ButtonLink>
      </PageHeader>
      <ReportFilters
        more={{
          count: state ? 1 : 0,
          clear: { state: undefined },
          fields: (
            <>
              <Select
                label={t`Columns`}
                value={kind}
                onChange={({ target }) => {
                  setSight([0, 0]);
                  change({ of: target.value === "paths" ? "paths" : undefined } as object);
                }}
                options={[
                  { value: "courses", label: t`Courses` },
                  { value: "paths", label: t`Learning paths` },
                ]}
              />
              <Select
                label={kind === "paths" ? t`People with a learning path that is` : t`People with a course that is`}
                value={state ?? ""}
                onChange={({ target }) => change({ state: target.value || undefined } as object)}
                options={[
                  { value: "", label: t`in any state` },
                  ...Object.entries(states).map(([value, { label: name }]) => ({ value, label: i18n._(name) })),
                ]}
              />
            </>
          ),
        }}
      />
      <section
        aria-label={label}
        aria-busy={(!head.data && !head.error) || head.isPlaceholderData}
        className="overflow-clip rounded-card border border-line bg-surface"
      >
        <TableToolbar
          query={query}
          onQueryChange={setQuery}
          searchLabel={t`Search people and courses`}
          onExport={(format) =>
            exportTable({ kind: kind === "paths" ? "training-matrix-paths" : "training-matrix", ...filters }, format)
          }
          total={head.data ? total : undefined}
        />
        {failed && (
          <p role="alert" className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2 text-sm">
            {t`Some people could not be loaded.`} {getMessage(failed.error)}
            <Button kind="quiet" size="small" onClick={() => void failed.refetch()}>{t`Try again`}</Button>
          </p>
        )}
        <div className={head.isPlaceholderData ? "opacity-60 transition-opacity delay-150" : undefined}>{body()}</div>
      </section>
      {head.data && total > 0 && <p className="mt-3 text-small text-muted">{t`${total} people`}</p>}
      {opened && (
        <Suspense fallback={null}>
          <CourseUnitsDialog
            userId={opened.person.id}
            course={{ id: opened.course.id, title: opened.course.name }}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  );

  function body() {
    if (!head.data && head.error)
      return (
        <ErrorState
          title={t`The training matrix could not be loaded.`}
          detail={getMessage(head.error)}
          onRetry={() => void head.refetch()}
        />
      );
    if (!head.data) return <SkeletonRows columns={5} count={10} label={t`Loading`} />;
    if (total === 0)
      return (
        <EmptyTable
          empty={{
            title:
              kind === "paths" ? t`Nobody is assigned to a learning path yet` : t`Nobody is enrolled in a course yet`,
            noMatch: { title: t`No users found. Try refining your search.` },
          }}
          query={query}
          onQueryChange={setQuery}
        />
      );
    return (
      <MatrixGrid
        // Another choice begins at its first person.
        key={`${kind} ${JSON.stringify(filters)}`}
        label={label}
        courses={head.data.courses ?? NONE}
        total={total}
        findRow={findRow}
        onSight={onSight}
        onOpen={onOpen}
      />
    );
  }
}
