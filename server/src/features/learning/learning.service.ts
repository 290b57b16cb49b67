import { type Actor, actForLearner, type Reach } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { recordActivity } from "../activity/activity.service.ts";
import * as courses from "../courses/courses.service.ts";
import { signedAddressOrNull } from "../files/files.service.ts";
import { type Answer, parseAnswer } from "./answer.ts";
import { refuseLocked } from "../learning-paths/my-paths.service.ts";
import { refuseIfIncomplete, TESTS_OPEN } from "./completion-rules.service.ts";
import { closedReason } from "./course-window.ts";
import { drawAgain } from "./draws.service.ts";
import { withFeedback } from "./feedback.ts";
import { grade } from "./grading.ts";
import * as queries from "./learning.queries.ts";
import { type Completion, completeUnit as insertCompletion } from "./completion.queries.ts";
import * as reopening from "./reopening.queries.ts";
import { hasSubmission } from "./submissions.queries.ts";
import { handIn } from "./submissions.service.ts";
import { storeTestAnswer } from "./test-answers.service.ts";
import { creditTime } from "./time.queries.ts";
import { t } from "../../i18n/message.ts";

const LARGEST_ID = 2 ** 31 - 1;
const PREREQUISITES_TO_START = t`Please complete prerequisite courses before starting this course.`;
const PREREQUISITES_IN_PLAYER = t`Please complete all prerequisite courses before starting this course.`;
const BEGUN_AGAIN = t`This course was started again meanwhile. Please reload the page.`;
export const NOT_A_QUESTION = t`This is not a question of the unit.`;

/** Returns the caller's own responses in a course. */
export async function readResponses(course: courses.Course) {
  const rows = await queries.listResponses(course.reach, course.id);
  return rows.map((row) => toUnitResponse(course, row));
}

/** Returns a stored response for the API. */
export function toUnitResponse<Row extends { response: unknown; file_key: string | null }>(
  { actor }: courses.Course,
  { file_key, ...row }: Row,
) {
  return {
    ...row,
    response: JSON.stringify(row.response),
    file_path: signedAddressOrNull(actor.platform.secret, file_key),
  };
}

/**
 * Enrols the caller if needed and stores the start of the course (P28, P29, P69).
 * @throws NotFound; Conflict with the reason: prerequisites, dates, capacity, price
 */
export async function enrol(actor: Actor, courseId: number, branchUrl?: string | null) {
  const course = await courses.getCourse(actor, courseId, branchUrl);
  if (course.status !== "published") throw new NotFound("Course");
  const reach = await actor.reach("learn", branchUrl);
  if (course.prerequisites.some((each) => !each.is_complete)) throw new Conflict(PREREQUISITES_TO_START);
  const closed = closedReason(course, actor.instance.timeZone);
  if (closed) throw new Conflict(closed);
  await refuseLocked(reach, course.id);
  if (course.enrolled_user_id === null) {
    const isPriced = course.price > 0 && actor.instance.pricedCoursesNeedAssignment;
    if (isPriced || !actor.can("catalogue.view")) throw new Conflict(t`This course has to be assigned to you.`);
    if (course.capacity !== null && (await queries.countEnrolled(reach, course.id)) >= course.capacity)
      throw new Conflict(t`This course is full.`);
    if (await queries.insertOwnEnrolment(reach, course.id)) {
      await recordActivity(reach, { userId: reach.userId, kind: "enrolled", courseId: course.id });
    }
  }
  if (await queries.markStarted(reach, course.id))
    await recordActivity(reach, { userId: reach.userId, kind: "started", courseId: course.id });
  return { id: course.id, title: course.title };
}

export interface ResponseInput {
  course_id: number;
  unit_id: number;
  unit_type: string;
  input_type: string;
  input_key: string;
  /** JSON text (P61). */
  response: string;
}

/**
 * Stores a learner's response: an answer (graded here and nowhere else) or a heartbeat. Returns the response with the
 * server's `isCorrect`; any value the client sends is ignored (P34).
 */
