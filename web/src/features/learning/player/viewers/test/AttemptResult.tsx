import { Plural, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleX, Clock } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "../../../../../ui/Button.tsx";
import { formatDateTime, formatPercent } from "../../../../../ui/format.ts";
import type { Advance } from "../../useAdvance.ts";
import { AttemptHistory } from "./AttemptHistory.tsx";
import { AttemptReview } from "./AttemptReview.tsx";
import { type Attempt, formatScore, type Test, type TestUnit } from "./attempt.ts";
import { useSecondsLeft } from "./useSecondsLeft.ts";

type Props = {
  unit: TestUnit;
  test: Test;
  attempts: Attempt[];
  readAt: number;
  begin: { start: () => void; isPending: boolean };
  advance: Advance;
  problem: string | null;
};

/** Shows the result of the last attempt, what to do next, and the attempts before. */
export function AttemptResult({ unit, test, attempts, readAt, begin, advance, problem }: Props) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const wait = useSecondsLeft(test.seconds_to_wait, readAt) ?? 0;
  const last = attempts.find(({ submitted_at }) => submitted_at != null);
  if (!last) return null;
  const score = formatScore(last.score ?? 0);
  const mark = formatPercent(last.pass_mark);
  const mayRetry = !last.is_waiting && test.attempts_left !== 0 && wait === 0;
  const again = formatDateTime(new Date(readAt + test.seconds_to_wait * 1000));
  const Icon = last.is_waiting ? Clock : last.is_passed ? CircleCheck : CircleX;
  const tone = last.is_waiting ? "text-muted" : last.is_passed ? "text-ok" : "text-warn";

  return (
    <div className="grid gap-6">
      <section aria-label={t`Result of the test`} className="rounded-card border border-line bg-surface p-6 sm:p-8">
        <div className="flex items-start gap-3">
          <Icon size={28} aria-hidden className={`mt-0.5 shrink-0 ${tone}`} />
          <h2
            ref={heading}
            tabIndex={-1}
            className="font-display text-2xl leading-tight font-medium text-balance outline-none"
          >
            {last.is_waiting
              ? t`Your test waits to be marked.`
              : last.is_passed
                ? t`You passed with ${score}.`
                : t`You did not pass: ${score}.`}
          </h2>
        </div>
        <ul className="mt-4 grid gap-1 text-muted">
          {last.is_waiting && (
            <li>{t`A person marks what you wrote. You will be notified of the result. Until then the test is neither passed nor failed.`}</li>
          )}
          <li>{t`You pass with ${mark}.`}</li>
          {last.is_timed_out && <li>{t`The time was up, and what you had answered was submitted.`}</li>}
          {!last.is_passed && !last.is_waiting && test.is_passed && (
            <li>{t`You passed this test before, and that stays.`}</li>
          )}
          {test.attempts_left != null && (
            <li>
              {test.attempts_left === 0 ? (
                t`You have no attempts left.`
              ) : (
                <Plural value={test.attempts_left} one="You have # attempt left." other="You have # attempts left." />
              )}
            </li>
          )}
          {!last.is_waiting && test.attempts_left !== 0 && wait > 0 && <li>{t`You can try again from ${again}.`}</li>}
          {!last.is_waiting && test.attempts_left === 0 && !test.is_passed && (
            <li>{t`Ask your instructor if you need another attempt.`}</li>
          )}
        </ul>
        <div className="mt-7 flex flex-wrap gap-3 empty:hidden">
          {test.is_passed && (
            <Button size="large" busy={advance.isPending} onClick={advance.start}>
              {t`Next Unit`}
            </Button>
          )}
          {mayRetry && (
            <Button
              size="large"
              kind={test.is_passed ? "quiet" : "primary"}
              busy={begin.isPending}
              onClick={begin.start}
            >
              {unit.retry === "wrong" && last.score !== 100 ? t`Retry the wrong questions` : t`Try again`}
            </Button>
          )}
        </div>
        {problem && (
          <p role="alert" className="mt-4 text-sm text-danger">
            {problem}
          </p>
        )}
      </section>
      {last.review && <AttemptReview title={t`Your answers`} questions={last.review} />}
      {attempts.length > 1 && <AttemptHistory attempts={attempts} lastId={last.id} />}
    </div>
  );
}
