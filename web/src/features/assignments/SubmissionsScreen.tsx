import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "../../router/index.ts";
import { messageOf } from "../../app/errors.ts";
import { exportTable } from "../../app/exportTable.ts";
import { execute } from "../../app/graphql.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import type { SubmissionsPageQuery } from "../../gen/graphql.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { type Column, pageArguments } from "../../ui/table/tableQuery.ts";
import { SubmissionsPage } from "./assignments.documents.ts";
import { InboxFilters } from "./InboxFilters.tsx";
import { SubmissionStatus, useStates } from "./SubmissionStatus.tsx";

type Row = SubmissionsPageQuery["submissionsPage"]["rows"][number];

/** What the address says beside the table's own state; without a state, those that wait. */
export type InboxSearch = { course?: number; state?: string };

/** `/submissions`: what learners have handed in, the longest waiting first. */
export function SubmissionsScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [query, setQuery] = useUrlTable();
  const { course, state: chosen }: InboxSearch = useSearch();
  // One that makes no sense is no reason to show an error.
  const state = chosen && ["returned", "accepted", "all"].includes(chosen) ? chosen : "submitted";
  const columns = useColumns();
  const states = useStates();
  const filters = {
    course_id: course ?? null,
    state: state === "all" ? null : state,
    search: query.search,
    sort: sortArgument(query),
  };
  const submissions = useQuery({
    queryKey: ["submissions", filters, query],
    queryFn: async () => (await execute(SubmissionsPage, { ...filters, ...pageArguments(query) })).submissionsPage,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const isNarrowed = Boolean(query.search || course || state !== "submitted");

  return (
    <>
      <PageHeader title={t`Submissions`} />
      <DataTable
        label={t`Submissions`}
        columns={columns}
        rows={submissions.data?.rows}
        total={submissions.data?.total ?? 0}
        rowKey={(row) => row.id}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search submissions`}
        refreshing={submissions.isPlaceholderData}
        toolbar={<InboxFilters course={course} state={state} />}
        onRowClick={({ id }) => void navigate({ to: "/submissions/$id", params: { id } })}
        onExport={(format) =>
          exportTable(
            format,
            "submissions",
            [t`Learner`, t`Email`, t`Course`, t`Assignment`, t`Handed in`, t`State`, t`Reviewed`],
            async (window) => (await execute(SubmissionsPage, { ...filters, ...window })).submissionsPage,
            (row) => [
              row.user_name,
              row.email,
              row.course_title,
              row.unit_title,
              minute(row.created_at),
              states[row.state] ?? row.state,
              row.reviewed_at ? minute(row.reviewed_at) : "",
            ],
          )
        }
        empty={
          isNarrowed
            ? { title: t`No results found.` }
            : { title: t`Nothing to Review`, text: t`What learners hand in waits here until somebody has reviewed it.` }
        }
        error={
          submissions.error && {
            title: t`The submissions could not be loaded.`,
            detail: messageOf(submissions.error),
            onRetry: () => void submissions.refetch(),
          }
        }
      />
    </>
  );
}

const minute = (iso: string) => iso.slice(0, 16).replace("T", " ");

function useColumns(): Column<Row>[] {
  const { t, i18n } = useLingui();
  return [
    {
      key: "name",
      header: t`Learner`,
      sortable: true,
      cell: ({ user_name }) => user_name,
    },
    { key: "course", header: t`Course`, sortable: true, cell: ({ course_title }) => course_title },
    { key: "unit", header: t`Assignment`, cell: ({ unit_title }) => unit_title || t`Assignment` },
    {
      key: "created",
      header: t`Handed in`,
      sortable: true,
      cell: ({ created_at }) => i18n.date(created_at, { dateStyle: "medium", timeStyle: "short" }),
    },
    { key: "state", header: t`State`, sortable: true, cell: ({ state }) => <SubmissionStatus state={state} /> },
  ];
}
