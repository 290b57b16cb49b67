import { type Actor, onBehalfOf, type Reach } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { recordActivity } from "../activity/activity.service.ts";
import * as courses from "../courses/courses.service.ts";
import { signedAddressOrNull, withSignatures } from "../files/files.service.ts";
import { parseAnswer } from "./answer.ts";
import { seededRandom, withoutKey } from "./answer-key.ts";
import { closedReason } from "./course-window.ts";
import { drawAgain, drawQuestions, findPreviewed, sampleDraw } from "./draws.service.ts";
import { grade, takesSeveral } from "./grading.ts";
import * as queries from "./learning.queries.ts";
import { hasSubmission } from "./submissions.queries.ts";
import { handIn, NO_SUBMISSION } from "./submissions.service.ts";

const LARGEST_ID = 2 ** 31 - 1;
const PREREQUISITES_TO_START = "Please complete prerequisite courses before starting this course.";
const PREREQUISITES_IN_PLAYER = "Please complete all prerequisite courses before starting this course.";
const ANSWERED_WRONGLY =
  "You answered one of more questions incorrectly. Please change your answers then try clicking Next again.";
const TESTS_OPEN = "Please complete all tests before proceeding.";
const TIME_OPEN = "You must wait until the time is up before proceeding.";
const BEGUN_AGAIN = "This course has been begun again meanwhile. Please reload the page.";
const NOT_ACCEPTED = "Your submission has to be accepted before you can go on.";
const PACKAGE_NOT_STARTED = "Please start this unit before proceeding.";
const PACKAGE_OPEN = "Please finish this unit before proceeding.";

/**
 * A unit as this person may see it: with their own state, without the answer key unless they are an author, and without what is
 * in it until they have started the course and may.
 */
export async function unitsOf(course: courses.Course) {
  const units = await unitsWithDraws(course);
  const { secret } = course.actor.platform;
  const isOpen = isOpenTo(course);
  return units.map((unit) => ({
    ...unit,
    content: isOpen && unit.content ? withSignatures(secret, unit.content, unit.content_images) : null,
    // The archive of a package holds the answers to its questions.
    ...(unit.type === "Scorm" && course.audience === "learner" && { file_key: null }),
    ...(!isOpen && {
      file_key: null,
      file_name: null,
      pdf_key: null,
      captions: [],
      youtube_link: null,
      url: null,
      scorm_id: null,
    }),
    tests: (isOpen ? unit.questions : []).map((question) => ({
      ...(course.audience === "author"
        ? { ...question, multiple: takesSeveral(question) }
        : withoutKey(
            question,
            seededRandom(
              secret,
              "question",
              course.reach.instanceId,
              course.reach.userId,
              question.id,
              course.attempt ?? 1,
            ),
          )),
      unit_order: question.unit_order,
    })),
    questions: undefined,
  }));
}

/** Whether this person may look into the units: authors always, others once they are enrolled and nothing stands before it. */
function isOpenTo(course: courses.Course): boolean {
  if (course.audience === "author" || course.isPreview) return true;
  if (course.enrolled_user_id === null || course.prerequisites.some((each) => !each.is_complete)) return false;
  return course.started_at !== null || closedReason(course, course.actor.instance.timeZone) === null;
}

/** A learner of the course draws when they first see it; a preview, and who is not enrolled, draw nothing. */
async function unitsWithDraws(course: courses.Course) {
  const units = await courses.listUnitsWithKey(course, { drawn: course.audience === "learner" && !course.isPreview });
  if (course.isPreview) return asNew(course, units);
  const waiting = units.filter(({ waits_for_draw }) => waits_for_draw);
  const draws = course.audience === "learner" && course.status === "published" && isOpenTo(course);
  if (!draws || waiting.length === 0) return units;
  await drawQuestions(course.reach, course.id, waiting);
  return courses.listUnitsWithKey(course, { drawn: true });
}

/** The units as somebody finds them who begins; questions of the bank stand in for those that each learner would draw. */
async function asNew(course: courses.Course, units: Awaited<ReturnType<typeof courses.listUnitsWithKey>>) {
  const untouched = units.map((unit) => ({ ...unit, is_complete: false, time_spent: 0 }));
  for (const unit of untouched.filter(({ draws }) => draws.length > 0)) {
    unit.questions = [...unit.questions, ...(await sampleDraw(course.reach, unit.draws))];
  }
  return untouched;
}

export type LearnerUnit = Awaited<ReturnType<typeof unitsOf>>[number];
export type LearnerQuestion = LearnerUnit["tests"][number];

/** The person's own responses in a course. */
export async function responsesOf(course: courses.Course) {
  const rows = await queries.listResponses(course.reach, course.id);
  const { secret } = course.actor.platform;
  return rows.map(({ file_key, ...row }) => ({
    ...row,
    response: JSON.stringify(row.response),
    file_path: signedAddressOrNull(secret, file_key),
  }));
}

/**
 * 'Start Course': enrols the person if they are not, and dates the beginning (decisions 28, 29, 69).
 * @throws NotFound; Conflict with the stated reason: prerequisites, dates, capacity, price
 */
