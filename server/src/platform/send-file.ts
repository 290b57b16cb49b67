import type { FastifyReply, FastifyRequest } from "fastify";
import type { Platform } from "./platform.ts";
import { sendRange } from "./send-range.ts";

/** A stored file as it is sent; size in bytes. */
export interface SentFile {
  key: string;
  /** Null: the response has none. */
  name: string | null;
  type: string;
  size: number;
}

/** A file, and whether a browser saves it instead of showing it. */
export interface Download {
  file: SentFile;
  asAttachment: boolean;
}

/** Sends a whole file or the requested range. Foreign content never runs on this origin. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
  { file, asAttachment }: Download,
) {
  reply
    .header("cache-control", "private, max-age=3600, immutable")
    .header(
      "content-disposition",
      `${asAttachment ? "attachment" : "inline"}${file.name === null ? "" : `; filename*=UTF-8''${encodeURIComponent(file.name)}`}`,
    )
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    .type(asAttachment ? "application/octet-stream" : file.type);
  return sendRange(request, reply, file.size, (range) => platform.files.get(file.key, range));
}
