/** The stage of a test unit. The answers are stored elsewhere, because they outlive it. */
export type Attempt = { stage: "intro" } | { stage: "questions"; at: number } | { stage: "result" };

/** `graded`: the server has graded this question and all questions before it. */
type Event = "start" | "previous" | "next" | "graded" | "retry";

/** Returns the first stage: the first unanswered question of a test with answers, otherwise the introduction. */
export function startAttempt(isAnswered: boolean[]): Attempt {
  if (!isAnswered.includes(true)) return { stage: "intro" };
  return { stage: "questions", at: Math.max(0, isAnswered.indexOf(false)) };
}

/** Returns the stage after an event; an event that does not fit the stage changes nothing. */
export function advanceAttempt(attempt: Attempt, event: Event, total: number): Attempt {
  switch (event) {
    case "start":
      return attempt.stage === "intro" && total > 0 ? { stage: "questions", at: 0 } : attempt;
    case "retry":
      return attempt.stage === "result" ? { stage: "questions", at: 0 } : attempt;
    case "previous":
      return attempt.stage === "questions" && attempt.at > 0 ? { ...attempt, at: attempt.at - 1 } : attempt;
    case "next":
      return attempt.stage === "questions" && attempt.at < total - 1 ? { ...attempt, at: attempt.at + 1 } : attempt;
    case "graded":
      return attempt.stage === "questions" && attempt.at === total - 1 ? { stage: "result" } : attempt;
  }
}

/** Returns which buttons of a question are enabled. `isEmpty` describes the input, `isAnswered` the submitted answer. */
export function listEnabled(
  at: number,
  total: number,
  { isEmpty, isAnswered }: { isEmpty: boolean; isAnswered: boolean },
) {
  return { previous: at > 0, next: isAnswered && at < total - 1, submit: !isEmpty };
}

/** Returns percentages that add up to 100. */
export function toPercentages(isCorrect: boolean[]): { correct: number; incorrect: number } {
  const right = isCorrect.filter(Boolean).length;
  const correct = isCorrect.length === 0 ? 0 : Math.round((right / isCorrect.length) * 100);
  return { correct, incorrect: 100 - correct };
}
