import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { jobHandlers } from "../jobs.ts";
import { createMailer } from "../platform/mail.ts";
import type { TestServer } from "./server.ts";

/** A mail server on this machine and what it received. */
export interface Mailbox {
  mails: Email[];
  /** Does the jobs that a test's server was given so far, and hands their mails to the mail server; returns those. */
  deliver: () => Promise<Email[]>;
  close: () => Promise<void>;
}

/** Puts a real SMTP server behind a test's server. */
export async function openMailbox(server: TestServer): Promise<Mailbox> {
  const mails: Email[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, answer) {
      buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => void mails.push(mail))
        .then(() => answer(), answer);
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as AddressInfo;
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const config = { ...server.platform.config, SMTP_URL: `smtp://127.0.0.1:${port}` };
  const handlers = jobHandlers({ ...server.platform, mailer: createMailer(config, silent) }) as unknown as Record<
    string,
    (payload: unknown, job: object) => Promise<void>
  >;
  return {
    mails,
    deliver: async () => {
      const before = mails.length;
      for (const { name, payload } of server.outside.jobs.splice(0))
        await handlers[name]!(payload, { id: "", attempt: 1 });
      return mails.slice(before);
    },
    close: () => new Promise((done) => smtp.close(() => done())),
  };
}

/** The link a mail is about, as its text has it. */
export function linkIn(mail: Email): URL {
  return new URL(/https?:\/\/\S+/.exec(mail.text ?? "")![0]);
}
