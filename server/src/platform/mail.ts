import { randomUUID } from "node:crypto";
import { access, constants, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Log } from "./log.ts";

export interface Mail {
  /** The instance that it is from, if any. */
  instanceId?: number;
  to: string;
  /** The name of the sender instead of that of MAIL_FROM, whose address stays. */
  fromName?: string;
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

/** The mail server answered that it does not take this mail; it may take others. */
export class MailRefused extends Error {
  /** Whether the server says that it never will. */
  readonly isPermanent: boolean;

  constructor(message: string, isPermanent: boolean, options: ErrorOptions) {
    super(message, options);
    this.isPermanent = isPermanent;
  }
}

export interface Mailer {
  /**
   * Sends a mail. Called from jobs, which retry.
   * @throws MailRefused when the server does not take this mail; Error when it cannot take any
   */
  send(mail: Mail): Promise<void>;
  /** Signs in at the mail server and sends nothing; without one, makes sure that mails can be written. @throws Error */
  verify(): Promise<void>;
  /** Deletes the mails of an instance that are still here and contain a text; those that were sent are gone. */
  forget(instanceId: number, isIn: (text: string) => boolean): Promise<void>;
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
      const { messageId } = await transport.sendMail(guarded(mail, from)).catch((error: unknown) => {
        throw toRefusal(error) ?? error;
      });
      log.info({ messageId }, "Mail sent");
    },
    async verify() {
      const transport = (await loaded()).createTransport({ url, ...patience });
      await transport.verify().finally(() => transport.close());
    },
    forget: async () => {},
  };
}

/** Returns the refusal of a recipient or of a message; null for a failure that every mail would meet. */
function toRefusal(error: unknown): MailRefused | null {
  const { code, command, responseCode = 0, message } = error as Partial<NodeMailError> & Error;
  const isOfMail = (code === "EENVELOPE" || code === "EMESSAGE") && command !== "MAIL FROM";
  // Without an answer, the address itself is none.
  return isOfMail ? new MailRefused(message, responseCode === 0 || responseCode >= 500, { cause: error }) : null;
}

/** The fields of errors of nodemailer. */
interface NodeMailError {
  code: string;
  /** What the mail server answered. */
  command: string;
  responseCode: number;
}

function toOutbox({ DATA_DIR, MAIL_FROM: from }: MailConfig, log: Log): Mailer {
  const format = { streamTransport: true, buffer: true, newline: "windows" } as const;
  const outbox = path.join(DATA_DIR, "outbox");
  return {
    async send(mail) {
      const transport = (await loaded()).createTransport(format, { from });
      const headers = mail.instanceId === undefined ? {} : { [INSTANCE]: String(mail.instanceId) };
      const { message } = await transport.sendMail({ ...guarded(mail, from), headers });
      const file = path.join(
        outbox,
        `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.eml`,
      );
      // Mails contain one-time links: other users of this machine must not read them.
      const write = () => writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      // The folder is made when it is missing, not for each of a thousand mails.
      await write().catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        await mkdir(outbox, { recursive: true });
        await write();
      });
      await rename(`${file}.part`, file);
      log.info({ file }, "Mail written to the outbox, since SMTP_URL is not set");
    },
    async verify() {
      await mkdir(outbox, { recursive: true });
      await access(outbox, constants.W_OK);
    },
    async forget(instanceId, isIn) {
      const names = await readdir(outbox).catch(() => []);
      for (const name of names.filter((each) => each.endsWith(".eml"))) {
        const file = path.join(outbox, name);
        const message = await readFile(file, "latin1").catch(() => "");
        const isOwn = new RegExp(`^${INSTANCE}: ${instanceId}\r$`, "im").test(message);
        // A file, such as a report, may name anybody.
        const hasFile = /^content-disposition: attachment/im.test(message);
        if (isOwn && (hasFile || isIn(decodeMessage(message)))) await rm(file, { force: true });
      }
    },
  };
}

/** The header that names the instance of a mail in the outbox. */
const INSTANCE = "X-Cairn-Instance";

/** Returns everything that can be read in a message as nodemailer writes it, from its bytes as latin1. */
function decodeMessage(message: string): string {
  const toText = (bytes: string) => Buffer.from(bytes, "latin1").toString("utf8");
  const unquote = (text: string) =>
    toText(
      text
        .replaceAll(/=\r?\n/g, "")
        .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
  const words = [...message.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=(?:\r\n )?/gi)].map(([, kind, word]) =>
    kind!.toLowerCase() === "b" ? Buffer.from(word!, "base64").toString("utf8") : unquote(word!.replaceAll("_", " ")),
  );
  const blocks = [...message.matchAll(/\r\n\r\n((?:[A-Za-z0-9+/]{20,}={0,2}\r\n)*[A-Za-z0-9+/]+={0,2})\r\n/g)].map(
    ([, block]) => Buffer.from(block!, "base64").toString("utf8"),
  );
  return [toText(message), unquote(message), words.join(""), ...blocks].join("\n");
}

/** Loads nodemailer with the first mail, to save memory until then. */
async function loaded() {
  return (await import("nodemailer")).default;
}

/** Keeps user input in a mail from making nodemailer read a file or fetch an address. */
function guarded({ images = [], files = [], instanceId: _, fromName, ...mail }: Mail, from: string) {
  const attachments = images.map(({ id, content, type }) => ({
    cid: id,
    content,
    contentType: type,
    contentDisposition: "inline" as const,
  }));
  const attached = files.map(({ name, content, type }) => ({ filename: name, content, contentType: type }));
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const sender = fromName === undefined ? {} : { from: { name: fromName, address } };
  return {
    ...mail,
    ...sender,
    attachments: [...attachments, ...attached],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
