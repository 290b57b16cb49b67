import type { Actor, Reach } from "../../access/actor.ts";
import { AppError, Conflict, Invalid } from "../../errors.ts";
import { parseAnswer } from "./answer.ts";
import { refuseIfIncomplete } from "./completion-rules.service.ts";
import * as learning from "./learning.service.ts";
import { getCourse, isTakenInAttempts } from "../courses/courses.service.ts";
import * as queries from "./learning.queries.ts";
import { t } from "../../i18n/message.ts";
import { storeTestAnswer } from "./test-answers.service.ts";
import { creditTime } from "./time.queries.ts";
import { listOutline, openUnit, type OpenedUnit } from "./units.service.ts";

const MAX_ANSWERS = 200;
const LARGEST_CLAIM = 2 ** 31 - 1;

/** What a learner has done in one unit since the last report. */
export interface Work {
  course_id: number;
  unit_id: number;
  unit_type: string;
  /** The seconds in the unit in total, as the client counts them. */
  time_spent: number;
  /** The answers in the order in which they were given, as JSON text. */
  answers: readonly { question_id: number; response: string }[];
  /** Whether the learner wants to complete the unit. */
  completes: boolean;
  /** The unit that the learner opens next; its clock starts once this unit is complete. */
  opens: number | null;
}

type Completed = Awaited<ReturnType<typeof learning.completeUnit>>;
export interface RecordedAnswer {
  question_id: number;
  response: string | null;
  problem: AppError | null;
}

export interface RecordedWork {
  /** The unit's seconds by the server's clock. */
  time_spent: number;
  answers: RecordedAnswer[];
  completion: Completed | null;
  /** Why the unit was not completed. */
  refusal: AppError | null;
  /** Reads another unit of the course, which the player shows after the next one; null when it cannot be read. */
  readUnit: (unitId: number) => Promise<OpenedUnit | null>;
}

/**
 * Stores the time and the answers of a learner in one unit and completes it if they ask for that. An answer or a
 * completion that is refused does not undo the rest; the result contains the reason.
 * @throws NotFound, Conflict when the learner may not work in the unit now
 */
export async function recordWork(actor: Actor, work: Work, branchUrl?: string | null): Promise<RecordedWork> {
  if (work.answers.length > MAX_ANSWERS)
    throw new Invalid({ answers: [t`Send at most ${MAX_ANSWERS} answers at once.`] });
  const reach = await actor.reach("learn", branchUrl);
  const unit = await learning.getOpenUnit(actor, reach, work, null);
  const claimed = Math.min(Math.max(0, work.time_spent), LARGEST_CLAIM);
  const time_spent = await creditTime(reach, actor.instance.timeZone, work.course_id, unit.id, claimed);
  const answers = await storeAnswers(reach, unit, work, time_spent);
  const readUnit = (unitId: number) => readUnitAhead(actor, work.course_id, unitId, branchUrl);
  const rest = { time_spent, answers, readUnit };
  if (!work.completes) return { ...rest, completion: null, refusal: null };
  const refusal = await findRefusal(reach, { ...unit, time_spent });
  if (refusal) return { ...rest, completion: null, refusal };
  if (isLeftByTime(unit)) await storeCompletionByTime(reach, work, time_spent);
  // The completion is last: others of the same learner wait for the enrolment until it commits.
  return { ...rest, completion: await learning.completeOpenUnit(reach, work, unit), refusal: null };
}

/** Reads a unit as the query of a course does. What refuses it must not undo the work that was recorded before. */
async function readUnitAhead(actor: Actor, courseId: number, unitId: number, branchUrl?: string | null) {
  try {
    const course = await getCourse(actor, courseId, branchUrl, { asLearner: true });
    return await openUnit(course, { unit_id: unitId }, () => listOutline(course));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function storeAnswers(
  reach: Reach<"learn">,
  unit: queries.UnitAtHand,
  { course_id, unit_id, answers }: Work,
  time_spent: number,
): Promise<RecordedAnswer[]> {
  if (answers.length === 0) return [];
  const ids = answers.map(({ question_id }) => question_id);
  const questions = new Map((await queries.findQuestions(reach, unit_id, ids)).map((each) => [each.id, each]));
  const recorded: RecordedAnswer[] = [];
  for (const { question_id, response } of answers) {
    const question = questions.get(question_id);
    try {
      if (!question) throw new Invalid({ input_key: [learning.NOT_A_QUESTION] });
      const answer = parseAnswer(response);
      const stored = isTakenInAttempts(unit)
        ? await storeTestAnswer(reach, { open: unit.open_attempt, question }, answer, time_spent)
        : await learning.storeAnswer(reach, { course_id, unit_id, question }, answer, time_spent);
      recorded.push({ question_id, response: stored.response, problem: null });
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      recorded.push({ question_id, response: null, problem: error });
    }
  }
  return recorded;
}

const isLeftByTime = ({ completed_at, time_limit, has_questions }: queries.UnitAtHand) =>
  completed_at === null && time_limit !== null && !has_questions;

/** Stores that the learner stayed on a timed unit without questions. */
async function storeCompletionByTime(
  reach: Reach<"learn">,
  { course_id, unit_id }: Work,
  timeSpent: number,
): Promise<void> {
  const type = "CompletionWithNoTest";
  await queries.upsertResponse(reach, {
    course_id,
    unit_id,
    input_type: type,
    input_key: type,
    question_id: null,
    response: { type, timeSpent, isCorrect: true },
    is_correct: null,
    file_key: null,
  });
}

async function findRefusal(reach: Reach<"learn">, unit: queries.UnitAtHand): Promise<Conflict | null> {
  try {
    await refuseIfIncomplete(reach, unit);
    return null;
  } catch (error) {
    if (error instanceof Conflict) return error;
    throw error;
  }
}
