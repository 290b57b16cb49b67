import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type { Email } from "postal-mime";

/** A mail server on this machine. */
export interface Smtp {
  url: string;
  /** The received mails, oldest first. */
  mails: Email[];
  /** The addresses that are refused, each with the code of the answer. */
  refused: Map<string, number>;
  close: () => Promise<void>;
}

/** Opens an SMTP server on loopback that reads and keeps all mails. */
export async function openSmtp(): Promise<Smtp> {
  const mails: Email[] = [];
  const refused = new Map<string, number>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, answer) {
      const responseCode = refused.get(address);
      answer(responseCode ? Object.assign(new Error("No such user here"), { responseCode }) : null);
    },
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
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refused,
    close: () => new Promise((done) => smtp.close(() => done())),
  };
}
