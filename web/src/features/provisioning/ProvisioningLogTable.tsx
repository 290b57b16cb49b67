import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import type { ProvisioningLogQuery } from "../../gen/graphql.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { type Column, pageArguments, useTableQuery } from "../../ui/table/tableQuery.ts";
import { Tag } from "../../ui/Tag.tsx";
import { ProvisioningLog } from "./provisioning.documents.ts";

type Row = ProvisioningLogQuery["provisioningLog"]["rows"][number];

/** Lists what identity providers changed and what was refused, newest first. */
export function ProvisioningLogTable() {
  const { t } = useLingui();
  const [query, setQuery] = useTableQuery();
  const [refused, setRefused] = useState(false);
  const columns = useColumns();
  const log = useQuery({
    queryKey: ["provisioningLog", query, refused],
    queryFn: async () => (await execute(ProvisioningLog, { refused, ...pageArguments(query) })).provisioningLog,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <section>
      <h2 className="pb-3 text-lead font-semibold">{t`Provisioning log`}</h2>
      <DataTable
        label={t`Provisioning log`}
        columns={columns}
        rows={log.data?.rows}
        total={log.data?.total ?? 0}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        refreshing={log.isPlaceholderData}
        toolbar={
          <Checkbox
            label={t`Only refused requests`}
            checked={refused}
            onChange={(event) => show(event.target.checked)}
          />
        }
        empty={{
          title: refused ? t`No refused requests` : t`Nothing was provisioned yet`,
          text: t`Changes and refused requests are kept for 90 days.`,
        }}
        error={
          log.error && {
            title: t`The log could not be loaded.`,
            detail: getMessage(log.error),
            onRetry: () => void log.refetch(),
          }
        }
      />
    </section>
  );

  function show(onlyRefused: boolean) {
    setRefused(onlyRefused);
    setQuery({ ...query, page: 1 });
  }
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    { key: "at", header: t`Time`, cell: (row) => formatDateTime(row.created_at) },
    { key: "what", header: t`Change`, cell: (row) => <Change row={row} /> },
    { key: "subject", header: t`User or group`, isTitle: true, cell: (row) => <Subject row={row} /> },
    { key: "token", header: t`Token`, cell: (row) => row.token },
    { key: "result", header: t`Result`, cell: (row) => <Result row={row} /> },
  ];
}

function Change({ row: { method, resource } }: { row: Row }) {
  const { t } = useLingui();
  const isGroup = resource === "Group";
  switch (method) {
    case "POST":
      return isGroup ? t`Create a group` : t`Create a user`;
    case "DELETE":
      return isGroup ? t`Delete a group` : t`Delete a user`;
    case "GET":
      return isGroup ? t`Read groups` : t`Read users`;
    default:
      return isGroup ? t`Change a group` : t`Change a user`;
  }
}

function Subject({ row: { resource_name, resource_id } }: { row: Row }) {
  return <span>{resource_name ?? (resource_id === null ? "–" : `#${resource_id}`)}</span>;
}

function Result({ row: { status, detail } }: { row: Row }) {
  const { t } = useLingui();
  if (detail === null) return t`Done`;
  return (
    <div className="grid max-w-[45ch] justify-items-start gap-1">
      <Tag tone="accent">{t`Refused (${status})`}</Tag>
      <span lang="en" className="text-small text-muted">
        {detail}
      </span>
    </div>
  );
}
