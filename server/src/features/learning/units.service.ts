import { randomUUID } from "node:crypto";
import * as courses from "../courses/courses.service.ts";
import { withSignatures } from "../files/files.service.ts";
import type { Answer } from "./answer.ts";
import { seededRandom, withoutKey } from "./answer-key.ts";
import { findLockingPath } from "../learning-paths/my-paths.service.ts";
import { closedReason } from "./course-window.ts";
import { drawQuestions, sampleDraw } from "./draws.service.ts";
import { withFeedback } from "./feedback.ts";
import { grade, takesSeveral } from "./grading.ts";
import { toUnitResponse } from "./learning.service.ts";
import { toShownResponse } from "./test-answers.service.ts";
import { readStanding, submitOverdue } from "./test-attempts.service.ts";
import { readAttempts } from "./test-history.service.ts";
import { startClock } from "./time.queries.ts";
import { isSurveyAnswered, readOwnSurvey } from "../surveys/taken.service.ts";

/**
 * Returns the units of a course as the caller may see them: their own progress; the answer key for authors only;
 * content only after they start the course and meet its prerequisites.
 */
export function listUnits(course: courses.Course) {
  return readUnits(course, null);
}

/** Lists the units without their content; in an author's preview as if nobody had worked in them. */
export async function listOutline(course: courses.Course) {
  const units = await courses.listOutline(course);
  return course.isPreview ? units.map((unit) => ({ ...unit, ...UNTOUCHED })) : units;
}

export type OutlineUnit = Awaited<ReturnType<typeof listOutline>>[number];

/** Which unit a learner opens: by its id, or by its position; neither means the one to continue with. */
export interface UnitChoice {
  unit_id?: number | null | undefined;
  order?: number | null | undefined;
  /** Whether the learner works in the unit from now on: starts its clock, as a first report of time does. */
  starts?: boolean | null | undefined;
}

/** A unit as the player shows it. */
export interface OpenedUnit {
  unit: LearnerUnit;
  /** The caller's own in this unit. */
  responses: ReturnType<typeof toUnitResponse<courses.ResponseOfUnit>>[];
  /** Whether its clock was started. */
  is_started: boolean;
  /** Opens the unit after this one; null after the last. */
  next: () => Promise<OpenedUnit | null>;
}

/** Returns one unit as the caller may see it, with their own responses in it; null when the course has no such unit. */
export async function openUnit(
  course: courses.Course,
  { unit_id, order, starts }: UnitChoice,
  readOutline: () => Promise<OutlineUnit[]>,
): Promise<OpenedUnit | null> {
  const findNext = async (id: number) => {
    const outline = await readOutline();
    return outline[outline.findIndex((each) => each.id === id) + 1]?.id;
  };
  const id = unit_id ?? chooseUnit(await readOutline(), order, course.isPreview ? null : course.last_unit_id)?.id;
  if (id === undefined) return null;
  // The player opens a unit by its position, and shows the next one at once: both are read together.
  const following = unit_id == null ? await findNext(id) : undefined;
  const start = starts === true && (await mayWork(course));
  const [units] = await Promise.all([
    readUnits(course, following === undefined ? [id] : [id, following]),
    start && startClock(course.reach, { courseId: course.id, unitId: id }),
  ]);
  const find = (wanted: number) => units.find((unit) => unit.id === wanted);
  const toOpened = (unit: LearnerUnit | undefined): OpenedUnit | null =>
    unit
      ? {
          unit,
          responses: course.isPreview ? [] : unit.responses.map((row) => toUnitResponse(course, row)),
          is_started: start && unit.id === id,
          next: async () => {
            const next = await findNext(unit.id);
            if (next === undefined) return null;
            return toOpened(find(next)) ?? openUnit(course, { unit_id: next }, readOutline);
          },
        }
      : null;
  return toOpened(find(id));
}

/** Tells whether the caller may work in the units of a course now, as a report of their work would be accepted. */
async function mayWork({ audience, isPreview, status, ...course }: courses.Course): Promise<boolean> {
  const isTaken = audience === "learner" && !isPreview && status === "published" && course.enrolled_user_id !== null;
  if (!isTaken || course.prerequisites.some((each) => !each.is_complete)) return false;
  if (closedReason(course, course.actor.instance.timeZone) !== null) return false;
  return course.started_at !== null || (await findLockingPath(course.reach, course.id)) === null;
}

