import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { findContentPlace, listFramers } from "./access/host.ts";
import { embedRoutes } from "./features/embeds/embeds.routes.ts";
import { playerRoutes } from "./features/scorm/player.routes.ts";
import { createErrorHandler, isSignedIn, knowCustomHosts, ignoreForwardedHost } from "./http.ts";
import { answerUnreadable } from "./platform/oversized-headers.ts";
import { traceRequests } from "./platform/request-spans.ts";
import { limitRequestBodies, parseJsonBodies } from "./platform/request-bodies.ts";
import type { Platform } from "./platform/platform.ts";

/**
 * Creates the server of foreign content on origins of its own, which know no session and no route of the application
 * (P44). It answers at `content.<instance>.<domain>` and, for each package, at
 * `p-<package>-<unit>.content.<instance>.<domain>`; with SINGLE_INSTANCE and without CONTENT_DOMAIN on a separate port.
 */
export async function createContentApp(platform: Platform): Promise<FastifyInstance> {
  const { config } = platform;
  const app = Fastify({
    clientErrorHandler: answerUnreadable,
    trustProxy: config.TRUST_PROXY,
    genReqId: () => randomUUID(),
    bodyLimit: 1024,
    routerOptions: { maxParamLength: 1000 },
    logger: {
      level: config.LOG_LEVEL,
      // The address of a page shows what a user reads, and holds a signature or a launch token.
      serializers: {
        req: (request) => ({
          method: request.method,
          path: request.url.split("?")[0]!.replace(/^\/scorm\/[^/]+/, "/scorm/…"),
          host: request.host,
        }),
      },
      redact: ["req.headers.authorization", "req.headers.cookie"],
    },
  });
  app.setErrorHandler(createErrorHandler(null));
  platform.logLevels.add(app.log);
  traceRequests(app, platform.tracing);
  ignoreForwardedHost(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    // Keeps scripts from widening their origin with `document.domain`.
    reply.header("origin-agent-cluster", "?1");
  });
  knowCustomHosts(app, platform);
  const ofRequest = (host: string) => {
    const place = findContentPlace(host, config);
    return {
      ...place,
      framedBy: listFramers(host, place.instance, config, platform.customHosts.listHosts(place.instance)),
    };
  };
  limitRequestBodies(app, {
    isSignedIn: (request, authorization) =>
      isSignedIn(request, authorization, platform, ofRequest(request.hostname).instance),
  });
  parseJsonBodies(app);
  embedRoutes(app, platform, ofRequest);
  await playerRoutes(app, platform, ofRequest);
  app.setNotFoundHandler(async (request, reply) =>
    reply.code(404).send({ error: "Not found.", request_id: request.id }),
  );
  await app.ready();
  return app;
}
