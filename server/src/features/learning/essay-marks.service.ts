import { actForLearner, type Reach } from "../../access/actor.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import * as queries from "./essay-marks.queries.ts";
import { completeMarked } from "./learning.service.ts";
import { findCounting, gradeAttempt, lockAttempt, makeCounting } from "./test-attempts.queries.ts";

/** An essay of a learner, and its mark. */
export interface NewMark extends Omit<queries.EssayMark, "marked_by"> {
  user_id: number;
  /** Whether the attempt belongs to the learner's current attempt at the course. */
  is_current: boolean;
}

/**
 * Stores the mark of an essay. With the last essay of an attempt, grades it as its submission would have done: it counts if
 * it does, and completes the unit if it is passed. A mark that replaces another may change the score; what is complete stays
 * complete (ADR 145).
 * @returns the result of the attempt; without a score while other essays wait
 * @throws Conflict when another mark was stored meanwhile
 */
export async function storeMark(
  reach: Reach<"submission.review">,
  { user_id, is_current, ...mark }: NewMark,
): Promise<{ score: number | null; is_passed: boolean | null }> {
  const theirs = actForLearner(reach, user_id);
  // Marks of two essays of one attempt come one after the other: the second sees that none is left.
  const attempt = await lockAttempt(theirs, mark.attempt_id);
  if (!attempt?.is_submitted) throw new NotFound("Essay");
  if (!(await queries.updateMark(theirs, { ...mark, marked_by: reach.userId })))
    throw new Conflict(t`This essay has been marked meanwhile. Reload the page to see its mark.`);
  if (mark.replaces === null) await queries.logEssay(theirs, mark);
  const result = await gradeAttempt(theirs, attempt);
  // The responses of an earlier attempt at the course are archived.
  if (result.score === null || !is_current) return result;
  const counting = await findCounting(theirs, attempt);
  if (counting && (counting.id === attempt.id || !counting.counts))
    await makeCounting(theirs, { ...attempt, id: counting.id });
  if (result.is_passed) await completeMarked(reach, theirs, attempt.course_id, attempt.unit_id);
  return result;
}
