import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { isEmpty, type Question } from "../questions/answer.ts";
import { FeedbackList } from "../questions/FeedbackList.tsx";
import { Grade } from "../questions/Grade.tsx";
import { QuestionForm } from "../questions/QuestionForm.tsx";
import type { AnswerSheet, Entry, Sheet } from "./answerSheet.ts";

type Props = { questions: Question[]; answers: Sheet; sheet: AnswerSheet };

/** Shows the questions of a unit, which must all be answered correctly before the learner continues. */
export function EmbeddedTests({ questions, answers, sheet }: Props) {
  const { t } = useLingui();
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="mb-5 text-large font-semibold">
        {t`Check your understanding`}
      </h2>
      <ol className="grid gap-5">
        {questions.map((question) => {
          const entry = answers.entries[question.id];
          return entry && <EmbeddedTest key={question.id} question={question} entry={entry} sheet={sheet} />;
        })}
      </ol>
    </section>
  );
}

function EmbeddedTest({ question, entry, sheet }: { question: Question; entry: Entry; sheet: AnswerSheet }) {
  const { t } = useLingui();
  const [isMissing, setMissing] = useState(false);
  const isGiven = entry.draft === entry.given;
  const problem = isMissing ? t`Please answer the question before moving forward.` : entry.problem;

  return (
    <li className="rounded-card border border-line bg-surface p-5 sm:p-6">
      <QuestionForm
        question={question}
        answer={entry.draft}
        onChange={(answer) => {
          setMissing(false);
          sheet.edit(question, answer);
        }}
      />
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          kind="quiet"
          disabled={isGiven || isEmpty(entry.draft)}
          onClick={() => setMissing(!sheet.give(question))}
        >
          {t`Submit`}
        </Button>
        <Grade isCorrect={isGiven ? entry.isCorrect : null} />
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
      </div>
      {isGiven && <FeedbackList type={question.type} feedback={entry.review?.feedback} />}
    </li>
  );
}
