import { parseArgs } from "node:util";
import { sql } from "kysely";
import { hashPassword } from "../access/passwords.ts";
import { inInstance } from "../access/tenancy.ts";
import { ConfigError } from "../config.ts";
import type { Db } from "../db/client.ts";
import type { Platform } from "../platform/platform.ts";
import { startPlatform } from "../start.ts";
import { DEMO_PASSWORD } from "./people.ts";

export interface Size {
  instances: number;
  /** The number of the first instance; 1 unless existing instances should stay. */
  from?: number;
  users: number;
  courses: number;
  units: number;
  /** Per course. */
  enrolments: number;
  /** For the first course, if larger. */
  largest: number;
}

/**
 * Fills the instances `large-1` and on for measurements: equal arguments give equal data. Replaces an instance of an
 * earlier run. Progress is spread evenly from no unit to all units.
 */
export async function buildLarge(platform: Platform, size: Size): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const { from = 1 } = size;
  for (let number = from; number < from + size.instances; number++) {
    const domain = `large-${number}`;
    await platform.database.pool.query("DELETE FROM instances WHERE domain = $1", [domain]);
    const { rows } = await platform.database.pool.query<{ id: number }>(
      "INSERT INTO instances (name, domain, is_demo, points_on) VALUES ($1, $2, true, true) RETURNING id",
      [`Large ${number}`, domain],
    );
    const instanceId = rows[0]!.id;
    await inInstance(platform.database, instanceId, async (db) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(db);
      // The planner has no statistics of this transaction's rows, and would compare millions with thousands one by one.
      await sql`SET LOCAL enable_nestloop = off`.execute(db);
      await insertPeople(db, instanceId, domain, size, passwordHash);
      await insertCourses(db, instanceId, size);
      await insertLearning(db, instanceId, size);
    });
  }
}

async function insertPeople(
  db: Db,
  instanceId: number,
  domain: string,
  { users }: Size,
  passwordHash: string,
): Promise<void> {
  const first = [
    "Ada",
    "Bilal",
    "Chloe",
    "Dmitri",
    "Elena",
    "Farah",
    "Goran",
    "Hana",
    "Idris",
    "Jana",
    "Kofi",
    "Lena",
    "Marek",
    "Noor",
    "Olu",
    "Priya",
  ];
  const last = [
    "Abara",
    "Brandt",
    "Costa",
    "Duval",
    "Eriksen",
    "Farouk",
    "Garcia",
    "Haddad",
    "Ivanov",
    "Jensen",
    "Kaya",
    "Larsen",
    "Mbeki",
  ];
  await sql`
    INSERT INTO users (instance_id, first_name, last_name, email, role, is_primary, password_hash, created_at)
    SELECT ${instanceId}, (${first}::text[])[1 + n % ${first.length}], (${last}::text[])[1 + n % ${last.length}] || ' ' || n,
      CASE n WHEN 1 THEN 'admin' WHEN 2 THEN 'manager' WHEN 3 THEN 'instructor' ELSE 'user' || n END || ${`@${domain}.test`},
      CASE n WHEN 1 THEN 'admin' WHEN 2 THEN 'manager' WHEN 3 THEN 'instructor' ELSE 'learner' END,
      true, ${passwordHash}, now() - make_interval(days => 200, mins => -n)
    FROM generate_series(1, ${users}::integer) n`.execute(db);
}

async function insertCourses(db: Db, instanceId: number, { courses, units }: Size): Promise<void> {
  const lesson = JSON.stringify({ ops: [{ insert: "A lesson for measuring. ".repeat(40) }, { insert: "\n" }] });
  const options = JSON.stringify([
    { text: "The right one", checked: true },
    { text: "The wrong one", checked: false },
    { text: "Another wrong one", checked: false },
  ]);
  await sql`
    INSERT INTO categories (instance_id, name) SELECT ${instanceId}, 'Category ' || n FROM generate_series(1, 10) n`.execute(
    db,
  );
  await sql`
    INSERT INTO courses (instance_id, title, description, status, published_at, unit_count, created_at, updated_at)
    SELECT ${instanceId}, 'Course ' || n, 'A course for measuring.', 'published', now(), ${units}, now() - make_interval(days => 180 - n % 180), now()
    FROM generate_series(1, ${courses}::integer) n`.execute(db);
  await sql`
    INSERT INTO course_categories (instance_id, course_id, category_id, position)
    SELECT ${instanceId}, c.id, (SELECT min(id) FROM categories WHERE instance_id = ${instanceId}) + c.id % 10, 0
    FROM courses c WHERE c.instance_id = ${instanceId}`.execute(db);
  await sql`
    INSERT INTO units (instance_id, course_id, type, unit_order, title, content, youtube_link)
    SELECT ${instanceId}, c.id, (ARRAY['Content', 'Video', 'Test', 'Content'])[1 + n % 4], n, 'Unit ' || n,
      CASE WHEN n % 4 IN (0, 3) THEN ${lesson} END, CASE WHEN n % 4 = 1 THEN 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' END
    FROM courses c CROSS JOIN generate_series(1, ${units}::integer) n WHERE c.instance_id = ${instanceId}`.execute(db);
  await sql`
    INSERT INTO questions (instance_id, unit_id, type, question, options, position)
    SELECT ${instanceId}, u.id, 'Multiple Choice', 'Which one is right?', ${options}::jsonb, n
    FROM units u CROSS JOIN generate_series(1, 3) n WHERE u.instance_id = ${instanceId} AND u.type = 'Test'`.execute(
    db,
  );
}

