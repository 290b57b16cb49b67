import type { Actor, Reach } from "../../access/actor.ts";
import { getSurveyKey } from "../../access/survey-secret.ts";
import { Conflict, Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { MOST_SURVEY_QUESTIONS } from "../courses/courses.service.ts";
import { completeOpenUnit, getOpenUnit } from "../learning/learning.service.ts";
import { checkAnswers, type GivenAnswer, type StoredAnswers } from "./answers.ts";
import { BATCH, closeBox, openBox, shuffle } from "./box.ts";
import * as queries from "./surveys.queries.ts";

/**
 * Stores the caller's answers to a survey and completes the unit. Answers with a name replace earlier ones; anonymous
 * answers are given once, and wait until they can be stored with others.
 * @throws NotFound; Conflict when the unit cannot be worked in now or was answered anonymously before; Invalid
 */
export async function submitSurvey(
  actor: Actor,
  { course_id, unit_id, answers }: { course_id: number; unit_id: number; answers: readonly GivenAnswer[] },
  branchUrl?: string | null,
) {
  if (answers.length > MOST_SURVEY_QUESTIONS)
    throw new Invalid({ answers: [t`This survey has changed. Please reload the page.`] });
  const reach = await actor.reach("learn", branchUrl);
  const place = { course_id, unit_id, unit_type: "Survey" };
  const unit = await getOpenUnit(actor, reach, place, null);
  const survey = await queries.lockSurvey(reach, unit.id);
  const checked = checkAnswers(survey.questions, answers);
  if (!survey.is_anonymous) await queries.putAnswers(reach, unit.id, checked);
  else {
    if (!(await queries.markTaken(reach, unit.id)))
      throw new Conflict(t`You have answered this survey already. Anonymous answers cannot be changed.`);
    await storeAnonymous(actor, reach, unit.id, checked);
  }
  return completeOpenUnit(reach, place, unit);
}

/**
 * Adds an answer to those that wait, and releases them once there are enough. The survey must be locked.
 *
 * The transaction also writes the mark and the progress of the person, so everything it writes of answers is either
 * encrypted and together with all others that wait, or a whole batch (ADR 101).
 */
async function storeAnonymous(
  { platform }: Actor,
  reach: Reach<"learn">,
  unitId: number,
  answers: StoredAnswers,
): Promise<void> {
  const key = getSurveyKey(platform.config);
  const context = `${reach.instanceId} ${unitId}`;
  const box = await queries.findBox(reach, unitId, key.id);
  const waiting = shuffle([...(box ? openBox(key, context, box) : []), answers]);
  const isReleased = waiting.length >= BATCH;
  if (isReleased) await queries.insertAnonymous(reach, unitId, waiting);
  await queries.putBox(reach, unitId, key.id, closeBox(key, context, isReleased ? [] : waiting));
}
