import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance, type FastifyServerFactory } from "fastify";
import helmet, { type HelmetOptions } from "helmet";
import { hasPackageOrigins, isContentHost } from "./access/host.ts";
import type { Config } from "./config.ts";
import { accountRoutes } from "./features/accounts/accounts.routes.ts";
import { archiveRoutes } from "./features/archives/archives.routes.ts";
import { assignmentRoutes } from "./features/assignments/assignments.routes.ts";
import { certificateRoutes } from "./features/certificates/certificates.routes.ts";
import { cmi5Routes } from "./features/cmi5/cmi5.routes.ts";
import { fileRoutes } from "./features/files/files.routes.ts";
import { resumableRoutes } from "./features/files/resumable.routes.ts";
import { bootData } from "./features/instances/instances.service.ts";
import { packageUploads } from "./features/scorm/packages.service.ts";
import { scormRoutes } from "./features/scorm/scorm.routes.ts";
import { exportRoutes } from "./features/reports/exports.routes.ts";
import { setUpRoutes } from "./features/setup/setup.routes.ts";
import { xapiRoutes } from "./features/xapi/xapi.routes.ts";
import { graphqlRoute } from "./graphql/route.ts";
import { createDoor, isSignedIn, sendError, visitOf } from "./http.ts";
import { metricsRoutes } from "./platform/metrics.ts";
import { answerUnreadable } from "./platform/oversized-headers.ts";
import type { Platform } from "./platform/platform.ts";
import { limitRequestBodies, parseJsonBodies } from "./platform/request-bodies.ts";
import { readTrustedDocuments, webClient } from "./platform/web-client.ts";

/**
 * The whole server on one port: GraphQL, the routes beside it, and the web client. Not listening yet.
 * @param content answers at the hosts of foreign content, which the application's own routes never do
 */
export async function createApp(platform: Platform, content?: FastifyInstance): Promise<FastifyInstance> {
  const { config } = platform;
  const app = Fastify({
    ...(content && { serverFactory: byHost(content, config) }),
    clientErrorHandler: answerUnreadable,
    trustProxy: config.TRUST_PROXY,
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 500 },
    // Addresses may hold one-time codes and signatures: the log gets the path alone, and never a header that signs in.
    logger: {
      level: config.LOG_LEVEL,
      serializers: {
        req: (request) => ({ method: request.method, path: request.url.split("?")[0], host: request.host }),
      },
      redact: ["req.headers.authorization", "req.headers.cookie"],
    },
  });
  limitConnections(app.server);
  app.setErrorHandler(sendError);
  app.addHook("onRequest", async (request, reply) => void reply.header("x-request-id", request.id));
  // Answers about somebody are kept nowhere; routes that may be kept say so themselves.
  app.addHook("onRequest", async (request, reply) => {
    if (/^\/(api|graphql)\b/.test(request.url)) reply.header("cache-control", "no-store");
  });
  // Without the plugin of Fastify, which writes the policy anew for every request.
  const secure = helmet(securityHeaders(config));
  app.addHook("onRequest", (request, reply, next) => secure(request.raw, reply.raw, () => next()));
  limitRequestBodies(app, {
    isSignedIn: (request) => isSignedIn(request, platform, visitOf(request, platform).instanceLabel),
  });
  parseJsonBodies(app);
  await app.register(multipart);

  const door = createDoor(platform);
  metricsRoutes(app, platform);
  graphqlRoute(app, createDoor(platform, { accepts: "keys", isPublic: true }), {
    trusted: readTrustedDocuments(),
    acceptsTexts: config.GRAPHQL_DOCUMENTS === "any",
  });
  accountRoutes(app, door, createDoor(platform, { isPublic: true }));
  fileRoutes(app, door, platform);
  resumableRoutes(app, door, platform, { scorm: packageUploads });
  archiveRoutes(app, door);
  assignmentRoutes(app, door, platform);
  certificateRoutes(app, platform);
  exportRoutes(app, door);
  scormRoutes(app, door, platform);
  cmi5Routes(app, createDoor(platform, { accepts: "keys" }), platform);
  setUpRoutes(app, platform);
  xapiRoutes(app, platform);
  await webClient(app, (request) => bootData(platform, visitOf(request, platform)));
  return app;
}

const KEEP_ALIVE_MS = 72_000;
/** Headers arrive at once or not at all. */
const HEADERS_MS = 15_000;
/** How long a connection may be silent: an upload of hours is not. */
const SILENT_MS = 5 * 60_000;

/** Limits what a connection may keep without sending. Bodies have limits of their own (platform/request-bodies.ts). */
export function limitConnections(server: Server): void {
  server.headersTimeout = HEADERS_MS;
  // Node's own limit is for a whole request, and would end an upload of two gigabytes over a slow connection.
  server.requestTimeout = 0;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.setTimeout(SILENT_MS);
}

/** Sends each request to the application or to the server of foreign content, by the host it names. */
function byHost(content: FastifyInstance, config: Config): FastifyServerFactory {
  return (handler) => {
    const server = createServer((request, response) => {
      if (isContentHost(request.headers.host ?? "", config)) content.routing(request, response);
      else handler(request, response);
    });
    return server;
  };
}

const securityHeaders = (config: Config): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      // Texts show no picture of another site: it would see who reads them.
      imgSrc: ["'self'", "data:", "blob:"],
      mediaSrc: ["'self'", "blob:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      // On plain http the host of foreign content is named: https: covers it elsewhere.
      frameSrc: ["'self'", "https:", ...contentHosts(config)],
      workerSrc: ["'self'", "blob:"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  crossOriginEmbedderPolicy: false,
  // Content may open windows of its own, which look for their run-time in the window that opened them.
  crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
});

/** A host in a policy has no wildcard in the middle: every host below the content domain is named, on this server's ports. */
function contentHosts(config: Config): string[] {
  const { CONTENT_DOMAIN, BASE_DOMAIN, CONTENT_PORT } = config;
  return hasPackageOrigins(config) ? [`http://*.${CONTENT_DOMAIN ?? BASE_DOMAIN}:*`] : [`http://*:${CONTENT_PORT}`];
}
