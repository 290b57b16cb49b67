import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Actor } from "./access/actor.ts";
import type { Visit } from "./access/person.ts";
import { withActor, bearerIn, type ActorOptions, isValidAuthorization, tokenIn } from "./access/with-actor.ts";
import { detectTenant } from "./access/host.ts";
import {
  AppError,
  type ErrorCode,
  isStorageFull,
  isTooLong,
  isUnstorable,
  NO_ROOM,
  TOO_LONG,
  toUnexpected,
  UNSTORABLE,
} from "./errors.ts";
import type { Platform } from "./platform/platform.ts";
import { type Message, t } from "./i18n/message.ts";
import { type Language, readLanguage, translate } from "./i18n/translate.ts";
import { markup, sendPage } from "./platform/page.ts";

/**
 * Runs the work of a route as the sender of the request, in one transaction.
 * @param early names work that may start early (ActorOptions)
 */
export type WithActor = <T>(
  request: FastifyRequest,
  work: (actor: Actor) => Promise<T>,
  keep?: (result: T) => boolean,
  options?: Pick<ActorOptions, "early" | "isSnapshot">,
) => Promise<T>;

/** Returns how routes run their work: as the caller of the request, in one transaction. */
export function createWithActor(platform: Platform, options?: ActorOptions): WithActor {
  return (request, work, keep, own) =>
    withActor(platform, toVisit(request, platform), readBearer(request), work, keep, { ...options, ...own });
}

/** Makes the Host header alone say which host a request is for: many proxies pass X-Forwarded-Host on as a client sent it. */
export function ignoreForwardedHost(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw: { headers } }, _, next) => {
    if (headers["x-forwarded-host"] !== undefined) headers["x-forwarded-host"] = headers.host ?? "";
    next();
  });
}

/** Keeps the host names of instances up to date, before anything asks which tenant a request is for. */
export function knowCustomHosts(app: FastifyInstance, { config, customHosts }: Platform): void {
  if (!config.SINGLE_INSTANCE) app.addHook("onRequest", () => customHosts.refresh());
}

/** Returns the origin of a request and the tenant that its host names: a name of the tenant's own, or its labels. */
export function toVisit(request: FastifyRequest, { config, customHosts }: Platform): Visit {
  const host = request.hostname.toLowerCase();
  const { instance, branch } = customHosts.find(host) ?? detectTenant(host, config.BASE_DOMAIN);
  return {
    host,
    origin: `${request.protocol}://${request.host}`,
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    cookies: request.headers.cookie ?? "",
    language: readLanguage(request.headers["accept-language"]),
    requestId: request.id,
    instanceLabel: config.SINGLE_INSTANCE ?? instance,
    branchLabel: config.SINGLE_INSTANCE ? null : branch,
  };
}

/** Reads the token of a request from its Authorization header; null without one. */
export function readBearer(request: FastifyRequest): string | null {
  return bearerIn(request.headers.authorization ?? "");
}

/**
 * Refuses requests of an address that sends too many without a valid token. Pages and files without a token are not counted.
 * @throws RateLimited
 */
export function limitUnknownCallers(app: FastifyInstance, platform: Platform): void {
  app.addHook("onRequest", async (request) => {
    const { authorization } = request.headers;
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (authorization === undefined && isRead) return;
    await platform.unknownCallers.admit(request.ip, tokenIn(authorization ?? ""));
  });
}

/**
 * Tells whether an Authorization value is valid on an instance.
 * @param authorization of the header, or of the form in the alternate syntax of xAPI 1.0.3
 */
export async function isSignedIn(
  { ip }: FastifyRequest,
  authorization: string | undefined,
  platform: Platform,
  instanceLabel: string | null,
): Promise<boolean> {
  if (authorization === undefined) return false;
  const token = tokenIn(authorization);
  if (token === null) return false;
  const isValid = await isValidAuthorization(platform, instanceLabel, authorization);
  if (isValid) platform.unknownCallers.accept(token);
  else await platform.unknownCallers.reject(ip, token);
  return isValid;
}

const STATUS: Record<ErrorCode, number> = {
  VALIDATION: 422,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  TERMS_NOT_ACCEPTED: 403,
  SECOND_FACTOR_DUE: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  DOCUMENT_NOT_FOUND: 404,
};

/** Returns the HTTP status of an error. */
export function getStatus({ code }: AppError): number {
  return STATUS[code];
}

/**
 * Creates the handler for errors of routes outside GraphQL, which answers `{ error, validation?, request_id }` with the
 * status of the error.
 * @param getPage the product's name, to answer with a page where a browser opens the address as one; null for JSON always
 */
export function createErrorHandler(getPage: string | null) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const language = readLanguage(request.headers["accept-language"]);
    const send = (status: number, message: Message, validation?: Record<string, string[]>) => {
      const text = translate(message, language);
      reply.code(status);
      if (getPage !== null && isNavigation(request)) return sendErrorPage(request, reply, getPage, { text, language });
      return reply.send({ error: text, validation, request_id: request.id });
    };
    if (error instanceof AppError) return send(getStatus(error), error.text, error.in(language).validation);
    if (error instanceof z.ZodError) return send(422, t`The request is not of the expected form.`);
    if (isUnstorable(error)) return send(422, UNSTORABLE);
    if (isCutOff(error)) return send(400, t`The request ended before all of it was sent.`);
    if (isTooLong(error)) {
      request.log.warn({ err: error }, "a statement took too long");
      return send(503, TOO_LONG);
    }
    if (isStorageFull(error)) {
      request.log.error({ err: error }, "a disk is full");
      return send(507, NO_ROOM);
    }
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status < 500) return send(status, clientError(error as Error, status));
    request.log.error({ err: error }, "request failed");
    return send(500, toUnexpected(request.id));
  };
}

/** Tells whether a browser opens the address as a page, so that people read the answer. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") ?? false;
}

/** Sends an error as a page in the product's look. */
function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  productName: string,
  { text, language }: { text: string; language: Language },
): FastifyReply {
  const title = translate(reply.statusCode < 500 ? t`This page cannot be opened` : t`Something went wrong`, language);
  const home = translate(t`Go to the start page`, language);
  const id = translate(t`Request ${request.id}`, language);
  const body = markup`<h1>${title}</h1><p>${text}</p><p><a href="/">${home}</a></p><p class="hint">${id}</p>`;
  return sendPage(reply, productName, { title, body, language });
}

/** Tells whether a multipart body ended early, or the client disconnected. */
function isCutOff(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    code === "ERR_STREAM_PREMATURE_CLOSE" ||
    code === "ECONNRESET" ||
    /unexpected end of (form|file|multipart data)|malformed part header|boundary not found/i.test(message ?? "")
  );
}

function clientError(error: Error, status: number): string {
  if (status === 413) return t`This is more than can be sent at once.`;
  return error.message;
}
