import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { CourseQuestionsQuery } from "../../gen/graphql.ts";
import { messageOf } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useUrlTable } from "../../app/urlTable.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { useLocalPage, type Column } from "../../ui/table/tableQuery.ts";
import { Definition } from "./Definition.tsx";
import { useExport, type ExportRequest } from "./exports/useExport.ts";
import { CourseQuestions } from "./reports.documents.ts";
import { useNarrowing } from "./reportSearch.ts";

type Question = CourseQuestionsQuery["courseReport"]["questions"][number];

/** The tab Questions: how each question of the course is answered, and how many chose what. */
export function CourseQuestionResults({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const { people } = useNarrowing();
  const { data, error, refetch } = useQuery({
    queryKey: ["courseQuestions", courseId, people],
    queryFn: async () => (await execute(CourseQuestions, { courseId, ...people })).courseReport.questions,
    placeholderData: keepPreviousData,
  });
  const table: ExportRequest = { kind: "course-questions", course_id: courseId, ...people, search: query.search };
  const take = useExport();
  const page = useLocalPage(data, query, local);
  const columns: Column<Question>[] = [
    { key: "question", header: t`Question`, cell: (row) => <QuestionCell question={row} />, isTitle: true },
    { key: "unit", header: t`Unit`, cell: (row) => row.unit || t`Test Unit`, sortable: true },
    { key: "type", header: t`Type`, cell: (row) => row.type, sortable: true },
    {
      key: "answered",
      header: t`Answered`,
      hint: <Definition of="answered" name={t`Answered`} />,
      cell: (row) => row.answered,
      align: "right",
      sortable: true,
    },
    {
      key: "correct",
      header: t`Correct`,
      hint: <Definition of="correct" name={t`Correct`} />,
      cell: (row) => shareText(row),
      align: "right",
      sortable: true,
    },
    {
      key: "tries",
      header: t`Tries`,
      hint: <Definition of="tries" name={t`Tries`} />,
      cell: (row) => row.tries,
      align: "right",
      sortable: true,
    },
  ];
  return (
    <DataTable
      label={t`Questions`}
      columns={columns}
      rows={page.rows}
      total={page.total}
      rowKey={(row) => row.id}
      query={query}
      onQueryChange={setQuery}
      searchLabel={t`Search questions...`}
      onExport={(format) => take(table, format)}
      onPaper={() => take(table, "pdf")}
      empty={
        query.search
          ? { title: t`No questions found. Try refining your search.` }
          : { title: t`This course has no questions.` }
      }
      error={
        !data && error
          ? { title: t`The questions could not be loaded.`, detail: messageOf(error), onRetry: () => void refetch() }
          : null
      }
    />
  );
}

/** The question, and below it what was chosen, each answer with its number. */
function QuestionCell({ question }: { question: Question }) {
  return (
    <span className="block max-w-prose min-w-48">
      {question.question}
      {question.options.length > 0 && (
        <span className="mt-1 grid gap-0.5 text-small font-normal text-muted">
          {question.options.map((option) => (
            <span key={option.text} className="flex justify-between gap-4">
              <span className="min-w-0 break-words">{option.text}</span>
              <span className="tabular-nums">{option.people}</span>
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

/** '2 (67%)'; a dash when nobody has answered. */
function shareText({ answered, correct }: Question): string {
  if (answered === 0) return "–";
  return `${correct} (${i18n.number(correct / answered, { style: "percent" })})`;
}

const local = {
  text: (row: Question) => `${row.question} ${row.unit}`,
  value: (row: Question, key: string) => {
    if (key === "answered" || key === "tries") return row[key];
    if (key === "correct") return row.answered === 0 ? -1 : row.correct / row.answered;
    return key === "type" ? row.type : row.unit;
  },
};
