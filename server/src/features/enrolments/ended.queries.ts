import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, userInScope } from "../../access/scope.ts";
import { getSourceId, type Pair, type Part, type Source } from "./enrolments.queries.ts";

/** Archives enrolments with their progress and answers, and ends their certificates (P17). */
export async function archive(reach: Reach, pairs: readonly Pair[]): Promise<void> {
  const chosen = sql`SELECT * FROM unnest(${pairs.map((pair) => pair.user_id)}::integer[], ${pairs.map((pair) => pair.course_id)}::integer[]) AS p (user_id, course_id)`;
  const selectRows = (table: string) => sql`(SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]') FROM ${sql.table(table)} r
    WHERE r.instance_id = e.instance_id AND r.user_id = e.user_id AND r.course_id = e.course_id)`;
  // Equal times connect the certificates with their enrolment, so that a restore finds exactly those.
  await sql`
    WITH moment AS MATERIALIZED (SELECT now() AS at), ended AS (
      INSERT INTO ended_enrolments (instance_id, user_id, course_id, ended_by, ended_at, record)
      SELECT e.instance_id, e.user_id, e.course_id, ${reach.userId}::integer, moment.at, jsonb_build_object(
        'enrolments', jsonb_build_array(to_jsonb(e)),
        'enrolment_sources', ${selectRows("enrolment_sources")},
        'unit_progress', ${selectRows("unit_progress")},
        'unit_draws', ${selectRows("unit_draws")},
        'responses', ${selectRows("responses")},
        'test_attempts', ${selectRows("test_attempts")},
        'test_answers', ${selectRows("test_answers")},
        'test_allowances', ${selectRows("test_allowances")},
        'submissions', ${selectRows("submissions")},
        'scorm_results', ${selectRows("scorm_results")},
        'scorm_attempts', ${selectRows("scorm_attempts")},
        'scorm_shared', ${selectRows("scorm_shared")},
        'cmi5_registrations', ${selectRows("cmi5_registrations")},
        'daily_time', ${selectRows("daily_time")})
      FROM moment, enrolments e JOIN (${chosen}) p USING (user_id, course_id)
      WHERE e.instance_id = ${reach.instanceId}
      RETURNING user_id, course_id, ended_at
    )
    UPDATE certificates c SET ended_at = ended.ended_at FROM ended
    WHERE c.instance_id = ${reach.instanceId} AND c.user_id = ended.user_id AND c.course_id = ended.course_id
      AND c.ended_at IS NULL`.execute(reach.db);
  // What packages share belongs to their person, so it does not go with the enrolment.
  for (const table of ["scorm_shared", "enrolments"])
    await sql`
      DELETE FROM ${sql.table(table)} e USING (${chosen}) p
      WHERE e.instance_id = ${reach.instanceId} AND e.user_id = p.user_id AND e.course_id = p.course_id`.execute(
      reach.db,
    );
}

export type EndedEnrolment = NonNullable<Awaited<ReturnType<typeof findEnded>>>;

/** Finds an archived enrolment of an existing user and course of the reach. */
export function findEnded(reach: Reach, id: number) {
  return selectEnded(reach, [id]).executeTakeFirst();
}

/** Lists those of these archived enrolments whose user is not enrolled again, the latest of each user and course. */
export function listRestorable(reach: Reach, ids: readonly number[]) {
  return selectEnded(reach, ids)
    .distinctOn(["x.user_id", "x.course_id"])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("enrolments as e")
            .whereRef("e.instance_id", "=", "x.instance_id")
            .whereRef("e.user_id", "=", "x.user_id")
            .whereRef("e.course_id", "=", "x.course_id")
            .select("e.user_id"),
        ),
      ),
    )
    .orderBy("x.user_id")
    .orderBy("x.course_id")
    .orderBy("x.id", "desc")
    .execute();
}

function selectEnded(reach: Reach, ids: readonly number[]) {
  return reach.db
    .selectFrom("ended_enrolments as x")
    .innerJoin("users as u", (join) =>
      join.onRef("u.instance_id", "=", "x.instance_id").onRef("u.id", "=", "x.user_id"),
    )
    .innerJoin("courses as c", (join) =>
      join.onRef("c.instance_id", "=", "x.instance_id").onRef("c.id", "=", "x.course_id"),
    )
    .where("x.instance_id", "=", reach.instanceId)
    .where((eb) => eb("x.id", "=", eb.fn.any(eb.val([...ids]))))
    .where("u.deleted_at", "is", null)
    .where("c.deleted_at", "is", null)
    .where(userInScope(reach, "x.user_id"))
    .where(courseInScope(reach, "x.course_id"))
    .select(["x.id", "x.user_id", "x.course_id", "x.ended_at", "u.first_name", "u.last_name", "c.title"]);
}

