import { sql } from "kysely";
import type { Db } from "../db/client.ts";

/** How many learning paths there are, how many courses each has, and how many people it has. */
export interface ProgrammeSize {
  paths: number;
  courses: number;
  people: number;
}

/**
 * Adds learning paths of two sections to an instance of `buildLarge`, assigns people, gives two thirds of the enrolments a due
 * date, and completes courses in part with certificates that have expired.
 */
export async function furnishProgrammes(db: Db, instanceId: number, size: ProgrammeSize): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(db);
  // The planner has no statistics of rows that were inserted a moment ago.
  await sql`SET LOCAL enable_nestloop = off`.execute(db);
  await sql`
    UPDATE enrolments SET due_on = current_date - 60 + (user_id * 7 + course_id) % 120
    WHERE instance_id = ${instanceId} AND (user_id + course_id) % 3 <> 0`.execute(db);
  await sql`
    UPDATE enrolments SET completed_at = completed_at - interval '400 days', assigned_at = assigned_at - interval '400 days'
    WHERE instance_id = ${instanceId} AND completed_at IS NOT NULL AND (user_id + course_id) % 5 = 0`.execute(db);
  await sql`
    INSERT INTO learning_paths (instance_id, title, status)
    SELECT ${instanceId}, 'Path ' || n, 'published' FROM generate_series(1, ${size.paths}::integer) n`.execute(db);
  await sql`
    INSERT INTO learning_path_sections (instance_id, path_id, position, title, needed)
    SELECT ${instanceId}, l.id, n, 'Section ' || n, CASE n WHEN 2 THEN 1 END
    FROM learning_paths l CROSS JOIN generate_series(1, 2) n WHERE l.instance_id = ${instanceId}`.execute(db);
  await sql`
    INSERT INTO learning_path_courses (instance_id, path_id, course_id, section_id, position)
    SELECT ${instanceId}, s.path_id, c.id, s.id, n
    FROM learning_path_sections s
    CROSS JOIN generate_series(1, ${Math.ceil(size.courses / 2)}::integer) n
    JOIN LATERAL (
      SELECT id FROM courses WHERE instance_id = ${instanceId}
      ORDER BY id OFFSET (s.path_id * 3 + s.position * 11 + n) % (SELECT count(*) FROM courses WHERE instance_id = ${instanceId}) LIMIT 1
    ) c ON true
    WHERE s.instance_id = ${instanceId}
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    WITH learners AS (
      SELECT id, row_number() OVER (ORDER BY id) AS n FROM users WHERE instance_id = ${instanceId} AND role = 'learner'
    ), paths AS (
      SELECT id, row_number() OVER (ORDER BY id) AS n FROM learning_paths WHERE instance_id = ${instanceId}
    ), total AS (SELECT count(*) AS learners FROM learners)
    INSERT INTO learning_path_people (instance_id, path_id, user_id, assigned_at, due_on, completed_at)
    SELECT ${instanceId}, p.id, u.id, now() - make_interval(days => (u.n % 500)::integer), current_date - 30 + (u.n % 90)::integer,
      CASE WHEN u.n % 2 = 0 THEN now() - make_interval(days => (u.n % 450)::integer) END
    FROM paths p
    CROSS JOIN generate_series(1, ${size.people}::integer) k
    CROSS JOIN total
    JOIN learners u ON u.n = 1 + (p.n * 7919 + k) % total.learners
    ON CONFLICT DO NOTHING`.execute(db);
}
