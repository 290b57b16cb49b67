import { Plural, useLingui } from "@lingui/react/macro";
import { Button } from "../../../../../ui/Button.tsx";
import { TestArt } from "../../../test/TestArt.tsx";
import { formatNumber, formatPercent } from "../../../../../ui/format.ts";
import type { Test, TestUnit } from "./attempt.ts";

type Props = {
  unit: TestUnit;
  test: Test;
  begin: { start: () => void; isPending: boolean };
  problem: string | null;
};

/** Introduces a test that is taken in attempts: how much it asks, how long it takes, and what passes. */
export function AttemptIntro({ unit, test, begin, problem }: Props) {
  const { t } = useLingui();
  const mark = formatPercent(unit.pass_mark ?? 100);
  return (
    <div className="rounded-card border border-line bg-surface p-6 sm:p-8">
      <TestArt />
      <p className="mt-6 font-display text-title leading-snug">{t`This test will help you assess your knowledge.`}</p>
      <ul className="mt-4 grid list-disc gap-1.5 pl-5 text-muted">
        <li>
          <Plural value={test.questions} one="# question" other="# questions" />
        </li>
        <li>{t`You pass with ${mark}.`}</li>
        <li>
          {unit.time_limit ? (
            <TimeLimit seconds={unit.time_limit} />
          ) : (
            t`There is no time limit. You can leave and continue later.`
          )}
        </li>
        <li>
          {test.attempts_left == null ? (
            t`You can try as often as you like.`
          ) : (
            <Plural value={test.attempts_left} one="You have # attempt." other="You have # attempts." />
          )}
        </li>
        {unit.review === "after_answer" && (
          <li>{t`You see after each answer whether it is right. It cannot be changed then.`}</li>
        )}
      </ul>
      <Button
        size="large"
        className="mt-7"
        busy={begin.isPending}
        disabled={test.attempts_left === 0}
        onClick={begin.start}
      >
        {t`Start Test`}
      </Button>
      {problem && (
        <p role="alert" className="mt-4 text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

function TimeLimit({ seconds }: { seconds: number }) {
  const { t } = useLingui();
  const minutes = formatNumber(seconds / 60, { maximumFractionDigits: 1 });
  return t`Time limit: ${minutes} min. It runs from the start, also while you are away. What you have answered by then is submitted.`;
}