export async function isEnrolled(reach: Reach, { user_id, course_id }: Pair): Promise<boolean> {
  const found = await reach.db
    .selectFrom("enrolments")
    .select("user_id")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", user_id)
    .where("course_id", "=", course_id)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Lists enrolments of these users that were archived at one moment and not started again. NOT IN instead of NOT EXISTS:
 * after so many deletions the planner assumes an empty table and would scan it per row.
 */
export async function listEndedAt(
  reach: Reach,
  endedAt: RawBuilder<Date>,
  share: Part,
): Promise<{ id: number; course_id: number }[]> {
  const { rows } = await sql<{ id: number; course_id: number }>`
    SELECT x.id, x.course_id FROM ended_enrolments x
    WHERE x.instance_id = ${reach.instanceId} AND x.ended_at = ${endedAt}
      AND x.user_id = ANY (${[...(share.userIds ?? [])]}::integer[]) AND x.course_id = ANY (${[...(share.courseIds ?? [])]}::integer[])
      AND x.user_id NOT IN (SELECT id FROM users WHERE instance_id = ${reach.instanceId} AND deleted_at IS NOT NULL)
      AND x.course_id NOT IN (SELECT id FROM courses WHERE instance_id = ${reach.instanceId} AND deleted_at IS NOT NULL)
      AND (x.user_id, x.course_id) NOT IN (SELECT e.user_id, e.course_id FROM enrolments e
        WHERE e.instance_id = ${reach.instanceId} AND e.user_id = ANY (${[...(share.userIds ?? [])]}::integer[]))`.execute(
    reach.db,
  );
  return rows;
}

/** The tables of which an archived enrolment has rows. */
const TABLES = [
  "enrolments",
  "unit_progress",
  "unit_draws",
  "responses",
  "test_attempts",
  "test_answers",
  "test_allowances",
  "submissions",
  "scorm_results",
  "scorm_attempts",
  "scorm_shared",
  "cmi5_registrations",
  "daily_time",
] as const;

/**
 * Returns the defaults of the columns of these tables as JSON, for rows that were archived before an upgrade added a
 * column.
 */
async function readDefaults({ db }: Reach): Promise<Map<string, RawBuilder<unknown>>> {
  const { rows } = await sql<{ name: string; pairs: string }>`
    SELECT c.relname AS name, string_agg(format('%L, %s', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ') AS pairs
    FROM pg_attrdef d
    JOIN pg_class c ON c.oid = d.adrelid
    JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum AND a.attgenerated = ''
    WHERE c.oid = ANY (${[...TABLES]}::text[]::regclass[]) AND pg_get_expr(d.adbin, d.adrelid) NOT LIKE 'nextval(%'
    GROUP BY c.relname`.execute(db);
  return new Map(rows.map(({ name, pairs }) => [name, sql`jsonb_build_object(${sql.raw(pairs)})`]));
}

/**
 * Restores enrolments without units and reviewers that were deleted meanwhile. Their source is the given one, because the
 * earlier groups may have other users and courses by now.
 */
export async function bringBack(reach: Reach, ids: readonly number[], source: Source): Promise<void> {
  const chosen = sql`ended_enrolments x WHERE x.instance_id = ${reach.instanceId} AND x.id = ANY (${[...ids]}::integer[])`;
  const defaults = await readDefaults(reach);
  const rows = (table: (typeof TABLES)[number]) =>
    sql`(SELECT x.record -> ${sql.lit(table)} AS list FROM ${chosen} AND x.record -> ${sql.lit(table)} <> '[]') kept,
      jsonb_array_elements(kept.list) stored (entry),
      jsonb_populate_record(NULL::${sql.table(table)}, ${defaults.get(table) ?? sql`'{}'::jsonb`} || stored.entry) r`;
  const unitIsThere = sql`EXISTS (SELECT FROM units u WHERE u.instance_id = ${reach.instanceId} AND u.id = r.unit_id)`;
  // Who reviewed the work may have been deleted for good meanwhile.
  const withReviewer = (column: "marked_by" | "reviewed_by") => {
    const reviewer = sql`(SELECT u.id FROM users u WHERE u.instance_id = ${reach.instanceId} AND u.id = ${sql.ref(`r.${column}`)})`;
    return sql`jsonb_populate_record(r, jsonb_build_object(${sql.lit(column)}, ${reviewer})) restored`;
  };
  await sql`INSERT INTO enrolments SELECT r.* FROM ${rows("enrolments")} RETURNING true`.execute(reach.db);
  await sql`
    INSERT INTO enrolment_sources (instance_id, user_id, course_id, source, group_id, added_by, due_on)
    SELECT x.instance_id, x.user_id, x.course_id, ${source.kind}, ${getSourceId(source)}::integer,
      ${reach.userId}::integer, (x.record #>> '{enrolments,0,due_on}')::date
    FROM ${chosen} RETURNING true`.execute(reach.db);
  await sql`INSERT INTO unit_progress SELECT r.* FROM ${rows("unit_progress")} WHERE ${unitIsThere} RETURNING true`.execute(
    reach.db,
  );
  await sql`INSERT INTO unit_draws SELECT r.* FROM ${rows("unit_draws")} WHERE ${unitIsThere} RETURNING true`.execute(
    reach.db,
  );
  await sql`INSERT INTO responses SELECT r.* FROM ${rows("responses")} WHERE ${unitIsThere}
    AND (r.question_id IS NULL OR EXISTS (SELECT FROM questions q WHERE q.instance_id = ${reach.instanceId} AND q.id = r.question_id)) RETURNING true`.execute(
    reach.db,
  );
  await sql`INSERT INTO test_attempts SELECT r.* FROM ${rows("test_attempts")} WHERE ${unitIsThere} RETURNING true`.execute(
    reach.db,
  );
  await sql`INSERT INTO test_answers SELECT restored.* FROM ${rows("test_answers")}, ${withReviewer("marked_by")} WHERE ${unitIsThere}
    AND EXISTS (SELECT FROM questions q WHERE q.instance_id = ${reach.instanceId} AND q.id = r.question_id) RETURNING true`.execute(
    reach.db,
  );
  await sql`INSERT INTO test_allowances SELECT r.* FROM ${rows("test_allowances")} WHERE ${unitIsThere} RETURNING true`.execute(
    reach.db,
  );
  await sql`INSERT INTO submissions SELECT restored.* FROM ${rows("submissions")}, ${withReviewer("reviewed_by")} WHERE ${unitIsThere} RETURNING true`.execute(
    reach.db,
  );
  await sql`INSERT INTO scorm_results SELECT r.* FROM ${rows("scorm_results")} WHERE ${unitIsThere}
    AND EXISTS (SELECT FROM scorm_packages p WHERE p.instance_id = ${reach.instanceId} AND p.id = r.package_id) RETURNING true`.execute(
    reach.db,
  );
  await sql`INSERT INTO scorm_attempts SELECT r.* FROM ${rows("scorm_attempts")} WHERE ${unitIsThere}
    AND EXISTS (SELECT FROM scorm_scos s WHERE s.instance_id = ${reach.instanceId} AND s.id = r.sco_id) RETURNING true`.execute(
    reach.db,
  );
  // Packages of other courses may have shared the same since.
  await sql`INSERT INTO scorm_shared SELECT r.* FROM ${rows("scorm_shared")} ON CONFLICT DO NOTHING RETURNING true`.execute(
    reach.db,
  );
  await sql`INSERT INTO cmi5_registrations SELECT r.* FROM ${rows("cmi5_registrations")} WHERE ${unitIsThere}
    AND EXISTS (SELECT FROM scorm_packages p WHERE p.instance_id = ${reach.instanceId} AND p.id = r.package_id) RETURNING true`.execute(
    reach.db,
  );
  await sql`INSERT INTO daily_time SELECT r.* FROM ${rows("daily_time")} RETURNING true`.execute(reach.db);
  await recount(reach, chosen);
  // Compared in the database: a Date would lose the microseconds that connect the certificate with its enrolment.
  await sql`
    UPDATE certificates c SET ended_at = NULL FROM (SELECT x.* FROM ${chosen}) x
    WHERE c.instance_id = x.instance_id AND c.user_id = x.user_id AND c.course_id = x.course_id
      AND c.ended_at = x.ended_at`.execute(reach.db);
  await sql`DELETE FROM ${chosen}`.execute(reach.db);
}

/** Counts the units of restored enrolments, and completes those that lacked only units that were deleted meanwhile. */
async function recount(reach: Reach, chosen: RawBuilder<unknown>): Promise<void> {
  await sql`
    WITH counted AS (
      UPDATE enrolments e SET units_completed = done.units,
        completed_at = coalesce(e.completed_at, CASE
          WHEN completes_course(done.units, c.unit_count, c.completion_rules, c.completion_percentage) THEN now() END)
      FROM courses c, (
        SELECT x.user_id, x.course_id, (
          SELECT count(*)::integer FROM unit_progress p
          JOIN units u ON u.instance_id = p.instance_id AND u.id = p.unit_id AND u.deleted_at IS NULL
          WHERE p.instance_id = ${reach.instanceId} AND p.user_id = x.user_id AND p.course_id = x.course_id
            AND p.completed_at IS NOT NULL) AS units
        FROM ${chosen}) done
      WHERE e.instance_id = ${reach.instanceId} AND e.user_id = done.user_id AND e.course_id = done.course_id
        AND c.instance_id = e.instance_id AND c.id = e.course_id
      RETURNING e.user_id, e.course_id, e.completed_at = now() AS became
    )
    INSERT INTO activity (instance_id, user_id, actor_id, kind, course_id)
    SELECT ${reach.instanceId}, user_id, ${reach.userId}::integer, 'course_completed', course_id FROM counted
    WHERE became`.execute(reach.db);
}
