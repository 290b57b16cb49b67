import type { Log } from "./log.ts";
import type { Tracing, TracingConfig } from "./tracing.ts";

/**
 * Starts to record traces if OTEL_EXPORTER_OTLP_ENDPOINT is set. Without it, the libraries are not even loaded.
 * @returns null when traces are off
 */
export async function openTracing(config: TracingConfig, log: Log): Promise<Tracing | null> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  const { createTracing } = await import("./otlp-tracing.ts");
  return createTracing(config, config.OTEL_EXPORTER_OTLP_ENDPOINT, log);
}
