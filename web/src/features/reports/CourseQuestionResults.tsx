import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { CourseQuestionsQuery } from "../../gen/graphql.ts";
import { nameAnswer, nameQuestionType } from "../../app/termNames.ts";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { sortArgument, useUrlTable } from "../../app/urlTable.ts";
import { DataTable } from "../../ui/table/DataTable.tsx";
import { useLocalPage } from "../../ui/table/tableQuery.ts";
import { useExport, type ExportRequest } from "../../app/useExport.ts";
import { CourseQuestions } from "./reports.documents.ts";
import { useReportFilters } from "./reportSearch.ts";
import { useReportColumns } from "./useReportDefinitions.tsx";
import { formatPercent } from "../../ui/format.ts";
import { MathText } from "../../ui/text/MathText.tsx";

type Question = CourseQuestionsQuery["courseReport"]["questions"][number];

/** Renders the Questions tab: how each question of the course is answered, with the number per option. */
export function CourseQuestionResults({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const { people } = useReportFilters();
  const { data, error, refetch } = useQuery({
    queryKey: ["courseQuestions", courseId, people],
    queryFn: async () => (await execute(CourseQuestions, { courseId, ...people })).courseReport.questions,
    placeholderData: keepPreviousData,
  });
  const table: ExportRequest = {
    kind: "course-questions",
    course_id: courseId,
    ...people,
    search: query.search,
    sort: sortArgument(query),
  };
  const exportTable = useExport();
  const page = useLocalPage(data, query, local);
  const columns = useReportColumns<Question>(
    "course-questions",
    {
      question: (row) => <QuestionCell question={row} />,
      unit: (row) => row.unit || t`Test Unit`,
      type: (row) => nameQuestionType(row.type),
      answered: (row) => row.answered,
      correct: formatShare,
      tries: (row) => row.tries,
    },
    "question",
  );
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
      onExport={(format) => exportTable(table, format)}
      empty={{
        title: t`This course has no questions.`,
        noMatch: { title: t`No questions found. Try refining your search.` },
      }}
      error={
        !data && error
          ? { title: t`The questions could not be loaded.`, detail: getMessage(error), onRetry: () => void refetch() }
          : null
      }
    />
  );
}

/** A question with the number of people per option below it. */
function QuestionCell({ question }: { question: Question }) {
  return (
    <span className="block max-w-prose min-w-48">
      <MathText text={question.question} />
      {question.options.length > 0 && (
        <span className="mt-1 grid gap-0.5 text-small font-normal text-muted">
          {question.options.map((option) => (
            <span key={option.text} className="flex justify-between gap-4">
              <span className="min-w-0">
                <MathText text={nameAnswer(question.type, option.text)} />
              </span>
              <span className="tabular-nums">{option.people}</span>
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

/** Formats the correct answers as '2 (67%)'; a dash without an answer. */
function formatShare({ answered, correct }: Question): string {
  if (answered === 0) return "–";
  return `${correct} (${formatPercent((100 * correct) / answered)})`;
}

const local = {
  text: (row: Question) => `${row.question} ${row.unit}`,
  value: (row: Question, key: string) => {
    if (key === "answered" || key === "tries") return row[key];
    if (key === "correct") return row.answered === 0 ? -1 : row.correct / row.answered;
    return key === "type" ? row.type : row.unit;
  },
};
