import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Plus, Power } from "lucide-react";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useChangeFilters } from "../../app/urlTable.ts";
import { useListTable } from "../../app/useListTable.ts";
import { OwnedName } from "../../app/OwnedName.tsx";
import type { AutomationsQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { formatDateTime, formatNumber } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Select } from "../../ui/Select.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { toast } from "../../ui/toast.ts";
import { DeleteButton, EditLink } from "../../app/RowActions.tsx";
import { Automations, SwitchAutomation } from "./automations.documents.ts";
import { useTriggerText } from "./automationTexts.ts";
import { DeleteAutomationDialog } from "./DeleteAutomationDialog.tsx";

type Row = AutomationsQuery["automations"]["rows"][number];

/** Renders `/automations`: what runs by itself on this site. */
export function AutomationsScreen() {
  const { t } = useLingui();
  const changeFilters = useChangeFilters();
  const { state } = useSearch({ from: "/signed-in/shell/back-office/automations" });
  const [doomed, setDoomed] = useState<Row | null>(null);
  const columns = useColumns();
  const switching = useSwitch();
  const list = useListTable({
    queryKey: ["automations", state],
    load: async (page) =>
      (await execute(Automations, { ...page, isOn: state === undefined ? null : state === "on" })).automations,
    failure: t`The automations could not be loaded.`,
    exported: { kind: "automations-list", state: state ?? null },
  });
  const add = (
    <ButtonLink to="/automations/create">
      <Plus size={17} aria-hidden />
      {t`Add automation`}
    </ButtonLink>
  );

  return (
    <>
      <PageHeader title={t`Automations`}>{add}</PageHeader>
      <DataTable
        {...list}
        label={t`Automations`}
        columns={columns}
        searchLabel={t`Search automations`}
        rowHref={({ id }) => `/automations/${id}`}
        toolbar={
          <Select
            compact
            label={t`Status`}
            value={state ?? ""}
            onChange={({ target }) => changeFilters({ state: target.value || undefined })}
            options={[
              { value: "", label: t`Every status` },
              { value: "on", label: t`On` },
              { value: "off", label: t`Off` },
            ]}
          />
        }
        actions={(row) => (
          <>
            <Button
              kind="ghost"
              size="small"
              aria-label={row.is_on ? t`Switch off ${row.name}` : t`Switch on ${row.name}`}
              disabled={switching.isPending}
              onClick={() => switching.mutate(row)}
            >
              <Power size={15} aria-hidden />
              {row.is_on ? t`Switch off` : t`Switch on`}
            </Button>
            <EditLink name={row.name} to="/automations/$id/edit" params={{ id: row.id }} />
            <DeleteButton name={row.name} onPress={() => setDoomed(row)} />
          </>
        )}
        empty={{
          title: t`No automations yet`,
          text: t`An automation enrols, groups or notifies people by itself, such as everybody who joins a branch.`,
          action: add,
          noMatch: { title: t`No automation found`, text: t`Try another search or another status.` },
        }}
      />
      <DeleteAutomationDialog automation={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

/** Returns the mutation that switches an automation on or off and says so. */
export function useSwitch() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, is_on }: { id: number; is_on: boolean }) =>
      (await execute(SwitchAutomation, { id, isOn: !is_on })).switchAutomation,
    onSuccess: async ({ name, is_on }) => {
      toast({ kind: "success", text: is_on ? t`${name} is on.` : t`${name} is off.` });
      await client.invalidateQueries();
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  const triggerText = useTriggerText();
  return [
    {
      key: "name",
      header: t`Name`,
      sortable: true,
      cell: ({ name, owning_branch }) => <OwnedName owner={owning_branch}>{name}</OwnedName>,
    },
    { key: "trigger", header: t`When`, sortable: true, cell: ({ trigger }) => triggerText(trigger) },
    {
      key: "on",
      header: t`Status`,
      sortable: true,
      cell: ({ is_on, problem }) =>
        is_on && problem ? (
          <StatusDot tone="danger" label={t`Cannot run`} />
        ) : is_on ? (
          <StatusDot tone="ok" label={t`On`} />
        ) : (
          <StatusDot tone="rest" label={t`Off`} />
        ),
    },
    {
      key: "last_run",
      header: t`Last run`,
      sortable: true,
      cell: ({ last_run_at }) => (last_run_at ? formatDateTime(last_run_at) : "–"),
    },
    {
      key: "failed",
      header: t`Failed`,
      align: "right",
      sortable: true,
      cell: ({ failed }) => formatNumber(failed),
    },
  ];
}
