import { readdir, readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { tenantPolicySql } from "../access/tenancy.ts";

const MIGRATIONS = new URL("../../migrations/", import.meta.url);

/** The role of the application: owns nothing and cannot bypass row-level security. */
export const APP_ROLE = "cairn_app";

/** The number of the lock that lets one server at a time migrate a database. */
const LOCK = 727001;

/**
 * Migrates the database as its owner: every pending migration in its own transaction, then the tenant policies and the
 * application role's rights. Several servers may call it at once. A migration with CONCURRENTLY runs statement by statement
 * without a transaction, as PostgreSQL demands; if it fails, the next start runs all its statements again.
 * @param appPassword gives the role a password; without it the role can log in only where the server trusts the socket
 */
export async function migrate(owner: pg.Pool, appPassword?: string): Promise<string[]> {
  const client = await owner.connect();
  try {
    await waitForLock(client);
    await client.query(
      "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
    );
    const pending = await listPending(client);

    for (const name of pending) await runMigration(client, name, await readFile(new URL(name, MIGRATIONS), "utf8"));
    await ensureAppRole(client, appPassword);
    await client.query(`BEGIN; ${tenantPolicySql()} ${grantSql()} COMMIT;`);
    return pending;
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [LOCK]).catch(() => {});
    client.release();
  }
}

/** Lists the migrations of this version that a database lacks, in the order in which they run. */
export async function listPending(owner: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>("SELECT name FROM migrations");
  const applied = new Set(rows.map((row) => row.name));
  return (await listMigrations()).filter((name) => !applied.has(name));
}

/** Lists the migrations of this version, in the order in which they run. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
}

/**
 * Waits until no other server migrates the database. It asks again and again: a statement that waits for the lock would
 * itself be a transaction for whose end CREATE INDEX CONCURRENTLY of the other server waits.
 */
async function waitForLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ has_lock: boolean }>("SELECT pg_try_advisory_lock($1) AS has_lock", [LOCK]);
    if (rows[0]!.has_lock) return;
    await setTimeout(100);
  }
}

async function runMigration(client: pg.PoolClient, name: string, text: string): Promise<void> {
  const done = { text: "INSERT INTO migrations (name) VALUES ($1)", values: [name] };
  try {
    if (isConcurrent(text)) {
      for (const statement of [...splitConcurrent(text), done]) await client.query(statement);
      return;
    }
    await client.query(`BEGIN;\n${text}`);
    await client.query(done);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** Tells whether a migration runs without a transaction. */
export const isConcurrent = (text: string): boolean => /\bCONCURRENTLY\b/i.test(withoutComments(text));

/** Splits a migration that runs without a transaction into its statements; it has no functions. */
export const splitConcurrent = (text: string): string[] =>
  withoutComments(text)
    .split(";")
    .map((statement) => statement.trim())
    .filter(Boolean);

const withoutComments = (text: string): string => text.replaceAll(/--.*$/gm, "");

async function ensureAppRole(client: pg.PoolClient, password: string | undefined): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [APP_ROLE]);
  if (!rowCount) await client.query(`CREATE ROLE ${APP_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS`);
  if (password) await client.query(`ALTER ROLE ${APP_ROLE} PASSWORD ${client.escapeLiteral(password)}`);
}

function grantSql(): string {
  return `
    GRANT USAGE ON SCHEMA public TO ${APP_ROLE};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${APP_ROLE};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${APP_ROLE};
    REVOKE ALL ON platform_secrets, migrations FROM ${APP_ROLE};`;
}