export async function enrol(actor: Actor, courseId: number, branchUrl?: string | null) {
  const course = await courses.getCourse(actor, courseId, branchUrl);
  if (course.status !== "published") throw new NotFound("Course");
  const reach = await actor.reach("learn", branchUrl);
  if (course.prerequisites.some((each) => !each.is_complete)) throw new Conflict(PREREQUISITES_TO_START);
  const closed = closedReason(course, actor.instance.timeZone);
  if (closed) throw new Conflict(closed);
  if (course.enrolled_user_id === null) {
    if (course.price > 0 && actor.instance.pricedCoursesNeedAssignment)
      throw new Conflict("This course has to be assigned to you.");
    if (course.capacity !== null && (await queries.countEnrolled(reach, course.id)) >= course.capacity)
      throw new Conflict("This course is full.");
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
  /** JSON text (decision 61). */
  response: string;
}

/**
 * Keeps what a learner gives: an answer, which is graded here and nowhere else, or a beat of time. Returns the same object
 * with the server's own `isCorrect`; whatever the client says of it is dropped (decision 34).
 */
export async function storeResponse(
  actor: Actor,
  input: ResponseInput,
  branchUrl?: string | null,
): Promise<{ id: number; response: string }> {
  const reach = await actor.reach("learn", branchUrl);
  const questionId = input.input_type === "question" ? Number(input.input_key) : null;
  if (questionId !== null && !(Number.isSafeInteger(questionId) && questionId <= LARGEST_ID))
    throw new Invalid({ input_key: ["This is not a question of the unit."] });
  const unit = await getOpenUnit(actor, reach, input, questionId);
  const answer = parseAnswer(input.response);
  const time_spent = await queries.creditTime(
    reach,
    actor.instance.timeZone,
    input.course_id,
    unit.id,
    // A claim, of which no more is credited than has passed; the column holds an integer.
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
      if (!unit.question) throw new Invalid({ input_key: ["This is not a question of the unit."] });
      const { isCorrect, answered } = grade(unit.question, answer);
      const response = { ...answer, timeSpent: time_spent, isCorrect };
      const kept = await stored(response, isCorrect);
      if (answered && kept.isNew)
        await queries.insertAttempt(reach, {
          unit_id: unit.id,
          question_id: unit.question.id,
          response,
          is_correct: isCorrect,
        });
      return { id: kept.id, response: JSON.stringify({ ...kept.response, timeSpent: time_spent }) };
    }
    case "time":
    case "CompletionWithNoTest": {
      const isCorrect = unit.time_limit === null || time_spent >= unit.time_limit;
      const response = { type: answer.type ?? input.input_type, timeSpent: time_spent, isCorrect };
      const { id } = await stored(response, isCorrect);
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
      // The latest response stays the latest when an older submission comes again.
      if (!isNew) return { id: kept.id, response: JSON.stringify(response) };
      const { id } = await stored({ ...response, id: undefined, file: undefined }, null, file_key);
      return { id, response: JSON.stringify({ ...response, id }) };
    }
    default:
      throw new Invalid({ input_type: ["This kind of response is not known."] });
  }
}

/**
 * Decides whether a unit is complete, by the server's own clock and grading (decision 35), and marks it.
 * @throws Conflict with the stated words when it is not
 */
export async function completeUnit(
  actor: Actor,
  input: { course_id: number; unit_id: number; unit_type: string },
  branchUrl?: string | null,
) {
  const reach = await actor.reach("learn", branchUrl);
  const [unit, unsolved] = await Promise.all([
    getOpenUnit(actor, reach, input, null),
    queries.countUnsolved(reach, input.unit_id),
  ]);
  if (unit.completed_at === null) await refuseIfIncomplete(reach, unit, unsolved);
  const completion = await complete(reach, reach, input.course_id, unit.id, unit.attempt);
  return {
    id: unit.id,
    is_complete: true,
    unit_id: unit.id,
    unit_type: input.unit_type,
    progress: completion.progress,
    course_complete: completion.is_complete,
  };
}

/**
 * Grades an answer for an author who tries a course out; nothing is stored.
 * @returns the same object with `isCorrect`, as JSON text
 */
export async function gradePreview(
  actor: Actor,
  { course_id, question_id, response }: { course_id: number; question_id: number; response: string },
  branchUrl?: string | null,
): Promise<string> {
  const course = await courses.getCourse(actor, course_id, branchUrl, { isPreview: true });
  const question = await findPreviewed(course.reach, course_id, question_id);
  if (!question) throw new NotFound("Question");
  const answer = parseAnswer(response);
  return JSON.stringify({ ...answer, isCorrect: grade(question, answer).isCorrect });
}

/**
 * Draws other questions for the next attempt at a test, once every question of this one was answered: nobody leafs through the
 * bank. The answers begin anew, too.
 * @throws Conflict with the stated words before that, and for a test that draws nothing
 */
