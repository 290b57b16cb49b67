import type { FastifyInstance } from "fastify";
import { collectProcess, countRequests } from "./metrics.ts";
import type { Platform } from "./platform.ts";
import { VERSION } from "./version.ts";

/**
 * Registers /healthz (the process is alive), /readyz (it reaches the database) and /metrics (Prometheus), the last for
 * this machine only.
 */
export function metricsRoutes(app: FastifyInstance, platform: Platform): void {
  const { database, config, metrics } = platform;
  collectProcess(metrics.registry);
  countRequests(app, metrics);
  app.get("/healthz", { logLevel: "warn" }, async () => ({ status: "ok", version: VERSION }));
  app.get("/readyz", { logLevel: "warn" }, async (request, reply) => {
    try {
      await database.pool.query("SELECT 1");
      return { status: "ready" };
    } catch (error) {
      request.log.error({ err: error }, "the database does not answer");
      return reply.code(503).send({ status: "the database does not answer" });
    }
  });
  app.get("/metrics", { logLevel: "warn" }, async (request, reply) => {
    const peer = request.socket.remoteAddress ?? "";
    const isForwarded = request.headers["x-forwarded-for"] !== undefined || config.TRUST_PROXY !== false;
    if (isForwarded || !/^(::ffff:)?127\.|^::1$/.test(peer))
      return reply.code(404).send({ error: "Not found.", request_id: request.id });
    return reply.type(metrics.registry.contentType).send(await metrics.read());
  });
}
