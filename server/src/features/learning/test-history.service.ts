import type { Actor, Reach } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import * as courses from "../courses/courses.service.ts";
import {
  listPicturedTexts,
  type MarkedLevel,
  type Media,
  type PicturedText,
  type Region,
} from "../questions/questions.service.ts";
import { hideGaps, describeAnswer, describeKey, isReviewOpen } from "./test-review.ts";
import type { Answer } from "./answer.ts";
import { type Feedback, listFeedback } from "./feedback.ts";
import { listChosenOptions } from "./grading.ts";
import { findReader } from "./retakes.service.ts";
import * as queries from "./test-attempts.queries.ts";

/** A question of a submitted attempt, with as much of its grade and key as the reader may see. */
export interface ReviewedQuestion {
  id: number;
  type: string;
  question: string;
  /** The answer in lines; empty without one. */
  answer: string[];
  /** Null when the reader may not see it. */
  is_correct: boolean | null;
  credit: number | null;
  /** What the question was worth when the attempt was graded. */
  points: number;
  feedback: Feedback[];
  right_answers: string[] | null;
  media: Media[];
  /** The pictures that the question shows with texts, by which answers name them. */
  pictures: PicturedText[];
  /** Whether it is an essay that nobody has marked; its grade is null then. */
  is_waiting: boolean;
  /** The levels of its rubric that an essay reached; null for others and without a rubric. */
  levels: MarkedLevel[] | null;
  /** What the marker wrote about an essay. */
  comment: string | null;
  /** The regions of a hotspot question; empty for other types. */
  regions: ReviewedRegion[];
}

/** A region of a hotspot question; `is_right` is null when the reader may not see the right answer. */
export interface ReviewedRegion {
  text: string;
  region: Region;
  is_chosen: boolean;
  is_right: boolean | null;
}

export interface TestAttempt extends queries.TestAttemptRow {
  /** What it asked; null while it is open, and when the reader may not see which answers are right. */
  review: () => Promise<ReviewedQuestion[] | null>;
}

/**
 * Lists a user's attempts at a test, the latest first: the caller's own, or of a user whose reports the caller may read.
 * @throws NotFound, Forbidden for another user
 */
export async function listTestAttempts(
  actor: Actor,
  { course_id, unit_id, user_id }: { course_id: number; unit_id: number; user_id?: number | null | undefined },
  branchUrl?: string | null,
): Promise<TestAttempt[]> {
  const isOwn = user_id == null || user_id === actor.person.id;
  const userId = isOwn ? actor.person.id : user_id;
  const reach = isOwn ? await actor.reach("learn", branchUrl) : await findReader(actor, userId, branchUrl);
  return readAttempts(reach, { userId, courseId: course_id, unitId: unit_id, isOwn });
}

export type SettingsOfTest = courses.TestSettings & { id: number };

/** Returns the settings of a test of a course that the caller may see. @throws NotFound */
export async function getTestSettings(
  actor: Actor,
  { course_id, unit_id }: { course_id: number; unit_id: number },
  branchUrl?: string | null,
): Promise<SettingsOfTest> {
  const course = await courses.getCourse(actor, course_id, branchUrl);
  const [unit] = await courses.listUnitsWithKey(course, { drawn: false, unitIds: [unit_id] });
  if (unit?.type !== "Test") throw new NotFound("Unit");
  return unit as typeof unit & courses.TestSettings;
}

/** Lists attempts at a test with their reviews, whose rules limit what learners see of their own. */
export async function readAttempts(
  reach: Reach<"learn"> | Reach<"report.view">,
  { isOwn, ...which }: { userId: number; courseId: number; unitId: number; isOwn: boolean },
): Promise<TestAttempt[]> {
  const rows = await queries.listAttempts(reach, which);
  const open = rows.filter((row) => row.submitted_at !== null && (!isOwn || isReviewOpen(row)));
  let asked: Promise<queries.AnsweredQuestion[]> | undefined;
  return rows.map((row) => ({
    ...row,
    review: async () => {
      if (!open.includes(row)) return null;
      asked ??= queries.listAnsweredQuestions(
        reach,
        open.map(({ id }) => id),
      );
      const its = (await asked).filter(({ attempt_id }) => attempt_id === row.id);
      return its.map((each) => toReviewed(each, isOwn && row.rules.shows_answers));
    },
  }));
}

/** Returns an answered question as its learner may see it after the attempt. */
export function toReviewed(
  { question, response, points, is_waiting, ...answer }: queries.AnsweredQuestion,
  showsKey: boolean,
): ReviewedQuestion {
  return {
    is_waiting,
    levels: answer.mark_levels,
    comment: answer.mark_comment,
    id: question.id,
    type: question.type,
    question: hideGaps(question),
    answer: describeAnswer(response),
    is_correct: is_waiting ? null : answer.is_correct,
    credit: is_waiting ? null : answer.credit,
    points,
    feedback: listFeedback(question, response as Answer | null),
    right_answers: showsKey ? describeKey(question) : null,
    media: question.media,
    pictures: listPicturedTexts(question),
    regions: listRegions(question, response as Answer | null, showsKey),
  };
}

function listRegions(question: courses.QuestionRow, answer: Answer | null, showsKey: boolean): ReviewedRegion[] {
  if (question.type !== "Hotspot") return [];
  const chosen = new Set(answer ? listChosenOptions(question, answer) : []);
  return question.options.flatMap((option) => {
    const { text, region, checked } = option;
    return region ? [{ text, region, is_chosen: chosen.has(option), is_right: showsKey ? checked : null }] : [];
  });
}
