import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../db/embedded.ts";
import { prepare } from "../db/open.ts";
import { buildWorld } from "../demo/world.ts";
import { jobHandlers } from "../jobs.ts";
import { migrateJobs } from "../platform/jobs.ts";
import { createTestPlatform } from "./platform.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL of this run: each test file copies the database `world` in it. */
    postgres: { host: string; port: number };
    /** The folder of this run's stored files. */
    dataDir: string;
  }
}

/** Starts one PostgreSQL for the whole run and creates the demo data once, as a template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "cairn-test-"));
  const postgres = await startEmbedded(
    dataDir,
    { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" },
    { isThrowAway: true },
  );
  const { host, port } = postgres;
  const admin = new pg.Client({ host, port, user: "postgres", database: "postgres" });
  await admin.connect();
  await admin.query("CREATE DATABASE world");
  await admin.end();

  const owner = { host, port, user: "postgres", database: "world" };
  const secret = await prepare(owner);
  const platform = await createTestPlatform({ host, port, database: "world" }, dataDir, secret);
  const pool = new pg.Pool({ ...owner, max: 1 });
  await migrateJobs(pool, Object.keys(jobHandlers(platform)));
  await pool.end();
  await buildWorld(platform);
  await platform.database.close();
  project.provide("postgres", { host, port });
  project.provide("dataDir", dataDir);

  return () => postgres.stop();
}
