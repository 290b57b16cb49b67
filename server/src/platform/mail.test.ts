import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Log } from "./log.ts";
import { createMailer, type Mail, MailRefused } from "./mail.ts";

const mail: Mail = {
  to: "Zoë Müller <zoe@example.org>",
  subject: "Ihr Zertifikat – « Premiers secours »",
  text: "Open https://example.org/certificate?code=abc",
  html: "<p>Open <a href='https://example.org/certificate?code=abc'>your certificate</a></p>",
};

let folder: string;
let log: Record<keyof Log, ReturnType<typeof vi.fn<Log["info"]>>>;
const config = () => ({ DATA_DIR: folder, MAIL_FROM: "Cairn <no-reply@example.org>" });

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cairn-mail-"));
  log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
});
afterEach(() => rm(folder, { recursive: true }));

it("a mail reaches the mail server with its sender, recipient, subject and both bodies", async () => {
  const received: Buffer[] = [];
  const server = await mailServer((message) => received.push(message));
  await createMailer({ ...config(), SMTP_URL: server.url }, log).send(mail);
  expect(received).toHaveLength(1);
  await expectMail(received[0]!);
  await server.close();
});

it("a mail that the server refuses throws, so that its job is retried", async () => {
  const server = await mailServer(() => {
    throw Object.assign(new Error("Mailbox is full"), { responseCode: 452 });
  });
  await expect(createMailer({ ...config(), SMTP_URL: server.url }, log).send(mail)).rejects.toThrow("Mailbox is full");
  await server.close();
});

it("a mail that the server refuses says whether it is refused for good, unlike a sender that it refuses", async () => {
  const refusing = (command: "onMailFrom" | "onRcptTo", responseCode: number) =>
    mailServer(() => {}, {
      [command]: (_address: unknown, _session: unknown, answer: (error: Error) => void) =>
        answer(Object.assign(new Error("Not here"), { responseCode })),
    });
  for (const [command, code, expected] of [
    ["onRcptTo", 550, { isPermanent: true }],
    ["onRcptTo", 450, { isPermanent: false }],
    ["onMailFrom", 550, null],
  ] as const) {
    const server = await refusing(command, code);
    const error: unknown = await createMailer({ ...config(), SMTP_URL: server.url }, log)
      .send(mail)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof MailRefused ? { isPermanent: error.isPermanent } : null).toEqual(expected);
    await server.close();
  }
});

it("an unreachable mail server throws", async () => {
  const server = await mailServer(() => {});
  await server.close();
  await expect(createMailer({ ...config(), SMTP_URL: server.url }, log).send(mail)).rejects.toThrow("ECONNREFUSED");
});

it("without a mail server, a mail is a file in the outbox, and the log contains its path but not its content", async () => {
  await createMailer(config(), log).send(mail);
  const [name, ...others] = await readdir(path.join(folder, "outbox"));
  const file = path.join(folder, "outbox", name!);
  expect(others).toEqual([]);
  expect(name).toMatch(/\.eml$/);
  expect((await stat(file)).mode & 0o077).toBe(0);
  await expectMail(await readFile(file));
  expect(log.info.mock.calls[0]![0]).toEqual({ file });
  expect(JSON.stringify(log.info.mock.calls)).not.toMatch(/certificate|zoe|Zertifikat/);
});

it("a line break in a subject does not become another header", async () => {
  await createMailer(config(), log).send({ ...mail, subject: "Hello\r\nBcc: spy@example.org" });
  const [name] = await readdir(path.join(folder, "outbox"));
  const parsed = await PostalMime.parse(await readFile(path.join(folder, "outbox", name!)));
  expect(parsed.bcc).toBeUndefined();
});

async function expectMail(raw: Buffer): Promise<void> {
  const parsed = await PostalMime.parse(raw);
  expect(parsed.from).toEqual({ name: "Cairn", address: "no-reply@example.org" });
  expect(parsed.to).toEqual([{ name: "Zoë Müller", address: "zoe@example.org" }]);
  expect(parsed.subject).toBe(mail.subject);
  expect(parsed.text?.trim()).toBe(mail.text);
  expect(parsed.html?.trim()).toBe(mail.html);
}

async function mailServer(receive: (message: Buffer) => void, options: SMTPServerOptions = {}) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, answer) {
      buffer(stream)
        .then(receive)
        .then(() => answer(), answer);
    },
    ...options,
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>((done) => server.close(done)) };
}
