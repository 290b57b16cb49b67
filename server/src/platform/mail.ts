import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Log } from "./log.ts";

export interface Mail {
  to: string;
  subject: string;
  /** The whole message for readers without HTML. */
  text: string;
  html: string;
  /** The reply address, if it is not the sender. */
  replyTo?: { name: string; address: string };
  /** Images that the HTML shows as `cid:<id>`. */
  images?: { id: string; content: Buffer; type: string }[];
  /** Attachments. */
  files?: { name: string; content: Buffer; type: string }[];
}

export interface Mailer {
  /** Sends a mail. Called from jobs, which retry. @throws Error when the mail was not accepted */
  send(mail: Mail): Promise<void>;
}

export interface MailConfig {
  SMTP_URL?: string | undefined;
  MAIL_FROM: string;
  DATA_DIR: string;
}

/** Creates a mailer for SMTP_URL; without one, mails are .eml files in the folder `outbox` of DATA_DIR. */
export function createMailer(config: MailConfig, log: Log): Mailer {
  return config.SMTP_URL ? bySmtp(config.SMTP_URL, config.MAIL_FROM, log) : toOutbox(config, log);
}

function bySmtp(url: string, from: string, log: Log): Mailer {
  const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };
  return {
    async send(mail) {
      const transport = (await loaded()).createTransport({ url, ...patience }, { from });
      const { messageId } = await transport.sendMail(guarded(mail));
      log.info({ messageId }, "Mail sent");
    },
  };
}

function toOutbox({ DATA_DIR, MAIL_FROM: from }: MailConfig, log: Log): Mailer {
  const format = { streamTransport: true, buffer: true, newline: "windows" } as const;
  const outbox = path.join(DATA_DIR, "outbox");
  return {
    async send(mail) {
      const transport = (await loaded()).createTransport(format, { from });
      const { message } = await transport.sendMail(guarded(mail));
      const file = path.join(
        outbox,
        `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.eml`,
      );
      await mkdir(outbox, { recursive: true });
      // Mails contain one-time links: other users of this machine must not read them.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info({ file }, "Mail written to the outbox, since SMTP_URL is not set");
    },
  };
}

/** Loads nodemailer with the first mail, to save memory until then. */
async function loaded() {
  return (await import("nodemailer")).default;
}

/** Keeps user input in a mail from making nodemailer read a file or fetch an address. */
function guarded({ images = [], files = [], ...mail }: Mail) {
  const attachments = images.map(({ id, content, type }) => ({
    cid: id,
    content,
    contentType: type,
    contentDisposition: "inline" as const,
  }));
  const attached = files.map(({ name, content, type }) => ({ filename: name, content, contentType: type }));
  return { ...mail, attachments: [...attachments, ...attached], disableFileAccess: true, disableUrlAccess: true };
}
