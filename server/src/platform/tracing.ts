import type { Attributes } from "@opentelemetry/api";
import type { Config } from "../config.ts";

/** What a span is about. Values must not be personal, secret or chosen by a caller. */
export interface SpanStart {
  /** One of few: with the name of a route, a table or a job, and never with an id. */
  name: string;
  kind: "internal" | "server" | "client" | "consumer";
  attributes?: Attributes;
}

/** A request at work. */
export interface RequestSpan {
  traceId: string;
  /** Runs work, and everything it waits for, inside of the span. */
  run: <T>(work: () => T) => T;
  /** Ends the span; further calls are ignored. @param status null for a caller that went away */
  end: (status: number | null) => void;
}

/** Records what the server does as spans of OpenTelemetry. */
export interface Tracing {
  /** Starts the span of a request. @param parent a traceparent header that can be believed */
  openRequest(start: SpanStart, requestId: string, parent: string | undefined): RequestSpan;
  /** Runs work in a span of its own trace, or below the one that a traceparent names. */
  runApart<T>(start: SpanStart, parent: string | undefined, work: () => Promise<T>): Promise<T>;
  /** Runs work in a span below the one at work. Without one, the work runs without a span. */
  run<T>(start: SpanStart, work: () => Promise<T>): Promise<T>;
  /** Runs one SQL statement in a span below the one at work. */
  runStatement<T>(sql: string, work: () => Promise<T>): Promise<T>;
  /** Returns the span at work as a traceparent, for work that is done later. */
  getParent(): string | undefined;
  /** Returns the ids of the trace and of the request at work, for the log. */
  getIds(): { trace_id?: string; reqId?: string };
  /** Sends the spans so far, for tests. */
  flush(): Promise<void>;
  /** Sends what is left, for at most some seconds. */
  close(): Promise<void>;
}

export type TracingConfig = Pick<
  Config,
  | "OTEL_EXPORTER_OTLP_ENDPOINT"
  | "OTEL_EXPORTER_OTLP_HEADERS"
  | "OTEL_SERVICE_NAME"
  | "OTEL_TRACES_SAMPLER"
  | "OTEL_TRACES_SAMPLER_ARG"
>;