export async function storeResponse(
  actor: Actor,
  input: ResponseInput,
  branchUrl?: string | null,
): Promise<{ id: number; response: string }> {
  const reach = await actor.reach("learn", branchUrl);
  const questionId = input.input_type === "question" ? Number(input.input_key) : null;
  if (questionId !== null && !(Number.isSafeInteger(questionId) && questionId <= LARGEST_ID))
    throw new Invalid({ input_key: [NOT_A_QUESTION] });
  const unit = await getOpenUnit(actor, reach, input, questionId);
  const answer = parseAnswer(input.response);
  const time_spent = await creditTime(
    reach,
    actor.instance.timeZone,
    input.course_id,
    unit.id,
    // A claim; no more is credited than has passed. The column holds an integer.
    Math.min(Math.floor(answer.timeSpent ?? 0), LARGEST_ID),
  );

  const stored = (response: object, is_correct: boolean | null, file_key: string | null = null) =>
    queries.upsertResponse(reach, {
      course_id: input.course_id,
      unit_id: unit.id,
      input_type: input.input_type,
      input_key: input.input_key,
      question_id: questionId,
      response,
      is_correct,
      file_key,
    });

  switch (input.input_type) {
    case "question": {
      if (!unit.question) throw new Invalid({ input_key: [NOT_A_QUESTION] });
      if (courses.isTakenInAttempts(unit))
        return storeTestAnswer(reach, { open: unit.open_attempt, question: unit.question }, answer, time_spent);
      const to = { course_id: input.course_id, unit_id: unit.id, question: unit.question };
      return storeAnswer(reach, to, answer, time_spent);
    }
    case "time":
    case "CompletionWithNoTest": {
      const isCorrect = unit.time_limit === null || time_spent >= unit.time_limit;
      const response = { type: answer.type ?? input.input_type, timeSpent: time_spent, isCorrect };
      // Only a response to a question is right or wrong: scores count those.
      const { id } = await stored(response, null);
      return { id, response: JSON.stringify(response) };
    }
    case "place": {
      const response = { type: "place", timeSpent: time_spent, place: answer.place ?? 0 };
      const { id } = await stored(response, null);
      return { id, response: JSON.stringify(response) };
    }
    case "AssignmentText":
    case "AssignmentFile": {
      const kept = await handIn(actor, reach, { ...unit, course_id: input.course_id }, input.input_type, answer);
      const { file_key, isNew, ...handedIn } = kept;
      const response = {
        type: input.input_type,
        timeSpent: time_spent,
        ...handedIn,
        submission_id: kept.id,
        isCorrect: true,
      };
      // When an older submission is sent again, the latest response stays.
      if (!isNew) return { id: kept.id, response: JSON.stringify(response) };
      const { id } = await stored({ ...response, id: undefined, file: undefined }, null, file_key);
      return { id, response: JSON.stringify({ ...response, id }) };
    }
    default:
      throw new Invalid({ input_type: [t`This kind of response is not known.`] });
  }
}

/** Grades and stores an answer of which the learner was credited `time_spent` seconds. */
export async function storeAnswer(
  reach: Reach<"learn">,
  { question, ...place }: { course_id: number; unit_id: number; question: courses.QuestionRow },
  answer: Answer,
  time_spent: number,
): Promise<{ id: number; response: string }> {
  const { isCorrect, answered } = grade(question, answer);
  const response = { ...answer, timeSpent: time_spent, isCorrect };
  const kept = await queries.upsertResponse(reach, {
    ...place,
    input_type: "question",
    input_key: String(question.id),
    question_id: question.id,
    response,
    // An answer that was emptied, as for another try, is neither right nor wrong: reports leave it out.
    is_correct: answered ? isCorrect : null,
    points: question.points,
    file_key: null,
  });
  if (answered && kept.isNew) {
    const { unit_id } = place;
    await queries.insertAttempt(reach, { unit_id, question_id: question.id, response, is_correct: isCorrect });
  }
  const shown = answered ? withFeedback(question, kept.response) : kept.response;
  return { id: kept.id, response: JSON.stringify({ ...shown, timeSpent: time_spent }) };
}

/**
 * Decides by the server's own clock and grading whether a unit is complete (P35), and marks it.
 * @throws Conflict with the reason when it is not
 */
export async function completeUnit(
  actor: Actor,
  input: { course_id: number; unit_id: number; unit_type: string },
  branchUrl?: string | null,
) {
  const reach = await actor.reach("learn", branchUrl);
  const unit = await getOpenUnit(actor, reach, input, null);
  await refuseIfIncomplete(reach, unit);
  return completeOpenUnit(reach, input, unit);
}

/** Marks a unit complete that may be completed now, and starts the clock of the unit that the learner opens next. */
export async function completeOpenUnit(
  reach: Reach<"learn">,
  { course_id, unit_type, opens = null }: { course_id: number; unit_type: string; opens?: number | null },
  unit: queries.UnitAtHand,
) {
  const completion = await complete(reach, reach, course_id, unit.id, {
    attempt: unit.attempt,
    // One statement must not write the same row twice.
    opens: opens === unit.id ? null : opens,
  });
  return {
    id: unit.id,
    is_complete: true,
    unit_id: unit.id,
    unit_type,
    progress: completion.progress,
    course_complete: completion.is_complete,
  };
}

/**
 * Draws other questions for the next attempt at a test, only after every question of this one was answered, so that
 * learners cannot page through the bank. Clears the answers.
 * @throws Conflict with the reason before that, and for a test that draws nothing
 */
export async function drawOtherQuestions(
  reach: Reach<"learn">,
  courseId: number,
  unitId: number,
): Promise<{ id: number }> {
  const { questions, answered } = await queries.countUnsolved(reach, unitId);
  if (answered < questions) throw new Conflict(TESTS_OPEN);
  if (!(await drawAgain(reach, courseId, unitId))) throw new Conflict(t`This test does not draw its questions.`);
  return { id: unitId };
}

