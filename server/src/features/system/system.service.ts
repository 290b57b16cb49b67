import type { Actor } from "../../access/actor.ts";
import { listMigrations } from "../../db/migrate.ts";
import { type Message, t } from "../../i18n/message.ts";
import { translate } from "../../i18n/translate.ts";
import { markup } from "../../platform/page.ts";
import { VERSION } from "../../platform/version.ts";
import { type Checked, type CheckState, CHECKED } from "./check.ts";
import { describe, inspect } from "./inspection.service.ts";
import { getLogLevel, type LogLevelState } from "./log-level.service.ts";
import * as queries from "./system.queries.ts";

/** The state of this installation, for its operators. */
export interface SystemReport {
  versions: { name: string; version: string }[];
  checks: SystemCheck[];
  queues: queries.JobQueue[];
  log_level: LogLevelState;
  /** Statements that run for more than a second now. */
  running_statements: queries.SlowStatement[];
  /** Null without the extension pg_stat_statements. */
  slowest_statements: queries.SlowStatement[] | null;
}

/** A check in the language of the caller. */
export interface SystemCheck {
  part: Checked;
  title: string;
  state: CheckState;
  detail: string;
  remedy: string | null;
}

/** The names of the parts of an installation. */
export const TITLES: Record<Checked, Message> = {
  settings: t`Settings`,
  database: t`Database`,
  schema: t`Schema`,
  connections: t`Connections`,
  clock: t`Clock`,
  jobs: t`Jobs`,
  storage: t`Files`,
  disk: t`Disk`,
  mail: t`Mail`,
  backup: t`Backup`,
  office: t`Office documents`,
  host: t`Host name`,
};

/** Inspects everything this server depends on. */
export async function getSystem(actor: Actor): Promise<SystemReport> {
  const reach = await actor.reachPlatform();
  const { config, files, mailer, office } = actor.platform;
  const read = queries.readWith(reach);
  const checks = await inspect({ config, files, mailer, office, read, instanceId: reach.instanceId });
  const { version } = await queries.readVersion(read);
  const migrations = await listMigrations();
  return {
    versions: [
      { name: config.PRODUCT_NAME, version: VERSION },
      { name: "Node", version: process.versions.node },
      { name: "PostgreSQL", version },
      { name: translate(TITLES.schema, actor.visit.language), version: migrations.at(-1)!.slice(0, 4) },
    ],
    checks: checks
      .toSorted((one, other) => CHECKED.indexOf(one.part) - CHECKED.indexOf(other.part))
      .map(({ part, state, detail, remedy }) => ({
        part,
        title: translate(TITLES[part], actor.visit.language),
        state,
        detail: translate(detail, actor.visit.language),
        remedy: remedy && translate(remedy, actor.visit.language),
      })),
    queues: await queries.listQueues(read),
    log_level: await getLogLevel(actor),
    running_statements: await queries.listRunningStatements(read),
    slowest_statements: await queries.listSlowestStatements(read),
  };
}

/**
 * Mails a short text to the caller at once, so that a problem is known.
 * @returns the address, and why the mail server refused it; null when it took it
 * @throws RateLimited after ten in a quarter of an hour
 */
export async function sendSystemTestMail(actor: Actor): Promise<{ to: string; problem: string | null }> {
  const reach = await actor.reachPlatform();
  const { attempts, mailer, config } = actor.platform;
  await attempts.begin(`${reach.instanceId}:${reach.userId}`, actor.visit.address, "test_mail");
  const to = actor.person.email;
  const { language } = actor.visit;
  const subject = translate(t`Test mail of ${config.PRODUCT_NAME}`, language);
  const text = translate(t`This mail shows that ${config.PRODUCT_NAME} can send mail.`, language);
  try {
    await mailer.send({ to, subject, text, html: markup`<p>${text}</p>`.text });
    return { to, problem: null };
  } catch (error) {
    actor.platform.log.warn({ err: error }, "The test mail of an operator was not accepted");
    return { to, problem: describe(error) };
  }
}
