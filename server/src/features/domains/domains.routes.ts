import type { FastifyInstance, FastifyRequest } from "fastify";
import { createHash, timingSafeEqual } from "node:crypto";
import type { Platform } from "../../platform/platform.ts";
import { isServed } from "./served.service.ts";

/**
 * Serves GET /api/domains/ask?domain=…: 200 for a name that a TLS proxy may get a certificate for, otherwise 404. Only
 * for a proxy on this machine, or with DOMAINS_ASK_SECRET.
 */
export function domainRoutes(app: FastifyInstance, platform: Platform): void {
  app.get<{ Querystring: { domain?: unknown; secret?: unknown } }>("/api/domains/ask", async (request, reply) => {
    const { domain, secret } = request.query;
    const may = isFromThisMachine(request) || isSecret(platform.config.DOMAINS_ASK_SECRET, secret);
    const isKnown = may && typeof domain === "string" && domain.length <= 253 && (await isServed(platform, domain));
    return reply.code(isKnown ? 200 : 404).send(isKnown ? "yes" : "no");
  });
}

const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

/**
 * Tells whether a program of this machine asks by itself. A request that a proxy on this machine passes on comes from it,
 * too, and says so.
 */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isLoopback = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "");
  return isLoopback && !FORWARDED.some((name) => headers[name] !== undefined);
}

function isSecret(expected: string | undefined, given: unknown): boolean {
  if (expected === undefined || typeof given !== "string") return false;
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(expected), hash(given));
}
