import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { instanceIdOf } from "../../access/session.ts";
import { Invalid } from "../../errors.ts";
import { type Door, visitOf } from "../../http.ts";
import type { Platform } from "../../platform/platform.ts";
import * as files from "./files.service.ts";
import { AUTHORS_UPLOADS, UPLOAD_KINDS } from "./upload-kinds.ts";

export function fileRoutes(app: FastifyInstance, door: Door, platform: Platform): void {
  for (const kind of AUTHORS_UPLOADS) {
    app.post(`/api/upload-${kind}`, async (request) => {
      const part = await request.file({ limits: { files: 1, fileSize: UPLOAD_KINDS[kind].most + 1 } });
      if (part?.fieldname !== kind) throw new Invalid({ [kind]: [`Choose a file to upload in the field '${kind}'.`] });
      return files.storeUpload(platform, (work) => door(request, work), kind, {
        name: part.filename,
        stream: part.file,
      });
    });
  }

  app.get<{ Params: { "*": string }; Querystring: { e?: string; m?: string; s?: string } }>(
    "/files/*",
    async (request, reply) => {
      const { instanceLabel } = visitOf(request, platform);
      const hostInstance = instanceLabel ? await instanceIdOf(platform.database, instanceLabel) : null;
      const download = await files.openDownload(platform, hostInstance, request.params["*"], request.query);
      return sendFile(request, reply, platform, download);
    },
  );
}

/** Sends a whole file or the one range that was asked for. Foreign content: it is never run on this origin. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
  { file, asAttachment }: files.Download,
) {
  const range = rangeOf(request.headers.range, file.size);
  reply
    .header("accept-ranges", "bytes")
    .header("cache-control", "private, max-age=3600, immutable")
    .header(
      "content-disposition",
      `${asAttachment ? "attachment" : "inline"}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    .type(asAttachment ? "application/octet-stream" : file.type);
  if (range === "unsatisfiable") return reply.code(416).header("content-range", `bytes */${file.size}`).send();
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  reply.header("content-length", end - start + 1);
  if (range) reply.code(206).header("content-range", `bytes ${start}-${end}/${file.size}`);
  return reply.send(await platform.files.get(file.key, range ?? undefined));
}

/** A single byte range (RFC 9110, 14.1.2), both ends inclusive; undefined when the whole is meant, also for several ranges. */
function rangeOf(
  header: string | undefined,
  size: number,
): { start: number; end: number } | "unsatisfiable" | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  const start = match[1] === "" ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === "" || match[2] === "" ? size - 1 : Math.min(Number(match[2]), size - 1);
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}
