import pg from "pg";
import { AttemptLimits } from "./access/attempts.ts";
import { ConcurrencyLimit, shareConcurrency } from "./access/concurrency-limit.ts";
import { CustomHosts } from "./access/custom-hosts.ts";
import { UnknownCallers } from "./access/unknown-callers.ts";
import { ConfigError, loadConfig, mayServeDemo } from "./config.ts";
import { forgetInstanceIds } from "./access/session.ts";
import { listenForChanges } from "./db/changes.ts";
import { openDatabase, withOwner } from "./db/open.ts";
import { addSystemMetrics } from "./features/system/metrics.service.ts";
import { createFetcher } from "./platform/fetch.ts";
import { openOffice } from "./platform/office.ts";
import { createProviderFetch } from "./platform/provider-fetch.ts";
import { openFileStore } from "./platform/files.ts";
import { jobHandlers } from "./jobs.ts";
import { createJobs, migrateJobs } from "./platform/jobs.ts";
import { createLog } from "./platform/log.ts";
import { LogLevels } from "./platform/log-levels.ts";
import { createMailer } from "./platform/mail.ts";
import { addOperations, createMetrics } from "./platform/metrics.ts";
import { serveMetrics } from "./platform/metrics-server.ts";
import { observeFiles, observeMailer } from "./platform/observed.ts";
import type { Platform } from "./platform/platform.ts";
import { openTracing } from "./platform/open-tracing.ts";
import type { Tracing } from "./platform/tracing.ts";
import { countProcesses } from "./processes/count.ts";

/** A platform that is ready to serve; `close` stops its jobs, then its database. */
export interface Started {
  platform: Platform;
  /** How the owner of the database connects. */
  owner: pg.PoolConfig;
  /** Runs a statement as the owner of the database, for what the application's role may not do. */
  asOwner: (statement: string) => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Prepares everything a server or command needs: settings, a migrated database, and demo data if it is empty.
 * @param isFurther whether the main process of the server has prepared the jobs and the demo data, and serves the metrics
 * @throws ConfigError for an invalid setting, and for demo accounts that would be served beyond this machine
 */
export async function startPlatform(env: NodeJS.ProcessEnv, { isFurther = false } = {}): Promise<Started> {
  const config = loadConfig(env);
  const processes = countProcesses(config.PROCESSES);
  let tracing: Tracing | null = null;
  const log = createLog(config.LOG_LEVEL, () => tracing?.getIds() ?? {});
  tracing = await openTracing(config, log);
  const onIdleError = (err: Error) => log.error({ err }, "a connection to the database was lost");
  const opened = await openDatabase(config, onIdleError, processes);
  try {
    const { database } = opened;
    const metrics = createMetrics(database);
    const logLevels = new LogLevels(database, config.LOG_LEVEL, log);
    logLevels.add(log);
    database.tracing = tracing;
    const platform: Platform = {
      config,
      log,
      logLevels,
      metrics,
      tracing,
      database,
      files: observeFiles(openFileStore(config), tracing, metrics.storage),
      fetcher: createFetcher(),
      fetchProvider: createProviderFetch(config.IDENTITY_NETWORKS),
      office: openOffice(config.SOFFICE),
      mailer: observeMailer(createMailer(config, log), tracing, metrics.mails),
      jobs: createJobs(opened.app, log, { tracing, metrics: metrics.jobs }),
      attempts: new AttemptLimits(database),
      concurrency: new ConcurrencyLimit({
        most: shareConcurrency(config.INSTANCE_OPERATIONS, processes),
        waiting: 500,
        patience: 15_000,
      }),
      customHosts: new CustomHosts(database),
      unknownCallers: new UnknownCallers(),
      secret: opened.secret,
    };
    if (isFurther) addOperations(metrics.registry, platform);
    else {
      await withOwner(opened.owner, (owner) => migrateJobs(owner, Object.keys(jobHandlers(platform))));
      await prepareDemo(platform, env);
      addSystemMetrics(platform);
    }
    const stopLevels = await logLevels.start();
    const stopListening = await listenForChanges(opened.app, (kept) =>
      kept === "hosts" ? platform.customHosts.forget() : forgetInstanceIds(database),
    );
    const metricsServer = isFurther ? null : await serveMetrics(config, metrics);
    return {
      platform,
      owner: opened.owner,
      asOwner: async (statement) => void (await withOwner(opened.owner, (owner) => owner.query(statement))),
      close: async () => {
        await platform.jobs.stop();
        await metricsServer?.stop();
        stopLevels();
        await stopListening();
        await tracing?.close();
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Fills an empty database with the demo data, unless DEMO=off, and refuses to serve its known passwords to a network. */
async function prepareDemo(platform: Platform, env: NodeJS.ProcessEnv): Promise<void> {
  const { config, database } = platform;
  const { rows } = await database.pool.query<{ instances: number; demos: number }>(
    "SELECT count(*) AS instances, count(*) FILTER (WHERE is_demo) AS demos FROM instances WHERE NOT is_platform",
  );
  const { instances, demos } = rows[0]!;
  const isWanted = instances === 0 && config.DEMO === "on";
  if ((isWanted || demos > 0) && !mayServeDemo(config, env)) {
    throw new ConfigError(
      isWanted
        ? "Others can reach this server (see HOST and TRUST_PROXY): start with DEMO=off, or with DEMO=on and DEMO_PUBLIC=yes if everybody may use the demo accounts."
        : "This database holds demo accounts with a known password, and others can reach this server (see HOST and TRUST_PROXY): use another database, or say DEMO=on and DEMO_PUBLIC=yes.",
    );
  }
  if (!isWanted) return;
  process.stdout.write("Making demo data …\n");
  // Loaded when needed: they draw pictures and PDFs with libraries that a server does not need to keep.
  const { buildWorld } = await import("./demo/world.ts");
  const { addExamples } = await import("./demo/examples/examples.ts");
  await buildWorld(platform);
  await addExamples(platform);
}
