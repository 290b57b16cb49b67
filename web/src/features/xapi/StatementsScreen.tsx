import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../app/errors.ts";
import { exportTable } from "../../app/exportTable.ts";
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

type Row = XapiStatementsPageQuery["xapiStatementsPage"]["rows"][number];

/** `/xapi-statements`: what the learning record store holds, newest first. */
export function StatementsScreen() {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
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
        onExport={(format) =>
          exportTable(
            format,
            "xapi-statements",
            [t`Stored`, t`Who`, t`Verb`, t`Object`, t`Result`, t`Id`],
            async (window) => (await execute(XapiStatementsPage, { ...filters, ...window })).xapiStatementsPage,
            (row) => [row.stored, row.actor, row.verb, row.object, row.result, row.id],
          )
        }
        empty={{
          title: t`No statements found`,
          text: t`What other programs and xAPI courses send to this site stands here.`,
        }}
        error={
          statements.error && {
            title: t`The statements could not be loaded.`,
            detail: messageOf(statements.error),
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
  const { t, i18n } = useLingui();
  return [
    {
      key: "stored",
      header: t`Stored`,
      cell: (row) => i18n.date(row.stored, { dateStyle: "medium", timeStyle: "medium" }),
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