async function insertLearning(db: Db, instanceId: number, { users, units, enrolments, largest }: Size): Promise<void> {
  // Totals are written directly: updating millions of rows afterwards would take longer than everything else.
  await sql`
    INSERT INTO enrolments (instance_id, user_id, course_id, assigned_at, started_at, units_completed, time_spent, completed_at)
    SELECT ${instanceId}, p.id, c.id, now() - make_interval(days => 150 - k % 140), now() - make_interval(days => 149 - k % 140), done, seconds,
      CASE done WHEN ${units} THEN now() - make_interval(days => 149 - k % 140, hours => -${units}::integer) END
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM courses WHERE instance_id = ${instanceId}) c
    CROSS JOIN LATERAL generate_series(0, CASE c.place WHEN 1 THEN ${Math.min(users - 3, Math.max(largest, enrolments))}::integer ELSE ${Math.min(users - 3, enrolments)}::integer END - 1) k
    JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM users WHERE instance_id = ${instanceId} AND role = 'learner') p
      ON p.place = 1 + (c.place * 37 + k) % ${users - 3}
    CROSS JOIN LATERAL (SELECT (p.id + c.id) % ${units + 1} AS done) progress
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(60 + (p.id + 37 * unit_order) % 600), 0) AS seconds FROM generate_series(1, done) unit_order
    ) time`.execute(db);
  await sql`
    INSERT INTO enrolment_sources (instance_id, user_id, course_id, source, added_at)
    SELECT instance_id, user_id, course_id, 'person', assigned_at FROM enrolments WHERE instance_id = ${instanceId}`.execute(
    db,
  );
  await sql`
    INSERT INTO unit_progress (instance_id, user_id, unit_id, course_id, first_contact_at, last_contact_at, time_spent, completed_at)
    SELECT e.instance_id, e.user_id, u.id, e.course_id, e.started_at, e.started_at + make_interval(hours => u.unit_order), 60 + (e.user_id + 37 * u.unit_order) % 600,
      e.started_at + make_interval(hours => u.unit_order)
    FROM enrolments e
    JOIN units u ON u.instance_id = e.instance_id AND u.course_id = e.course_id
    WHERE e.instance_id = ${instanceId} AND u.unit_order <= (e.user_id + e.course_id) % ${units + 1}`.execute(db);
  await sql`
    INSERT INTO daily_time (instance_id, course_id, day, user_id, seconds)
    SELECT instance_id, course_id, completed_at::date, user_id, sum(time_spent)::integer FROM unit_progress
    WHERE instance_id = ${instanceId} GROUP BY instance_id, course_id, completed_at::date, user_id`.execute(db);
  await sql`
    INSERT INTO activity (instance_id, user_id, kind, course_id, created_at)
    SELECT instance_id, user_id, kind, course_id, at
    FROM enrolments CROSS JOIN LATERAL (VALUES ('enrolled', assigned_at), ('course_completed', completed_at)) events (kind, at)
    WHERE instance_id = ${instanceId} AND at IS NOT NULL ORDER BY at, user_id, course_id`.execute(db);
}

function sizeFrom(args: string[]): Size {
  const option = (value: string) => ({ type: "string", default: value }) as const;
  const { values } = parseArgs({
    args,
    options: {
      instances: option("2"),
      users: option("1000"),
      courses: option("50"),
      units: option("20"),
      enrolments: option("200"),
      largest: option("1"),
    },
  });
  const size = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Number(value)]),
  ) as unknown as Size;
  for (const [name, value] of Object.entries(size)) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new ConfigError(`--${name} should be a whole number above zero.`);
  }
  if (size.users < 10) throw new ConfigError("--users should be at least 10.");
  return size;
}

if (import.meta.main) {
  try {
    const size = sizeFrom(process.argv.slice(2));
    const { platform, asOwner, close } = await startPlatform({ LOG_LEVEL: "warn", ...process.env });
    const began = performance.now();
    await buildLarge(platform, size);
    // The planner needs statistics of so many rows immediately.
    await asOwner("VACUUM ANALYZE");
    process.stdout.write(
      `Made ${size.instances} instances in ${((performance.now() - began) / 1000).toFixed(1)} s: large-1 and on; admin@large-1.test, password ${DEMO_PASSWORD}.\n`,
    );
    await close();
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
    process.exitCode = 1;
  }
}