/** Marks the unit of an accepted submission complete for its learner, unless something else of the unit is open. */
export async function completeReviewed(
  reach: Reach<"submission.review">,
  userId: number,
  courseId: number,
  unitId: number,
): Promise<void> {
  const theirs = actForLearner(reach, userId);
  // The accepted submission may belong to an earlier attempt.
  if (!(await hasSubmission(theirs, unitId, true))) return;
  if ((await queries.countUnsolved(theirs, unitId)).questions > 0) return;
  await complete(reach, theirs, courseId, unitId);
}

/**
 * Opens the unit of a submission whose acceptance was withdrawn, unless another accepted submission of this attempt
 * holds it complete; opens the course as well if the unit had completed it.
 * @throws Conflict when a certificate was issued for that completion of the course
 */
export async function reopenReviewed(
  reach: Reach<"submission.review">,
  userId: number,
  courseId: number,
  unitId: number,
): Promise<void> {
  const theirs = actForLearner(reach, userId);
  if (await hasSubmission(theirs, unitId, true)) return;
  const completion = await reopening.findCompletionByUnit(theirs, courseId, unitId);
  if (!completion) return;
  if (completion.completes_course && completion.has_certificate)
    throw new Conflict(
      t`The learner has a certificate for this course already. Revoke the certificate first, then withdraw the acceptance.`,
    );
  await reopening.reopenUnit(theirs, courseId, unitId, completion);
}

/**
 * Finds a unit with a package that the learner may work in now, for what the package reports.
 * @throws NotFound, Conflict
 */
export async function getPackageAtHand(
  actor: Actor,
  { course_id, unit_id }: { course_id: number; unit_id: number },
  branchUrl?: string | null,
): Promise<{ completed_at: Date | null; completes_on_open: boolean }> {
  const reach = await actor.reach("learn", branchUrl);
  return getOpenUnit(actor, reach, { course_id, unit_id, unit_type: "Scorm" }, null);
}

/** Completes a unit whose package the learner has opened, if its author wants that. */
export async function completeOpened(
  reach: Reach<"learn">,
  { course_id, unit_id }: { course_id: number; unit_id: number },
  unit: { completed_at: Date | null; completes_on_open: boolean },
): Promise<void> {
  if (unit.completes_on_open && unit.completed_at === null) await complete(reach, reach, course_id, unit_id);
}

/** Completes a unit whose package has reported completion, once. */
export async function completeReported(reach: Reach<"learn">, courseId: number, unitId: number): Promise<void> {
  if (!(await queries.isUnitComplete(reach, unitId))) await complete(reach, reach, courseId, unitId);
}

/** Completes a unit whose test is passed with the mark of an essay, once. */
export async function completeMarked(
  by: Reach<"submission.review">,
  theirs: Reach<"learn">,
  courseId: number,
  unitId: number,
): Promise<void> {
  if (!(await queries.isUnitComplete(theirs, unitId))) await complete(by, theirs, courseId, unitId);
}

/** Completes a unit for the learner of `theirs`; the activity log names the actor. */
async function complete(
  by: Reach<"learn"> | Reach<"submission.review">,
  theirs: Reach<"learn">,
  courseId: number,
  unitId: number,
  { attempt = null, opens = null }: { attempt?: number | null; opens?: number | null } = {},
): Promise<Completion> {
  const { userId } = theirs;
  const completion = await insertCompletion(theirs, {
    courseId,
    unitId,
    actorId: by.userId,
    attempt,
    opens,
  });
  // The unit was checked in the earlier attempt, which must not count in this one.
  if (!completion) throw new Conflict(BEGUN_AGAIN);
  if (completion.became) await recordActivity(by, { userId, courseId, kind: "course_completed" });
  return completion;
}

/**
 * Checks the right to upload a file for an assignment: the caller's course is open.
 * @throws NotFound, Conflict; Invalid for a unit of another type
 */
export async function getAssignmentAtHand(
  actor: Actor,
  { course_id, unit_id }: { course_id: number; unit_id: number },
): Promise<Reach<"learn">> {
  const reach = await actor.reach("learn");
  await getOpenUnit(actor, reach, { course_id, unit_id, unit_type: "Assignment" }, null);
  return reach;
}

/** Returns the unit if it may be worked in now: enrolled, prerequisites complete, within the course's dates. */
export async function getOpenUnit(
  actor: Actor,
  reach: Reach<"learn">,
  { course_id, unit_id, unit_type }: { course_id: number; unit_id: number; unit_type: string },
  questionId: number | null,
) {
  const unit = await queries.findUnit(reach, course_id, unit_id, questionId);
  if (!unit) throw new NotFound("Unit");
  if (!courses.isTypeName(unit.type as courses.UnitType, unit_type))
    throw new Invalid({ unit_type: [t`This unit is of another type.`] });
  if (unit.has_open_prerequisites) throw new Conflict(PREREQUISITES_IN_PLAYER);
  const closed = closedReason(unit, actor.instance.timeZone);
  if (closed) throw new Conflict(closed);
  if (unit.started_at === null) await refuseLocked(reach, course_id);
  return unit;
}
