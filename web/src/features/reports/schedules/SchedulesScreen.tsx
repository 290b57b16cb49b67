import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { useTitle } from "../../../app/title.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Confirm } from "../../../ui/Confirm.tsx";
import { Empty } from "../../../ui/Empty.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { useReportTitle } from "../useReportDefinitions.tsx";
import { usePlanTexts } from "./planTexts.ts";
import { LastRun } from "./LastRun.tsx";
import { ScheduleDialog, type Schedule } from "./ScheduleDialog.tsx";
import {
  DeleteReportSchedule,
  PauseReportSchedule,
  ReportSchedules,
  SendReportSchedule,
} from "./schedules.documents.ts";
import { formatDateTime } from "../../../ui/format.ts";

/** Renders `/reports/schedules`: the reports that are mailed weekly or monthly. */
export function SchedulesScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const getTitle = useReportTitle();
  const { describePlan } = usePlanTexts();
  const [edited, setEdited] = useState<Schedule | "new" | null>(null);
  const [doomed, setDoomed] = useState<Schedule | null>(null);
  useTitle(t`Scheduled reports`);
  const { data, error, refetch } = useQuery({
    queryKey: ["reportSchedules"],
    queryFn: async () => (await execute(ReportSchedules)).reportSchedules,
  });
  const changed = () => client.invalidateQueries({ queryKey: ["reportSchedules"] });
  const failed = (reason: Error) => toast({ kind: "error", text: getMessage(reason) });
  const sending = useMutation({
    mutationFn: ({ id }: Schedule) => execute(SendReportSchedule, { id }),
    onSuccess: (_, { name }) => toast({ kind: "success", text: t`${name} is being sent.` }),
    onError: failed,
  });
  const pausing = useMutation({
    mutationFn: ({ id, is_paused }: Schedule) => execute(PauseReportSchedule, { id, is_paused: !is_paused }),
    onSuccess: changed,
    onError: failed,
  });
  const deletion = useMutation({
    mutationFn: ({ id }: Schedule) => execute(DeleteReportSchedule, { id }),
    onSuccess: async () => {
      setDoomed(null);
      await changed();
    },
  });

  return (
    <>
      <BackLink to="/reports/users">{t`Back to user reports`}</BackLink>
      <PageHeader title={t`Scheduled reports`}>
        <Button onClick={() => setEdited("new")}>{t`Schedule a report`}</Button>
      </PageHeader>
      <section aria-label={t`Scheduled reports`} className="rounded-card border border-line bg-surface">
        {list()}
      </section>
      {edited && (
        <ScheduleDialog
          key={edited === "new" ? 0 : edited.id}
          schedule={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <Confirm
        open={doomed !== null}
        onClose={() => {
          deletion.reset();
          setDoomed(null);
        }}
        onConfirm={() => doomed && deletion.mutate(doomed)}
        title={t`Delete the schedule?`}
        confirm={t`Delete`}
        busy={deletion.isPending}
        error={deletion.error ? getMessage(deletion.error) : undefined}
      >
        {t`${doomed?.name ?? ""} will not be mailed any more.`}
      </Confirm>
    </>
  );

  function list() {
    if (!data && error)
      return (
        <ErrorState
          title={t`The schedules could not be loaded.`}
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      );
    if (!data) return <Skeleton className="m-5 h-24" />;
    if (data.length === 0)
      return (
        <Empty title={t`No reports are scheduled.`}>
          {t`A scheduled report is mailed to the people you choose, every week or every month.`}
        </Empty>
      );
    return <ul className="divide-y divide-line">{data.map(line)}</ul>;
  }

  function line(schedule: Schedule) {
    const { name, is_paused, next_at } = schedule;
    const next = next_at && formatDateTime(next_at);
    return (
      <li key={schedule.id} className="grid gap-3 px-5 py-4 lg:flex lg:items-center">
        <div className="mr-auto min-w-0 wrap-anywhere">
          <p className="font-medium">{name}</p>
          <p className="text-small text-muted">
            {getTitle(schedule.kind)} · {describePlan(schedule)} · {next ? t`next on ${next}` : t`paused`}
          </p>
          <p className="text-small text-muted">{schedule.people.map((person) => person.name).join(", ")}</p>
          <LastRun schedule={schedule} />
        </div>
        <div className="-ml-3 flex flex-wrap gap-1">
          <Button kind="ghost" size="small" aria-label={t`Send now: ${name}`} onClick={() => sending.mutate(schedule)}>
            {t`Send now`}
          </Button>
          <Button
            kind="ghost"
            size="small"
            aria-label={is_paused ? t`Resume: ${name}` : t`Pause: ${name}`}
            onClick={() => pausing.mutate(schedule)}
          >
            {is_paused ? t`Resume` : t`Pause`}
          </Button>
          <Button kind="ghost" size="small" aria-label={t`Edit: ${name}`} onClick={() => setEdited(schedule)}>
            {t`Edit`}
          </Button>
          <Button kind="ghost" size="small" aria-label={t`Delete: ${name}`} onClick={() => setDoomed(schedule)}>
            {t`Delete`}
          </Button>
        </div>
      </li>
    );
  }
}
