import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance, type FastifyServerFactory } from "fastify";
import helmet, { type HelmetOptions } from "helmet";
import { hasPackageOrigins, isContentHost } from "./access/host.ts";
import type { Config } from "./config.ts";
import { oauthRoutes } from "./features/api-keys/oauth.routes.ts";
import { accountRoutes } from "./features/accounts/accounts.routes.ts";
import { archiveRoutes } from "./features/archives/archives.routes.ts";
import { assignmentRoutes } from "./features/assignments/assignments.routes.ts";
import { calendarRoutes } from "./features/calendar/calendar.routes.ts";
import { badgeRoutes } from "./features/badges/badges.routes.ts";
import { certificateRoutes } from "./features/certificates/certificates.routes.ts";
import { cmi5Routes } from "./features/cmi5/cmi5.routes.ts";
import { identityRoutes } from "./features/identity/identity.routes.ts";
import { domainRoutes } from "./features/domains/domains.routes.ts";
import { fileRoutes } from "./features/files/files.routes.ts";
import { downloadRoutes } from "./features/learning/downloads.routes.ts";
import { resumableRoutes } from "./features/files/resumable.routes.ts";
import { bootData } from "./features/instances/instances.service.ts";
import { packageUploads } from "./features/scorm/packages.service.ts";
import { scormRoutes } from "./features/scorm/scorm.routes.ts";
import { exportRoutes } from "./features/reports/exports/exports.routes.ts";
import { scimRoutes } from "./features/scim/scim.routes.ts";
import { setUpRoutes } from "./features/setup/setup.routes.ts";
import { xapiRoutes } from "./features/xapi/xapi.routes.ts";
import { graphqlRoute } from "./graphql/route.ts";
import {
  createWithActor,
  isSignedIn,
  knowCustomHosts,
  limitUnknownCallers,
  createErrorHandler,
  toVisit,
  ignoreForwardedHost,
} from "./http.ts";
import { compressAnswers } from "./platform/compression.ts";
import { metricsRoutes } from "./platform/metrics-routes.ts";
import { answerUnreadable } from "./platform/oversized-headers.ts";
import type { Platform } from "./platform/platform.ts";
import { traceRequests } from "./platform/request-spans.ts";
import { limitRequestBodies, parseJsonBodies } from "./platform/request-bodies.ts";
import { readTrustedDocuments, webClient } from "./platform/web-client.ts";

/**
 * Creates the whole server on one port: GraphQL, the other routes, and the web client. Does not listen yet.
 * @param content answers at the hosts of foreign content, where the application's own routes never answer
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
    // Addresses may hold one-time codes and signatures: the log gets only the path, and no header with credentials.
    logger: {
      level: config.LOG_LEVEL,
      serializers: {
        req: (request) => ({ method: request.method, path: toLoggedPath(request.url), host: request.host }),
      },
      redact: ["req.headers.authorization", "req.headers.cookie"],
    },
  });
  limitConnections(app.server);
  app.setErrorHandler(createErrorHandler(config.PRODUCT_NAME));
  platform.logLevels.add(app.log);
  traceRequests(app, platform.tracing);
  ignoreForwardedHost(app);
  // Without Fastify's plugin, which builds the policy again for every request.
  const secure = helmet(securityHeaders(config));
  app.addHook("onRequest", (request, reply, next) => {
    reply.header("x-request-id", request.id);
    // Answers are not cached by default; routes with cacheable answers set their own header.
    if (UNCACHED.test(request.url)) reply.header("cache-control", "no-store");
    secure(request.raw, reply.raw, () => next());
  });
  // Requests run to their end after their callers have gone; the database closes next.
  app.addHook("onClose", () => platform.concurrency.end());
  knowCustomHosts(app, platform);
  limitUnknownCallers(app, platform);
  limitRequestBodies(app, {
    isSignedIn: (request, authorization) =>
      isSignedIn(request, authorization, platform, toVisit(request, platform).instanceLabel),
  });
  parseJsonBodies(app);
  await app.register(multipart);
  await compressAnswers(app);

  const withActor = createWithActor(platform);
  const withPublicActor = createWithActor(platform, { isPublic: true });
  metricsRoutes(app, platform);
  graphqlRoute(app, createWithActor(platform, { accepts: "keys", isPublic: true }), {
    trusted: readTrustedDocuments(),
    acceptsTexts: config.GRAPHQL_DOCUMENTS === "any",
    tracing: platform.tracing,
  });
  accountRoutes(app, withActor, withPublicActor);
  fileRoutes(app, withActor, platform);
  downloadRoutes(app, withActor, platform);
  resumableRoutes(app, withActor, platform, { scorm: packageUploads });
  archiveRoutes(app, withActor);
  assignmentRoutes(app, withActor, platform);
  badgeRoutes(app, platform);
  certificateRoutes(app, withActor, platform);
  calendarRoutes(app, platform);
  domainRoutes(app, platform);
  identityRoutes(app, platform);
  exportRoutes(app, withActor);
  oauthRoutes(app, platform);
  scormRoutes(app, withActor, platform);
  cmi5Routes(app, createWithActor(platform, { accepts: "keys" }), platform);
  scimRoutes(app, platform);
  setUpRoutes(app, withPublicActor, platform);
  xapiRoutes(app, platform);
  await webClient(app, (request) => bootData(platform, toVisit(request, platform)));
  return app;
}

/** Returns a path without what is secret in it: the query, and the address of a calendar. */
const toLoggedPath = (url: string) => url.split("?")[0]!.replace(/^(\/calendar\/).*/, "$1…");

const UNCACHED = /^\/(api|graphql|oauth|sso)\b/;

const KEEP_ALIVE_MS = 72_000;
/** Time limit for all headers of a request. */
const HEADERS_MS = 15_000;
/** How long a connection may be idle. */
const SILENT_MS = 5 * 60_000;

/** Limits how long an idle connection is kept. Bodies have their own limits (platform/request-bodies.ts). */
export function limitConnections(server: Server): void {
  server.headersTimeout = HEADERS_MS;
  // Node's own limit applies to a whole request and would end an upload of 2 GB over a slow connection.
  server.requestTimeout = 0;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.setTimeout(SILENT_MS);
}

/** Routes each request by its host to the application or to the server of foreign content. */
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
      // Texts show no images of other sites, which would learn who reads them.
      imgSrc: ["'self'", "data:", "blob:"],
      mediaSrc: ["'self'", "blob:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      // On plain http the content hosts are listed; elsewhere https: covers them.
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
  // Content may open windows of its own, which look for the API in the window that opened them.
  crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
});

/** Lists the content hosts of all instances for a policy, which allows no wildcard in the middle of a host. */
function contentHosts(config: Config): string[] {
  const { CONTENT_DOMAIN, BASE_DOMAIN, CONTENT_PORT } = config;
  return hasPackageOrigins(config) ? [`http://*.${CONTENT_DOMAIN ?? BASE_DOMAIN}:*`] : [`http://*:${CONTENT_PORT}`];
}
