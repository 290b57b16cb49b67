import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { getMessage } from "../../app/errors.ts";
import { useExport } from "../../app/useExport.ts";
import { execute } from "../../app/graphql.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import type { LmsInstancesPageQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { pageArguments, type Column } from "../../ui/table/tableQuery.ts";
import { Tag } from "../../ui/Tag.tsx";
import { LmsInstancesPage } from "./platform.documents.ts";
import { statusLabel, statusTone } from "./subscriptionStatus.ts";
import { formatNumber } from "../../ui/format.ts";

type Row = LmsInstancesPageQuery["lmsInstancesPage"]["rows"][number];

/** Renders `/admin/instances`: the instances of the platform. */
export function InstancesScreen() {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const exportTable = useExport();
  const columns = useColumns();
  const filters = { search: query.search, sort: sortArgument(query) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["lmsInstancesPage", query],
    queryFn: async () => (await execute(LmsInstancesPage, { ...filters, ...pageArguments(query) })).lmsInstancesPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

  return (
    <>
      <PageHeader title={t`Instances`}>
        <ButtonLink to="/admin/people" kind="quiet">
          {t`Super admins`}
        </ButtonLink>
        <ButtonLink to="/admin/system" kind="quiet">
          {t`System`}
        </ButtonLink>
        <ButtonLink to="/register" kind="quiet">
          {t`Register`}
        </ButtonLink>
        <ButtonLink to="/instances/create">{t`+ Create Instance`}</ButtonLink>
      </PageHeader>
      <DataTable
        label={t`Instances`}
        columns={columns}
        rows={data?.rows}
        total={data?.total ?? 0}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search LMS instances`}
        refreshing={isPlaceholderData}
        actions={(row) => (
          <ButtonLink
            kind="ghost"
            size="small"
            aria-label={t`View ${row.name}`}
            to="/admin/instance/$id"
            params={{ id: row.id }}
          >
            <Eye size={15} aria-hidden />
            {t`View`}
          </ButtonLink>
        )}
        onExport={(format) => exportTable({ kind: "instances", ...filters }, format)}
        empty={{
          title: t`No instances yet`,
          text: t`Create an instance for each organisation.`,
          noMatch: { title: t`No Instances Found`, text: t`Try adjusting your search.` },
        }}
        error={
          error && {
            title: t`The instances could not be loaded.`,
            detail: getMessage(error),
            onRetry: () => void refetch(),
          }
        }
      />
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
        <span className="inline-flex flex-wrap items-center gap-2">
          {row.name}
          {!row.is_active && <Tag>{t`Inactive`}</Tag>}
        </span>
      ),
    },
    { key: "domain", header: t`Domain`, sortable: true, cell: (row) => row.domain || t`N/A` },
    {
      key: "license_count",
      header: t`License Count`,
      align: "right",
      sortable: true,
      cell: (row) => formatNumber(row.license_count ?? 0),
    },
    {
      key: "subscription",
      header: t`Subscription Status`,
      cell: ({ subscription }) =>
        subscription ? (
          <StatusDot tone={statusTone(subscription.status)} label={statusLabel(subscription.status)} />
        ) : (
          t`No Subscription`
        ),
    },
  ];
}
