import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A span as a collector receives it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  status: { code?: number };
}

/** A collector on this machine that takes OTLP over HTTP. */
export interface Collector {
  url: string;
  /** The spans received so far. */
  spans: ReceivedSpan[];
  /** Everything received so far, as it came. */
  bodies: string[];
  headers: NodeJS.Dict<string | string[]>[];
  close: () => Promise<void>;
}

/** Starts a collector. @param answer the status it answers with */
export async function startCollector(answer: () => number | Promise<number> = () => 200): Promise<Collector> {
  const collected: Omit<Collector, "url" | "close"> = { spans: [], bodies: [], headers: [] };
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const status = await answer();
      if (status === 200 && request.url === "/v1/traces") {
        collected.bodies.push(body);
        collected.headers.push(request.headers);
        collected.spans.push(...readSpans(body));
      }
      response.writeHead(status, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    ...collected,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Sent {
  resourceSpans: {
    scopeSpans: { spans: (Omit<ReceivedSpan, "attributes"> & { attributes: { key: string; value: object }[] })[] }[];
  }[];
}

function readSpans(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as Sent;
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }));
}
