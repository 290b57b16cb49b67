import { randomInt } from "node:crypto";
import type { Reach } from "../../access/actor.ts";
import type { QuestionRow } from "../courses/courses.service.ts";
import * as queries from "./draws.queries.ts";

/**
 * Draws the questions of test units for a learner who opens a course, from the bank and once per attempt: a draw stays,
 * whatever happens to the bank.
 */
export async function drawQuestions(
  reach: Reach<"learn">,
  courseId: number,
  units: readonly { id: number; draws: queries.Draw[] }[],
): Promise<void> {
  for (const unit of units) {
    const questionIds = await pick(reach, courseId, unit, false);
    await queries.keepDraw(reach, { courseId, unitId: unit.id, questionIds });
  }
}

/** Draws again for the next attempt. @returns false when there is nothing to draw */
export async function drawAgain(reach: Reach<"learn">, courseId: number, unitId: number): Promise<boolean> {
  const drawn = await queries.findDrawn(reach, unitId);
  if (!drawn) return false;
  await queries.replaceDraw(reach, unitId, await pick(reach, courseId, { id: unitId, draws: drawn.draws }, false));
  return true;
}

/** Draws the questions of an attempt at a test that is taken in attempts, which keep their answers themselves. */
export async function drawForAttempt(
  reach: Reach<"learn">,
  courseId: number,
  unit: { id: number; draws: queries.Draw[] },
): Promise<void> {
  const questionIds = await pick(reach, courseId, unit, true);
  await queries.putDraw(reach, { courseId, unitId: unit.id, questionIds });
}

/** Tells whether the learner has drawn questions of a test. */
export async function hasDrawn(reach: Reach<"learn">, unitId: number): Promise<boolean> {
  return (await queries.findDrawn(reach, unitId)) !== undefined;
}

/** Counts the questions that an attempt at a test draws from the bank. */
export async function countDrawn(reach: Reach<"learn">, courseId: number, draws: queries.Draw[]): Promise<number> {
  return draws.length === 0 ? 0 : (await choose(reach, courseId, draws, true)).length;
}

/**
 * Returns questions as a learner might draw them, for a preview: nothing is stored, so their ids are the negated ones
 * of the bank.
 */
export async function sampleDraw(
  reach: Reach<"learn">,
  courseId: number,
  { draws, takesEssays }: { draws: queries.Draw[]; takesEssays: boolean },
): Promise<QuestionRow[]> {
  const ids = await choose(reach, courseId, draws, takesEssays);
  return (await queries.listBankQuestions(reach, courseId, ids)).map((question, index) => ({
    ...question,
    id: -question.id,
    unit_order: index + 1,
  }));
}

/** Finds a question of a preview: the course's own, or one of the bank by its negated id. */
export async function findPreviewed(
  reach: Reach<"learn">,
  courseId: number,
  id: number,
): Promise<QuestionRow | undefined> {
  if (id > 0) return queries.findOwnQuestion(reach, courseId, id);
  return (await queries.listBankQuestions(reach, courseId, [-id]))[0];
}

/**
 * Lists questions of a test in a preview, in the order of their ids: its own, or those of the bank by their negated ids.
 * Leaves out ids that are neither.
 */
export async function listPreviewed(
  reach: Reach<"learn">,
  courseId: number,
  own: readonly QuestionRow[],
  ids: readonly number[],
): Promise<QuestionRow[]> {
  const drawn = ids.filter((id) => id < 0).map((id) => -id);
  const bank = drawn.length === 0 ? [] : await queries.listBankQuestions(reach, courseId, drawn);
  const found = new Map([...own, ...bank.map((each) => ({ ...each, id: -each.id }))].map((each) => [each.id, each]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Chooses no question twice, also when two draws of one unit use the same category. */
async function choose(
  reach: Reach<"learn">,
  courseId: number,
  draws: queries.Draw[],
  takesEssays: boolean,
): Promise<number[]> {
  const categories = draws.map(({ category }) => category);
  const bank = await queries.listBank(reach, courseId, categories, takesEssays);
  const picked = new Set<number>();
  for (const { category, count } of draws) {
    const rest = (bank.get(category.toLowerCase()) ?? []).filter((id) => !picked.has(id));
    for (const id of count === null ? rest : sample(rest, count)) picked.add(id);
  }
  return [...picked];
}

/** Returns the questions of a new draw, copied into the unit. */
async function pick(
  reach: Reach<"learn">,
  courseId: number,
  unit: { id: number; draws: queries.Draw[] },
  takesEssays: boolean,
): Promise<number[]> {
  return queries.takeIntoUnit(reach, unit.id, await choose(reach, courseId, unit.draws, takesEssays));
}

function sample(ids: number[], count: number): number[] {
  const rest = [...ids];
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(randomInt(rest.length), 1)[0]!);
}