/**
 * Returns the unit at a position, or the first for an unknown position. Without a position it returns the last visited
 * unit, or the next open unit when that is complete, or else the first open one.
 */
export function chooseUnit<U extends { id: number; unit_order: number; is_complete: boolean }>(
  units: readonly U[],
  order?: number | null,
  lastId?: number | null,
): U | undefined {
  if (order != null) return units.find((unit) => unit.unit_order === order) ?? units[0];
  const last = units.findIndex(({ id }) => id === lastId);
  const open = units.filter((unit) => !unit.is_complete);
  return open.find((unit) => units.indexOf(unit) >= last) ?? open[0] ?? units[0];
}

/** How a preview shows the progress in each unit. */
const UNTOUCHED = { is_complete: false, time_spent: 0 };

async function readUnits(course: courses.Course, unitIds: readonly number[] | null) {
  const units = await withAttempts(course, unitIds);
  const { secret } = course.actor.platform;
  const isOpen = await isOpenTo(course);
  return units.map((unit) => ({
    ...unit,
    /** What the caller has done and may do in a test that is taken in attempts; null for other units and authors. */
    readTest: async () => {
      if (course.isPreview) return courses.isTakenInAttempts(toTaken(unit)) ? toNewTest(toTaken(unit)) : null;
      return isOpen && unit.isInAttempts ? readTest(course, unit) : null;
    },
    /** What the caller has answered in a survey; null for authors and previews. */
    readSurvey: async () =>
      isOpen && course.audience === "learner" && !course.isPreview ? readOwnSurvey(course.reach, unit) : null,
    hasSurveyAnswers: async () => (course.audience === "author" ? isSurveyAnswered(course.reach, unit.id) : null),
    content: isOpen && unit.content ? withSignatures(secret, unit.content, unit.content_images) : null,
    ...(course.audience === "learner" && !hasFileForLearners(unit) && { file_key: null }),
    ...(!isOpen && { ...courses.getEmptyUnitFields(), file_key: null, file_name: null, pdf_key: null }),
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
              // Each attempt has its own order; a preview starts its attempts by reading the unit again.
              ...(unit.open_attempt ? [unit.open_attempt.id] : []),
              ...(course.isPreview ? [randomUUID()] : []),
            ),
            unit.shuffles_options,
          )),
      unit_order: question.unit_order,
    })),
    questions: undefined,
  }));
}

/** The settings of units of other types are null. */
const toTaken = (unit: UnitsWithKey[number]) => unit as typeof unit & courses.TakenTest;

type UnitsWithKey = Awaited<ReturnType<typeof courses.listUnitsWithKey>>;

/**
 * Limits the questions of a test that is taken in attempts to those of the learner's open attempt, in its order, and their
 * responses to its answers: before it starts, nobody reads them. An attempt whose time is over is submitted.
 */
async function withAttempts(course: courses.Course, unitIds: readonly number[] | null) {
  const isTaken = course.audience === "learner" && !course.isPreview;
  let units = await unitsWithDraws(course, unitIds);
  const overdue = isTaken ? units.flatMap(({ open_attempt }) => (open_attempt?.is_over ? [open_attempt.id] : [])) : [];
  for (const id of overdue) await submitOverdue(course.actor, course.reach, id);
  // It may have completed the unit.
  if (overdue.length > 0) units = await courses.listUnitsWithKey(course, { drawn: true, unitIds });
  return units.map((unit) => {
    const isInAttempts = isTaken && courses.isTakenInAttempts(toTaken(unit));
    if (!isInAttempts) return { ...unit, isInAttempts, open_attempt: null, responses: listGraded(unit) };
    return { ...unit, isInAttempts, ...listOpen(unit, unit.open_attempt) };
  });
}

/** Returns the responses of a unit whose answers are graded one by one, with the feedback on what is answered. */
function listGraded({ questions, responses }: UnitsWithKey[number]) {
  const byId = new Map(questions.map((question) => [String(question.id), question]));
  return responses.map((row) => {
    const question = row.input_type === "question" ? byId.get(row.input_key) : undefined;
    if (!question || !isAnswered(question, row.response)) return row;
    return { ...row, response: withFeedback(question, row.response) };
  });
}

/** Tells whether a stored response answers a question as it is now: its type may have changed since. */
function isAnswered(question: courses.QuestionRow, { type, ...response }: Answer): boolean {
  return (!type || type === question.type) && grade(question, response).answered;
}

