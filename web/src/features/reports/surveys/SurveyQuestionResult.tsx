import { useLingui } from "@lingui/react/macro";
import type { SurveyResultsQuery } from "../../../gen/graphql.ts";
import { Card } from "../../../ui/Card.tsx";
import { LazyBarChart } from "../../../ui/charts/lazyCharts.tsx";
import { formatNumber, formatPercent } from "../../../ui/format.ts";
import { type SurveyPlace, SurveyTextList } from "./SurveyTextList.tsx";

type Question = SurveyResultsQuery["surveyResults"]["questions"][number];
type Props = { place: SurveyPlace; question: Question; number: number };

/** Shows how one question of a survey was answered. */
export function SurveyQuestionResult({ place, question, number }: Props) {
  const { t } = useLingui();
  const { answered, mean, options, kind, text } = question;
  const count = formatNumber(answered);
  const average = mean === null ? null : formatNumber(mean, { maximumFractionDigits: 2 });
  const title = `${number}. ${text}`;
  return (
    <Card>
      <h2 className="font-medium wrap-anywhere">{title}</h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        {t`Answers: ${count}`}
        {average !== null && <> · {t`Mean: ${average}`}</>}
        {question.is_multiple && <> · {t`Several answers were possible.`}</>}
      </p>
      {answered === 0 ? (
        <p className="text-sm text-muted">{t`Nobody has answered this question.`}</p>
      ) : kind === "text" ? (
        // Other people or another survey: from the first page, which the former one may not have reached.
        <SurveyTextList key={JSON.stringify(place)} place={place} question={question.key} label={title} />
      ) : (
        <LazyBarChart
          title={title}
          valueLabel={t`Answers`}
          max={answered}
          bars={options.map((option) => ({ label: option.label, value: option.count }))}
          format={(value) => `${formatNumber(value)} (${formatPercent((100 * value) / answered)})`}
        />
      )}
    </Card>
  );
}
