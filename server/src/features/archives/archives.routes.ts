import type { FastifyInstance } from "fastify";
import * as z from "zod";
import type { WithActor } from "../../http.ts";
import { exportCourse } from "./export.service.ts";

const params = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
});
const query = z.object({ branchUrl: z.string().max(100).optional() });

/** GET /api/courses/{id}/archive: streams the whole course; the transaction ends before the first file is read. */
export function archiveRoutes(app: FastifyInstance, withActor: WithActor): void {
  app.get("/api/courses/:id/archive", async (request, reply) => {
    const { id } = params.parse(request.params);
    const { branchUrl } = query.parse(request.query);
    const { title, stream } = await withActor(request, (actor) => exportCourse(actor, id, branchUrl));
    const name = `${title.replace(/[\\/:*?"<>|\x00-\x1f]/g, " ").trim() || "course"}.zip`;
    reply
      .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header("cache-control", "no-store")
      .type("application/zip");
    return reply.send(stream());
  });
}
