import type { AttemptLimits } from "../access/attempts.ts";
import type { ConcurrencyLimit } from "../access/concurrency-limit.ts";
import type { CustomHosts } from "../access/custom-hosts.ts";
import type { UnknownCallers } from "../access/unknown-callers.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/client.ts";
import type { Fetcher } from "./fetch.ts";
import type { ProviderFetch } from "./provider-fetch.ts";
import type { FileStore } from "./files.ts";
import type { Jobs } from "./jobs.ts";
import type { Log } from "./log.ts";
import type { LogLevels } from "./log-levels.ts";
import type { Mailer } from "./mail.ts";
import type { Metrics } from "./metrics.ts";
import type { Office } from "./office.ts";
import type { Tracing } from "./tracing.ts";

/**
 * The services of a running server: created once in `main.ts`, in tests by `testing/server.ts`, and reached through the
 * actor.
 */
export interface Platform {
  config: Config;
  /** The log for operators; contains ids, and no names, tokens or addresses. */
  log: Log;
  /** Changes the level of the log while the server runs. */
  logLevels: LogLevels;
  database: Database;
  files: FileStore;
  mailer: Mailer;
  /** Fetches public pages that authors embed. */
  fetcher: Fetcher;
  /** Sends requests to identity providers. */
  fetchProvider: ProviderFetch;
  /** Null without LibreOffice. */
  office: Office | null;
  jobs: Jobs;
  metrics: Metrics;
  /** Null when traces are off. */
  tracing: Tracing | null;
  attempts: AttemptLimits;
  /** Keeps one instance from taking all connections of this server. */
  concurrency: ConcurrencyLimit;
  /** Knows the host names of their own that instances are served at. */
  customHosts: CustomHosts;
  /** Keeps one address without a valid token from taking this server's time. */
  unknownCallers: UnknownCallers;
  /** Signs file addresses and seeds shuffles; equal on all servers of a database. */
  secret: Buffer;
}
