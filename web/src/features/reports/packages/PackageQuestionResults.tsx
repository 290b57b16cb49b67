import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../../app/errors.ts";
import { exportTable } from "../../../app/exportTable.ts";
import { execute } from "../../../app/graphql.ts";
import { useViewer } from "../../../app/session.ts";
import type { PackageQuestionsQuery } from "../../../gen/graphql.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { useLocalPage, useTableQuery, type Column } from "../../../ui/table/tableQuery.ts";
import { useExport, type ExportRequest } from "../exports/useExport.ts";
import { useNarrowing } from "../reportSearch.ts";
import { PackageQuestions } from "./packages.documents.ts";

type Question = PackageQuestionsQuery["packageQuestions"][number];

/** The questions that packages have asked, and how they were answered; nothing where none has asked any. */
export function PackageQuestionResults({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  // The address is that of the table above.
  const [query, setQuery] = useTableQuery();
  const { people } = useNarrowing();
  // Narrowed anew, it begins at its first page: there may be no other.
  const narrowed = JSON.stringify(people);
  const [pageOf, setPageOf] = useState(narrowed);
  if (pageOf !== narrowed) {
    setPageOf(narrowed);
    setQuery({ ...query, page: 1 });
  }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ["packageQuestions", courseId, people],
    queryFn: async () => (await execute(PackageQuestions, { course_id: courseId, ...people })).packageQuestions,
    placeholderData: keepPreviousData,
  });
  const { rows, found, total } = useLocalPage(data, query, local);
  const mayExport = useViewer().can("report.view");
  const take = useExport();
  const table: ExportRequest = { kind: "package-questions", course_id: courseId, ...people, search: query.search };
  if (!data && error)
    return (
      <ErrorState
        title={t`The questions could not be loaded.`}
        detail={messageOf(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data || data.length === 0) return null;
  const columns: Column<Question>[] = [
    {
      key: "question",
      header: t`Question`,
      // Ids of packages are long words.
      cell: (row) => <span className="block min-w-48 wrap-anywhere">{nameOf(row)}</span>,
      sortable: true,
      isTitle: true,
    },
    { key: "unit", header: t`Unit`, cell: (row) => row.unit, sortable: true },
    { key: "type", header: t`Type`, cell: (row) => row.type, sortable: true },
    { key: "answered", header: t`Answered`, cell: (row) => row.answered, align: "right", sortable: true },
    { key: "correct", header: t`Correct`, cell: shareText, align: "right", sortable: true },
    { key: "tries", header: t`Tries`, cell: (row) => row.tries, align: "right", sortable: true },
  ];
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
        onExport={(format) =>
          mayExport
            ? take(table, format)
            : exportTable(
                format,
                "package-questions",
                columns.map(({ header }) => header),
                found ?? [],
                (row) => [nameOf(row), row.unit, row.type, row.answered, row.correct, row.tries],
              )
        }
        onPaper={mayExport ? () => take(table, "pdf") : undefined}
        empty={{ title: t`No questions found. Try refining your search.` }}
        refreshing={isPlaceholderData}
      />
    </section>
  );
}

/** Of SCORM 1.2 there is nothing but the id that the package gives it. */
const nameOf = ({ description, question }: Question) => description || question;

/** '2 (67%)'. */
const shareText = ({ answered, correct }: Question) =>
  `${correct} (${i18n.number(correct / answered, { style: "percent" })})`;

const local = {
  text: (row: Question) => `${nameOf(row)} ${row.unit}`,
  value: (row: Question, key: string) => {
    if (key === "answered" || key === "tries") return row[key];
    if (key === "correct") return row.correct / row.answered;
    if (key === "unit") return row.unit;
    return key === "type" ? (row.type ?? "") : nameOf(row);
  },
};
