import type { FastifyInstance } from "fastify";
import * as z from "zod";
import type { WithActor } from "../../http.ts";
import type { Platform } from "../../platform/platform.ts";
import { sendFile } from "../../platform/send-file.ts";
import { openPdf, openResource } from "./downloads.service.ts";

const byId = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
});
const byName = z.object({ filename: z.string().min(1).max(200) });

/**
 * Serves files of courses to people who are signed in (P73). GET /api/download/resource/{id} returns a resource as an
 * attachment, GET /api/graphql/download/pdf/{filename} a PDF of a unit or resource in place.
 */
export function downloadRoutes(app: FastifyInstance, withActor: WithActor, platform: Platform): void {
  app.get("/api/download/resource/:id", async (request, reply) => {
    const download = await withActor(request, (actor) => openResource(actor, byId.parse(request.params).id));
    return sendFile(request, reply, platform, download);
  });

  app.get("/api/graphql/download/pdf/:filename", async (request, reply) => {
    const download = await withActor(request, (actor) => openPdf(actor, byName.parse(request.params).filename));
    return sendFile(request, reply, platform, download);
  });
}
