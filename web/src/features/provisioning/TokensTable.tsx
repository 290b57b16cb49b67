import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { sortArgument } from "../../app/urlTable.ts";
import type { ProvisioningTokensQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { formatDateTime, formatTableDate } from "../../ui/format.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { type Column, pageArguments, useTableQuery } from "../../ui/table/tableQuery.ts";
import { Tag } from "../../ui/Tag.tsx";
import { ProvisioningTokens } from "./provisioning.documents.ts";
import { RevokeTokenDialog } from "./RevokeTokenDialog.tsx";

type Row = ProvisioningTokensQuery["provisioningTokens"]["rows"][number];

/** Lists the tokens with which identity providers sign in. */
export function TokensTable() {
  const { t } = useLingui();
  const [query, setQuery] = useTableQuery();
  const [doomed, setDoomed] = useState<Row | null>(null);
  const columns = useColumns();
  const tokens = useQuery({
    queryKey: ["provisioningTokens", query],
    queryFn: async () =>
      (await execute(ProvisioningTokens, { sort: sortArgument(query), ...pageArguments(query) })).provisioningTokens,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <section>
      <h2 className="pb-3 text-lead font-semibold">{t`Tokens`}</h2>
      <DataTable
        label={t`Tokens`}
        columns={columns}
        rows={tokens.data?.rows}
        total={tokens.data?.total ?? 0}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        refreshing={tokens.isPlaceholderData}
        actions={(row) => (
          <Button kind="ghost" size="small" aria-label={t`Revoke ${row.name}`} onClick={() => setDoomed(row)}>
            {t`Revoke`}
          </Button>
        )}
        empty={{ title: t`No tokens yet`, text: t`A token lets your identity provider work with this site.` }}
        error={
          tokens.error && {
            title: t`The tokens could not be loaded.`,
            detail: getMessage(tokens.error),
            onRetry: () => void tokens.refetch(),
          }
        }
      />
      <RevokeTokenDialog token={doomed} onClose={() => setDoomed(null)} />
    </section>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    { key: "name", header: t`Name`, sortable: true, cell: (row) => row.name },
    { key: "prefix", header: t`Begins with`, cell: (row) => <code className="break-all">{`${row.prefix}…`}</code> },
    { key: "owner", header: t`Created by`, cell: (row) => row.owner },
    { key: "created", header: t`Created At`, sortable: true, cell: (row) => formatTableDate(row.created_at) },
    {
      key: "used",
      header: t`Last used`,
      sortable: true,
      cell: (row) => (row.last_used_at ? formatDateTime(row.last_used_at) : t`Never`),
    },
    { key: "expires", header: t`Ends`, sortable: true, cell: (row) => <Expiry at={row.expires_at} /> },
  ];
}

function Expiry({ at }: { at: string }) {
  const { t } = useLingui();
  return Date.parse(at) > Date.now() ? formatTableDate(at) : <Tag>{t`Expired`}</Tag>;
}
