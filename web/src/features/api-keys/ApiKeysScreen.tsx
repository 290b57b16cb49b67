import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { useExport } from "../../app/useExport.ts";
import { execute } from "../../app/graphql.ts";
import { roleLabel } from "../../app/roles.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import type { ApiKeysPageQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments, type Column } from "../../ui/table/tableQuery.ts";
import { ApiKeysPage } from "./apiKeys.documents.ts";
import { apiAccessQuery } from "./apiAccess.ts";
import { ApiClosed } from "./ApiClosed.tsx";
import { CreateKeyDialog } from "./CreateKeyDialog.tsx";
import { scopes } from "./scopes.ts";
import { RevokeKeyDialog } from "./RevokeKeyDialog.tsx";
import { formatDateTime, formatTableDate } from "../../ui/format.ts";

type Row = ApiKeysPageQuery["apiKeysPage"]["rows"][number];

/** Renders `/api-keys`: the API keys of this site. */
export function ApiKeysScreen() {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const exportTable = useExport();
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
        <ButtonLink kind="quiet" to="/api-keys/provisioning">
          {t`Provisioning (SCIM)`}
        </ButtonLink>
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
        onExport={(format) => exportTable({ kind: "api-keys", ...filters }, format)}
        empty={{ title: t`No API keys found`, text: t`A key lets another program work with this site.` }}
        error={
          keys.error && {
            title: t`The API keys could not be loaded.`,
            detail: getMessage(keys.error),
            onRetry: () => void keys.refetch(),
          }
        }
      />
      <CreateKeyDialog open={isCreating} onClose={() => setCreating(false)} />
      <RevokeKeyDialog apiKey={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

function Scopes({ names }: { names: string[] | null }) {
  const { t, i18n } = useLingui();
  if (names === null) return t`Everything`;
  const chosen = scopes.filter(({ value }) => names.includes(value));
  return chosen.map(({ label }) => i18n._(label)).join(", ");
}

function Expiry({ at }: { at: string | null }) {
  const { t } = useLingui();
  if (at === null) return t`When it is revoked`;
  return Date.parse(at) > Date.now() ? formatTableDate(at) : <Tag>{t`Expired`}</Tag>;
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    { key: "name", header: t`Name`, sortable: true, cell: (row) => row.name },
    { key: "role", header: t`Role`, sortable: true, cell: (row) => roleLabel(row.role) },
    { key: "scopes", header: t`Only for`, cell: (row) => <Scopes names={row.scopes} /> },
    { key: "owner", header: t`Created by`, cell: (row) => row.owner },
    {
      key: "created",
      header: t`Created At`,
      sortable: true,
      cell: (row) => formatTableDate(row.created_at),
    },
    {
      key: "used",
      header: t`Last used`,
      sortable: true,
      cell: (row) => (row.last_used_at ? formatDateTime(row.last_used_at) : t`Never`),
    },
    {
      key: "expires",
      header: t`Ends`,
      sortable: true,
      cell: (row) => <Expiry at={row.expires_at} />,
    },
  ];
}
