import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { hoursMinutesSeconds } from "../../../app/duration.ts";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { nameQuestionType } from "../../../app/termNames.ts";
import { sortArgument, useUrlTable } from "../../../app/urlTable.ts";
import { type ExportRequest, useExport } from "../../../app/useExport.ts";
import type { ItemAnalysisQuery } from "../../../gen/graphql.ts";
import { Empty } from "../../../ui/Empty.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatDateTime, formatNumber, formatPercent } from "../../../ui/format.ts";
import { Select } from "../../../ui/Select.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Stats } from "../../../ui/Stats.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { useLocalPage } from "../../../ui/table/tableQuery.ts";
import { Explanation } from "../Explanation.tsx";
import { type ReportSearch, useReportFilters } from "../reportSearch.ts";
import { useReportColumns } from "../useReportDefinitions.tsx";
import { ItemQuestion } from "./ItemQuestion.tsx";
import { ItemAnalysis } from "./items.documents.ts";

type Analysis = ItemAnalysisQuery["itemAnalysis"];
type Item = Analysis["items"][number];

/** Renders the Item analysis tab: how well the questions of a test tell learners apart, and which are weak. */
export function ItemAnalysisTab({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const { unit }: ReportSearch = useSearch({ strict: false });
  const { people, change } = useReportFilters();
  const { data, error, refetch } = useQuery({
    queryKey: ["itemAnalysis", courseId, unit, people],
    queryFn: async () =>
      (await execute(ItemAnalysis, { course_id: courseId, unit_id: unit ?? null, ...people })).itemAnalysis,
    placeholderData: keepPreviousData,
    // A job works on it.
    refetchInterval: ({ state }) => (state.data?.is_pending ? 5_000 : false),
  });
  if (!data && error)
    return (
      <ErrorState
        title={t`The item analysis could not be loaded.`}
        detail={getMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton className="h-96 w-full" />;
  if (data.unit_id === null) return <Empty title={t`This course has no tests.`} />;
  return (
    <>
      {data.tests.length > 1 && (
        <Select
          label={t`Test`}
          className="mb-5 max-w-md print:hidden"
          value={String(data.unit_id)}
          onChange={({ target }) => change({ unit: Number(target.value) })}
          options={data.tests.map(({ id, title }) => ({ value: String(id), label: title || t`Test Unit` }))}
        />
      )}
      <Freshness analysis={data} />
      <TestFigures analysis={data} />
      <Thresholds analysis={data} />
      <Items courseId={courseId} analysis={data} />
    </>
  );
}

/** Says from when the figures of many attempts are. */
function Freshness({ analysis: { is_pending, computed_at } }: { analysis: Analysis }) {
  const { t } = useLingui();
  if (!is_pending && computed_at === null) return null;
  const time = computed_at && formatDateTime(computed_at);
  return (
    <p role="status" className="mb-4 max-w-prose text-small text-muted">
      {time && t`The figures are of ${time}.`}{" "}
      {is_pending && t`This test has many attempts: new figures are being worked out and will appear here.`}
    </p>
  );
}

function TestFigures({ analysis }: { analysis: Analysis }) {
  const { t } = useLingui();
  const { attempts, mean_score, mean_seconds, alpha, alpha_attempts } = analysis;
  const none = "–";
  const counted = formatNumber(alpha_attempts);
  return (
    <Stats
      className="mb-5"
      entries={[
        {
          label: t`Attempts`,
          value: formatNumber(attempts),
          hint: (
            <Explanation
              name={t`Attempts`}
              text={
                analysis.is_in_attempts
                  ? t`The first attempt that each learner has submitted. Later attempts would show what the earlier ones taught.`
                  : t`The first answers of each learner, because this test is answered question by question.`
              }
            />
          ),
        },
        { label: t`Mean score`, value: mean_score === null ? none : formatPercent(100 * mean_score, 1) },
        { label: t`Mean time`, value: mean_seconds === null ? none : hoursMinutesSeconds(mean_seconds) },
        {
          label: t`Cronbach’s alpha`,
          value: alpha === null ? none : formatNumber(alpha, { maximumFractionDigits: 2 }),
          note: t`from ${counted} attempts`,
          hint: (
            <Explanation
              name={t`Cronbach’s alpha`}
              text={t`How well the questions measure the same thing, at most 1; from 0.7 on, scores are dependable. Counts only attempts that asked all questions as they are now.`}
            />
          ),
        },
      ]}
    />
  );
}

/** States from where on a question is marked. */
function Thresholds({ analysis: { thresholds, group_size } }: { analysis: Analysis }) {
  const { t } = useLingui();
  const [hard, easy] = [formatPercent(100 * thresholds.too_hard), formatPercent(100 * thresholds.too_easy)];
  const low = formatNumber(thresholds.discriminates);
  const least = formatNumber(thresholds.least_answers);
  const size = formatNumber(group_size);
  return (
    <p className="mb-5 max-w-prose text-small text-muted">
      {t`From ${least} answers on, a question is marked as weak when its facility is below ${hard} or above ${easy}, when its discrimination is below ${low}, or when nobody chooses a wrong option or the upper group prefers one.`}{" "}
      {t`The upper and the lower group are the 27% of attempts with the highest and the lowest scores: ${size} each.`}
    </p>
  );
}

function Items({ courseId, analysis }: { courseId: number; analysis: Analysis }) {
  const { t } = useLingui();
  const [query, setQuery] = useUrlTable();
  const { people } = useReportFilters();
  const exportTable = useExport();
  const page = useLocalPage(analysis.items, query, local);
  const all = useReportColumns<Item>(
    "item-analysis",
    {
      question: (row) => <ItemQuestion item={row} />,
      version: (row) => row.version,
      type: (row) => nameQuestionType(row.type),
      askedInAttempts: (row) => row.answered,
      facility: (row) => (row.facility === null ? "–" : formatNumber(100 * row.facility, { maximumFractionDigits: 1 })),
      discrimination: (row) =>
        row.discrimination === null ? "–" : formatNumber(row.discrimination, { maximumFractionDigits: 2 }),
      meanTime: (row) => (row.seconds === null ? "–" : hoursMinutesSeconds(row.seconds)),
    },
    "question",
  );
  const columns = all.filter(({ key }) => !WITH_QUESTION.has(key));
  const table: ExportRequest = {
    kind: "item-analysis",
    course_id: courseId,
    unit_id: analysis.unit_id,
    ...people,
    search: query.search,
    sort: sortArgument(query),
  };
  return (
    <DataTable
      label={t`Item analysis`}
      columns={columns}
      rows={page.rows}
      total={page.total}
      rowKey={(row) => `${row.question_id}-${row.version}`}
      query={query}
      onQueryChange={setQuery}
      searchLabel={t`Search questions...`}
      onExport={(format) => exportTable(table, format)}
      empty={{
        title: t`This test has no questions.`,
        noMatch: { title: t`No questions found. Try refining your search.` },
      }}
    />
  );
}

/** Columns of exports that the screen shows with the question. */
const WITH_QUESTION: ReadonlySet<string> = new Set(["optionsOfGroups", "marks"]);

const local = {
  text: (row: Item) => row.question,
  value: (row: Item, key: string) => {
    if (key === "answered") return row.answered;
    if (key === "facility") return row.facility ?? -1;
    if (key === "discrimination") return row.discrimination ?? -2;
    return key === "seconds" ? (row.seconds ?? -1) : row.type;
  },
};
