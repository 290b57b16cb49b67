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
