import { randomUUID } from "node:crypto";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance } from "fastify";
import { accountRoutes } from "./features/accounts/accounts.routes.ts";
import { assignmentRoutes } from "./features/assignments/assignments.routes.ts";
import { certificateRoutes } from "./features/certificates/certificates.routes.ts";
import { fileRoutes } from "./features/files/files.routes.ts";
import { bootData } from "./features/instances/instances.service.ts";
import { setUpRoutes } from "./features/setup/setup.routes.ts";
import { graphqlRoute } from "./graphql/route.ts";
import { createDoor, sendError, visitOf } from "./http.ts";
import { metricsRoutes } from "./platform/metrics.ts";
import type { Platform } from "./platform/platform.ts";
import { webClient } from "./platform/web-client.ts";

/** The whole server on one port: GraphQL, the routes beside it, and the web client. Not listening yet. */
export async function createApp(platform: Platform): Promise<FastifyInstance> {
  const { config } = platform;
  const app = Fastify({
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
  app.setErrorHandler(sendError);
  app.addHook("onRequest", async (request, reply) => void reply.header("x-request-id", request.id));
  await app.register(helmet, SECURITY_HEADERS);
  await app.register(multipart);

  const door = createDoor(platform);
  metricsRoutes(app, platform);
  await graphqlRoute(app, createDoor(platform, { acceptsKeys: true }), { introspection: false });
  accountRoutes(app, door);
  fileRoutes(app, door, platform);
  assignmentRoutes(app, door, platform);
  certificateRoutes(app, platform);
  setUpRoutes(app, platform);
  await webClient(app, (request) => bootData(platform, visitOf(request, platform)));
  return app;
}

const SECURITY_HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:", "blob:", "https:"],
      mediaSrc: ["'self'", "blob:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      frameSrc: ["'self'", "https:"],
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
} as const;
