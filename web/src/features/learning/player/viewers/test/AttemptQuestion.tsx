import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../../../ui/Button.tsx";
import { formatList } from "../../../../../ui/format.ts";
import { isEmpty, type Answer, type Question } from "../../../questions/answer.ts";
import { FeedbackList } from "../../../questions/FeedbackList.tsx";
import { Grade } from "../../../questions/Grade.tsx";
import { QuestionForm } from "../../../questions/QuestionForm.tsx";
import type { Entry } from "../../answerSheet.ts";
import { MathText } from "../../../../../ui/text/MathText.tsx";

type Props = {
  question: Question;
  entry: Entry;
  place: number;
  total: number;
  /** Each answer is submitted, graded at once, and then stays. */
  isReviewed: boolean;
  onChange: (answer: Answer) => void;
  /** Returns false when the answer is incomplete. */
  onGive: () => boolean;
};

/** Shows one question of an attempt; with its grade where the test reviews each answer. */
export function AttemptQuestion({ question, entry, place, total, isReviewed, onChange, onGive }: Props) {
  const { t } = useLingui();
  const [isMissing, setMissing] = useState(false);
  const isGiven = isReviewed && entry.given !== null;
  const problem = isMissing ? t`Please answer the question before moving forward.` : entry.problem;
  const right = entry.review?.rightAnswers && formatList(entry.review.rightAnswers);
  return (
    <li className="p-5 sm:p-6">
      <p className="mb-2 text-small text-muted tabular-nums">
        {t`Question ${place} of ${total}`}
        {question.points > 1 && ` · ${plural(question.points, { one: "# point", other: "# points" })}`}
      </p>
      <fieldset disabled={isGiven}>
        <QuestionForm
          question={question}
          answer={entry.draft}
          onChange={(answer) => {
            if (isGiven) return;
            setMissing(false);
            onChange(answer);
          }}
        />
      </fieldset>
      {!isReviewed && question.type === "Ordering" && !entry.isTouched && (
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button kind="quiet" onClick={() => onChange(entry.draft)}>
            {t`Keep this order`}
          </Button>
          <p className="text-small text-muted">{t`Not answered yet`}</p>
        </div>
      )}
      {isReviewed && (
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
          {!isGiven && (
            <Button kind="quiet" disabled={isEmpty(entry.draft)} onClick={() => setMissing(!onGive())}>
              {t`Submit`}
            </Button>
          )}
          <Grade isCorrect={isGiven ? entry.isCorrect : null} />
          {right && entry.isCorrect === false && (
            <p className="min-w-0 text-sm">
              <MathText text={t`Right answer: ${right}`} />
            </p>
          )}
        </div>
      )}
      {isGiven && <FeedbackList type={question.type} feedback={entry.review?.feedback} />}
      {problem && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {problem}
        </p>
      )}
    </li>
  );
}
