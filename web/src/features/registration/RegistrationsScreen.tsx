import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useChangeFilters } from "../../app/urlTable.ts";
import { useListTable } from "../../app/useListTable.ts";
import type { RegistrationsPageQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Confirm } from "../../ui/Confirm.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Select } from "../../ui/Select.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { MinorLine } from "../../ui/table/MinorLine.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { toast } from "../../ui/toast.ts";
import { DecideRegistrations, RegistrationsPage } from "./registration.documents.ts";

type Row = RegistrationsPageQuery["registrationsPage"]["rows"][number];
type Decision = { ids: number[]; approve: boolean };

/** Renders `/registrations`: who has registered and waits for approval, or was refused. */
export function RegistrationsScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const changeFilters = useChangeFilters();
  const { state = "waiting" } = useSearch({ from: "/signed-in/shell/back-office/registrations" });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<number[] | null>(null);
  const columns = useColumns();
  const list = useListTable({
    queryKey: ["registrationsPage", state],
    load: async (page) => (await execute(RegistrationsPage, { state, ...page })).registrationsPage,
    failure: t`The registrations could not be loaded.`,
    exported: { kind: "registrations", state },
  });
  const decision = useMutation({
    mutationFn: (given: Decision) => execute(DecideRegistrations, given),
    onSuccess: async ({ decideRegistrations: { count } }, { approve }) => {
      setRefused(null);
      setChosen(new Set());
      toast({
        kind: "success",
        text: approve
          ? plural(count, { one: "# registration was approved.", other: "# registrations were approved." })
          : plural(count, { one: "# registration was refused.", other: "# registrations were refused." }),
      });
      await client.invalidateQueries();
    },
    onError: (error, { approve }) => approve && toast({ kind: "error", text: getMessage(error) }),
  });
  const isWaiting = state !== "refused";
  const decide = (ids: number[], approve: boolean) => {
    if (approve) return decision.mutate({ ids, approve });
    // The question says nothing of what failed before.
    decision.reset();
    setRefused(ids);
  };
  const toName = (row: Row) => `${row.first_name} ${row.last_name}`;
  return (
    <>
      <BackLink to="/invitations">{t`Back to invitations`}</BackLink>
      <PageHeader
        title={t`Registrations`}
        text={t`People who have confirmed their address. Each gets a mail when you have decided.`}
      />
      <DataTable
        {...list}
        label={t`Registrations`}
        columns={columns}
        searchLabel={t`Search people`}
        toolbar={
          <Select
            label={t`State`}
            compact
            value={state}
            onChange={({ target }) => {
              setChosen(new Set());
              changeFilters({ state: target.value === "waiting" ? undefined : target.value });
            }}
            options={[
              { value: "waiting", label: t`Waiting for approval` },
              { value: "refused", label: t`Refused in the last 30 days` },
            ]}
          />
        }
        selection={{
          chosen,
          onChange: setChosen,
          id: ({ id }) => id,
          label: (row) => t`Select ${toName(row)}`,
        }}
        bulkActions={
          <>
            <Button size="small" busy={decision.isPending} onClick={() => decide([...chosen], true)}>
              {t`Approve`}
            </Button>
            {isWaiting && (
              <Button size="small" kind="quiet" onClick={() => decide([...chosen], false)}>
                {t`Refuse`}
              </Button>
            )}
          </>
        }
        actions={(row) => (
          <>
            <Button
              kind="ghost"
              size="small"
              aria-label={t`Approve ${toName(row)}`}
              onClick={() => decide([row.id], true)}
            >
              {t`Approve`}
            </Button>
            {isWaiting && (
              <Button
                kind="ghost"
                size="small"
                aria-label={t`Refuse ${toName(row)}`}
                onClick={() => decide([row.id], false)}
              >
                {t`Refuse`}
              </Button>
            )}
          </>
        )}
        empty={{
          title: isWaiting ? t`Nobody waits for approval` : t`Nobody was refused`,
          noMatch: { title: t`Nobody found`, text: t`Try adjusting your search.` },
        }}
      />
      <Confirm
        open={refused !== null}
        onClose={() => setRefused(null)}
        onConfirm={() => refused && decision.mutate({ ids: refused, approve: false })}
        title={t`Refuse registrations`}
        confirm={t`Refuse`}
        busy={decision.isPending}
        error={decision.error ? getMessage(decision.error) : undefined}
      >
        {t`Each person gets a mail that says so. You can still approve them for 30 days.`}
      </Confirm>
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    {
      key: "name",
      header: t`Name`,
      sortable: true,
      cell: (row) => (
        <>
          {`${row.first_name} ${row.last_name}`}
          <MinorLine>{row.email}</MinorLine>
        </>
      ),
    },
    { key: "email", header: t`Email`, isMinor: true, sortable: true, cell: (row) => row.email },
    { key: "branch", header: t`Branch`, cell: (row) => row.branch ?? t`Main site` },
    { key: "invitation", header: t`Invitation`, cell: (row) => row.invitation ?? t`Without invitation` },
    {
      key: "confirmed",
      header: t`Confirmed at`,
      sortable: true,
      cell: (row) => formatDateTime(row.confirmed_at),
    },
  ];
}
