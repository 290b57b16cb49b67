import { Plural, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../../../ui/Button.tsx";
import { Confirm } from "../../../../../ui/Confirm.tsx";
import type { AnswerSheet, Sheet } from "../../answerSheet.ts";
import { isEmpty, type Question } from "../../../questions/answer.ts";
import { AttemptQuestion } from "./AttemptQuestion.tsx";
import type { Test, TestUnit } from "./attempt.ts";
import { TimeLeft } from "./TimeLeft.tsx";
import { useAutosave } from "./useAutosave.ts";

type Props = {
  unit: TestUnit;
  open: NonNullable<Test["open"]>;
  readAt: number;
  answers: Sheet;
  sheet: AnswerSheet;
  submission: { send: () => void; isPending: boolean; problem: string | null };
  onTimeUp: () => Promise<void>;
};

/** Shows the questions of an open attempt, page by page, with the time that is left. */
export function AttemptPages({ unit, open, readAt, answers, sheet, submission, onTimeUp }: Props) {
  const { t } = useLingui();
  const size = unit.questions_per_page ?? 1;
  const questions = unit.tests;
  // An essay is marked after the attempt, and may be changed until then.
  const isReviewed = ({ type }: Question) => unit.review === "after_answer" && type !== "Essay";
  const entries = questions.map(({ id }) => answers.entries[id]);
  const isAnswered = (at: number) => {
    const entry = entries[at];
    if (!entry) return false;
    if (isReviewed(questions[at]!)) return entry.given !== null;
    return entry.isTouched && !isEmpty(entry.given ?? entry.draft);
  };
  const firstOpen = questions.findIndex((_, at) => !isAnswered(at));
  const [page, setPage] = useState(() => Math.floor(Math.max(0, firstOpen) / size));
  const [isAsking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const autosave = useAutosave(sheet);
  const pages = Math.max(1, Math.ceil(questions.length / size));
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else heading.current?.focus();
  }, [page]);

  const answered = questions.filter((_, at) => isAnswered(at)).length;
  const total = questions.length;
  const left = total - answered;
  const go = (to: number) => {
    autosave.flush();
    setPage(to);
  };
  const send = () => {
    setAsking(false);
    autosave.flush();
    submission.send();
  };
  const shown = questions.slice(page * size, (page + 1) * size);
  const number = page + 1;
  const attempt = open.number;

  return (
    <section aria-label={t`Attempt ${attempt}`} className="rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-3 sm:px-6">
        <h2 ref={heading} tabIndex={-1} className="text-sm font-medium tabular-nums outline-none">
          {pages > 1 ? t`Page ${number} of ${pages}` : t`Attempt ${attempt}`}
        </h2>
        <p className="text-sm text-muted tabular-nums">{t`${answered} of ${total} answered`}</p>
        {open.seconds_left != null && (
          <TimeLeft
            seconds={open.seconds_left}
            readAt={readAt}
            onNearlyUp={autosave.flush}
            onUp={() => void onTimeUp()}
          />
        )}
      </div>
      {open.carried > 0 && (
        <p className="border-b border-line px-5 py-3 text-sm text-muted sm:px-6">
          <Plural
            value={open.carried}
            one="# answer of your last attempt was right and counts again."
            other="# answers of your last attempt were right and count again."
          />
        </p>
      )}
      <ol start={page * size + 1} className="divide-y divide-line">
        {shown.map((question, at) => {
          const entry = answers.entries[question.id];
          if (!entry) return null;
          return (
            <AttemptQuestion
              key={question.id}
              question={question}
              entry={entry}
              place={page * size + at + 1}
              total={total}
              isReviewed={isReviewed(question)}
              onChange={(answer) =>
                isReviewed(question) ? sheet.edit(question, answer) : autosave.change(question, answer)
              }
              onGive={() => sheet.give(question)}
            />
          );
        })}
      </ol>
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-4 sm:px-6">
        {pages > 1 && (
          <>
            <Button kind="quiet" disabled={page === 0} onClick={() => go(page - 1)}>
              {t`Previous`}
            </Button>
            <Button kind="quiet" disabled={page === pages - 1} onClick={() => go(page + 1)}>
              {t`Next`}
            </Button>
          </>
        )}
        <Button
          className="ml-auto"
          kind={left === 0 || page === pages - 1 ? "primary" : "quiet"}
          busy={submission.isPending}
          onClick={() => (left > 0 ? setAsking(true) : send())}
        >
          {t`Submit test`}
        </Button>
      </div>
      {submission.problem && (
        <p role="alert" className="px-5 pb-4 text-sm text-danger sm:px-6">
          {submission.problem}
        </p>
      )}
      <Confirm
        open={isAsking}
        kind="primary"
        onClose={() => setAsking(false)}
        onConfirm={send}
        title={t`Submit the test?`}
        confirm={t`Submit test`}
        cancel={t`Continue answering`}
      >
        <Plural
          value={left}
          one="# question has no answer. It counts as wrong."
          other="# questions have no answer. They count as wrong."
        />
      </Confirm>
    </section>
  );
}
