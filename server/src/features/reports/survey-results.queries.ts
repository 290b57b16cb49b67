import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userInScope } from "../../access/scope.ts";
import type { SurveyQuestion } from "../courses/courses.service.ts";
import type { StatementFilters } from "./filters.service.ts";
import { withPeople, withTakers } from "./fragments.ts";
import { toGiven } from "./statement.ts";

type Reading = Reach<"report.view">;

export interface SurveyUnit {
  id: number;
  title: string;
  is_anonymous: boolean;
  questions: SurveyQuestion[];
}

/** Lists the surveys of a course in their order. */
export async function listSurveys({ db, instanceId }: Reading, courseId: number): Promise<SurveyUnit[]> {
  const { rows } = await sql<SurveyUnit>`
    SELECT id, title, is_anonymous, survey_questions AS questions FROM units
    WHERE instance_id = ${instanceId} AND course_id = ${courseId} AND type = 'Survey' AND deleted_at IS NULL
    ORDER BY unit_order, id`.execute(db);
  return rows;
}

/** Counts those who have answered an anonymous survey, and of them those outside the reach. */
export async function countTakers(reach: Reading, unitId: number): Promise<{ total: number; outside: number }> {
  const { rows } = await sql<{ total: number; outside: number }>`
    SELECT count(*) AS total, count(*) FILTER (WHERE NOT ${userInScope(reach, "t.user_id")}) AS outside
    FROM survey_takers t WHERE t.instance_id = ${reach.instanceId} AND t.unit_id = ${unitId}`.execute(reach.db);
  return rows[0]!;
}

/** Whose answers to which survey are read: the filters of a named survey; null for an anonymous one, which has none. */
export interface Asked {
  courseId: number;
  unitId: number;
  filters: StatementFilters | null;
}

export interface Count {
  /** The key of a question; null in the row that counts people. */
  key: string | null;
  /** A point, the key of an option, or null in the row that counts the answers to the question. */
  value: string | null;
  count: number;
}

/** Counts the people who answered, the answers to each question, and how often each point and option was chosen. */
export async function countAnswers(reach: Reading, asked: Asked): Promise<Count[]> {
  const { rows } = await sql<Count>`
    WITH ${withGiven(reach, asked)},
    parts AS MATERIALIZED (
      SELECT e.key, e.value FROM given, jsonb_each(given.answers) e WHERE e.value <> 'null'
    )
    SELECT NULL AS key, NULL AS value, count(*) AS count FROM given
    UNION ALL
    SELECT key, NULL, count(*) FROM parts GROUP BY key
    UNION ALL
    SELECT key, value #>> '{}', count(*) FROM parts WHERE jsonb_typeof(value) = 'number' GROUP BY key, value
    UNION ALL
    SELECT key, chosen, count(*)
    FROM parts, jsonb_array_elements_text(CASE jsonb_typeof(value) WHEN 'array' THEN value ELSE '[]' END) chosen
    GROUP BY key, chosen`.execute(reach.db);
  return rows;
}

export interface TextAnswer {
  key: string;
  text: string;
  /** Null in an anonymous survey. */
  name: string | null;
}

/** Lists the texts that answer some questions, those of a named survey with the latest first, others in no order. */
export async function listTexts(
  reach: Reading,
  asked: Asked,
  keys: readonly string[],
  { limit, offset }: { limit: number; offset: number },
): Promise<TextAnswer[]> {
  const { rows } = await sql<TextAnswer>`
    WITH ${withGiven(reach, asked)}
    SELECT k.key, given.answers ->> k.key AS text, given.name
    FROM given, unnest(${[...keys]}::text[]) WITH ORDINALITY k (key, place)
    WHERE jsonb_typeof(given.answers -> k.key) = 'string'
    ORDER BY k.place, given.place DESC, given.id
    LIMIT ${limit} OFFSET ${offset}`.execute(reach.db);
  return rows;
}

/** Defines the CTE `given`: the answers that are read. Those to an anonymous survey have random ids and no other order. */
function withGiven(reach: Reading, { courseId, unitId, filters }: Asked): RawBuilder<unknown> {
  if (filters === null)
    return sql`given AS MATERIALIZED (
      SELECT answers, id::text AS id, NULL AS name, NULL::timestamptz AS place
      FROM survey_anonymous_answers WHERE instance_id = ${reach.instanceId} AND unit_id = ${unitId}
    )`;
  const { categories: _, ...people } = filters;
  const of = toGiven({
    instance: reach.instanceId,
    branches: reach.branchIds,
    ledGroups: reach.ledGroupIds,
    course: courseId,
    ...people,
  });
  return sql`${withPeople(of)}, ${withTakers(of)},
    given AS MATERIALIZED (
      SELECT a.answers, a.user_id::text AS id, takers.name, a.answered_at AS place
      FROM survey_answers a JOIN takers ON takers.id = a.user_id
      WHERE a.instance_id = ${reach.instanceId} AND a.unit_id = ${unitId}
    )`;
}
