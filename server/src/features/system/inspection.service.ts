import { setTimeout as wait } from "node:timers/promises";
import type { Config } from "../../config.ts";
import { type Message, t } from "../../i18n/message.ts";
import type { FileStore } from "../../platform/files.ts";
import type { Mailer } from "../../platform/mail.ts";
import type { Office } from "../../platform/office.ts";
import { type Check, type Checked, report } from "./check.ts";
import { checkClock, checkConnections, checkDatabase, checkJobs } from "./database-checks.service.ts";
import {
  checkBackup,
  checkDisk,
  checkMail,
  checkOffice,
  checkSettings,
  checkStorage,
} from "./outside-checks.service.ts";
import type { Reader } from "./system.queries.ts";

/** What is inspected. */
export interface Installation {
  config: Config;
  files: FileStore;
  mailer: Mailer;
  office: Office | null;
  /** Null when the database cannot be reached. */
  read: Reader | null;
  /** The instance in whose folder a file is written for a moment. */
  instanceId: number;
}

const PATIENCE_MS = 20_000;

/** Inspects everything the server depends on. A part that fails or does not answer is a result like any other. */
export async function inspect({ config, files, mailer, office, read, instanceId }: Installation): Promise<Check[]> {
  const checks: Check[] = [await attempt("settings", () => checkSettings(config, read))];
  if (read) {
    // One after the other: they share a connection.
    checks.push(await attempt("database", () => checkDatabase(read)));
    checks.push(await attempt("connections", () => checkConnections(read)));
    checks.push(await attempt("clock", () => checkClock(read)));
    checks.push(await attempt("jobs", () => checkJobs(read)));
  }
  const backup = await attempt("backup", () => checkBackup(config, read));
  const outside = await Promise.all([
    attempt("storage", () => checkStorage(files, config, instanceId)),
    attempt("disk", () => checkDisk(config.DATA_DIR)),
    attempt("mail", () => checkMail(mailer, config)),
  ]);
  return [...checks, ...outside, backup, checkOffice(office)];
}

/** Runs one check, and reports what it throws. */
export async function attempt(part: Checked, check: () => Promise<Check>): Promise<Check> {
  const isOver = new AbortController();
  const late = wait(PATIENCE_MS, null, { signal: isOver.signal }).catch(() => null);
  try {
    const result = await Promise.race([check(), late]);
    return result ?? report(part, "failure", t`No answer within ${PATIENCE_MS / 1000} seconds.`, REMEDIES[part]);
  } catch (error) {
    return report(part, "failure", t`This failed: ${describe(error)}`, REMEDIES[part]);
  } finally {
    isOver.abort();
  }
}

/** Says what failed without the addresses of services, which may hold passwords. */
export function describe(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const text = message.replaceAll(/\b([a-z][a-z0-9+.-]*):\/\/\S+/gi, "$1://…");
  return code && !text.includes(code) ? `${text} (${code})` : text;
}

/** What to do when a part cannot even be inspected. */
const REMEDIES: Record<Checked, Message> = {
  settings: t`Correct the setting that the message names.`,
  database: t`Start PostgreSQL, and check DATABASE_URL.`,
  schema: t`Start the server once: it creates and migrates its database.`,
  connections: t`Start PostgreSQL, and check DATABASE_URL.`,
  clock: t`Start PostgreSQL, and check DATABASE_URL.`,
  jobs: t`Start the server once: it creates and migrates its database.`,
  storage: t`Check STORAGE_URL and the rights of its key, or the rights of the folder DATA_DIR.`,
  disk: t`Check that the folder DATA_DIR exists and can be read.`,
  mail: t`Check SMTP_URL, and that this machine can reach the mail server.`,
  backup: t`Check that the folder DATA_DIR exists and can be read.`,
  office: t`Install LibreOffice, or set SOFFICE to its program.`,
  host: t`Check the DNS entry and the TLS proxy of this host.`,
};
