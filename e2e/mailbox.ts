import { setTimeout as wait } from "node:timers/promises";
import { type Email, openSmtp } from "../server/src/testing/smtp.ts";

/** A mail server on this machine that a test's server sends to. */
export interface Mailbox {
  url: string;
  /** Waits for the next mail to an address whose subject starts so: other specs cause mails to the same people. */
  mailTo: (address: string, subject: string) => Promise<Email>;
  close: () => Promise<void>;
}

/** Opens an SMTP server on loopback that keeps what it receives. */
export async function openMailbox(): Promise<Mailbox> {
  const { url, mails, close } = await openSmtp();
  return {
    url,
    mailTo: async (address, subject) => {
      for (let tries = 0; tries < 300; tries++) {
        const at = mails.findIndex(
          (mail) => mail.to?.some((receiver) => receiver.address === address) && mail.subject?.startsWith(subject),
        );
        if (at >= 0) return mails.splice(at, 1)[0]!;
        await wait(100);
      }
      throw new Error(`No mail "${subject}" to ${address} came within 30 seconds.`);
    },
    close,
  };
}

/** Returns the address of the button in a mail. */
export function linkIn(mail: Email): string {
  return /href="([^"]+)"/.exec(mail.html ?? "")![1]!.replaceAll("&amp;", "&");
}
