import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "../config.ts";
import { collectProcess, type Metrics } from "./metrics.ts";

/**
 * Serves the metrics of this server on a port of their own, if METRICS_PORT is set: for workers, and behind a proxy.
 * @returns a function that stops it; null without a port
 */
export async function serveMetrics(
  { METRICS_HOST, METRICS_PORT }: Pick<Config, "METRICS_HOST" | "METRICS_PORT">,
  metrics: Metrics,
): Promise<{ port: number; stop: () => Promise<void> } | null> {
  if (METRICS_PORT === undefined) return null;
  const { registry } = metrics;
  collectProcess(registry);
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") return response.writeHead(404).end();
    return void metrics.read().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(METRICS_PORT, METRICS_HOST, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
