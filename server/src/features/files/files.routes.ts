import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { instanceIdOf } from "../../access/session.ts";
import { Invalid } from "../../errors.ts";
import { type Door, visitOf } from "../../http.ts";
import type { Platform } from "../../platform/platform.ts";
import { sendRange } from "../../platform/send-range.ts";
import * as files from "./files.service.ts";
import { AUTHORS_UPLOADS, UPLOAD_KINDS } from "./upload-kinds.ts";

export function fileRoutes(app: FastifyInstance, door: Door, platform: Platform): void {
  for (const kind of AUTHORS_UPLOADS) {
    app.post(`/api/upload-${kind}`, { config: { isStreamed: true } }, async (request) => {
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
  reply
    .header("cache-control", "private, max-age=3600, immutable")
    .header(
      "content-disposition",
      `${asAttachment ? "attachment" : "inline"}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    .type(asAttachment ? "application/octet-stream" : file.type);
  return sendRange(request, reply, file.size, (range) => platform.files.get(file.key, range));
}
