import { randomBytes } from "node:crypto";
import { statfs } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Config, isLoopback } from "../../config.ts";
import { findArchiveMark } from "../../archiving/archive-mark.ts";
import { findLastBackup } from "../../db/backup.ts";
import { phrase, t } from "../../i18n/message.ts";
import type { FileStore } from "../../platform/files.ts";
import type { Mailer } from "../../platform/mail.ts";
import type { Office } from "../../platform/office.ts";
import { type Check, report } from "./check.ts";
import { countDemoInstances, findLastArchived, type Reader } from "./system.queries.ts";

const GB = 1024 ** 3;
/** Free gigabytes below which uploads and the built-in database are in danger. */
const DISK = { warning: 5, failure: 1 };
const BACKUP_DAYS = 7;
const ARCHIVE_MINUTES = 10;
const DAY_MS = 24 * 3_600_000;

/** Looks for settings that are valid and dangerous where others can reach the server. */
export async function checkSettings(config: Config, read: Reader | null): Promise<Check> {
  const isReachable = !isLoopback(config.HOST) || config.TRUST_PROXY !== false;
  if (!isReachable)
    return report("settings", "ok", t`Only this machine can reach the server (HOST is ${config.HOST}).`);
  if (read && (await countDemoInstances(read)) > 0)
    return report(
      "settings",
      "failure",
      t`Others can reach the server, and this database holds demo accounts with a published password.`,
      t`Delete the demo instances, or use another database.`,
    );
  if (!config.CONTENT_DOMAIN)
    return report(
      "settings",
      "warning",
      t`Uploaded packages run below the domain of the application, because CONTENT_DOMAIN is not set.`,
      t`Set CONTENT_DOMAIN to a domain that serves nothing else.`,
    );
  if (!config.PUBLIC_URL)
    return report(
      "settings",
      "warning",
      t`PUBLIC_URL is not set, so reminders are not mailed.`,
      t`Set PUBLIC_URL to the address that people use, such as https://learn.example.org.`,
    );
  return report("settings", "ok", t`Others can reach the server at ${config.PUBLIC_URL}.`);
}

/** Stores a small file, reads it and removes it. @param instanceId whose folder is used */
export async function checkStorage(files: FileStore, config: Config, instanceId: number): Promise<Check> {
  const name = randomBytes(20).toString("hex");
  const key = `${instanceId}/${name.slice(0, 2)}/${name}`;
  const content = randomBytes(64);
  await files.put(key, Readable.from([content]), { type: "application/octet-stream" });
  const stored = await buffer(await files.get(key)).finally(() => files.remove(key));
  const place = config.STORAGE_URL ? phrase`the bucket` : phrase`the folder of DATA_DIR`;
  if (stored.equals(content)) return report("storage", "ok", t`A file was written to ${place}, read and removed.`);
  return report(
    "storage",
    "failure",
    t`A file that was read from ${place} is not the one that was written.`,
    t`Replace the storage, or update it: files would be damaged.`,
  );
}

/** Inspects the free space of the disk of DATA_DIR. */
export async function checkDisk(folder: string): Promise<Check> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = (bavail * bsize) / GB;
  const detail = t`${Math.floor(free)} of ${Math.round((blocks * bsize) / GB)} GB are free.`;
  if (free >= DISK.warning) return report("disk", "ok", detail);
  return report(
    "disk",
    free < DISK.failure ? "failure" : "warning",
    detail,
    t`Free some space on the disk of DATA_DIR, or move DATA_DIR to a larger disk.`,
  );
}

/** Signs in at the mail server without sending anything. */
export async function checkMail(mailer: Mailer, config: Config): Promise<Check> {
  await mailer.verify();
  if (!config.SMTP_URL)
    return report(
      "mail",
      "warning",
      t`Mails are not sent: they are files in the folder outbox of DATA_DIR.`,
      t`Set SMTP_URL to the address of a mail server.`,
    );
  if (/@localhost>?$/.test(config.MAIL_FROM))
    return report(
      "mail",
      "warning",
      t`The mail server answers, but mails come from ${config.MAIL_FROM}, which others refuse.`,
      t`Set MAIL_FROM to an address of your own domain.`,
    );
  return report("mail", "ok", t`The mail server answers. Mails come from ${config.MAIL_FROM}.`);
}

/** Inspects how old the last backup is. Backups of a database at DATABASE_URL are out of sight. */
export async function checkBackup(config: Config, read: Reader | null): Promise<Check> {
  const remedy = t`Run npm run backup -- <folder> every day.`;
  if (config.DATABASE_URL) {
    const archived = read ? await findLastArchived(read) : null;
    if (!archived)
      return report(
        "backup",
        "unknown",
        t`The server cannot see the backups of the PostgreSQL at DATABASE_URL.`,
        t`Make sure that its host makes backups, and that you have restored one.`,
      );
    const day = { day: archived.toISOString().slice(0, 10) };
    return report("backup", "ok", t`PostgreSQL last archived its write-ahead log on ${day}.`);
  }
  const last = await findLastBackup(config.DATA_DIR);
  if (!last) return report("backup", "warning", t`There is no backup yet.`, remedy);
  const detail = t`The last backup was made on ${{ day: last.finished_at.slice(0, 10) }} in ${last.folder}.`;
  const isOld = Date.now() - Date.parse(last.finished_at) > BACKUP_DAYS * DAY_MS;
  if (isOld) return report("backup", "warning", detail, remedy);
  return config.ARCHIVE_URL === undefined ? report("backup", "ok", detail) : checkArchive(config);
}

/** Inspects how far the archive reaches: a server archives every minute. */
async function checkArchive({ DATA_DIR }: Config): Promise<Check> {
  const mark = await findArchiveMark(DATA_DIR);
  const remedy = t`Look for 'archiving failed' in the log. The disk fills up until it works again.`;
  if (!mark) return report("backup", "warning", t`Nothing is archived yet.`, remedy);
  const behind = Math.floor((Date.now() - Date.parse(mark.until)) / 60_000);
  const detail = t`The archive is ${behind} minutes behind.`;
  return behind > ARCHIVE_MINUTES ? report("backup", "failure", detail, remedy) : report("backup", "ok", detail);
}

/** Inspects whether office documents can be shown. */
export function checkOffice(office: Office | null): Check {
  if (office) return report("office", "ok", t`LibreOffice is installed.`);
  return report(
    "office",
    "warning",
    t`LibreOffice was not found, so office documents are offered for download only.`,
    t`Install LibreOffice, or set SOFFICE to its program.`,
  );
}