export async function startAttempt(
  actor: Actor,
  input: { course_id: number; unit_id: number },
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("learn", branchUrl);
  const unit = await getOpenUnit(actor, reach, { ...input, unit_type: "Test" }, null);
  const { questions, answered } = await queries.countUnsolved(reach, unit.id);
  if (answered < questions) throw new Conflict(TESTS_OPEN);
  if (!(await drawAgain(reach, unit.id))) throw new Conflict("This test has the same questions each time.");
  return { id: unit.id };
}

/**
 * Marks the unit of somebody whose submission was accepted complete: they need not come back for it. It stays as it is when
 * something else of the unit is still open.
 */
export async function completeReviewed(
  reach: Reach<"submission.review">,
  userId: number,
  courseId: number,
  unitId: number,
): Promise<void> {
  const theirs = onBehalfOf(reach, userId);
  // What was accepted may be of an attempt that is over.
  if (!(await hasSubmission(theirs, unitId, true))) return;
  if ((await queries.countUnsolved(theirs, unitId)).questions > 0) return;
  await complete(reach, theirs, courseId, unitId);
}

/**
 * A unit of a package that the person may work in now, for what the package reports of them.
 * @throws NotFound, Conflict
 */
export async function getPackageAtHand(
  actor: Actor,
  { course_id, unit_id }: { course_id: number; unit_id: number },
  branchUrl?: string | null,
): Promise<{ completed_at: Date | null }> {
  const reach = await actor.reach("learn", branchUrl);
  return getOpenUnit(actor, reach, { course_id, unit_id, unit_type: "Scorm" }, null);
}

/** Completes a unit of somebody whose package has reported that it is done; once, however often it says so. */
export async function completeReported(reach: Reach<"learn">, courseId: number, unitId: number): Promise<void> {
  if (!(await queries.isUnitComplete(reach, unitId))) await complete(reach, reach, courseId, unitId);
}

/** Completes a unit for the learner of `theirs`; the activity says by whom. */
async function complete(
  by: Reach<"learn"> | Reach<"submission.review">,
  theirs: Reach<"learn">,
  courseId: number,
  unitId: number,
  attempt?: number,
): Promise<queries.Completion> {
  const { userId } = theirs;
  const isNew = await queries.completeUnit(theirs, courseId, unitId);
  const [, completion] = await Promise.all([
    isNew && recordActivity(by, { userId, courseId, kind: "unit_completed", unitId }),
    queries.countUnit(theirs, courseId, isNew, attempt),
  ]);
  // What was looked at was of the attempt before: nothing of it may count in this one.
  if (!completion) throw new Conflict(BEGUN_AGAIN);
  if (completion.became) await recordActivity(by, { userId, courseId, kind: "course_completed" });
  return completion;
}

/**
 * The right to upload a file for an assignment: its course is one's own and open.
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

/** The unit, if it may be worked in now: enrolled, prerequisites complete, within the course's dates. */
async function getOpenUnit(
  actor: Actor,
  reach: Reach<"learn">,
  { course_id, unit_id, unit_type }: { course_id: number; unit_id: number; unit_type: string },
  questionId: number | null,
) {
  const unit = await queries.findUnit(reach, course_id, unit_id, questionId);
  if (!unit) throw new NotFound("Unit");
  if (!courses.isTypeName(unit.type as Parameters<typeof courses.isTypeName>[0], unit_type))
    throw new Invalid({ unit_type: ["This unit is of another type."] });
  if (unit.has_open_prerequisites) throw new Conflict(PREREQUISITES_IN_PLAYER);
  const closed = closedReason(unit, actor.instance.timeZone);
  if (closed) throw new Conflict(closed);
  return unit;
}

async function refuseIfIncomplete(
  reach: Reach<"learn">,
  unit: queries.UnitAtHand,
  { questions, answered, correct, waits_for_draw }: queries.Unsolved,
): Promise<void> {
  if (waits_for_draw) throw new Conflict(TESTS_OPEN);
  if (questions > 0) {
    if (answered < questions) throw new Conflict(TESTS_OPEN);
    if (correct < questions) throw new Conflict(ANSWERED_WRONGLY);
  } else if (unit.time_limit !== null && unit.time_spent < unit.time_limit) {
    throw new Conflict(TIME_OPEN);
  }
  if (unit.type === "Scorm") await refusePackage(reach, unit.id);
  if (unit.completion_option === "user-uploads" && !(await hasSubmission(reach, unit.id, false)))
    throw new Conflict(NO_SUBMISSION);
  if (unit.completion_option === "instructor-accepts" && !(await hasSubmission(reach, unit.id, true)))
    throw new Conflict(NOT_ACCEPTED);
}

/** A package that reports has the word; one that was opened and has never said anything is left with 'Next' (decision 43). */
async function refusePackage(reach: Reach<"learn">, unitId: number): Promise<void> {
  const { was_opened, reports, is_done } = await queries.findPackageState(reach, unitId);
  if (is_done) return;
  if (!was_opened) throw new Conflict(PACKAGE_NOT_STARTED);
  if (reports) throw new Conflict(PACKAGE_OPEN);
}
