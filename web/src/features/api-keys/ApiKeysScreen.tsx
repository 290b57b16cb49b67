import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../app/errors.ts";
import { exportTable } from "../../app/exportTable.ts";
import { execute } from "../../app/graphql.ts";
import { roleLabel } from "../../app/roles.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import type { ApiKeysPageQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments, type Column } from "../../ui/table/tableQuery.ts";
import { ApiKeysPage } from "./apiKeys.documents.ts";
import { apiAccessQuery } from "./apiAccess.ts";
import { ApiClosed } from "./ApiClosed.tsx";
import { CreateKeyDialog } from "./CreateKeyDialog.tsx";
import { RevokeKeyDialog } from "./RevokeKeyDialog.tsx";

type Row = ApiKeysPageQuery["apiKeysPage"]["rows"][number];

/** `/api-keys`: the keys by which other programs work with this site. */
export function ApiKeysScreen() {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const [isCreating, setCreating] = useState(false);
  const [doomed, setDoomed] = useState<Row | null>(null);
  const columns = useColumns();
  const filters = { search: query.search, sort: sortArgument(query) };
  const access = useQuery(apiAccessQuery);
  const keys = useQuery({
    queryKey: ["apiKeysPage", query],
    queryFn: async () => (await execute(ApiKeysPage, { ...filters, ...pageArguments(query) })).apiKeysPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  return (
    <>
      <PageHeader title={t`API keys`}>
        {access.data && (
          <>
            <ButtonLink kind="quiet" to="/api-keys/use">
              {t`Use the API`}
            </ButtonLink>
            <Button onClick={() => setCreating(true)}>{t`+ Create Key`}</Button>
          </>
        )}
      </PageHeader>
      {access.data === false && <ApiClosed />}
      <DataTable
        label={t`API keys`}
        columns={columns}
        rows={keys.data?.rows}
        total={keys.data?.total ?? 0}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search keys`}
        refreshing={keys.isPlaceholderData}
        actions={(row) => (
          <Button kind="ghost" size="small" aria-label={t`Revoke ${row.name}`} onClick={() => setDoomed(row)}>
            {t`Revoke`}
          </Button>
        )}
        onExport={(format) =>
          exportTable(
            format,
            "api-keys",
            [t`Name`, t`Role`, t`Created by`, t`Created At`, t`Last used`],
            async (window) => (await execute(ApiKeysPage, { ...filters, ...window })).apiKeysPage,
            (row) => [row.name, roleLabel(row.role), row.owner, row.created_at, row.last_used_at],
          )
        }
        empty={{ title: t`No API keys found`, text: t`A key lets another program work with this site.` }}
        error={
          keys.error && {
            title: t`The API keys could not be loaded.`,
            detail: messageOf(keys.error),
            onRetry: () => void keys.refetch(),
          }
        }
      />
      <CreateKeyDialog open={isCreating} onClose={() => setCreating(false)} />
      <RevokeKeyDialog apiKey={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t, i18n } = useLingui();
  return [
    { key: "name", header: t`Name`, sortable: true, cell: (row) => row.name },
    { key: "role", header: t`Role`, sortable: true, cell: (row) => roleLabel(row.role) },
    { key: "owner", header: t`Created by`, cell: (row) => row.owner },
    {
      key: "created",
      header: t`Created At`,
      sortable: true,
      cell: (row) => i18n.date(row.created_at, { dateStyle: "medium" }),
    },
    {
      key: "used",
      header: t`Last used`,
      sortable: true,
      cell: (row) =>
        row.last_used_at ? i18n.date(row.last_used_at, { dateStyle: "medium", timeStyle: "short" }) : t`Never`,
    },
  ];
}
