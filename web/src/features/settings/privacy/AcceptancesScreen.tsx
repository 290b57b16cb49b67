import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { execute } from "../../../app/graphql.ts";
import { useChangeFilters } from "../../../app/urlTable.ts";
import { useIdInPath } from "../../../app/useIdInPath.ts";
import { useListTable } from "../../../app/useListTable.ts";
import type { TermsAcceptancesQuery } from "../../../gen/graphql.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Select } from "../../../ui/Select.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import type { Column } from "../../../ui/table/tableQuery.ts";
import { TermsAcceptances, TermsVersions } from "./privacy.documents.ts";

type Row = TermsAcceptancesQuery["termsAcceptances"]["rows"][number];

/** Renders `/settings/privacy/terms/{version}`: a version's text, who accepted it and when, and who has not. */
export function AcceptancesScreen() {
  const { t } = useLingui();
  const changeFilters = useChangeFilters();
  const version = Number(useIdInPath());
  const { state } = useSearch({ from: "/signed-in/shell/back-office/settings/privacy/terms/$id" });
  const columns = useColumns();
  const versions = useQuery({
    queryKey: ["termsVersions"],
    queryFn: async () => (await execute(TermsVersions)).termsVersions,
  });
  const list = useListTable({
    queryKey: ["termsAcceptances", version, state],
    load: async (page) =>
      (await execute(TermsAcceptances, { version, state: state ?? null, ...page })).termsAcceptances,
    failure: t`The list could not be loaded.`,
    exported: { kind: "terms-acceptances", terms_version: version, state: state ?? null },
  });
  const text = versions.data?.find((each) => each.version === version)?.text;
  return (
    <>
      <BackLink to="/settings/privacy">{t`Back to privacy`}</BackLink>
      <PageHeader title={t`Terms of use, version ${version}`} />
      {text && (
        <details className="mb-6 max-w-3xl rounded-card border border-line bg-surface p-5">
          <summary className="cursor-pointer font-semibold">{t`Text of this version`}</summary>
          <p className="mt-3 text-sm whitespace-pre-line">{text}</p>
        </details>
      )}
      <DataTable
        {...list}
        label={t`Acceptance`}
        columns={columns}
        searchLabel={t`Search users`}
        toolbar={
          <Select
            label={t`Acceptance`}
            compact
            value={state ?? ""}
            onChange={({ target }) => changeFilters({ state: target.value || undefined })}
            options={[
              { value: "", label: t`All users` },
              { value: "accepted", label: t`Accepted` },
              { value: "open", label: t`Not accepted yet` },
            ]}
          />
        }
        empty={{ title: t`Nobody in this list`, text: t`Choose another filter.` }}
      />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    { key: "name", header: t`Name`, sortable: true, cell: (row) => `${row.first_name} ${row.last_name}` },
    { key: "email", header: t`Email`, sortable: true, cell: (row) => row.email },
    {
      key: "accepted_at",
      header: t`Accepted at`,
      sortable: true,
      cell: (row) => (row.accepted_at ? formatDateTime(row.accepted_at) : t`Not yet`),
    },
  ];
}
