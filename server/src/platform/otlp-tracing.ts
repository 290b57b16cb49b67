import {
  type Context,
  createContextKey,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { AppError } from "../errors.ts";
import type { Log } from "./log.ts";
import { describeStatement } from "./statement-text.ts";
import type { RequestSpan, SpanStart, Tracing, TracingConfig } from "./tracing.ts";
import { VERSION } from "./version.ts";

/** Spans that wait to be sent. Further ones are dropped. */
const QUEUE = {
  maxQueueSize: 2_048,
  maxExportBatchSize: 512,
  scheduledDelayMillis: 2_000,
  exportTimeoutMillis: 10_000,
};
const CLOSE_MS = 3_000;
const LONGEST_ATTRIBUTE = 2_000;

const KINDS: Record<SpanStart["kind"], SpanKind> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

/** Creates the recording of traces, which are sent to a collector as OTLP over HTTP. */
export function createTracing(config: TracingConfig, endpoint: string, log: Log): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMillis: QUEUE.exportTimeoutMillis,
  });
  const provider = new TracerProvider({
    sampler: createSampler(config),
    resource: resourceFromAttributes({ "service.name": config.OTEL_SERVICE_NAME, "service.version": VERSION }),
    spanLimits: { attributeValueLengthLimit: LONGEST_ATTRIBUTE },
    spanProcessors: [new BatchSpanProcessor({ ...QUEUE, exporter: new QuietExporter(exporter, log) })],
  });
  return new OtlpTracing(provider);
}

function createSampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: TracingConfig): Sampler {
  const root = name.endsWith("always_on")
    ? new AlwaysOnSampler()
    : name.endsWith("always_off")
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(share);
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

/** Sends spans, and logs once that the collector does not accept them until it does again. */
class QuietExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Log;
  #isFailing = false;

  constructor(exporter: SpanExporter, log: Log) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], report: Parameters<SpanExporter["export"]>[1]): void {
    this.#exporter.export(spans, ({ code, error }) => {
      const isFailing = code !== ExportResultCode.SUCCESS;
      if (isFailing && !this.#isFailing)
        this.#log.warn({ reason: describe(error) }, "Traces cannot be sent: the spans are dropped");
      if (!isFailing && this.#isFailing) this.#log.warn({}, "Traces can be sent again");
      this.#isFailing = isFailing;
      report({ code: ExportResultCode.SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }
}

/** Says why nothing was sent, without the address, which may hold a password. */
function describe(error: Error | undefined): string {
  const { code } = (error ?? {}) as { code?: string | number };
  return code === undefined ? (error?.name ?? "unknown") : String(code);
}

const REQUEST_ID = createContextKey("the id of the request");

/** Keeps the span at work in an AsyncLocalStorage of its own: nothing global, and no library is patched. */
class OtlpTracing implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #contexts = new AsyncLocalStorageContextManager().enable();

  constructor(provider: TracerProvider) {
    this.#provider = provider;
    this.#tracer = provider.getTracer("cairn", VERSION);
  }

  openRequest(start: SpanStart, requestId: string, parent: string | undefined): RequestSpan {
    const outer = below(parent);
    const span = this.#start(start, outer);
    const context = trace.setSpan(outer, span).setValue(REQUEST_ID, requestId);
    return {
      traceId: span.spanContext().traceId,
      run: (work) => this.#contexts.with(context, work),
      end: (status) => {
        if (!span.isRecording()) return;
        if (status !== null) span.setAttribute("http.response.status_code", status);
        if (status === null) fail(span, "aborted");
        else if (status >= 500) fail(span, String(status));
        span.end();
      },
    };
  }

  runApart<T>(start: SpanStart, parent: string | undefined, work: () => Promise<T>): Promise<T> {
    return this.#run(start, below(parent), work);
  }

  run<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
    const context = this.#contexts.active();
    // Nothing below a trace that is not sampled is measured.
    return trace.getSpan(context)?.isRecording() ? this.#run(start, context, work) : work();
  }

  runStatement<T>(sql: string, work: () => Promise<T>): Promise<T> {
    const context = this.#contexts.active();
    if (!trace.getSpan(context)?.isRecording()) return work();
    return this.#run(describeStatement(sql), context, work);
  }

  getParent(): string | undefined {
    const at = trace.getSpan(this.#contexts.active())?.spanContext();
    return at && `00-${at.traceId}-${at.spanId}-${at.traceFlags.toString(16).padStart(2, "0")}`;
  }

  getIds(): { trace_id?: string; reqId?: string } {
    const context = this.#contexts.active();
    const id = trace.getSpan(context)?.spanContext().traceId;
    const reqId = context.getValue(REQUEST_ID) as string | undefined;
    return { ...(reqId !== undefined && { reqId }), ...(id !== undefined && { trace_id: id }) };
  }

  flush(): Promise<void> {
    return this.#provider.forceFlush();
  }

  async close(): Promise<void> {
    const isOver = Promise.withResolvers<void>();
    const late = setTimeout(isOver.resolve, CLOSE_MS);
    await Promise.race([this.#provider.shutdown().catch(() => {}), isOver.promise]);
    clearTimeout(late);
  }

  #start({ name, kind, attributes = {} }: SpanStart, context: Context): Span {
    return this.#tracer.startSpan(name, { kind: KINDS[kind], attributes }, context);
  }

  async #run<T>(start: SpanStart, context: Context, work: () => Promise<T>): Promise<T> {
    const span = this.#start(start, context);
    try {
      return await this.#contexts.with(trace.setSpan(context, span), work);
    } catch (error) {
      fail(span, readType(error));
      throw error;
    } finally {
      span.end();
    }
  }
}

/** Returns the context below a traceparent; the root for none and for one that cannot be read. */
function below(parent: string | undefined): Context {
  const remote = parent === undefined ? null : parseTraceParent(parent);
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
}

/** Marks a span as failed. Messages of errors may name people, and are in the log alone. */
function fail(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function readType(error: unknown): string {
  if (error instanceof AppError) return error.code;
  const { code } = (error ?? {}) as { code?: unknown };
  const name = error instanceof Error ? error.name : "Error";
  const type = typeof code === "string" ? code : name;
  return /^\w{1,40}$/.test(type) ? type : "Error";
}
