import type { Reach } from "../../access/actor.ts";
import { Conflict } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import * as courses from "../courses/courses.service.ts";
import * as queries from "./learning.queries.ts";
import { hasSubmission } from "./submissions.queries.ts";
import { hasAnsweredSurvey } from "../surveys/taken.service.ts";
import { NO_SUBMISSION } from "./submissions.service.ts";
import { findTestState } from "./test-attempts.queries.ts";

const ANSWERED_WRONGLY = t`You answered one or more questions incorrectly. Please change your answers, then click Next again.`;
export const TESTS_OPEN = t`Please complete all tests before proceeding.`;
const TIME_OPEN = t`You must wait until the time is up before proceeding.`;
const NOT_PASSED = t`You have to pass this test before you can go on.`;
const NOT_ACCEPTED = t`Your submission has to be accepted before you can go on.`;
const NO_QUESTIONS: queries.Unsolved = { questions: 0, answered: 0, correct: 0, waits_for_draw: false };
const SURVEY_OPEN = t`Please submit your answers before proceeding.`;
const PACKAGE_NOT_STARTED = t`Please start this unit before proceeding.`;
const PACKAGE_OPEN = t`Please finish this unit before proceeding.`;

/**
 * Checks that the learner has done everything that a unit asks for.
 * @throws Conflict with the reason when they have not
 */
export async function refuseIfIncomplete(reach: Reach<"learn">, unit: queries.UnitAtHand): Promise<void> {
  if (unit.completed_at !== null) return;
  if (courses.isTakenInAttempts(unit)) {
    const state = await findTestState(reach, unit.course_id, unit.id);
    if (!state?.is_passed) throw new Conflict(NOT_PASSED);
    return;
  }
  const { questions, answered, correct, waits_for_draw } = unit.has_questions
    ? await queries.countUnsolved(reach, unit.id)
    : NO_QUESTIONS;
  if (waits_for_draw) throw new Conflict(TESTS_OPEN);
  if (questions > 0) {
    if (answered < questions) throw new Conflict(TESTS_OPEN);
    if (correct < questions) throw new Conflict(ANSWERED_WRONGLY);
  } else if (unit.time_limit !== null && unit.time_spent < unit.time_limit) {
    throw new Conflict(TIME_OPEN);
  }
  if (courses.getUnitType(unit.type as courses.UnitType).isCompletedByPackage) await refusePackage(reach, unit.id);
  if (unit.type === "Survey" && !(await hasAnsweredSurvey(reach, unit.id))) throw new Conflict(SURVEY_OPEN);
  if (unit.completion_option === "user-uploads" && !(await hasSubmission(reach, unit.id, false)))
    throw new Conflict(NO_SUBMISSION);
  if (unit.completion_option === "instructor-accepts" && !(await hasSubmission(reach, unit.id, true)))
    throw new Conflict(NOT_ACCEPTED);
}

/**
 * Refuses completion by the learner when the package reports it itself; a package that was opened and never reported is
 * completed with 'Next' (P43).
 */
async function refusePackage(reach: Reach<"learn">, unitId: number): Promise<void> {
  const { was_opened, reports, is_done } = await queries.findPackageState(reach, unitId);
  if (is_done) return;
  if (!was_opened) throw new Conflict(PACKAGE_NOT_STARTED);
  if (reports) throw new Conflict(PACKAGE_OPEN);
}
