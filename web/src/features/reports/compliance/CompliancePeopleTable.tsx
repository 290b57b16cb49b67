import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { useScreenExists } from "../../../app/links.ts";
import { sortArgument, useUrlTable } from "../../../app/urlTable.ts";
import { useExport } from "../../../app/useExport.ts";
import type { CompliancePeopleQuery } from "../../../gen/graphql.ts";
import { formatPercent, formatTableDate } from "../../../ui/format.ts";
import { NameLink } from "../../../ui/NameLink.tsx";
import { Select } from "../../../ui/Select.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { pageArguments } from "../../../ui/table/tableQuery.ts";
import { useReportFilters } from "../reportSearch.ts";
import { useReportColumns } from "../useReportDefinitions.tsx";
import { CompliancePeople } from "./compliance.documents.ts";
import { states } from "./states.ts";

type Person = CompliancePeopleQuery["compliance"]["people"]["rows"][number];

/** Lists the people of a course or learning path with the state of each. */
export function CompliancePeopleTable({ subject }: { subject: { course_id?: number; path_id?: number } }) {
  const { t, i18n } = useLingui();
  const exists = useScreenExists();
  const exportTable = useExport();
  const [query, setQuery] = useUrlTable();
  const { state }: { state?: string } = useSearch({ strict: false });
  const { people, change } = useReportFilters();
  const filters = { ...people, ...subject, state: state ?? null, search: query.search, sort: sortArgument(query) };
  const variables = { ...filters, ...pageArguments(query) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["compliance", "people", variables],
    queryFn: async () => (await execute(CompliancePeople, variables)).compliance.people,
    placeholderData: keepPreviousData,
  });
  const columns = useReportColumns<Person>("compliance-people", {
    name: ({ id, name }) => {
      const path = `/reports/users/${id}`;
      return exists(path) ? <NameLink to={path}>{name}</NameLink> : name;
    },
    status: (person) => {
      const { label, Icon, tone } = states[person.state]!;
      return (
        <span className="inline-flex items-center gap-1.5">
          <Icon size={14} aria-hidden className={`shrink-0 ${tone}`} />
          {i18n._(label)}
        </span>
      );
    },
    progress: ({ progress }) => formatPercent(progress),
    dueDate: ({ due }) => (due ? formatTableDate(due) : ""),
    completionDate: ({ completed }) => (completed ? formatTableDate(completed) : ""),
    validUntil: ({ expires }) => (expires ? formatTableDate(expires) : ""),
  });
  return (
    <>
      <Select
        className="mb-4 max-w-72 print:hidden"
        label={t`State`}
        value={state ?? ""}
        onChange={({ target }) => change({ state: target.value || undefined } as object)}
        options={[
          { value: "", label: t`Any state` },
          ...Object.entries(states).map(([value, { label }]) => ({ value, label: i18n._(label) })),
        ]}
      />
      <DataTable
        label={t`People`}
        columns={columns}
        rows={data?.rows}
        total={data?.total ?? 0}
        rowKey={({ id }) => id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search people...`}
        onExport={(format) => exportTable({ kind: "compliance-people", ...filters }, format)}
        empty={{
          title: state ? t`Nobody is in this state` : t`Nobody is assigned yet`,
          noMatch: { title: t`No users found. Try refining your search.` },
        }}
        error={
          !data && error
            ? { title: t`The people could not be loaded.`, detail: getMessage(error), onRetry: () => void refetch() }
            : null
        }
        refreshing={isPlaceholderData}
      />
    </>
  );
}
