import type { Reach } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import type * as courses from "../courses/courses.service.ts";
import { t } from "../../i18n/message.ts";
import type { Answer } from "./answer.ts";
import { withFeedback } from "./feedback.ts";
import { gradeWithCredit, PLEASE_ANSWER } from "./grading.ts";
import * as queries from "./test-attempts.queries.ts";
import { describeKey } from "./test-review.ts";

const NOT_STARTED = t`Start the test to answer its questions.`;
const TIME_IS_OVER = t`The time for this test is over.`;
const ATTEMPT_IS_OVER = t`This attempt is over. Start the test again to answer.`;
const ANSWERED_BEFORE = t`This question is answered already.`;

/** The attempt that is open in the unit, as far as an answer needs to know. */
export interface OpenAttempt {
  id: number;
  rules: courses.AttemptRules;
  /** Whether its time is over. */
  is_over: boolean;
}

/**
 * Stores an answer in the open attempt at a test, and grades it. The caller learns the grade only if the test reviews each
 * answer; then the first answer is final.
 * @throws Invalid on 'response' when no attempt is open, its time is over, or the answer belongs to another attempt
 */
export async function storeTestAnswer(
  reach: Reach<"learn">,
  { open, question }: { open: OpenAttempt | null; question: courses.QuestionRow },
  answer: Answer,
  time_spent: number,
): Promise<{ id: number; response: string }> {
  if (!open) throw refusal(answer.test_attempt == null ? NOT_STARTED : ATTEMPT_IS_OVER);
  if (answer.test_attempt != null && answer.test_attempt !== open.id) throw refusal(ATTEMPT_IS_OVER);
  if (open.is_over) throw refusal(TIME_IS_OVER);
  // A person marks an essay after the attempt; until then it may be changed.
  const isReviewed = open.rules.review === "after_answer" && question.type !== "Essay";
  const { isCorrect, answered, credit } = gradeWithCredit(question, answer);
  if (isReviewed && !answered) throw refusal(PLEASE_ANSWER);
  const { isCorrect: _, ...response } = {
    ...answer,
    // What waits for a mark is found by this.
    type: question.type,
    timeSpent: time_spent,
  } as Answer & { isCorrect?: boolean };
  const isStored = await queries.upsertAnswer(reach, {
    attempt_id: open.id,
    question_id: question.id,
    response,
    is_correct: isCorrect,
    credit,
    is_final: isReviewed,
  });
  const kept = isStored ? { response, is_correct: isCorrect } : await findKept(reach, open.id, question.id, answer);
  return { id: question.id, response: JSON.stringify(toShownResponse(open.rules, question, kept)) };
}

/** Returns a stored answer as its learner may see it while the attempt is open. */
export function toShownResponse(
  rules: Pick<courses.AttemptRules, "review" | "shows_answers">,
  question: courses.QuestionRow,
  { response, is_correct }: { response: object; is_correct: boolean },
): object {
  if (rules.review !== "after_answer" || question.type === "Essay") return { ...response, isCorrect: null };
  return {
    ...withFeedback(question, response),
    isCorrect: is_correct,
    ...(rules.shows_answers && { rightAnswers: describeKey(question) }),
  };
}

/** Finds the answer that was stored before, if it is the same that was sent again. @throws Invalid otherwise */
async function findKept(reach: Reach<"learn">, attemptId: number, questionId: number, answer: Answer) {
  const kept = await queries.findAnswer(reach, attemptId, questionId);
  if (!kept) throw refusal(TIME_IS_OVER);
  if (answer.given_id == null || kept.response.given_id !== answer.given_id) throw refusal(ANSWERED_BEFORE);
  return kept;
}

const refusal = (message: string) => new Invalid({ response: [message] });
