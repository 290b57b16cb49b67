import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { WithActor } from "../../http.ts";
import type { Platform } from "../../platform/platform.ts";
import * as resumable from "./resumable.service.ts";

const PATH = "/api/uploads";

/**
 * Serves uploads that continue after an interruption, by the tus protocol (tus.io, 1.0.0; creation and termination):
 * POST /api/uploads with the metadata `kind` and `filename`, then PATCH, HEAD and DELETE of the returned address. When
 * all bytes have arrived, POST …/finish checks the file and answers like the other uploads, or 202 after some seconds
 * while it is being assembled: the client asks again.
 */
export function resumableRoutes(
  app: FastifyInstance,
  withActor: WithActor,
  platform: Platform,
  finishers: resumable.Finishers = {},
): void {
  app.post<{ Params: { id: string } }>(`${PATH}/:id/finish`, async (request, reply) => {
    const { id } = request.params;
    const stored = await resumable.finishUpload(platform, (work) => withActor(request, work), finishers, id);
    return stored ?? reply.code(202).send({ finishing: true });
  });

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Left unread: the protocol's own server reads the bytes from the connection.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const { serverFor, Parts } = await import("./resumable-protocol.ts");
      reply.hijack();
      reply.raw.setHeader("x-request-id", request.id);
      reply.raw.setHeader("cache-control", "no-store");
      const server = serverFor(PATH, new Parts((work) => withActor(request, work), platform, finishers));
      await server.handle(request.raw, reply.raw);
    };
    scope.route({ method: "POST", url: PATH, config: { isStreamed: true }, handler: answer });
    scope.route({
      method: ["HEAD", "PATCH", "DELETE"],
      url: `${PATH}/:id`,
      config: { isStreamed: true },
      handler: answer,
    });
  });
}
