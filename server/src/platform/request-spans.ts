import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RequestSpan, Tracing } from "./tracing.ts";

/** Records each request as a span. Register before all other hooks, which then run inside of it. */
export function traceRequests(app: FastifyInstance, tracing: Tracing | null): void {
  if (!tracing) return;
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook("onRequest", (request, reply, next) => {
    const route = request.routeOptions.url;
    const span = tracing.openRequest(
      {
        name: route === undefined ? request.method : `${request.method} ${route}`,
        kind: "server",
        // The route and not the address, which may hold a code, a signature or a name.
        attributes: {
          "http.request.method": request.method,
          ...(route !== undefined && { "http.route": route }),
          "cairn.request_id": request.id,
        },
      },
      request.id,
      believedParent(request),
    );
    spans.set(request, span);
    request.log = reply.log = request.log.child({ trace_id: span.traceId });
    reply.raw.once("close", () => span.end(reply.raw.writableFinished ? reply.statusCode : null));
    span.run(next);
  });
  // The body arrives with events of the connection, outside of the span.
  app.addHook("preValidation", (request, _, next) => spans.get(request)!.run(next));
  app.addHook("onResponse", async (request, reply) => spans.get(request)?.end(reply.statusCode));
}

/** Returns the traceparent of a request that a trusted proxy forwarded: anybody can send one. */
function believedParent(request: FastifyRequest): string | undefined {
  // With TRUST_PROXY, the list has the address of the connection and, if that is trusted, those that it forwarded.
  const isFromProxy = (request.ips?.length ?? 0) > 1;
  const header = request.headers["traceparent"];
  return isFromProxy && typeof header === "string" ? header : undefined;
}
