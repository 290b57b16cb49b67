import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { nameInteractionType } from "../../../app/termNames.ts";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { sortArgument } from "../../../app/urlTable.ts";
import type { PackageQuestionsQuery } from "../../../gen/graphql.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { useLocalPage, useTableQuery } from "../../../ui/table/tableQuery.ts";
import { useExport, type ExportRequest } from "../../../app/useExport.ts";
import { useReportFilters } from "../reportSearch.ts";
import { useReportColumns } from "../useReportDefinitions.tsx";
import { PackageQuestions } from "./packages.documents.ts";
import { formatPercent } from "../../../ui/format.ts";

type Question = PackageQuestionsQuery["packageQuestions"][number];

/** Lists the questions that packages have asked, with how they were answered; nothing without any. */
export function PackageQuestionResults({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  // The address holds the state of the table above.
  const [query, setQuery] = useTableQuery();
  const { people } = useReportFilters();
  // With other filters it starts at its first page, because there may be no other.
  const filterKey = JSON.stringify(people);
  const [pagedFor, setPagedFor] = useState(filterKey);
  if (pagedFor !== filterKey) {
    setPagedFor(filterKey);
    setQuery({ ...query, page: 1 });
  }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["packageQuestions", courseId, people],
    queryFn: async () => (await execute(PackageQuestions, { course_id: courseId, ...people })).packageQuestions,
    placeholderData: keepPreviousData,
  });
  const { rows, total } = useLocalPage(data, query, local);
  const exportTable = useExport();
  const table: ExportRequest = {
    kind: "package-questions",
    course_id: courseId,
    ...people,
    search: query.search,
    sort: sortArgument(query),
  };
  const columns = useReportColumns<Question>(
    "package-questions",
    {
      // Ids in packages can be long words.
      question: (row) => <span className="block min-w-48 wrap-anywhere">{getName(row)}</span>,
      unit: (row) => row.unit,
      type: (row) => row.type && nameInteractionType(row.type),
      answered: (row) => row.answered,
      correct: formatShare,
      tries: (row) => row.tries,
    },
    "question",
  );
  if (!data && error)
    return (
      <ErrorState
        title={t`The questions could not be loaded.`}
        detail={getMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data || data.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="mb-4 font-display text-xl font-medium">{t`Questions in packages`}</h2>
      <DataTable
        label={t`Questions in packages`}
        columns={columns}
        rows={rows}
        total={total}
        rowKey={(row) => `${row.unit_id}-${row.question}`}
        query={query}
        onQueryChange={setQuery}
        searchLabel={t`Search questions...`}
        onExport={(format) => exportTable(table, format)}
        empty={{ title: t`No questions found. Try refining your search.` }}
        refreshing={isPlaceholderData}
      />
    </section>
  );
}

/** Returns the text of a question; SCORM 1.2 has only the id that the package gives it. */
const getName = ({ description, question }: Question) => description || question;

/** Formats the correct answers as '2 (67%)'. */
const formatShare = ({ answered, correct }: Question) => `${correct} (${formatPercent((100 * correct) / answered)})`;

const local = {
  text: (row: Question) => `${getName(row)} ${row.unit}`,
  value: (row: Question, key: string) => {
    if (key === "answered" || key === "tries") return row[key];
    if (key === "correct") return row.correct / row.answered;
    if (key === "unit") return row.unit;
    return key === "type" ? (row.type ?? "") : getName(row);
  },
};
