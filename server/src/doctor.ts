import { access, mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { pino } from "pino";
import { type Config, ConfigError, loadConfig } from "./config.ts";
import { listPending } from "./db/migrate.ts";
import { findConnections } from "./db/open.ts";
import { type Check, CHECKED, report } from "./features/system/check.ts";
import { checkHost } from "./features/system/host-check.service.ts";
import { attempt, describe, inspect } from "./features/system/inspection.service.ts";
import { readOn } from "./features/system/system.queries.ts";
import { TITLES } from "./features/system/system.service.ts";
import { t } from "./i18n/message.ts";
import { translate } from "./i18n/translate.ts";
import { openFileStore } from "./platform/files.ts";
import { createMailer } from "./platform/mail.ts";
import { openOffice } from "./platform/office.ts";
import { VERSION } from "./platform/version.ts";

// `npm run doctor -- [--host <name>] [--mail <address>]`: inspects settings, database, files, mail, jobs, disk and
// clock, and says what to do about each problem. Migrates nothing. Ends with 1 if something does not work.
try {
  const { values } = parseArgs({ options: { host: { type: "string" }, mail: { type: "string" } } });
  process.exit(await examine(loadConfig(process.env), values));
} catch (error) {
  const isWrongUse = error instanceof ConfigError || String((error as { code?: string }).code).startsWith("ERR_PARSE");
  process.stderr.write(`${isWrongUse ? (error as Error).message : String((error as Error).stack)}\n`);
  process.exit(1);
}

/** Prints the state of each part. @returns the exit code */
async function examine(config: Config, { host, mail }: { host?: string; mail?: string }): Promise<number> {
  const log = pino({ level: "silent" });
  // As the server creates it: PostgreSQL, which never runs as root, has to reach it.
  await mkdir(config.DATA_DIR, { recursive: true });
  const mailer = createMailer(config, log);
  const database = await openReader(config);
  const checks = await inspect({
    config,
    files: openFileStore(config),
    mailer,
    office: openOffice(config.SOFFICE),
    read: database.client && readOn(database.client),
    instanceId: 1,
  });
  const { client } = database;
  if (client) checks.push(await attempt("schema", () => checkSchema(client)));
  else checks.push(database.problem);
  const name = host ?? (config.PUBLIC_URL?.startsWith("https:") ? new URL(config.PUBLIC_URL).hostname : undefined);
  if (name !== undefined) checks.push(await attempt("host", () => checkHost(name)));
  if (mail !== undefined) checks.push(await attempt("mail", () => sendTestMail(config, mailer, mail)));
  await database.close();
  return print(checks);
}

type Opened =
  | { client: pg.Client; problem?: undefined; close: () => Promise<void> }
  | { client: null; problem: Check; close: () => Promise<void> };

/** Connects as the application does, without a migration. A built-in database that does not exist is not created. */
async function openReader(config: Config): Promise<Opened> {
  const close = async () => {};
  const isNew = await access(path.join(config.DATA_DIR, "pg18")).then(
    () => false,
    () => true,
  );
  if (!config.DATABASE_URL && isNew) {
    const detail = t`There is no database in DATA_DIR yet.`;
    const remedy = t`Start the server once: it creates and migrates its database.`;
    return { client: null, close, problem: report("database", "failure", detail, remedy) };
  }
  try {
    const { connections, embedded } = await findConnections(config);
    const client = new pg.Client({ ...connections.owner, connectionTimeoutMillis: 10_000 });
    client.on("error", () => {});
    try {
      await client.connect();
    } catch (error) {
      await embedded?.stop();
      throw error;
    }
    return {
      client,
      close: async () => {
        await client.end();
        await embedded?.stop();
      },
    };
  } catch (error) {
    const remedy = t`Start PostgreSQL, and check DATABASE_URL.`;
    return { client: null, close, problem: report("database", "failure", t`This failed: ${describe(error)}`, remedy) };
  }
}

async function checkSchema(client: pg.Client): Promise<Check> {
  const pending = await listPending(client);
  if (pending.length === 0) return report("schema", "ok", t`The database has all migrations of this version.`);
  const remedy = t`Start the server: it migrates the database before it answers.`;
  return report("schema", "warning", t`Migrations of this version that have not run yet: ${pending.length}.`, remedy);
}

async function sendTestMail(config: Config, mailer: ReturnType<typeof createMailer>, to: string): Promise<Check> {
  const text = `This mail shows that ${config.PRODUCT_NAME} can send mail.`;
  await mailer.send({ to, subject: `Test mail of ${config.PRODUCT_NAME}`, text, html: `<p>${text}</p>` });
  return report(
    "mail",
    "ok",
    config.SMTP_URL
      ? t`The mail server took a test mail to ${to}.`
      : t`A test mail to ${to} was written to the outbox.`,
  );
}

function print(checks: Check[]): number {
  process.stdout.write(`Cairn ${VERSION}, Node ${process.versions.node}, ${process.platform} ${process.arch}\n\n`);
  for (const { part, state, detail, remedy } of checks.toSorted(
    (one, other) => CHECKED.indexOf(one.part) - CHECKED.indexOf(other.part),
  )) {
    const title = translate(TITLES[part], "en");
    process.stdout.write(`${state.padEnd(9)}${title.padEnd(18)}${translate(detail, "en")}\n`);
    if (remedy) process.stdout.write(`${"".padEnd(27)}-> ${translate(remedy, "en")}\n`);
  }
  const count = (state: Check["state"]) => checks.filter((check) => check.state === state).length;
  process.stdout.write(`\nfailures: ${count("failure")}, warnings: ${count("warning")}\n`);
  return count("failure") > 0 ? 1 : 0;
}
