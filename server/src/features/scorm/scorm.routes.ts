import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { Invalid } from "../../errors.ts";
import type { WithActor } from "../../http.ts";
import type { Platform } from "../../platform/platform.ts";
import { largestUpload } from "../files/files.service.ts";
import { bridgeRoutes } from "./bridge.routes.ts";
import { endLaunch, ownLaunchId } from "./launches.service.ts";
import { storePackage } from "./packages.service.ts";
import { t } from "../../i18n/message.ts";

/**
 * Serves POST /api/upload-scorm with the file in the field 'scorm', answering `{ url, scorm: { id, … } }`, and the
 * bridge for signed-in users.
 */
export function scormRoutes(app: FastifyInstance, withActor: WithActor, platform: Platform): void {
  app.post("/api/upload-scorm", { config: { isStreamed: true } }, async (request) => {
    const part = await request.file({ limits: { files: 1, fileSize: largestUpload("scorm") + 1 } });
    if (part?.fieldname !== "scorm") throw new Invalid({ scorm: [t`Choose a file to upload in the field 'scorm'.`] });
    const file = { name: part.filename, stream: part.file };
    return storePackage(platform, (work) => withActor(request, work), file);
  });
  // The window of a package was closed: its other windows end with it.
  app.post("/api/scorm/end", { bodyLimit: 1024 }, async (request, reply) => {
    const { token } = z.object({ token: z.string().max(200) }).parse(request.body);
    await withActor(request, (actor) => endLaunch(actor, token));
    return reply.code(204).send();
  });
  bridgeRoutes(app, (request, work) =>
    withActor(request, async (actor) => {
      // Unsent values of an earlier session come with its token and are carried out as that session's.
      const token = request.headers["x-scorm-launch"];
      return work(actor, typeof token === "string" ? await ownLaunchId(actor, token) : null);
    }),
  );
}
