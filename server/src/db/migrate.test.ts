import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { TENANCY } from "../access/tenancy.ts";
import { type EmbeddedPostgres, startEmbedded } from "./embedded.ts";
import { APP_ROLE, migrate } from "./migrate.ts";

let postgres: EmbeddedPostgres;
let owner: pg.Pool;
beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "cairn-migrate-"));
  await chmod(folder, 0o755); // PostgreSQL runs as nobody when the tests run as root.
  postgres = await startEmbedded(folder, { fsync: "off" }, { isThrowAway: true });
  owner = new pg.Pool({ ...postgres, user: "postgres", database: "postgres", options: "-c lock_timeout=2s" });
  owner.on("error", () => {}); // The server closes the connection when PostgreSQL stops.
  await migrate(owner);
});
afterAll(async () => {
  await owner.end();
  await postgres.stop();
});

test("a starting server waits for no lock on a table that others use", async () => {
  const other = await owner.connect();
  await other.query("BEGIN");
  for (const table of Object.keys(TENANCY)) await other.query(`SELECT FROM ${table} LIMIT 1`);
  await expect(migrate(owner)).resolves.toEqual([]);
  await other.query("ROLLBACK");
  other.release();
});

test("a start restores a tenant policy that was dropped", async () => {
  const visitor = new pg.Client({ ...postgres, user: APP_ROLE, database: "postgres" });
  await visitor.connect();
  await owner.query("INSERT INTO instances (name, domain) VALUES ('Northgate', 'northgate')");
  await owner.query(
    "INSERT INTO users (instance_id, first_name, last_name, email, role) VALUES (1, 'Ana', 'Ruiz', 'ana@example.test', 'learner')",
  );
  const seen = async () => (await visitor.query("SELECT FROM users")).rowCount;
  expect(await seen()).toBe(0);

  await owner.query("ALTER TABLE users DISABLE ROW LEVEL SECURITY");
  expect(await seen()).toBe(1);
  await migrate(owner);
  expect(await seen()).toBe(0);

  await owner.query("DROP POLICY instance_isolation ON users");
  await migrate(owner);
  const { rows } = await owner.query(
    "SELECT FROM pg_policies WHERE tablename = 'users' AND policyname = 'instance_isolation'",
  );
  expect(rows).toHaveLength(1);
  await visitor.end();
});

test("a migration gives existing courses to the only branch of their author, else to the main site", async () => {
  await owner.query(`
    ALTER TABLE courses DROP COLUMN branch_id;
    DELETE FROM migrations WHERE name = '0065_courses_of_branches.sql';
    INSERT INTO instances (id, name, domain) OVERRIDING SYSTEM VALUE VALUES (71, 'Filled', 'filled');
    INSERT INTO branches (instance_id, id, name, url, deleted_at) OVERRIDING SYSTEM VALUE
    VALUES (71, 711, 'North', 'north', NULL), (71, 712, 'South', 'south', NULL), (71, 713, 'Closed', 'closed', now());
    INSERT INTO users (instance_id, id, first_name, last_name, email, role, is_primary) OVERRIDING SYSTEM VALUE
    SELECT 71, id, 'Some', 'Author', id || '@filled.test', 'instructor', is_primary
    FROM (VALUES (7101, true), (7102, false), (7103, false), (7104, false), (7105, false)) AS people (id, is_primary);
    INSERT INTO branch_users (instance_id, user_id, branch_id)
    VALUES (71, 7101, 711), (71, 7102, 711), (71, 7103, 711), (71, 7103, 712), (71, 7104, 713), (71, 7105, 712), (71, 7105, 713);
    INSERT INTO courses (instance_id, title, created_by) VALUES
      (71, 'of the main site, in a branch too', 7101), (71, 'of one branch', 7102), (71, 'of two branches', 7103),
      (71, 'of a branch that is deleted', 7104), (71, 'of one branch besides a deleted one', 7105), (71, 'of nobody', NULL);`);
  expect(await migrate(owner)).toEqual(["0065_courses_of_branches.sql"]);
  const { rows } = await owner.query("SELECT title, branch_id FROM courses WHERE instance_id = 71 ORDER BY id");
  expect(rows.map(({ title, branch_id }) => [title, branch_id])).toEqual([
    ["of the main site, in a branch too", null],
    ["of one branch", 711],
    ["of two branches", null],
    ["of a branch that is deleted", null],
    ["of one branch besides a deleted one", 712],
    ["of nobody", null],
  ]);
  const { rows: tables } = await owner.query(
    "SELECT relname FROM pg_class WHERE relname IN ('courses', 'users', 'branches', 'branch_users') AND relforcerowsecurity",
  );
  expect(tables).toHaveLength(4);
});

