import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { bad } from "./refusal.ts";

/** One part of a multipart/mixed body; header names are lower case. */
export interface Part {
  headers: Record<string, string>;
  content: Buffer;
}

const CRLF = "\r\n";

/** Reads the parts of a multipart/mixed body (RFC 2046, 5.1). @throws XapiRefusal 400 */
export function readParts(body: Buffer, contentType: string): Part[] {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) throw bad("A multipart request names its boundary.");
  const marker = Buffer.from(`--${boundary}`);
  const parts: Part[] = [];
  let at = body.indexOf(marker);
  if (at < 0) throw bad("The boundary is not in the body.");
  for (;;) {
    const start = at + marker.length;
    if (body.subarray(start, start + 2).toString("latin1") === "--") return parts;
    const next = body.indexOf(Buffer.concat([Buffer.from(CRLF), marker]), start);
    if (next < 0) throw bad("The multipart body is cut off.");
    parts.push(readPart(body.subarray(body.indexOf(CRLF, start) + CRLF.length, next)));
    at = next + CRLF.length;
  }
}

function readPart(part: Buffer): Part {
  const head = part.indexOf(CRLF + CRLF);
  if (head < 0) throw bad("A part has no headers.");
  const headers = part
    .subarray(0, head)
    .toString("utf8")
    .split(CRLF)
    .map((line) => [line.slice(0, line.indexOf(":")).trim().toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]);
  return { headers: Object.fromEntries(headers), content: part.subarray(head + 4) };
}

/** A part to write, whose content is opened when its turn comes. */
export interface PartToWrite {
  headers: Record<string, string>;
  open: () => Promise<AsyncIterable<Buffer>>;
}

/** Writes JSON and parts as a multipart/mixed body, which holds a piece of one part at a time in memory. */
export function writeParts(json: string, parts: readonly PartToWrite[]): { contentType: string; body: Readable } {
  const boundary = `part-${randomUUID()}`;
  const writePieces = async function* () {
    yield Buffer.from(`${formatHead(boundary, { "Content-Type": "application/json" })}${json}${CRLF}`);
    for (const { headers, open } of parts) {
      yield Buffer.from(formatHead(boundary, headers));
      yield* await open();
      yield Buffer.from(CRLF);
    }
    yield Buffer.from(`--${boundary}--${CRLF}`);
  };
  return {
    contentType: `multipart/mixed; boundary=${boundary}`,
    body: Readable.from(writePieces(), { objectMode: false }),
  };
}

/** Formats the boundary and the headers of a part. */
function formatHead(boundary: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}${CRLF}`);
  return `--${boundary}${CRLF}${lines.join("")}${CRLF}`;
}
