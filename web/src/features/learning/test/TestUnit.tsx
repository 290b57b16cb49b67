import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { messageOf } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { courseQuery } from "../player/courseQuery.ts";
import type { AnswerSheet, Sheet } from "../player/answerSheet.ts";
import type { Unit } from "../player/units.ts";
import { after, beginning } from "./attempt.ts";
import { StartTestAttempt } from "./attempt.documents.ts";
import { TestIntro } from "./TestIntro.tsx";
import { TestQuestion } from "./TestQuestion.tsx";
import { TestResult } from "./TestResult.tsx";
import type { Advance } from "../player/useAdvance.ts";

type Props = { courseId: number; unit: Unit; answers: Sheet; sheet: AnswerSheet; advance: Advance };

/** A test unit: its introduction, its questions one by one, and the result. */
export function TestUnit({ courseId, unit, answers, sheet, advance }: Props) {
  const questions = unit.tests;
  const entries = questions.flatMap(({ id }) => answers.entries[id] ?? []);
  const [attempt, setAttempt] = useState(() => beginning(entries.map(({ given }) => given !== null)));
  const [isFinishing, setFinishing] = useState(false);
  const go = (event: Parameters<typeof after>[1]) => setAttempt((now) => after(now, event, questions.length));

  const client = useQueryClient();
  /** Another attempt at drawn questions asks others: the player begins anew with them. */
  const redraw = useMutation({
    mutationFn: () => execute(StartTestAttempt, { course_id: courseId, unit_id: unit.id }),
    onSuccess: () => client.resetQueries({ queryKey: courseQuery(courseId).queryKey }),
  });

  // The result waits for the server's grades, also when the line was down for a while.
  const isGraded = entries.every(({ given, isCorrect }) => given === null || isCorrect !== null);
  useEffect(() => {
    if (!isFinishing || !isGraded) return;
    setFinishing(false);
    setAttempt((now) => after(now, "graded", questions.length));
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
          advance={advance}
          problem={redraw.error ? messageOf(redraw.error) : null}
          onRetry={() => {
            if ("draws" in unit && unit.draws.length > 0) return redraw.mutate();
            sheet.takeBack(questions);
            go("retry");
          }}
        />
      );
  }
}
