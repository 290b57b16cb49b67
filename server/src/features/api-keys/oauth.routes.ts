import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { findInstanceId } from "../../access/session.ts";
import { basicIn, tokenIn } from "../../access/with-actor.ts";
import { toVisit } from "../../http.ts";
import type { Platform } from "../../platform/platform.ts";
import { type Grant, grantToken, OAuthError } from "./access-tokens.service.ts";

const text = z.string().max(500).optional();
const tokenBody = z.object({ grant_type: text, client_id: text, client_secret: text, scope: text });

/**
 * Serves POST /oauth/token: client credentials of OAuth 2.0 (RFC 6749, sections 2.3.1 and 4.4). The client is an API key,
 * `key-<id>`, with the key itself as its secret, in the Authorization header or in the body.
 */
export function oauthRoutes(app: FastifyInstance, platform: Platform): void {
  app.post("/oauth/token", { bodyLimit: 8 * 1024, config: { isPublic: true } }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    try {
      const grant = readGrant(request);
      const { instanceLabel } = toVisit(request, platform);
      const instanceId = instanceLabel === null ? null : await findInstanceId(platform.database, instanceLabel);
      if (instanceId === null) throw new OAuthError("invalid_client");
      return await grantToken(platform, instanceId, grant);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      const tried = tokenIn(request.headers.authorization ?? "");
      if (tried !== null) await platform.unknownCallers.reject(request.ip, tried);
      return refuse(request, reply, error);
    }
  });
}

/** Reads the request for a token. @throws OAuthError for another form, and for two ways to send the secret at once */
function readGrant(request: FastifyRequest): Grant {
  const parsed = tokenBody.safeParse(request.body ?? {});
  if (!parsed.success) throw new OAuthError("invalid_request");
  const { grant_type, client_id, client_secret, scope } = parsed.data;
  const { authorization } = request.headers;
  if (authorization === undefined) return { grant_type, client_id, client_secret, scope };
  if (client_secret !== undefined) throw new OAuthError("invalid_request");
  const [id, ...secret] = (basicIn(authorization) ?? "").split(":").map(decode);
  if (client_id !== undefined && client_id !== id) throw new OAuthError("invalid_request");
  return { grant_type, client_id: id, client_secret: secret.join(":"), scope };
}

/** Decodes one half of the header, which is encoded like a form (RFC 6749, section 2.3.1). */
function decode(part: string): string {
  return new URLSearchParams(`part=${part}`).get("part") ?? "";
}

function refuse({ headers }: FastifyRequest, reply: FastifyReply, { code }: OAuthError): FastifyReply {
  if (code === "invalid_client" && headers.authorization !== undefined)
    reply.header("www-authenticate", 'Basic realm="cairn"');
  return reply.code(code === "invalid_client" ? 401 : 400).send({ error: code });
}
