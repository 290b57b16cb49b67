import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TENANCY } from "../access/tenancy.ts";
import { type EmbeddedPostgres, startEmbedded } from "./embedded.ts";
import { APP_ROLE, migrate } from "./migrate.ts";

let postgres: EmbeddedPostgres;
let owner: pg.Pool;
beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "cairn-migrate-"));
  await chmod(folder, 0o755); // PostgreSQL runs as nobody when the tests run as root
  postgres = await startEmbedded(folder, { fsync: "off" }, { isThrowAway: true });
  owner = new pg.Pool({ ...postgres, user: "postgres", database: "postgres", options: "-c lock_timeout=2s" });
  owner.on("error", () => {}); // hung up on when PostgreSQL stops
  await migrate(owner);
});
afterAll(async () => {
  await owner.end();
  await postgres.stop();
});

test("a server that starts waits for no table that others are at work in", async () => {
  const other = await owner.connect();
  await other.query("BEGIN");
  for (const table of Object.keys(TENANCY)) await other.query(`SELECT FROM ${table} LIMIT 1`);
  await expect(migrate(owner)).resolves.toEqual([]);
  await other.query("ROLLBACK");
  other.release();
});

test("a fence that somebody has taken down stands again after the next start", async () => {
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

  await owner.query("DROP POLICY instance_fence ON users");
  await migrate(owner);
  const { rows } = await owner.query(
    "SELECT FROM pg_policies WHERE tablename = 'users' AND policyname = 'instance_fence'",
  );
  expect(rows).toHaveLength(1);
  await visitor.end();
});

test("gives existing courses to the only branch of their author, and else to the main site", async () => {
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
