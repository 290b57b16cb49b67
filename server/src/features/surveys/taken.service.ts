import type { Reach } from "../../access/actor.ts";
import { toGivenAnswers } from "./answers.ts";
import * as queries from "./taken.queries.ts";

export { hasAnswered as hasAnsweredSurvey } from "./taken.queries.ts";

/** Tells whether anyone has answered a survey. */
export async function isSurveyAnswered(reach: Reach, unitId: number): Promise<boolean> {
  return (await queries.listAnswered(reach, [unitId])).has(unitId);
}

/** Returns whether the caller has answered a survey, and the answers to a named one, which they may change. */
export async function readOwnSurvey(reach: Reach<"learn">, unit: { id: number; is_anonymous: boolean }) {
  const answers = unit.is_anonymous ? undefined : await queries.findOwnAnswers(reach, unit.id);
  const has_answered = answers !== undefined || (await queries.hasAnswered(reach, unit.id));
  return { has_answered, answers: toGivenAnswers(answers ?? {}) };
}

export type OwnSurvey = Awaited<ReturnType<typeof readOwnSurvey>>;
