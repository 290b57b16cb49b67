import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Sends a whole file or the requested range. */
export async function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  size: number,
  read: (range?: { start: number; end: number }) => Promise<Readable>,
): Promise<FastifyReply> {
  const range = parseRange(request.headers.range, size);
  reply.header("accept-ranges", "bytes");
  if (range === "unsatisfiable") return reply.code(416).header("content-range", `bytes */${size}`).send();
  const { start, end } = range ?? { start: 0, end: size - 1 };
  reply.header("content-length", end - start + 1);
  if (range) reply.code(206).header("content-range", `bytes ${start}-${end}/${size}`);
  return reply.send(size === 0 ? Buffer.alloc(0) : await read(range ?? undefined));
}

/**
 * Parses a single byte range (RFC 9110, 14.1.2), both ends inclusive; undefined for the whole file, also when several
 * ranges are requested.
 */
function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | "unsatisfiable" | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  const start = match[1] === "" ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === "" || match[2] === "" ? size - 1 : Math.min(Number(match[2]), size - 1);
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}
