import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import type { Entry } from "../player/answerSheet.ts";
import type { Advance } from "../player/useAdvance.ts";
import { isEmpty, type Answer, type Question } from "../questions/answer.ts";
import { QuestionForm } from "../questions/QuestionForm.tsx";
import { listEnabled } from "./attempt.ts";

type Props = {
  question: Question;
  entry: Entry;
  at: number;
  total: number;
  /** The last answer was submitted and is being graded. */
  isFinishing: boolean;
  /** The button 'Next', once the unit is complete. */
  advance: Advance | null;
  onEdit: (answer: Answer) => void;
  /** Submits the answer. Returns false when it is incomplete. */
  onSubmit: () => boolean;
  onPrevious: () => void;
  onNext: () => void;
};

/** Shows one question of a test, with buttons for the previous and next one. */
export function TestQuestion(props: Props) {
  const { question, entry, at, total, isFinishing, advance, onEdit, onSubmit, onPrevious, onNext } = props;
  const { t } = useLingui();
  const [isMissing, setMissing] = useState(false);
  const card = useFocusOnArrival();
  const may = listEnabled(at, total, { isEmpty: isEmpty(entry.draft), isAnswered: entry.given !== null });
  const problem = isMissing ? t`Please answer the question before moving forward.` : entry.problem;
  const place = `${at + 1} / ${total}`;

  return (
    <div className="rounded-card border border-line bg-surface">
      <div className="flex items-center justify-between gap-3 border-b border-line px-5 py-3 sm:px-6">
        <Button kind="quiet" disabled={!may.previous} onClick={onPrevious}>
          {t`Previous`}
        </Button>
        <p className="text-sm text-muted tabular-nums" aria-label={t`Question ${at + 1} of ${total}`} role="group">
          {place}
        </p>
        <Button kind="quiet" disabled={!may.next} onClick={onNext}>
          {t`Next`}
        </Button>
      </div>
      <div
        ref={card}
        tabIndex={-1}
        aria-label={t`Question ${at + 1} of ${total}`}
        role="group"
        className="p-5 outline-none sm:p-6"
      >
        <QuestionForm
          question={question}
          answer={entry.draft}
          onChange={(answer) => {
            setMissing(false);
            onEdit(answer);
          }}
        />
        {problem && (
          <p role="alert" className="mt-5 text-sm text-danger">
            {problem}
          </p>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <Button disabled={!may.submit} busy={isFinishing} onClick={() => setMissing(!onSubmit())}>
            {isFinishing ? t`Submitting...` : t`Submit`}
          </Button>
          {advance && (
            <Button kind="quiet" busy={advance.isPending} onClick={advance.start}>
              {t`Next Unit`}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Moves the focus to each new question, because the button that was pressed may be disabled there. */
function useFocusOnArrival() {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.focus({ preventScroll: true }), []);
  return card;
}
