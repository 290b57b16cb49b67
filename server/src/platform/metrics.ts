import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Platform } from "./platform.ts";
import { VERSION } from "./version.ts";

/**
 * Registers /healthz (the process is alive), /readyz (it reaches the database) and /metrics (Prometheus), the last for
 * this machine only.
 */
export function metricsRoutes(app: FastifyInstance, platform: Platform): void {
  const { database, config } = platform;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_seconds",
    help: "How long requests took.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: "database_connections",
    help: "Connections of the pool by state.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool;
      this.set({ state: "open" }, totalCount);
      this.set({ state: "idle" }, idleCount);
      this.set({ state: "waited_for" }, waitingCount);
    },
  });

  new Counter({
    name: "database_statements_total",
    help: "SQL statements sent, with BEGIN and COMMIT.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(database.statements + 2 * database.transactions);
    },
  });
  new Gauge({
    name: "operations",
    help: "Operations of signed-in people by state: at work, or waiting for their instance's turn.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(platform.concurrency.counts)) this.set({ state }, count);
    },
  });
  new Gauge({
    name: "operations_refused_total",
    help: "Operations that were turned away because their instance asked for too much at once.",
    registers: [registry],
    collect() {
      this.set(platform.concurrency.refused);
    },
  });

  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
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
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
