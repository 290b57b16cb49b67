import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { Invalid } from "../../errors.ts";
import type { Door } from "../../http.ts";
import type { Platform } from "../../platform/platform.ts";
import { largestUpload } from "../files/files.service.ts";
import { bridgeRoutes } from "./bridge.routes.ts";
import { endLaunch, ownLaunchId } from "./launches.service.ts";
import { storePackage } from "./packages.service.ts";

/** POST /api/upload-scorm with the file in the field 'scorm', answering `{ url, scorm: { id, … } }`; and the bridge for whoever is signed in. */
export function scormRoutes(app: FastifyInstance, door: Door, platform: Platform): void {
  app.post("/api/upload-scorm", { config: { isStreamed: true } }, async (request) => {
    const part = await request.file({ limits: { files: 1, fileSize: largestUpload("scorm") + 1 } });
    if (part?.fieldname !== "scorm") throw new Invalid({ scorm: ["Choose a file to upload in the field 'scorm'."] });
    const file = { name: part.filename, stream: part.file };
    return storePackage(platform, (work) => door(request, work), file);
  });
  // The window of a package is closed: what the package left open elsewhere ends with it.
  app.post("/api/scorm/end", { bodyLimit: 1024 }, async (request, reply) => {
    const { token } = z.object({ token: z.string().max(200) }).parse(request.body);
    await door(request, (actor) => endLaunch(actor, token));
    return reply.code(204).send();
  });
  bridgeRoutes(app, (request, work) =>
    door(request, async (actor) => {
      // What an earlier session could not send comes with its token: it is carried out as that session's.
      const token = request.headers["x-scorm-launch"];
      return work(actor, typeof token === "string" ? await ownLaunchId(actor, token) : null);
    }),
  );
}
