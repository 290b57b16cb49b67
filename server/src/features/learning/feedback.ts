import type { QuestionRow } from "../courses/courses.service.ts";
import type { Answer } from "./answer.ts";
import { findAccepted, listChosenOptions } from "./grading.ts";

/** What an author tells a learner about an answer. */
export interface Feedback {
  /** The option that it is about; null for the answer as a whole. */
  about: string | null;
  text: string;
}

/**
 * Lists the feedback on an answer: on each option it chooses, on the accepted answer it meets, and on the question. Feedback
 * on what was not chosen stays with the author. Send it only to those who may see the grade.
 */
export function listFeedback(question: QuestionRow, answer: Answer | null): Feedback[] {
  return [
    ...(answer ? listFeedbackOnAnswer(question, answer) : []),
    ...(question.feedback ? [{ about: null, text: question.feedback }] : []),
  ];
}

function listFeedbackOnAnswer(question: QuestionRow, answer: Answer): Feedback[] {
  switch (question.type) {
    case "Multiple Choice":
    case "True or False":
    case "Hotspot":
      return listChosenOptions(question, answer).flatMap(({ text, feedback }) =>
        feedback ? [{ about: text, text: feedback }] : [],
      );
    case "Number":
    case "Short Text": {
      const feedback = findAccepted(question, answer)?.feedback;
      return feedback ? [{ about: null, text: feedback }] : [];
    }
    default:
      return [];
  }
}

/** Returns a response with its feedback, if there is any. */
export function withFeedback<R extends object>(question: QuestionRow, response: R): R & { feedback?: Feedback[] } {
  const feedback = listFeedback(question, response as Answer);
  return feedback.length > 0 ? { ...response, feedback } : response;
}
