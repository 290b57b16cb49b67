import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail server on this machine that a journey's server sends to. */
export interface Mailbox {
  url: string;
  /** The next mail to somebody; waits for it. */
  mailTo: (address: string) => Promise<Email>;
  close: () => Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const waiting: Email[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, answer) {
      buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => void waiting.push(mail))
        .then(() => answer(), answer);
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailTo: async (address) => {
      for (let tries = 0; tries < 300; tries++) {
        const at = waiting.findIndex(({ to }) => to?.some((receiver) => receiver.address === address));
        if (at >= 0) return waiting.splice(at, 1)[0]!;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`No mail to ${address} came within 30 seconds.`);
    },
    close: () => new Promise((done) => smtp.close(() => done())),
  };
}

/** The link that a mail is about, as its HTML has it behind the button. */
export function linkIn(mail: Email): string {
  return /href="([^"]+)"/.exec(mail.html ?? "")![1]!.replaceAll("&amp;", "&");
}
