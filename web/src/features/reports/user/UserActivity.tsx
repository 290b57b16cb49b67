import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Empty } from "../../../ui/Empty.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { ExportButtons } from "../../../ui/table/ExportButtons.tsx";
import { useExport, type ExportRequest } from "../../../app/useExport.ts";
import { ReportFilters } from "../ReportFilters.tsx";
import { useReportFilters } from "../reportSearch.ts";
import { UserActivityLog } from "../reports.documents.ts";
import { formatDateTime } from "../../../ui/format.ts";

const pageSize = 10;

/** Renders the Activity tab: ten entries per page, with the page in the address. */
export function UserActivity({ userId }: { userId: number }) {
  const { t, i18n } = useLingui();
  const { page = 1 }: { page?: number } = useSearch({ strict: false });
  const navigate = useNavigate();
  const kindLabels = useKindLabels();
  const exportTable = useExport();
  const { chosen: filters, change, isFiltered } = useReportFilters();
  const chosen = { from: filters.from, to: filters.to, kind: filters.event };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["userActivityLog", userId, page, chosen, i18n.locale],
    queryFn: async () =>
      (await execute(UserActivityLog, { id: userId, page, limit: pageSize, language: i18n.locale, ...chosen }))
        .userActivityLog,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ReportFilters
        by={[]}
        from={t`From`}
        to={t`To`}
        more={{
          count: 0,
          clear: {},
          fields: (
            <Select
              label={t`What happened`}
              value={filters.event ?? ""}
              onChange={({ target }) => change({ event: target.value || undefined })}
              options={[
                { value: "", label: t`Everything` },
                ...Object.entries(kindLabels).map(([value, label]) => ({ value, label })),
              ]}
            />
          ),
        }}
      />
      {entries()}
    </>
  );

  function entries() {
    if (!data && error)
      return (
        <ErrorState
          title={t`The activity could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      );
    if (!data) return <Skeleton className="h-96 w-full rounded-card" />;
    if (data.data.length === 0)
      return (
        <Empty title={t`No activity logs found.`}>{isFiltered && t`Try adjusting your search or the filters.`}</Empty>
      );

    const { currentPage, lastPage } = data.paginatorInfo;
    const { from, to, kind: event } = chosen;
    const table: ExportRequest = { kind: "user-activity", user_id: userId, from, to, event };
    return (
      <section
        aria-label={t`Activity`}
        aria-busy={isPlaceholderData}
        className="rounded-card border border-line bg-surface"
      >
        <div className="flex min-h-13 flex-wrap items-center justify-end gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 print:hidden">
          <ExportButtons onExport={(format) => exportTable(table, format)} />
        </div>
        <ol className={isPlaceholderData ? "opacity-60" : undefined}>
          {data.data.map((entry) => (
            <li
              key={entry.id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 border-b border-line px-5 py-3"
            >
              <span className="min-w-0">{entry.message}</span>
              <time dateTime={entry.created_at} className="text-small whitespace-nowrap text-muted tabular-nums">
                {formatDateTime(entry.created_at)}
              </time>
            </li>
          ))}
        </ol>
        <nav aria-label={t`Pages`} className="flex items-center justify-end gap-3 px-4 py-2.5">
          <Button kind="quiet" size="small" disabled={currentPage <= 1} onClick={() => go(currentPage - 1)}>
            {t`Previous`}
          </Button>
          <span role="status" className="text-small text-muted tabular-nums">
            {t`Page ${currentPage} of ${lastPage}`}
          </span>
          <Button kind="quiet" size="small" disabled={currentPage >= lastPage} onClick={() => go(currentPage + 1)}>
            {t`Next`}
          </Button>
        </nav>
      </section>
    );
  }

  function go(next: number) {
    void navigate({
      to: ".",
      search: (old: Record<string, unknown>) => ({ ...old, page: next > 1 ? next : undefined }),
      resetScroll: false,
    });
  }
}

/** Returns the labels of the kinds of activity, by their names on the server. */
function useKindLabels() {
  const { t } = useLingui();
  return {
    signed_in: t`Signed in`,
    enrolled: t`Enrolled in a course`,
    started: t`Started a course`,
    unit_completed: t`Completed a unit`,
    answered: t`Answered a question`,
    submitted: t`Handed in an assignment`,
    accepted: t`Had an assignment accepted`,
    acceptance_withdrawn: t`Had the acceptance of an assignment withdrawn`,
    returned: t`Had an assignment returned`,
    essay_marked: t`Had an essay marked`,
    course_completed: t`Completed a course`,
    started_again: t`Started a course again`,
    progress_reset: t`Had the progress in a course reset`,
    recertified: t`Was to take a course again`,
    certificate_issued: t`Received a certificate`,
    password_changed: t`Changed the password`,
    second_factor_on: t`Added a second factor`,
    second_factor_off: t`Removed the second factor`,
    passkey_added: t`Added a passkey`,
    passkey_removed: t`Removed a passkey`,
    signed_out_device: t`Signed out other devices`,
  };
}
