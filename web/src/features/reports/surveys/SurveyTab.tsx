import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { useExport } from "../../../app/useExport.ts";
import type { SurveyResultsQuery } from "../../../gen/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Empty } from "../../../ui/Empty.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { Select } from "../../../ui/Select.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { ExportButtons } from "../../../ui/table/ExportButtons.tsx";
import { type ReportSearch, useReportFilters } from "../reportSearch.ts";
import { SurveyQuestionResult } from "./SurveyQuestionResult.tsx";
import { SurveyResults } from "./surveys.documents.ts";

type Results = SurveyResultsQuery["surveyResults"];

/** Renders the Surveys tab: what people answered in a survey of the course. */
export function SurveyTab({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const { unit }: ReportSearch = useSearch({ strict: false });
  const { people, change } = useReportFilters();
  const exportTable = useExport();
  const { data, error, refetch } = useQuery({
    queryKey: ["surveyResults", courseId, unit, people],
    queryFn: async () =>
      (await execute(SurveyResults, { course_id: courseId, unit_id: unit ?? null, ...people })).surveyResults,
    placeholderData: keepPreviousData,
  });
  if (!data && error)
    return (
      <ErrorState
        title={t`The results could not be loaded.`}
        detail={getMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton className="h-96 w-full" />;
  const unitId = data.unit_id;
  if (unitId === null) return <Empty title={t`This course has no surveys.`} />;
  const hasResults = data.withheld === null && data.shown > 0;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4 print:hidden">
        {data.surveys.length > 1 && (
          <Select
            label={t`Survey`}
            className="w-full max-w-md"
            value={String(unitId)}
            onChange={({ target }) => change({ unit: Number(target.value) })}
            options={data.surveys.map(({ id, title }) => ({ value: String(id), label: title }))}
          />
        )}
        {hasResults && (
          <div className="ml-auto">
            <ExportButtons
              onExport={(format) =>
                exportTable({ kind: "survey", course_id: courseId, unit_id: unitId, ...people }, format)
              }
            />
          </div>
        )}
      </div>
      <Summary results={data} />
      {hasResults ? (
        <ol className="grid gap-5">
          {data.questions.map((question, index) => (
            <li key={question.key}>
              <SurveyQuestionResult
                place={{ course_id: courseId, unit_id: unitId, ...people }}
                question={question}
                number={index + 1}
              />
            </li>
          ))}
        </ol>
      ) : (
        <Withheld results={data} />
      )}
    </>
  );
}

/** Says whose answers are shown. */
function Summary({ results: { is_anonymous, answered, shown, least_answers } }: { results: Results }) {
  const { t } = useLingui();
  if (answered === null) return null;
  const [all, some, least] = [formatNumber(answered), formatNumber(shown), formatNumber(least_answers)];
  return (
    <p className="mb-5 max-w-prose text-sm text-muted">
      {t`Answered by: ${all}.`}{" "}
      {is_anonymous &&
        t`This survey is anonymous: answers appear ${least} at a time, so that nobody can tell who gave the latest one. Shown now: ${some}.`}
    </p>
  );
}

/** Says why there are no results. */
function Withheld({ results: { withheld, least_answers } }: { results: Results }) {
  const { t } = useLingui();
  const { isFiltered, clear } = useReportFilters();
  const least = formatNumber(least_answers);
  if (withheld === "few")
    return (
      <Empty
        title={t`Not enough answers yet`}
      >{t`Results of an anonymous survey are shown from ${least} answers on.`}</Empty>
    );
  if (withheld === "branch")
    return (
      <Empty title={t`These results are not shown here`}>
        {t`This survey is anonymous and people outside your branches have answered it. Only people who may see all of them can read the results.`}
      </Empty>
    );
  if (withheld === "filtered")
    return (
      <Empty
        title={t`These results cannot be filtered`}
        action={
          <Button kind="quiet" onClick={() => clear()}>
            {t`Clear filters`}
          </Button>
        }
      >
        {t`This survey is anonymous. Filters could show what a few people answered.`}
      </Empty>
    );
  return isFiltered ? (
    <Empty title={t`No answers found`}>{t`Try adjusting your search or the filters.`}</Empty>
  ) : (
    <Empty title={t`Nobody has answered this survey yet.`} />
  );
}
