import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, userInScope } from "../../access/scope.ts";
import type { Criterion, MarkedLevel, Media } from "../questions/questions.service.ts";
import { selectInbox } from "./assignments.queries.ts";

type Reviewing = Reach<"submission.review">;

export interface EssayKey {
  attempt_id: number;
  question_id: number;
}

export interface EssayRow extends EssayKey {
  user_id: number;
  user_name: string;
  email: string;
  course_id: number;
  course_title: string;
  unit_id: number;
  unit_title: string;
  question: string;
  media: Media[];
  rubric: Criterion[];
  /** What the question is worth. */
  points: number;
  min_words: number | null;
  max_words: number | null;
  marker_note: string;
  answer: string;
  /** The number of the attempt at the test. */
  number: number;
  submitted_at: Date;
  /** The result of the attempt; null while an essay of it waits. */
  score: number | null;
  is_passed: boolean | null;
  pass_mark: number;
  /** Whether the attempt belongs to the learner's current attempt at the course. */
  is_current: boolean;
  /** Whether the unit is complete. */
  is_complete: boolean;
  /** How many other essays of the attempt wait. */
  others_waiting: number;
  mark_points: number | null;
  mark_levels: MarkedLevel[] | null;
  mark_comment: string | null;
  marker: string | null;
  marked_at: Date | null;
}

/** Finds an essay of a submitted attempt, with its question as it is now and its mark. */
export async function findEssay(reach: Reviewing, key: EssayKey): Promise<EssayRow | undefined> {
  const { rows } = await sql<EssayRow>`
    SELECT a.attempt_id, a.question_id, a.user_id, u.first_name || ' ' || u.last_name AS user_name, u.email, a.course_id,
      c.title AS course_title, a.unit_id, n.title AS unit_title, q.question, q.media, q.rubric, q.points, q.min_words,
      q.max_words, q.marker_note, a.response ->> 'freeTextAnswer' AS answer, t.number, t.submitted_at, t.score::float8 AS score,
      t.is_passed, (t.rules ->> 'pass_mark')::integer AS pass_mark, e.attempt = t.course_attempt AS is_current,
      p.completed_at IS NOT NULL AS is_complete, a.mark_points, a.mark_levels, a.mark_comment, a.marked_at,
      by.first_name || ' ' || by.last_name AS marker,
      (SELECT count(*)::integer FROM test_answers o WHERE o.instance_id = a.instance_id AND o.attempt_id = a.attempt_id
        AND o.question_id <> a.question_id AND o.marked_at IS NULL AND is_essay(o.response)) AS others_waiting
    FROM test_answers a
    JOIN test_attempts t ON t.instance_id = a.instance_id AND t.id = a.attempt_id AND t.submitted_at IS NOT NULL
    JOIN questions q ON q.instance_id = a.instance_id AND q.id = a.question_id
    JOIN users u ON u.instance_id = a.instance_id AND u.id = a.user_id AND u.deleted_at IS NULL
    JOIN courses c ON c.instance_id = a.instance_id AND c.id = a.course_id AND c.deleted_at IS NULL
    JOIN units n ON n.instance_id = a.instance_id AND n.id = a.unit_id AND n.deleted_at IS NULL
    JOIN enrolments e ON e.instance_id = a.instance_id AND e.user_id = a.user_id AND e.course_id = a.course_id
    LEFT JOIN unit_progress p ON p.instance_id = a.instance_id AND p.user_id = a.user_id AND p.unit_id = a.unit_id
    LEFT JOIN users by ON by.instance_id = a.instance_id AND by.id = a.marked_by
    WHERE a.instance_id = ${reach.instanceId} AND a.attempt_id = ${key.attempt_id} AND a.question_id = ${key.question_id}
      AND is_essay(a.response) AND NOT a.is_carried
      AND ${userInScope(reach, "a.user_id")} AND ${courseInScope(reach, "a.course_id")}`.execute(reach.db);
  return rows[0];
}

/** Finds the previous and next waiting essays, for going through the inbox. */
export async function findNeighbours(
  reach: Reviewing,
  { attempt_id, question_id }: EssayKey,
): Promise<{ previous: EssayKey | null; next: EssayKey | null }> {
  const waiting = sql`${selectInbox(reach, { state: "submitted" })} AND s.question_id IS NOT NULL`;
  const key = sql`json_build_object('attempt_id', s.id, 'question_id', s.question_id)`;
  const { rows } = await sql<{ previous: EssayKey | null; next: EssayKey | null }>`
    SELECT (SELECT ${key} FROM ${waiting} AND (s.id, s.question_id) < (${attempt_id}, ${question_id})
        ORDER BY s.id DESC, s.question_id DESC LIMIT 1) AS previous,
      (SELECT ${key} FROM ${waiting} AND (s.id, s.question_id) > (${attempt_id}, ${question_id})
        ORDER BY s.id, s.question_id LIMIT 1) AS next`.execute(reach.db);
  return rows[0]!;
}
