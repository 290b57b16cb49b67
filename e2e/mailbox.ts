import { setTimeout as wait } from "node:timers/promises";
import { type Email, openSmtp } from "../server/src/testing/smtp.ts";

/** A mail server on this machine that a journey's server sends to. */
export interface Mailbox {
  url: string;
  /** The next mail to somebody; waits for it. */
  mailTo: (address: string) => Promise<Email>;
  close: () => Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const { url, mails, close } = await openSmtp();
  return {
    url,
    mailTo: async (address) => {
      for (let tries = 0; tries < 300; tries++) {
        const at = mails.findIndex(({ to }) => to?.some((receiver) => receiver.address === address));
        if (at >= 0) return mails.splice(at, 1)[0]!;
        await wait(100);
      }
      throw new Error(`No mail to ${address} came within 30 seconds.`);
    },
    close,
  };
}

/** The link that a mail is about, as its HTML has it behind the button. */
export function linkIn(mail: Email): string {
  return /href="([^"]+)"/.exec(mail.html ?? "")![1]!.replaceAll("&amp;", "&");
}
