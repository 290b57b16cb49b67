import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordActivity } from "../activity/activity.service.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { storeMark } from "../learning/essay-marks.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { countWords, type MarkedLevel, type ReachedLevel, scoreRubric } from "../questions/questions.service.ts";
import * as queries from "./essays.queries.ts";

export type { EssayKey } from "./essays.queries.ts";

const LONGEST_COMMENT = 5_000;

/** Returns an essay to mark. @throws NotFound for one that is unknown or outside the reach */
export async function getEssay(actor: Actor, key: queries.EssayKey, branchUrl?: string | null) {
  const reach = await actor.reach("submission.review", branchUrl);
  const essay = await find(reach, key);
  return {
    ...essay,
    words: countWords(essay.answer),
    neighbours: () => queries.findNeighbours(reach, key),
  };
}

export type Essay = Awaited<ReturnType<typeof getEssay>>;

export interface MarkInput extends queries.EssayKey {
  /** The points of an essay without a rubric. */
  points?: number | null | undefined;
  /** The level that it reached in each criterion of its rubric. */
  levels?: ReachedLevel[] | null | undefined;
  comment?: string | null | undefined;
  /** When the mark that the marker saw was made, ISO 8601; null for an essay without one. */
  replaces?: string | null | undefined;
}

/**
 * Marks an essay, or marks it again. With the last essay of an attempt, the attempt is graded, and the learner is notified.
 * @throws NotFound; Invalid for `levels`, `points` or `comment`; Conflict for one's own essay, and when another person has
 * marked it meanwhile
 */
export async function markEssay(actor: Actor, input: MarkInput, branchUrl?: string | null): Promise<Essay> {
  const reach = await actor.reach("submission.review", branchUrl);
  const essay = await find(reach, input);
  const { user_id: userId, course_id, unit_id, course_title, unit_title } = essay;
  if (userId === reach.userId) throw new Conflict(t`You cannot mark your own essay. Ask another reviewer.`);
  const comment = input.comment?.trim() || null;
  if ((comment?.length ?? 0) > LONGEST_COMMENT)
    throw new Invalid({ comment: [t`A comment has at most ${LONGEST_COMMENT} characters.`] });
  const { attempt_id, question_id, is_current } = essay;
  const { score } = await storeMark(reach, {
    attempt_id,
    question_id,
    user_id: userId,
    is_current,
    comment,
    ...checkMark(essay, input),
    worth: essay.points,
    replaces: parseTime(input.replaces),
  });
  const isFirst = essay.marked_at === null;
  await recordActivity(reach, { userId, kind: "essay_marked", courseId: course_id, unitId: unit_id });
  const marked = await getEssay(actor, input, branchUrl);
  await recordAudit(actor, reach, {
    action: isFirst ? "essay.marked" : "essay.marked_again",
    subject: { type: "user", id: userId, name: essay.user_name },
    changes: {
      course: course_title,
      unit: unit_title,
      points: isFirst ? marked.mark_points : [essay.mark_points, marked.mark_points],
    },
  });
  const data = { course_id, course_title, unit_id, unit_title };
  if (score !== null) await notify(actor, reach, "essays_marked", [{ userId, data }]);
  return marked;
}

/** Returns the points of a mark, and the levels that give them. @throws Invalid */
function checkMark(
  { rubric, points: most }: Pick<queries.EssayRow, "rubric" | "points">,
  { points, levels }: MarkInput,
): { points: number; levels: MarkedLevel[] | null } {
  if (rubric.length > 0) {
    const scored = scoreRubric(rubric, levels ?? []);
    if (!scored) throw new Invalid({ levels: [t`Choose a level for each criterion.`] });
    return scored;
  }
  if (points == null || !Number.isInteger(points) || points < 0 || points > most)
    throw new Invalid({ points: [t`Enter points from 0 to ${most}.`] });
  return { points, levels: null };
}

function parseTime(text: string | null | undefined): Date | null {
  if (text == null) return null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new Invalid({ replaces: [t`This time is not valid.`] });
  return time;
}

async function find(reach: Reach<"submission.review">, key: queries.EssayKey): Promise<queries.EssayRow> {
  const essay = await queries.findEssay(reach, key);
  if (!essay) throw new NotFound("Essay");
  return essay;
}