/** Returns the questions of an open attempt, and its answers as responses. */
function listOpen(unit: UnitsWithKey[number], open: courses.OpenTestAttempt | null) {
  const answers = new Map(open?.answers.map((answer) => [answer.question_id, answer]));
  const byId = new Map(unit.questions.map((question) => [question.id, question]));
  const questions = (open?.question_ids ?? []).flatMap((id) =>
    answers.get(id)?.is_carried ? [] : (byId.get(id) ?? []),
  );
  const responses = questions.flatMap((question): courses.ResponseOfUnit[] => {
    const answer = answers.get(question.id);
    if (!open || !answer) return [];
    const place = { id: question.id, unit_id: unit.id, input_type: "question", input_key: String(question.id) };
    return [{ ...place, response: toShownResponse(open.rules, question, answer), file_key: null }];
  });
  const others = unit.responses.filter(({ input_type }) => input_type !== "question");
  return { questions, responses: [...others, ...responses] };
}

/** Reads what the caller has done and may do in a test, with their open attempt. */
async function readTest(course: courses.Course, unit: UnitsWithKey[number]) {
  const standing = await readStanding(course.reach, course.id, toTaken(unit));
  if (!standing) return null;
  return {
    ...standing,
    open: unit.open_attempt,
    attempts: () =>
      readAttempts(course.reach, { userId: course.reach.userId, courseId: course.id, unitId: unit.id, isOwn: true }),
  };
}

/** Returns what a learner finds in a test before the first attempt. */
function toNewTest({ attempts_allowed, questions }: courses.TakenTest & { questions: unknown[] }): TestOfLearner {
  return {
    questions: questions.length,
    attempts_used: 0,
    attempts_left: attempts_allowed,
    seconds_to_wait: 0,
    is_passed: false,
    is_waiting: false,
    open: null,
    attempts: async () => [],
  };
}

export type TestOfLearner = NonNullable<Awaited<ReturnType<typeof readTest>>>;

function hasFileForLearners({ type }: { type: string }): boolean {
  return courses.getUnitType(type as courses.UnitType).file?.isForLearners ?? false;
}

/**
 * Tells whether the caller may see the content of units: authors always, others once they are enrolled, its
 * prerequisites are complete, and no learning path locks it.
 */
export async function isOpenTo(course: courses.Course): Promise<boolean> {
  if (course.audience === "author" || course.isPreview) return true;
  if (course.enrolled_user_id === null || course.prerequisites.some((each) => !each.is_complete)) return false;
  if (course.started_at !== null) return true;
  if (closedReason(course, course.actor.instance.timeZone) !== null) return false;
  return (await findLockingPath(course.reach, course.id)) === null;
}

/**
 * Lists units, or some of them, and draws their questions when a learner first sees them; previews and users who are not
 * enrolled draw nothing.
 */
async function unitsWithDraws(course: courses.Course, unitIds: readonly number[] | null) {
  const drawn = course.audience === "learner" && !course.isPreview;
  const units = await courses.listUnitsWithKey(course, { drawn, unitIds });
  if (course.isPreview) return asNew(course, units);
  const waiting = units.filter((unit) => unit.waits_for_draw && !courses.isTakenInAttempts(toTaken(unit)));
  const draws = course.audience === "learner" && course.status === "published" && (await isOpenTo(course));
  if (!draws || waiting.length === 0) return units;
  await drawQuestions(course.reach, course.id, waiting);
  return courses.listUnitsWithKey(course, { drawn: true, unitIds });
}

/** Returns units as a new learner finds them; questions of the bank replace those that each learner would draw. */
async function asNew(course: courses.Course, units: Awaited<ReturnType<typeof courses.listUnitsWithKey>>) {
  const untouched = units.map((unit) => ({ ...unit, ...UNTOUCHED }));
  for (const unit of untouched.filter(({ draws }) => draws.length > 0)) {
    const drawn = { draws: unit.draws, takesEssays: courses.isTakenInAttempts(toTaken(unit)) };
    unit.questions = [...unit.questions, ...(await sampleDraw(course.reach, course.id, drawn))];
  }
  return untouched;
}

export type LearnerUnit = Awaited<ReturnType<typeof listUnits>>[number];
export type LearnerQuestion = LearnerUnit["tests"][number];
