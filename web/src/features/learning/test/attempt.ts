/** Where somebody is in a test unit. The answers themselves are kept apart, since they outlive it. */
export type Attempt = { stage: "intro" } | { stage: "questions"; at: number } | { stage: "result" };

/** `graded`: the server has graded the question in view and all before it. */
type Event = "start" | "previous" | "next" | "graded" | "retry";

/** A test with answers goes on at once, at the first question without one; another begins with its introduction. */
export function beginning(isAnswered: boolean[]): Attempt {
  if (!isAnswered.includes(true)) return { stage: "intro" };
  return { stage: "questions", at: Math.max(0, isAnswered.indexOf(false)) };
}

/** The attempt after something happened; what makes no sense where one is changes nothing. */
export function after(attempt: Attempt, event: Event, total: number): Attempt {
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

/** What the buttons of a question allow. `isEmpty` is about the answer in view, `isAnswered` about the one given in. */
export function allowed(at: number, total: number, { isEmpty, isAnswered }: { isEmpty: boolean; isAnswered: boolean }) {
  return { previous: at > 0, next: isAnswered && at < total - 1, submit: !isEmpty };
}

/** Percentages that make 100 together. */
export function shares(isCorrect: boolean[]): { correct: number; incorrect: number } {
  const right = isCorrect.filter(Boolean).length;
  const correct = isCorrect.length === 0 ? 0 : Math.round((right / isCorrect.length) * 100);
  return { correct, incorrect: 100 - correct };
}
