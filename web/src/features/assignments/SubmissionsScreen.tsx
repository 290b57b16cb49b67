import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { getMessage } from "../../app/errors.ts";
import { useExport } from "../../app/useExport.ts";
import { execute } from "../../app/graphql.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import type { SubmissionsPageQuery } from "../../gen/graphql.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { type Column, pageArguments } from "../../ui/table/tableQuery.ts";
import { SubmissionsPage } from "./assignments.documents.ts";
import { InboxFilters } from "./InboxFilters.tsx";
import { SubmissionStatus } from "./SubmissionStatus.tsx";
import { formatDateTime } from "../../ui/format.ts";

type Row = SubmissionsPageQuery["submissionsPage"]["rows"][number];

/** Renders `/submissions`: the learners' submissions, the longest waiting first. */
export function SubmissionsScreen() {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const { course, state: chosen } = useSearch({ from: "/signed-in/shell/back-office/submissions" });
  const exportTable = useExport();
  // An invalid state is ignored.
  const state = chosen && ["returned", "accepted", "marked", "all"].includes(chosen) ? chosen : "submitted";
  const columns = useColumns();
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

  return (
    <>
      <PageHeader title={t`Submissions`} />
      <DataTable
        label={t`Submissions`}
        columns={columns}
        rows={submissions.data?.rows}
        total={submissions.data?.total ?? 0}
        rowKey={({ id, question_id }) => (question_id == null ? id : `${id}-${question_id}`)}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search submissions`}
        refreshing={submissions.isPlaceholderData}
        toolbar={<InboxFilters course={course} state={state} />}
        rowHref={({ id, question_id }) =>
          question_id == null ? `/submissions/${id}` : `/submissions/essays/${id}/${question_id}`
        }
        onExport={(format) => exportTable({ kind: "submissions", ...filters }, format)}
        empty={{ title: t`Nothing to Review`, text: t`Submissions and essays wait here until someone reviews them.` }}
        error={
          submissions.error && {
            title: t`The submissions could not be loaded.`,
            detail: getMessage(submissions.error),
            onRetry: () => void submissions.refetch(),
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
      header: t`Learner`,
      sortable: true,
      cell: ({ user_name }) => user_name,
    },
    { key: "course", header: t`Course`, sortable: true, cell: ({ course_title }) => course_title },
    {
      key: "unit",
      header: t`Assignment or essay`,
      cell: ({ unit_title, question }) =>
        question == null ? (
          unit_title || t`Assignment`
        ) : (
          <>
            {unit_title || t`Test`}
            <span className="block max-w-80 truncate text-small text-muted" title={question}>
              {question}
            </span>
          </>
        ),
    },
    {
      key: "created",
      header: t`Handed in`,
      sortable: true,
      cell: ({ created_at }) => formatDateTime(created_at),
    },
    { key: "state", header: t`State`, sortable: true, cell: ({ state }) => <SubmissionStatus state={state} /> },
  ];
}
