import { createHmac, randomBytes } from "node:crypto";
import pg from "pg";
import type { Config } from "../config.ts";
import { Database, shareConnections } from "./client.ts";
import { type EmbeddedPostgres, startEmbedded } from "./embedded.ts";
import { APP_ROLE, migrate } from "./migrate.ts";

/** A migrated database, opened as the application's role. */
export interface OpenDatabase {
  database: Database;
  /** How the owner connects: only for migrations and what they create. */
  owner: pg.PoolConfig;
  app: pg.PoolConfig;
  secret: Buffer;
  close(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL or connects to `DATABASE_URL`, migrates, and opens the pool of the application.
 * @param processes how many processes of this server share its connections
 */
export async function openDatabase(
  config: Config,
  onIdleError: (error: Error) => void,
  processes = 1,
): Promise<OpenDatabase> {
  const { connections, embedded } = await findConnections(config);
  try {
    const secret = await prepare(connections.owner, connections.appPassword);
    const database = new Database(
      {
        ...connections.app,
        max: shareConnections(processes),
        statement_timeout: config.STATEMENT_SECONDS * 1000,
      },
      onIdleError,
    );
    return {
      database,
      owner: connections.owner,
      app: connections.app,
      secret,
      close: async () => {
        await database.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Migrates a database as its owner. @returns the key with which the servers of this database sign */
export function prepare(owner: pg.PoolConfig, appPassword?: string): Promise<Buffer> {
  return withOwner(owner, async (pool) => {
    await migrate(pool, appPassword);
    await pool.query("INSERT INTO platform_secrets (name, value) VALUES ('signing', $1) ON CONFLICT DO NOTHING", [
      randomBytes(32).toString("base64"),
    ]);
    const { rows } = await pool.query<{ value: string }>("SELECT value FROM platform_secrets WHERE name = 'signing'");
    return Buffer.from(rows[0]!.value, "base64");
  });
}

/** Runs work with one connection of the owner. */
export async function withOwner<T>(owner: pg.PoolConfig, work: (owner: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ ...owner, max: 1 });
  // A pool has ended before its connection is closed. If PostgreSQL stops meanwhile, an error without a listener would
  // end this process.
  pool.on("error", () => {});
  return work(pool).finally(() => pool.end());
}

/**
 * Returns how the owner and the application connect, without a change of the database. Starts the embedded PostgreSQL,
 * which the caller stops, unless `DATABASE_URL` names another.
 */
export async function findConnections(
  config: Config,
): Promise<{ connections: Connections; embedded: EmbeddedPostgres | null }> {
  if (config.DATABASE_URL) return { connections: externalConnections(config), embedded: null };
  const embedded = await startEmbedded(config.DATA_DIR);
  try {
    return { connections: await embeddedConnections(embedded), embedded };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

interface Connections {
  owner: pg.PoolConfig;
  app: pg.PoolConfig;
  appPassword?: string;
}

async function embeddedConnections({ host, port }: EmbeddedPostgres): Promise<Connections> {
  const owner = { host, port, user: "postgres", database: "cairn" };
  const client = new pg.Client({ ...owner, database: "postgres" });
  await client.connect();
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'cairn'");
  if (!rowCount) await client.query("CREATE DATABASE cairn").catch(unlessItExists);
  await client.end();
  return { owner, app: { ...owner, user: APP_ROLE } };
}

/**
 * Returns the owner's address and the application's: DATABASE_APP_URL, or the same server with the role's own password,
 * which all servers derive from the owner's.
 */
function externalConnections(config: Config): Connections {
  const url = config.DATABASE_URL!;
  if (config.DATABASE_APP_URL)
    return { owner: { connectionString: url }, app: { connectionString: config.DATABASE_APP_URL } };
  const app = new URL(url);
  const appPassword = createHmac("sha256", decodeURIComponent(app.password) || "cairn")
    .update(APP_ROLE)
    .digest("hex");
  app.username = APP_ROLE;
  app.password = appPassword;
  return { owner: { connectionString: url }, app: { connectionString: app.toString() }, appPassword };
}

/** Ignores the error of a database that exists: of two first starts at once, one creates it. */
function unlessItExists(error: unknown): void {
  if ((error as { code?: string }).code !== "42P04") throw error;
}
