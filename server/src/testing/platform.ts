import { AttemptLimits } from "../access/attempts.ts";
import { Turns } from "../access/turns.ts";
import { loadConfig } from "../config.ts";
import { Database } from "../db/client.ts";
import { APP_ROLE } from "../db/migrate.ts";
import { createFetcher } from "../platform/fetch.ts";
import { openFileStore } from "../platform/files.ts";
import type { Mail } from "../platform/mail.ts";
import type { Platform } from "../platform/platform.ts";

/** What was enqueued and mailed by a test's server, for the test to read. */
export interface Outside {
  jobs: { name: string; payload: unknown }[];
  mails: Mail[];
  /** Warnings and errors that operators would read. */
  log: { fields: object; message: string }[];
}

/** The outside world of tests: a real database and real files; jobs and mails are kept in lists instead of being sent. */
export async function createTestPlatform(
  connection: { host: string; port: number; database: string },
  dataDir: string,
  secret: Buffer,
  outside: Outside = { jobs: [], mails: [], log: [] },
  settings: Record<string, string> = {},
): Promise<Platform> {
  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent", PORT: "80", ...settings });
  const database = new Database({ ...connection, user: APP_ROLE, max: 6 });
  const keep = (fields: object, message: string) => void outside.log.push({ fields, message });
  return {
    config,
    log: { info: () => {}, warn: keep, error: keep },
    database,
    secret,
    files: openFileStore(config),
    // Tests have their pages on this machine, which nobody else may fetch from.
    fetcher: createFetcher((address) => address === "127.0.0.1"),
    office: null,
    attempts: new AttemptLimits(database),
    turns: new Turns({ most: 5, waiting: 500, patience: 15_000 }),
    mailer: { send: async (mail) => void outside.mails.push(mail) },
    jobs: {
      enqueue: async (_, name, payload) => void outside.jobs.push({ name, payload }),
      start: async () => {},
      stop: async () => {},
    },
  };
}
