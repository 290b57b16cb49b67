import type { Actor } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import * as courses from "../courses/courses.service.ts";
import { type Answer, parseAnswer } from "./answer.ts";
import { findPreviewed, listPreviewed } from "./draws.service.ts";
import { withFeedback } from "./feedback.ts";
import { grade, gradeWithCredit } from "./grading.ts";
import { toShownResponse } from "./test-answers.service.ts";
import { type ReviewedQuestion, toReviewed } from "./test-history.service.ts";

/** An answer that an author gave in a preview: `response` is JSON text. */
export interface PreviewedAnswer {
  question_id: number;
  response: string;
}

/** The result of an attempt that an author made at a test in a preview. */
export interface PreviewedAttempt {
  /** Percent. */
  score: number;
  pass_mark: number;
  is_passed: boolean;
  review: ReviewedQuestion[];
}

/**
 * Grades an answer in an author's preview; stores nothing. With `unit_id` of a test that is taken in attempts, the grade is
 * there as far as the test's review rule shows it while an attempt is open.
 * @returns the same object with `isCorrect`, as JSON text
 */
export async function gradePreview(
  actor: Actor,
  given: { course_id: number; unit_id?: number | null | undefined } & PreviewedAnswer,
  branchUrl?: string | null,
): Promise<string> {
  const course = await courses.getCourse(actor, given.course_id, branchUrl, { isPreview: true });
  const question = await findPreviewed(course.reach, given.course_id, given.question_id);
  if (!question) throw new NotFound("Question");
  const answer = parseAnswer(given.response);
  const { isCorrect, answered } = grade(question, answer);
  const unit = given.unit_id == null ? null : await findTest(course, given.unit_id);
  if (unit && courses.isTakenInAttempts(unit))
    return JSON.stringify(toShownResponse(unit, question, { response: answer, is_correct: isCorrect }));
  // Nobody marks the essays of a preview: it goes on as if they had earned their points.
  if (question.type === "Essay") return JSON.stringify({ ...answer, isCorrect: answered });
  return JSON.stringify({ ...(answered ? withFeedback(question, answer) : answer), isCorrect });
}

/**
 * Grades an attempt at a test in an author's preview as that of a learner, with the settings of the test; stores nothing. An
 * essay earns all of its points, because nobody marks it.
 * @param answers one for each question that the attempt asked, in its order
 * @throws NotFound; Invalid for an answer that cannot be read
 */
export async function gradePreviewedAttempt(
  actor: Actor,
  { course_id, unit_id, answers }: { course_id: number; unit_id: number; answers: PreviewedAnswer[] },
  branchUrl?: string | null,
): Promise<PreviewedAttempt> {
  const course = await courses.getCourse(actor, course_id, branchUrl, { isPreview: true });
  const unit = await findTest(course, unit_id);
  if (!unit) throw new NotFound("Unit");
  const given = new Map(answers.map(({ question_id, response }) => [question_id, response]));
  const questions = await listPreviewed(course.reach, course_id, unit.questions, [...given.keys()]);
  const graded = questions.map((question) => gradeOne(question, parseAnswer(given.get(question.id)!)));
  const { score, share } = toScore(graded, unit.partial_credit);
  return {
    score,
    pass_mark: unit.pass_mark,
    is_passed: share >= unit.pass_mark,
    review: graded.map((each) => toReviewed(each, unit.shows_answers)),
  };
}

type Graded = Parameters<typeof toReviewed>[0];

function gradeOne(question: courses.QuestionRow, answer: Answer): Graded {
  const { isCorrect, answered, credit } = gradeWithCredit(question, answer);
  const isEarned = question.type === "Essay" && answered;
  return {
    attempt_id: 0,
    question,
    response: answer,
    is_correct: isEarned || isCorrect,
    credit: isEarned ? 1 : credit,
    is_carried: false,
    is_waiting: false,
    mark_levels: null,
    mark_comment: null,
    points: question.points,
  };
}

/** Returns the score as `gradeAttempt` computes it in SQL: cut, not rounded. */
function toScore(graded: readonly Graded[], isPartial: boolean): { score: number; share: number } {
  const most = graded.reduce((sum, { points }) => sum + points, 0);
  const earned = graded.reduce((sum, { question, points, credit, is_correct }) => {
    return sum + points * (isPartial || question.type === "Essay" ? credit : Number(is_correct));
  }, 0);
  const share = most === 0 ? 0 : (100 * earned) / most + 0.00001;
  return { score: Math.min(100, Math.trunc(share * 100) / 100), share };
}

async function findTest(course: courses.Course, unitId: number) {
  const [unit] = await courses.listUnitsWithKey(course, { drawn: false, unitIds: [unitId] });
  return unit?.type === "Test" ? (unit as typeof unit & courses.TakenTest) : null;
}
