import { AttemptLimits } from "../access/attempts.ts";
import { ConcurrencyLimit } from "../access/concurrency-limit.ts";
import { CustomHosts } from "../access/custom-hosts.ts";
import { UnknownCallers } from "../access/unknown-callers.ts";
import { loadConfig } from "../config.ts";
import { Database } from "../db/client.ts";
import { APP_ROLE } from "../db/migrate.ts";
import { addSystemMetrics } from "../features/system/metrics.service.ts";
import { createFetcher } from "../platform/fetch.ts";
import { createProviderFetch } from "../platform/provider-fetch.ts";
import { openFileStore } from "../platform/files.ts";
import type { Mail } from "../platform/mail.ts";
import { LogLevels } from "../platform/log-levels.ts";
import { createMetrics } from "../platform/metrics.ts";
import { observeFiles, observeMailer } from "../platform/observed.ts";
import type { Platform } from "../platform/platform.ts";
import { openTracing } from "../platform/open-tracing.ts";

/** What a test's server enqueued, mailed and logged. */
export interface Outside {
  jobs: { name: string; payload: unknown }[];
  mails: Mail[];
  /** Warnings and errors for operators. */
  log: { fields: object; message: string }[];
}

/** Creates a platform for tests: a real database and real files; jobs and mails are collected instead of sent. */
export async function createTestPlatform(
  connection: { host: string; port: number; database: string },
  dataDir: string,
  secret: Buffer,
  outside: Outside = { jobs: [], mails: [], log: [] },
  settings: Record<string, string> = {},
): Promise<Platform> {
  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent", PORT: "80", ...settings });
  const database = new Database({ ...connection, user: APP_ROLE, max: 6 });
  const metrics = createMetrics(database);
  const keep = (fields: object, message: string) => void outside.log.push({ fields, message });
  const log = { info: () => {}, warn: keep, error: keep };
  const tracing = await openTracing(config, log);
  database.tracing = tracing;
  const platform: Platform = {
    config,
    log,
    logLevels: new LogLevels(database, config.LOG_LEVEL, log),
    metrics,
    tracing,
    database,
    secret,
    files: observeFiles(openFileStore(config), tracing, metrics.storage),
    // Tests serve pages on this machine, which is not public.
    fetcher: createFetcher((address) => address === "127.0.0.1"),
    fetchProvider: createProviderFetch(["127.0.0.1"]),
    office: null,
    attempts: new AttemptLimits(database),
    concurrency: new ConcurrencyLimit({ most: 5, waiting: 500, patience: 15_000 }),
    customHosts: new CustomHosts(database),
    // Tests send hundreds of requests per second from one address.
    unknownCallers: new UnknownCallers({ requests: 1_000_000 }),
    mailer: observeMailer(
      { send: async (mail) => void outside.mails.push(mail), verify: async () => {}, forget: async () => {} },
      tracing,
      metrics.mails,
    ),
    jobs: {
      enqueue: async (_, name, payload) => void outside.jobs.push({ name, payload }),
      start: async () => {},
      stop: async () => {},
    },
  };
  addSystemMetrics(platform);
  return platform;
}
