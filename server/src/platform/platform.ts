import type { AttemptLimits } from "../access/attempts.ts";
import type { Turns } from "../access/turns.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/client.ts";
import type { Fetcher } from "./fetch.ts";
import type { FileStore } from "./files.ts";
import type { Jobs } from "./jobs.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mail.ts";
import type { Office } from "./office.ts";

/** What a running server holds: made once in `main.ts`, in tests by `testing/server.ts`, and reached through the actor. */
export interface Platform {
  config: Config;
  /** What operators read; holds ids, and no names, tokens or addresses. */
  log: Log;
  database: Database;
  files: FileStore;
  mailer: Mailer;
  /** Fetches public pages that authors embed. */
  fetcher: Fetcher;
  /** Null where there is no LibreOffice. */
  office: Office | null;
  jobs: Jobs;
  attempts: AttemptLimits;
  /** Keeps one instance from taking every connection of this server. */
  turns: Turns;
  /** Signs file addresses and seeds shuffles; the same on every server of one database. */
  secret: Buffer;
}
