import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { useExport } from "../../app/useExport.ts";
import { execute } from "../../app/graphql.ts";
import { useUrlTable } from "../../app/urlTable.ts";
import type { XapiCredentialsListQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Confirm } from "../../ui/Confirm.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import type { Column } from "../../ui/table/tableQuery.ts";
import { toast } from "../../ui/toast.ts";
import { CreateCredentialsDialog } from "./CreateCredentialsDialog.tsx";
import { RevokeXapiCredentials, XapiCredentialsList } from "./xapi.documents.ts";
import { formatDateTime, formatTableDate } from "../../ui/format.ts";

type Row = XapiCredentialsListQuery["xapiCredentials"][number];

/** Renders `/xapi-credentials`: the keys that open the learning record store. */
export function CredentialsScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [query, setQuery] = useUrlTable();
  const exportTable = useExport();
  const [isCreating, setCreating] = useState(false);
  const [doomed, setDoomed] = useState<Row | null>(null);
  const columns = useColumns();
  const credentials = useQuery({
    queryKey: ["xapiCredentials"],
    queryFn: async () => (await execute(XapiCredentialsList, {})).xapiCredentials,
    staleTime: 0,
  });
  const revocation = useMutation({
    mutationFn: ({ id }: Row) => execute(RevokeXapiCredentials, { id }),
    onSuccess: async (_, { name }) => {
      setDoomed(null);
      toast({ kind: "success", text: t`${name} was revoked.` });
      await client.invalidateQueries({ queryKey: ["xapiCredentials"] });
    },
  });
  const found = credentials.data?.filter(({ name }) => name.toLowerCase().includes(query.search.toLowerCase()));
  const from = (query.page - 1) * query.pageSize;

  return (
    <>
      <BackLink to="/xapi-statements">{t`xAPI statements`}</BackLink>
      <PageHeader title={t`xAPI credentials`}>
        <Button onClick={() => setCreating(true)}>{t`+ Create Credentials`}</Button>
      </PageHeader>
      <p className="max-w-[70ch] pb-5 text-ink-soft">
        {t`Programs send and read statements with HTTP Basic at these addresses: xAPI 2.0 at the first, strict 1.0.3 at the second.`}
        <code className="mt-2 block break-all">{`${window.location.origin}/xapi`}</code>
        <code className="block break-all">{`${window.location.origin}/xapi/v1`}</code>
      </p>
      <DataTable
        label={t`xAPI credentials`}
        columns={columns}
        rows={found?.slice(from, from + query.pageSize)}
        total={found?.length ?? 0}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search credentials`}
        actions={(row) => (
          <Button kind="ghost" size="small" aria-label={t`Revoke ${row.name}`} onClick={() => setDoomed(row)}>
            {t`Revoke`}
          </Button>
        )}
        onExport={(format) => exportTable({ kind: "xapi-credentials", search: query.search }, format)}
        empty={{ title: t`No credentials found`, text: t`A pair of key and secret lets a program send statements.` }}
        error={
          credentials.error && {
            title: t`The credentials could not be loaded.`,
            detail: getMessage(credentials.error),
            onRetry: () => void credentials.refetch(),
          }
        }
      />
      <CreateCredentialsDialog open={isCreating} onClose={() => setCreating(false)} />
      <Confirm
        open={doomed !== null}
        onClose={() => (revocation.reset(), setDoomed(null))}
        onConfirm={() => doomed && revocation.mutate(doomed)}
        title={t`Confirm Removal`}
        confirm={revocation.isPending ? t`Revoking...` : t`Revoke`}
        busy={revocation.isPending}
        error={revocation.error ? getMessage(revocation.error) : undefined}
      >
        {t`Programs that use these credentials stop working at once. This action cannot be undone.`}
      </Confirm>
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    { key: "name", header: t`Name`, cell: (row) => row.name },
    { key: "key", header: t`Key`, cell: (row) => <code className="text-sm break-all">{row.key}</code> },
    { key: "owner", header: t`Created by`, cell: (row) => row.owner },
    { key: "created", header: t`Created At`, cell: (row) => formatTableDate(row.created_at) },
    {
      key: "used",
      header: t`Last used`,
      cell: (row) => (row.last_used_at ? formatDateTime(row.last_used_at) : t`Never`),
    },
  ];
}
