import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { toPercentages } from "./attempt.ts";
import type { Advance } from "../player/useAdvance.ts";
import type { Feedback, Question } from "../questions/answer.ts";
import { FeedbackList } from "../questions/FeedbackList.tsx";
import { hideGaps } from "../questions/gaps.ts";
import { formatPercent } from "../../../ui/format.ts";
import { MathText } from "../../../ui/text/MathText.tsx";

const Pie = lazy(async () => ({ default: (await import("../../../ui/charts/Pie.tsx")).Pie }));

type Reviewed = { question: Question; feedback: Feedback[] | undefined };
type Props = {
  isCorrect: boolean[];
  reviewed: Reviewed[];
  advance: Advance;
  problem: string | null;
  onRetry: () => void;
};

/** Shows the result of a test: 'Next' when all answers are correct, otherwise 'Try again'. */
export function TestResult({ isCorrect, reviewed, advance, problem, onRetry }: Props) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { correct, incorrect } = toPercentages(isCorrect);
  const isPassed = isCorrect.every(Boolean);

  return (
    <div className="rounded-card border border-line bg-surface p-6 sm:p-8">
      <h2
        ref={heading}
        tabIndex={-1}
        className="font-display text-2xl leading-tight font-medium text-balance outline-none"
      >
        {isPassed ? t`Congratulations! You got all answers correct!` : t`You missed some questions. Try again.`}
      </h2>
      <div className="my-7 max-w-md">
        <Suspense fallback={<Skeleton className="size-44 rounded-full" />}>
          <Pie
            title={t`Result of the test`}
            valueLabel={t`Percent`}
            format={(percent) => formatPercent(percent)}
            slices={[
              { label: t`Correct`, value: correct, color: "var(--ok)" },
              { label: t`Incorrect`, value: incorrect, color: "var(--warn)" },
            ]}
          />
        </Suspense>
      </div>
      {reviewed.map(({ question, feedback }) =>
        feedback?.length ? (
          <div key={question.id} className="mb-7 max-w-2xl">
            <p className="font-medium whitespace-pre-line">
              <MathText text={hideGaps(question)} />
            </p>
            <FeedbackList type={question.type} feedback={feedback} />
          </div>
        ) : null,
      )}
      {isPassed ? (
        <Button size="large" busy={advance.isPending} onClick={advance.start}>
          {t`Next Unit`}
        </Button>
      ) : (
        <Button size="large" onClick={onRetry}>
          {t`Retry Test`}
        </Button>
      )}
      {problem && (
        <p role="alert" className="mt-4 text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
