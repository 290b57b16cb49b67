import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { download } from "../../../app/download.ts";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import type { ReportExportsQuery } from "../../../gen/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Empty } from "../../../ui/Empty.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { ReportExports } from "./exports.documents.ts";
import { formatDateTime, formatNumber, formatPercent } from "../../../ui/format.ts";

type Export = ReportExportsQuery["reportExports"][number];

const isRunning = ({ state }: Export) => state === "waiting" || state === "working";
const reloadInterval = 2_000;
const formats: Record<string, string> = { csv: "CSV", xlsx: "Excel", pdf: "PDF" };

/** Lists the user's exports of the last days with their progress; reloads while one is being created. */
export function ExportList() {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery({
    queryKey: ["reportExports", i18n.locale],
    queryFn: async () => (await execute(ReportExports, { language: i18n.locale })).reportExports,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? reloadInterval : false),
  });
  return <Card title={t`Files that were made`}>{list()}</Card>;

  function list() {
    if (!data && error)
      return (
        <ErrorState
          title={t`The exports could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      );
    if (!data) return <Skeleton className="h-24 w-full" />;
    if (data.length === 0)
      return (
        <Empty title={t`No files yet.`}>
          {t`Small tables come at once. Large ones are made while you do something else, and are kept here for seven days.`}
        </Empty>
      );
    return <ul className="divide-y divide-line">{data.map(line)}</ul>;
  }

  function line(made: Export) {
    const name = made.title;
    const rows = formatNumber(made.total);
    return (
      <li key={made.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <span className="mr-auto min-w-0">
          <span className="block font-medium">
            {name} · {formats[made.format] ?? made.format}
          </span>
          <span className="text-small text-muted">
            {formatDateTime(made.created_at)} · {t`${rows} rows`}
          </span>
        </span>
        {state(made, name)}
      </li>
    );
  }

  function state(made: Export, name: string) {
    if (made.state === "failed") return <span className="text-sm text-danger">{t`This file could not be made.`}</span>;
    if (isRunning(made)) {
      const percent = Math.floor((100 * made.written) / Math.max(1, made.total));
      return (
        <span className="flex w-full items-center gap-3 sm:w-56">
          <ProgressBar thin value={percent} label={t`Progress of ${name}`} />
          <span className="w-12 text-right text-small tabular-nums">{formatPercent(percent)}</span>
        </span>
      );
    }
    return (
      <Button kind="quiet" size="small" aria-label={t`Download: ${name}`} onClick={() => void open(made)}>
        {t`Download`}
      </Button>
    );
  }

  async function open({ id, kind, format }: Export) {
    try {
      await download(`/api/reports/exports/${id}`, `${kind}.${format}`);
    } catch (failure) {
      toast({ kind: "error", text: getMessage(failure) });
    }
  }
}
