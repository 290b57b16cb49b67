import { jobHandlers } from "../jobs.ts";
import { createMailer } from "../platform/mail.ts";
import type { TestServer } from "./server.ts";
import { type Email, openSmtp } from "./smtp.ts";

/** A mail server for a test's server. */
export interface Mailbox {
  /**
   * Runs the jobs that the test's server has enqueued and sends their mails to the mail server; returns those.
   * @param attempt at the jobs, from 1
   */
  deliver: (attempt?: number) => Promise<Email[]>;
  /** All received mails, oldest first. */
  mails: readonly Email[];
  /** The addresses that the mail server refuses, each with the code of its answer. */
  refused: Map<string, number>;
  close: () => Promise<void>;
}

type Handler = (payload: unknown, job: { id: string; attempt: number }) => Promise<void>;

/** Opens an SMTP server on loopback, to which the waiting mails of a server are delivered when a test asks for it. */
export async function openMailbox(server: TestServer): Promise<Mailbox> {
  const { url, mails, refused, close } = await openSmtp();
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const mailer = createMailer({ ...server.platform.config, SMTP_URL: url }, silent);
  const handlers = jobHandlers({ ...server.platform, mailer }) as unknown as Record<string, Handler>;
  return {
    mails,
    refused,
    deliver: async (attempt = 1) => {
      const before = mails.length;
      for (const { name, payload } of server.outside.jobs.splice(0))
        await handlers[name]!(payload, { id: "", attempt });
      return mails.slice(before);
    },
    close,
  };
}

/** Returns the link in the text of a mail. */
export function linkIn(mail: Email): URL {
  return new URL(/https?:\/\/\S+/.exec(mail.text ?? "")![0]);
}
