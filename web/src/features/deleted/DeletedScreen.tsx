import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { useExport } from "../../app/useExport.ts";
import { execute } from "../../app/graphql.ts";
import { RestoreDeleted } from "../../app/restore.documents.ts";
import { sortArgument, useChangeFilters, useUrlTable } from "../../app/urlTable.ts";
import { Button } from "../../ui/Button.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Select } from "../../ui/Select.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { type Column, pageArguments } from "../../ui/table/tableQuery.ts";
import { toast } from "../../ui/toast.ts";
import { DeletedPage } from "./deleted.documents.ts";
import { type DeletedRow, useKindNames } from "./kindNames.ts";
import { PurgeDialog } from "./PurgeDialog.tsx";
import { formatLongDate } from "../../ui/format.ts";

/** Renders `/deleted`: what was deleted in the last 30 days, to restore or purge. */
export function DeletedScreen() {
  const { t } = useLingui();
  const changeFilters = useChangeFilters();
  const [query, setQuery] = useUrlTable();
  const { kind } = useSearch({ from: "/signed-in/shell/back-office/deleted" });
  const exportTable = useExport();
  const [doomed, setDoomed] = useState<DeletedRow | null>(null);
  const kinds = useKindNames();
  const columns = useColumns(kinds);
  const restoring = useRestoring();
  const filters = { kind: kind ?? null, search: query.search, sort: sortArgument(query) };
  const deleted = useQuery({
    queryKey: ["deletedPage", kind, query],
    queryFn: async () => (await execute(DeletedPage, { ...filters, ...pageArguments(query) })).deletedPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  return (
    <>
      <PageHeader
        title={t`Recently deleted`}
        text={t`What was deleted can be restored for 30 days. After that it is gone for good.`}
      />
      <DataTable
        label={t`Recently deleted`}
        columns={columns}
        rows={deleted.data?.rows}
        total={deleted.data?.total ?? 0}
        rowKey={(row) => `${row.kind}-${row.id}`}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search deleted items`}
        refreshing={deleted.isPlaceholderData}
        toolbar={
          <Select
            compact
            label={t`Kind`}
            value={kind ?? ""}
            onChange={({ target }) => changeFilters({ kind: target.value || undefined })}
            options={[
              { value: "", label: t`All kinds` },
              ...Object.entries(kinds).map(([value, label]) => ({ value, label })),
            ]}
          />
        }
        actions={(row) => (
          <>
            <Button
              kind="ghost"
              size="small"
              aria-label={t`Restore ${row.name}`}
              disabled={restoring.isPending}
              onClick={() => restoring.mutate(row)}
            >
              <RotateCcw size={15} aria-hidden />
              {t`Restore`}
            </Button>
            <Button
              kind="ghost"
              size="small"
              aria-label={t`Delete for good: ${row.name}`}
              onClick={() => setDoomed(row)}
            >
              <Trash2 size={15} aria-hidden />
              {t`Delete for good`}
            </Button>
          </>
        )}
        onExport={(format) =>
          exportTable(
            { kind: "deleted", item_kind: kind ?? null, search: query.search, sort: sortArgument(query) },
            format,
          )
        }
        empty={{ title: t`Nothing Deleted`, text: t`What you delete stays here for 30 days.` }}
        error={
          deleted.error && {
            title: t`What was deleted could not be loaded.`,
            detail: getMessage(deleted.error),
            onRetry: () => void deleted.refetch(),
          }
        }
      />
      <PurgeDialog item={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

function useRestoring() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, id }: DeletedRow) => execute(RestoreDeleted, { kind, id }),
    onSuccess: async (_, { name }) => {
      toast({ kind: "success", text: t`${name} was restored.` });
      await client.invalidateQueries();
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
}

function useColumns(kinds: Record<string, string>): Column<DeletedRow>[] {
  const { t } = useLingui();
  return [
    {
      key: "name",
      header: t`Name`,
      sortable: true,
      cell: ({ name, detail }) => (
        <>
          {name}
          {detail && <span className="block text-small font-normal text-muted">{detail}</span>}
        </>
      ),
    },
    { key: "kind", header: t`Kind`, sortable: true, cell: ({ kind }) => kinds[kind] ?? kind },
    { key: "deleted_by", header: t`Deleted by`, sortable: true, cell: ({ deleted_by }) => deleted_by ?? t`N/A` },
    {
      key: "deleted_at",
      header: t`Deleted at`,
      sortable: true,
      cell: ({ deleted_at, days_left }) => (
        <>
          {formatLongDate(deleted_at)}
          <span className="block text-small">{plural(days_left, { one: "# day left", other: "# days left" })}</span>
        </>
      ),
    },
  ];
}
