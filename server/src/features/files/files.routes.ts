import type { FastifyInstance } from "fastify";
import { findInstanceId } from "../../access/session.ts";
import { Invalid } from "../../errors.ts";
import { type WithActor, toVisit } from "../../http.ts";
import type { Platform } from "../../platform/platform.ts";
import { sendFile } from "../../platform/send-file.ts";
import * as files from "./files.service.ts";
import { AUTHORS_UPLOADS, UPLOAD_KINDS } from "./upload-kinds.ts";
import { t } from "../../i18n/message.ts";

export function fileRoutes(app: FastifyInstance, withActor: WithActor, platform: Platform): void {
  for (const kind of AUTHORS_UPLOADS) {
    app.post(`/api/upload-${kind}`, { config: { isStreamed: true } }, async (request) => {
      const part = await request.file({ limits: { files: 1, fileSize: UPLOAD_KINDS[kind].most + 1 } });
      if (part?.fieldname !== kind) throw new Invalid({ [kind]: [t`Choose a file to upload in the field '${kind}'.`] });
      return files.storeUpload(platform, (work) => withActor(request, work), kind, {
        name: part.filename,
        stream: part.file,
      });
    });
  }

  app.get<{ Params: { "*": string }; Querystring: { e?: string; m?: string; s?: string } }>(
    "/files/*",
    async (request, reply) => {
      const { instanceLabel } = toVisit(request, platform);
      const hostInstance = instanceLabel ? await findInstanceId(platform.database, instanceLabel) : null;
      const download = await files.openDownload(platform, hostInstance, request.params["*"], request.query);
      return sendFile(request, reply, platform, download);
    },
  );
}
