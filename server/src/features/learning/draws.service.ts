import { randomInt } from "node:crypto";
import type { Reach } from "../../access/actor.ts";
import type { QuestionRow } from "../courses/courses.service.ts";
import * as queries from "./draws.queries.ts";

/**
 * Draws the questions of test units for a learner who opens a course, from the bank and once for each attempt: what was drawn
 * stays, whatever becomes of the bank.
 */
export async function drawQuestions(
  reach: Reach<"learn">,
  courseId: number,
  units: readonly { id: number; draws: queries.Draw[] }[],
): Promise<void> {
  for (const unit of units) {
    const questionIds = await pick(reach, unit);
    await queries.keepDraw(reach, { courseId, unitId: unit.id, questionIds });
  }
}

/** Another draw for the next attempt; false when there is nothing to draw again. */
export async function drawAgain(reach: Reach<"learn">, unitId: number): Promise<boolean> {
  const drawn = await queries.findDrawn(reach, unitId);
  if (!drawn) return false;
  await queries.replaceDraw(reach, unitId, await pick(reach, { id: unitId, draws: drawn.draws }));
  return true;
}

/**
 * Questions as a learner might draw them, for a preview: nothing is stored, so their ids are those of the bank, below zero.
 */
export async function sampleDraw(reach: Reach<"learn">, draws: queries.Draw[]): Promise<QuestionRow[]> {
  const ids = await choose(reach, draws);
  return (await queries.listBankQuestions(reach, ids)).map((question, index) => ({
    ...question,
    id: -question.id,
    unit_order: index + 1,
  }));
}

/** A question of a preview: the course's own, or one of the bank by its id below zero. */
export async function findPreviewed(
  reach: Reach<"learn">,
  courseId: number,
  id: number,
): Promise<QuestionRow | undefined> {
  if (id > 0) return queries.findOwnQuestion(reach, courseId, id);
  return (await queries.listBankQuestions(reach, [-id]))[0];
}

/** No question twice, also when two draws of one unit are of the same category. */
async function choose(reach: Reach<"learn">, draws: queries.Draw[]): Promise<number[]> {
  const bank = await queries.listBank(
    reach,
    draws.map(({ category }) => category),
  );
  const picked = new Set<number>();
  for (const { category, count } of draws) {
    const rest = (bank.get(category.toLowerCase()) ?? []).filter((id) => !picked.has(id));
    for (const id of count === null ? rest : sample(rest, count)) picked.add(id);
  }
  return [...picked];
}

/** The questions of a new draw, as they stand in the unit from now on. */
async function pick(reach: Reach<"learn">, unit: { id: number; draws: queries.Draw[] }): Promise<number[]> {
  return queries.takeIntoUnit(reach, unit.id, await choose(reach, unit.draws));
}

function sample(ids: number[], count: number): number[] {
  const rest = [...ids];
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(randomInt(rest.length), 1)[0]!);
}
