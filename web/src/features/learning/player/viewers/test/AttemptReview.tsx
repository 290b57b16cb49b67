import { useLingui } from "@lingui/react/macro";
import { nameAnswer } from "../../../../../app/termNames.ts";
import { formatNumber } from "../../../../../ui/format.ts";
import { StatusDot } from "../../../../../ui/StatusDot.tsx";
import { FeedbackList } from "../../../questions/FeedbackList.tsx";
import type { Attempt } from "./attempt.ts";

type Question = NonNullable<Attempt["review"]>[number];

/** Lists the questions of an attempt with the answers, which of them were right, and the right ones where they are shown. */
export function AttemptReview({ title, questions }: { title: string; questions: Question[] }) {
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface p-6 sm:p-8">
      <h2 className="text-large font-semibold">{title}</h2>
      <ReviewList questions={questions} />
    </section>
  );
}

export function ReviewList({ questions }: { questions: Question[] }) {
  const { t } = useLingui();
  const read = (type: string, lines: string[]) => lines.map((line) => nameAnswer(type, line)).join(", ");
  return (
    <ol className="mt-4 grid list-decimal gap-5 pl-6">
      {questions.map(({ id, type, question, answer, is_correct, credit, points, right_answers, feedback }) => (
        <li key={id} className="pl-1">
          <p className="font-medium break-words whitespace-pre-line">{question}</p>
          <p className="mt-1 text-sm break-words">
            <span className="text-muted">{t`Your answer:`}</span> {answer.length > 0 ? read(type, answer) : t`None`}
          </p>
          {right_answers && !is_correct && (
            <p className="text-sm break-words">
              <span className="text-muted">{t`Right answer:`}</span> {read(type, right_answers)}
            </p>
          )}
          <p className="mt-1 text-sm">
            <StatusDot tone={is_correct ? "ok" : "warn"} label={is_correct ? t`Correct` : t`Incorrect`} />
            {credit != null && (points > 1 || (credit > 0 && !is_correct)) && (
              <span className="ml-3 text-muted tabular-nums">
                {t`${formatPoints(credit * points)} of ${formatPoints(points)} points`}
              </span>
            )}
          </p>
          <FeedbackList type={type} feedback={feedback} />
        </li>
      ))}
    </ol>
  );
}

const formatPoints = (points: number) => formatNumber(points, { maximumFractionDigits: 2 });
