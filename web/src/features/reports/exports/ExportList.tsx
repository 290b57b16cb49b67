import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { download } from "../../../app/download.ts";
import { messageOf } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import type { ReportExportsQuery } from "../../../gen/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Empty } from "../../../ui/Empty.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { useKindLabel } from "../kinds.ts";
import { ReportExports } from "./exports.documents.ts";

type Export = ReportExportsQuery["reportExports"][number];

const isUnderWay = ({ state }: Export) => state === "waiting" || state === "working";
const askEvery = 2_000;
const formats: Record<string, string> = { csv: "CSV", xlsx: "Excel", pdf: "PDF" };

/** One's own exports of the last days, each with how far it is; asked for again while one is being made. */
export function ExportList() {
  const { t, i18n } = useLingui();
  const kindLabel = useKindLabel();
  const { data, error, refetch } = useQuery({
    queryKey: ["reportExports"],
    queryFn: async () => (await execute(ReportExports)).reportExports,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? askEvery : false),
  });
  return <Card title={t`Files that were made`}>{list()}</Card>;

  function list() {
    if (!data && error)
      return (
        <ErrorState
          title={t`The exports could not be loaded.`}
          detail={messageOf(error)}
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
    const name = kindLabel(made.kind);
    const rows = i18n.number(made.total);
    return (
      <li key={made.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <span className="mr-auto min-w-0">
          <span className="block font-medium">
            {name} · {formats[made.format] ?? made.format}
          </span>
          <span className="text-small text-muted">
            {i18n.date(made.created_at, { dateStyle: "medium", timeStyle: "short" })} · {t`${rows} rows`}
          </span>
        </span>
        {state(made, name)}
      </li>
    );
  }

  function state(made: Export, name: string) {
    if (made.state === "failed") return <span className="text-sm text-danger">{t`This file could not be made.`}</span>;
    if (isUnderWay(made)) {
      const percent = Math.floor((100 * made.written) / Math.max(1, made.total));
      return (
        <span className="flex w-full items-center gap-3 sm:w-56">
          <ProgressBar thin value={percent} label={t`Progress of ${name}`} />
          <span className="w-12 text-right text-small tabular-nums">{percent}%</span>
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
      toast({ kind: "error", text: messageOf(failure) });
    }
  }
}
