import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ConcurrencyLimit } from "../access/concurrency-limit.ts";
import type { Database } from "../db/client.ts";
import { VERSION } from "./version.ts";

/** Counts what was done, by labels. */
export interface Counts {
  inc: (labels: Record<string, string>) => void;
}

export interface JobMetrics {
  observe: (name: string, outcome: "done" | "retried" | "failed", milliseconds: number) => void;
}

/** Every name is in `docs/operations/observe.md`. */
export interface Metrics {
  /** The metrics of this process. */
  registry: Registry;
  /** Returns the metrics of all processes of this server as text, with a label `process` where there are several. */
  read: () => Promise<string>;
  requests: Histogram<"method" | "route" | "status">;
  mails: Counts;
  storage: Counts;
  jobs: JobMetrics;
}

/** Creates the metrics of this process. Values of the database are read at each scrape. */
export function createMetrics(database: Database): Metrics {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: "cairn_build_info",
    help: "The version, as a label.",
    labelNames: ["version"],
    registers,
  }).set({ version: VERSION }, 1);
  addPool(registry, database);
  const duration = new Histogram({
    name: "job_seconds",
    help: "How long jobs took, by queue and outcome: done, retried, or failed for good.",
    labelNames: ["queue", "outcome"],
    buckets: [0.01, 0.1, 0.5, 1, 5, 30, 120, 600, 3600],
    registers,
  });
  return {
    registry,
    read: () => registry.metrics(),
    requests: new Histogram({
      name: "http_request_seconds",
      help: "How long requests took.",
      labelNames: ["method", "route", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    mails: startAtZero(
      new Counter({
        name: "mails_total",
        help: "Mails that the mail server took (done) or did not take (failed).",
        labelNames: ["outcome"],
        registers,
      }),
      [{ outcome: "done" }, { outcome: "failed" }],
    ),
    storage: startAtZero(
      new Counter({
        name: "storage_requests_total",
        help: "Requests to the storage of files by operation and outcome.",
        labelNames: ["operation", "outcome"],
        registers,
      }),
      ["put", "get", "remove", "list"].flatMap((operation) => [
        { operation, outcome: "done" },
        { operation, outcome: "failed" },
      ]),
    ),
    jobs: {
      observe: (queue, outcome, milliseconds) => duration.observe({ queue, outcome }, milliseconds / 1000),
    },
  };
}

/** Makes the first failure an increase: a series that begins with 1 has none. */
function startAtZero<Label extends string>(counter: Counter<Label>, series: Record<Label, string>[]): Counts {
  for (const labels of series) counter.inc(labels, 0);
  return counter;
}

function addPool(registry: Registry, database: Database): void {
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
}

/** Adds how many operations run, wait and were refused, read at each scrape. */
export function addOperations(registry: Registry, platform: { concurrency: ConcurrencyLimit }): void {
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
}

/** Measures all requests of a server. */
export function countRequests(app: FastifyInstance, { requests }: Metrics): void {
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

/** Adds the figures of the process, such as its memory and the delay of its event loop, once. */
export function collectProcess(registry: Registry): void {
  if (!registry.getSingleMetric("nodejs_eventloop_lag_seconds")) collectDefaultMetrics({ register: registry });
}
