import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { courseQuery } from "../player/courseQuery.ts";
import type { Sheet } from "../player/answerSheet.ts";
import type { PlayerSession } from "../player/session.ts";
import type { Unit } from "../player/units.ts";
import { advanceAttempt, startAttempt } from "./attempt.ts";
import { StartTestAttempt } from "./attempt.documents.ts";
import { TestIntro } from "./TestIntro.tsx";
import { TestQuestion } from "./TestQuestion.tsx";
import { TestResult } from "./TestResult.tsx";
import type { Advance } from "../player/useAdvance.ts";

type Props = { courseId: number; unit: Unit; answers: Sheet; session: PlayerSession; advance: Advance };

/** Shows a test unit: its introduction, its questions one by one, and the result. */
export function TestUnit({ courseId, unit, answers, session, advance }: Props) {
  const { sheet } = session;
  const questions = unit.tests;
  const entries = questions.flatMap(({ id }) => answers.entries[id] ?? []);
  const [attempt, setAttempt] = useState(() => startAttempt(entries.map(({ given }) => given !== null)));
  const [isFinishing, setFinishing] = useState(false);
  const go = (event: Parameters<typeof advanceAttempt>[1]) =>
    setAttempt((now) => advanceAttempt(now, event, questions.length));

  const client = useQueryClient();
  /** Draws new questions for another attempt and remounts the player with them. */
  const redraw = useMutation({
    mutationFn: () => execute(StartTestAttempt, { course_id: courseId, unit_id: unit.id }),
    onSuccess: () => client.resetQueries({ queryKey: courseQuery(courseId).queryKey }),
  });

  // The result waits for the server's grades, also after a network failure.
  const isGraded = entries.every(({ given, isCorrect }) => given === null || isCorrect !== null);
  useEffect(() => {
    if (!isFinishing || !isGraded) return;
    setFinishing(false);
    setAttempt((now) => advanceAttempt(now, "graded", questions.length));
  }, [isFinishing, isGraded, questions.length]);

  switch (attempt.stage) {
    case "intro":
      return <TestIntro count={questions.length} onStart={() => go("start")} advance={advance} />;
    case "questions": {
      const question = questions[attempt.at];
      const entry = entries[attempt.at];
      if (!question || !entry) return null;
      return (
        <TestQuestion
          key={question.id}
          question={question}
          entry={entry}
          at={attempt.at}
          total={questions.length}
          isFinishing={isFinishing}
          advance={unit.is_complete ? advance : null}
          onEdit={(answer) => sheet.edit(question, answer)}
          onSubmit={() => {
            const isWhole = sheet.give(question);
            if (isWhole && attempt.at === questions.length - 1) setFinishing(true);
            return isWhole;
          }}
          onPrevious={() => go("previous")}
          onNext={() => go("next")}
        />
      );
    }
    case "result":
      return (
        <TestResult
          isCorrect={entries.map((entry) => entry.isCorrect === true)}
          reviewed={questions.map((question) => ({
            question,
            feedback: answers.entries[question.id]?.review?.feedback,
          }))}
          advance={advance}
          problem={redraw.error ? getMessage(redraw.error) : null}
          onRetry={() => {
            if (session.mode === "player" && "draws" in unit && unit.draws.length > 0) return redraw.mutate();
            sheet.takeBack(questions);
            go("retry");
          }}
        />
      );
  }
}
