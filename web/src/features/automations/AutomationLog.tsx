import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useChangeFilters } from "../../app/urlTable.ts";
import { useListTable } from "../../app/useListTable.ts";
import type { AutomationRunsQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { formatDateTime, formatTableDate } from "../../ui/format.ts";
import { Select } from "../../ui/Select.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { toast } from "../../ui/toast.ts";
import { AutomationRuns, RetryAutomationRuns } from "./automations.documents.ts";
import { useActionNames } from "./automationTexts.ts";

type Run = AutomationRunsQuery["automationRuns"]["rows"][number];
type Props = {
  id: number;
  isOn: boolean;
  /** For how many people it failed with the trigger that it has. */
  retryable: number;
};

/** Lists what an automation did for whom, and runs it again where it failed. */
export function AutomationLog({ id, isOn, retryable }: Props) {
  const { t } = useLingui();
  const changeFilters = useChangeFilters();
  const client = useQueryClient();
  const { state } = useSearch({ from: "/signed-in/shell/back-office/automations/$id" });
  const columns = useColumns();
  const list = useListTable({
    queryKey: ["automationRuns", id, state],
    load: async (page) => (await execute(AutomationRuns, { id, state: state ?? null, ...page })).automationRuns,
    failure: t`The log could not be loaded.`,
    exported: { kind: "automation-runs", automation_id: id, state: state ?? null },
  });
  const retrying = useMutation({
    mutationFn: async (runIds: number[] | null) =>
      (await execute(RetryAutomationRuns, { id, runIds })).retryAutomationRuns,
    onSuccess: async (count) => {
      toast({
        kind: "success",
        text: t`It runs again for ${plural(count, { one: "# person", other: "# people" })} in a moment.`,
      });
      await client.invalidateQueries();
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });

  return (
    <>
      <h2 className="mb-4 text-large font-semibold">{t`Log`}</h2>
      <DataTable
        {...list}
        label={t`Log`}
        columns={columns}
        searchLabel={t`Search people`}
        rowHref={({ user_id }) => `/user/${user_id}`}
        toolbar={
          <div className="flex flex-wrap gap-2">
            <Select
              compact
              label={t`Result`}
              value={state ?? ""}
              onChange={({ target }) => changeFilters({ state: target.value || undefined })}
              options={[
                { value: "", label: t`Every result` },
                { value: "done", label: t`Done` },
                { value: "failed", label: t`Failed` },
              ]}
            />
            {isOn && retryable > 0 && (
              <Button kind="quiet" size="small" busy={retrying.isPending} onClick={() => retrying.mutate(null)}>
                <RotateCw size={15} aria-hidden />
                {t`Run again where it failed`}
              </Button>
            )}
          </div>
        }
        actions={(run) =>
          isOn &&
          run.state === "failed" &&
          !run.is_former && (
            <Button
              kind="ghost"
              size="small"
              aria-label={t`Run again for ${run.name}`}
              disabled={retrying.isPending}
              onClick={() => retrying.mutate([run.id])}
            >
              <RotateCw size={15} aria-hidden />
              {t`Run again`}
            </Button>
          )
        }
        empty={{
          title: t`It has not run yet`,
          text: t`What it does is listed here, for each person.`,
          noMatch: { title: t`Nothing found`, text: t`Try another search or another result.` },
        }}
      />
    </>
  );
}

function useColumns(): Column<Run>[] {
  const { t } = useLingui();
  const names = useActionNames();
  return [
    {
      key: "name",
      header: t`Name`,
      sortable: true,
      cell: ({ name, email }) => (
        <>
          {name}
          <span className="block text-small text-muted">{email}</span>
        </>
      ),
    },
    {
      key: "about",
      header: t`About`,
      cell: ({ about, on }) => [about, on && formatTableDate(on)].filter(Boolean).join(", ") || "–",
    },
    {
      key: "state",
      header: t`Result`,
      sortable: true,
      cell: ({ state, is_former, problem, results }) =>
        state === "failed" ? (
          <>
            <StatusDot tone="danger" label={t`Failed`} />
            <span className="block max-w-prose text-small text-muted">{problem}</span>
            {is_former && (
              <span className="block max-w-prose text-small text-muted">
                {t`The trigger was changed since, so it cannot run again.`}
              </span>
            )}
          </>
        ) : (
          <>
            <StatusDot tone="ok" label={t`Done`} />
            {results.map(({ kind, outcome }, index) => {
              const action = names[kind] ?? kind;
              return (
                <span key={index} className="block text-small text-muted">
                  {outcome === "done" ? action : t`${action}: nothing to do`}
                </span>
              );
            })}
          </>
        ),
    },
    { key: "happened", header: t`Noticed`, sortable: true, cell: (run) => formatDateTime(run.happened_at) },
    { key: "ran", header: t`Run`, sortable: true, cell: (run) => formatDateTime(run.ran_at) },
  ];
}
