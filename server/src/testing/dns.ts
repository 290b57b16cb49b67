import { createSocket } from "node:dgram";
import { once } from "node:events";

/** A DNS server on this machine that answers questions for TXT records. */
export interface DnsServer {
  /** Its address and port, for DNS_SERVERS. */
  address: string;
  /** By name, in lower case. A name without an entry does not exist. */
  records: Map<string, string[]>;
  /** Names for which it reports a failure. */
  broken: Set<string>;
  /** The names that were asked for. */
  asked: string[];
  close: () => Promise<void>;
}

const TXT = 16;
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

/** Starts a DNS server on a free port of this machine. */
export async function openDns(): Promise<DnsServer> {
  const records = new Map<string, string[]>();
  const broken = new Set<string>();
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    const name = readName(question);
    asked.push(name);
    const texts = records.get(name) ?? [];
    const code = broken.has(name) ? SERVER_FAILURE : texts.length > 0 ? 0 : NO_SUCH_NAME;
    socket.send(writeAnswer(question, code, code === 0 ? texts : []), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    broken,
    asked,
    close: () => new Promise((done) => socket.close(() => done())),
  };
}

const HEADER = 12;

/** Returns the name of the only question of a message, in lower case (RFC 1035, 4.1.2). */
function readName(question: Buffer): string {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return labels.join(".").toLowerCase();
}

/** Writes an answer with TXT records for the question, whose name it points to (RFC 1035, 4.1.3). */
function writeAnswer(question: Buffer, code: number, texts: string[]): Buffer {
  const header = Buffer.alloc(HEADER);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  const end = question.indexOf(0, HEADER) + 5;
  const answers = texts.map((text) => {
    const parts = text.match(/.{1,255}/gs) ?? [""];
    const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
    const head = Buffer.from([0xc0, HEADER, 0, TXT, 0, 1, 0, 0, 0, 0, 0, 0]);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([header, question.subarray(HEADER, end), ...answers]);
}