test("a migration gives existing bank questions to the only branch of their author, unless a course of another site uses them", async () => {
  await owner.query(`
    ALTER TABLE bank_questions DROP COLUMN branch_id;
    DELETE FROM migrations WHERE name = '0090_bank_questions_of_branches.sql';
    INSERT INTO instances (id, name, domain) OVERRIDING SYSTEM VALUE VALUES (72, 'Bank', 'bank');
    INSERT INTO branches (instance_id, id, name, url) OVERRIDING SYSTEM VALUE
    VALUES (72, 721, 'North', 'north'), (72, 722, 'South', 'south');
    INSERT INTO users (instance_id, id, first_name, last_name, email, role, is_primary) OVERRIDING SYSTEM VALUE
    SELECT 72, id, 'Some', 'Author', id || '@bank.test', 'instructor', is_primary
    FROM (VALUES (7201, true), (7202, false), (7203, false)) AS people (id, is_primary);
    INSERT INTO branch_users (instance_id, user_id, branch_id)
    VALUES (72, 7201, 721), (72, 7202, 721), (72, 7203, 721), (72, 7203, 722);
    INSERT INTO bank_questions (instance_id, category, type, question, created_by) VALUES
      (72, 'Free', 'Free Text', 'of the main site', 7201), (72, 'Free', 'Free Text', 'of one branch', 7202),
      (72, 'Free', 'Free Text', 'of two branches', 7203), (72, 'Free', 'Free Text', 'of nobody', NULL),
      (72, 'Own', 'Free Text', 'drawn by the branch', 7202), (72, 'Shared', 'Free Text', 'drawn by the main site', 7202);
    INSERT INTO courses (instance_id, id, title, branch_id) OVERRIDING SYSTEM VALUE
    VALUES (72, 7211, 'Of north', 721), (72, 7212, 'Of the main site', NULL);
    INSERT INTO units (instance_id, course_id, type, title, unit_order, draws) VALUES
      (72, 7211, 'Test', 'Own', 1, '[{"category": "own", "count": null}, {"category": "shared", "count": 1}]'),
      (72, 7212, 'Test', 'Shared', 1, '[{"category": "SHARED", "count": 1}]');`);
  expect(await migrate(owner)).toEqual(["0090_bank_questions_of_branches.sql"]);
  const { rows } = await owner.query(
    "SELECT question, branch_id FROM bank_questions WHERE instance_id = 72 ORDER BY id",
  );
  expect(rows.map(({ question, branch_id }) => [question, branch_id])).toEqual([
    ["of the main site", null],
    ["of one branch", 721],
    ["of two branches", null],
    ["of nobody", null],
    ["drawn by the branch", 721],
    ["drawn by the main site", null],
  ]);
  const { rows: tables } = await owner.query(
    `SELECT relname FROM pg_class WHERE relforcerowsecurity
     AND relname IN ('bank_questions', 'courses', 'units', 'users', 'branches', 'branch_users')`,
  );
  expect(tables).toHaveLength(6);
});

/** Makes the last migration that runs without a transaction due again. */
const repeatConcurrent = () => owner.query("DELETE FROM migrations WHERE name = '0298_index_trigrams_of_fields.sql'");

test("an index is built while others write, and again after an interrupted start left it invalid", async () => {
  await owner.query(`
    INSERT INTO instances (id, name, domain) OVERRIDING SYSTEM VALUE VALUES (73, 'Busy', 'busy');
    INSERT INTO users (instance_id, id, first_name, last_name, email, role) OVERRIDING SYSTEM VALUE
    VALUES (73, 7301, 'Ana', 'Ruiz', 'ana@busy.test', 'learner');
    UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'user_field_values_trigrams'::regclass;`);
  await repeatConcurrent();
  const other = await owner.connect();
  await other.query("BEGIN");
  await other.query("LOCK TABLE user_field_values IN ROW EXCLUSIVE MODE");
  const migrating = migrate(owner);
  await waitForBuild();
  await expect(owner.query("BEGIN; LOCK TABLE user_field_values IN ROW EXCLUSIVE MODE; COMMIT")).resolves.toBeDefined();
  await other.query("COMMIT");
  other.release();
  expect(await migrating).toEqual(["0298_index_trigrams_of_fields.sql"]);
  const { rows } = await owner.query(
    "SELECT indisvalid FROM pg_index WHERE indexrelid = 'user_field_values_trigrams'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test("two servers that start at once do not stop each other's building of an index", async () => {
  await repeatConcurrent();
  const other = await owner.connect();
  await other.query("BEGIN");
  await other.query("LOCK TABLE user_field_values IN ROW EXCLUSIVE MODE");
  const first = migrate(owner);
  await waitForBuild();
  const second = migrate(owner);
  await waitForStatement("query LIKE '%advisory_lock(%'");
  await other.query("COMMIT");
  other.release();
  expect(await first).toEqual(["0298_index_trigrams_of_fields.sql"]);
  expect(await second).toEqual([]);
});

/** Waits until a migration waits for open transactions before it builds or drops an index. */
const waitForBuild = () => waitForStatement("query LIKE '%INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'");

const waitForStatement = (condition: string) =>
  vi.waitUntil(
    async () =>
      (await owner.query(`SELECT FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND ${condition}`)).rowCount,
    { timeout: 60_000 },
  );
