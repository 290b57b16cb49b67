import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod";
import type { Door } from "../../http.ts";
import { exportTable, openExport, type TableFile } from "./exports.service.ts";
import { tableRequest } from "./report-tables.ts";

const body = tableRequest.extend({ format: z.enum(["csv", "xlsx", "pdf"]) });
const params = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
});

/**
 * POST /api/reports/export: a table of the reports as a file; 202 with the export where a job has to make it.
 * GET /api/reports/exports/{id}: the file that the job made. Both are streamed when their transaction is over.
 */
export function exportRoutes(app: FastifyInstance, door: Door): void {
  app.post("/api/reports/export", async (request, reply) => {
    const made = await door(request, (actor) => {
      const { format, ...asked } = body.parse(request.body);
      return exportTable(actor, asked, format);
    });
    if ("stream" in made) return sendFile(reply, made);
    return reply.code(202).send({ export: made.id });
  });

  app.get("/api/reports/exports/:id", async (request, reply) => {
    const file = await door(request, (actor) => openExport(actor, params.parse(request.params).id));
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
