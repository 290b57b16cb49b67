import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { useExport } from "../../app/useExport.ts";
import { execute } from "../../app/graphql.ts";
import { useUrlTable } from "../../app/urlTable.ts";
import type { XapiStatementsPageQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { type Column, pageArguments } from "../../ui/table/tableQuery.ts";
import { XapiStatementsPage } from "./xapi.documents.ts";
import { formatLogTime } from "../../ui/format.ts";

type Row = XapiStatementsPageQuery["xapiStatementsPage"]["rows"][number];

/** Renders `/xapi-statements`: the statements in the learning record store, newest first. */
export function StatementsScreen() {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const exportTable = useExport();
  const [shown, setShown] = useState<Row | null>(null);
  const columns = useColumns();
  const filters = { search: query.search };
  const statements = useQuery({
    queryKey: ["xapiStatementsPage", query],
    queryFn: async () =>
      (await execute(XapiStatementsPage, { ...filters, ...pageArguments(query) })).xapiStatementsPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  return (
    <>
      <PageHeader title={t`xAPI statements`}>
        <ButtonLink kind="quiet" to="/xapi-credentials">
          {t`xAPI credentials`}
        </ButtonLink>
      </PageHeader>
      <DataTable
        label={t`xAPI statements`}
        columns={columns}
        rows={statements.data?.rows}
        total={statements.data?.total ?? 0}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`E-mail, verb, activity or id`}
        refreshing={statements.isPlaceholderData}
        actions={(row) => (
          <Button
            kind="ghost"
            size="small"
            aria-label={t`View the statement of ${row.actor}`}
            onClick={() => setShown(row)}
          >
            {t`View`}
          </Button>
        )}
        onExport={(format) => exportTable({ kind: "xapi-statements", ...filters }, format)}
        empty={{
          title: t`No statements found`,
          text: t`Statements that other programs and xAPI courses send to this site appear here.`,
        }}
        error={
          statements.error && {
            title: t`The statements could not be loaded.`,
            detail: getMessage(statements.error),
            onRetry: () => void statements.refetch(),
          }
        }
      />
      <Dialog
        open={shown !== null}
        onClose={() => setShown(null)}
        title={t`Statement`}
        actions={<Button onClick={() => setShown(null)}>{t`Close`}</Button>}
      >
        <pre className="max-h-[60vh] overflow-auto rounded-ctl bg-sunken p-3.5 text-sm" tabIndex={0}>
          {shown && JSON.stringify(JSON.parse(shown.statement), null, 2)}
        </pre>
      </Dialog>
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    {
      key: "stored",
      header: t`Stored`,
      cell: (row) => formatLogTime(row.stored),
    },
    { key: "actor", header: t`Who`, cell: (row) => row.actor },
    {
      key: "verb",
      header: t`Verb`,
      cell: (row) => (
        <>
          {row.verb} {row.is_voided && <Tag>{t`Voided`}</Tag>}
        </>
      ),
    },
    { key: "object", header: t`Object`, cell: (row) => <span className="break-all">{row.object}</span> },
    { key: "result", header: t`Result`, cell: (row) => row.result ?? "–" },
  ];
}
