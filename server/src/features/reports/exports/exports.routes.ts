import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod";
import type { WithActor } from "../../../http.ts";
import { exportTable, openExport, type TableFile } from "./exports.service.ts";
import { tableRequest } from "../request.ts";

const body = tableRequest.extend({ format: z.enum(["csv", "xlsx", "pdf"]) });
const params = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
});

/**
 * Serves exports. POST /api/reports/export returns a report or list as a file, or 202 with the export that a job creates.
 * GET /api/reports/exports/{id} returns the file of such an export. Both are streamed after their transaction.
 */
export function exportRoutes(app: FastifyInstance, withActor: WithActor): void {
  app.post("/api/reports/export", async (request, reply) => {
    const made = await withActor(
      request,
      (actor) => {
        const { format, ...asked } = body.parse(request.body);
        return exportTable(actor, asked, format);
      },
      undefined,
      // A list is read in pages: with rows that are added or removed meanwhile, some would be doubled or missing.
      { isSnapshot: true },
    );
    if ("stream" in made) return sendFile(reply, made);
    return reply.code(202).send({ export: made.id });
  });

  app.get("/api/reports/exports/:id", async (request, reply) => {
    const file = await withActor(request, (actor) => openExport(actor, params.parse(request.params).id));
    return sendFile(reply.header("content-length", file.size), file);
  });
}

function sendFile(reply: FastifyReply, { name, type, stream }: TableFile): FastifyReply {
  return reply
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("cache-control", "no-store")
    .type(type)
    .send(stream());
}
