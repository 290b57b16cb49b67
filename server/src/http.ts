import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Actor, Visit } from "./access/actor.ts";
import { asActor, bearerIn, type DoorOptions, isValidAuthorization } from "./access/door.ts";
import { detectTenant } from "./access/host.ts";
import {
  AppError,
  type ErrorCode,
  hasNoRoom,
  isTooLong,
  isUnstorable,
  NO_ROOM,
  TOO_LONG,
  UNSTORABLE,
} from "./errors.ts";
import type { Platform } from "./platform/platform.ts";

/** Runs a route's work as whoever sent the request, in one transaction. */
export type Door = <T>(
  request: FastifyRequest,
  work: (actor: Actor) => Promise<T>,
  keep?: (result: T) => boolean,
) => Promise<T>;

export function createDoor(platform: Platform, options?: DoorOptions): Door {
  return (request, work, keep) => asActor(platform, visitOf(request, platform), bearerOf(request), work, keep, options);
}

/** Where a request came from and which tenant its host names. */
export function visitOf(request: FastifyRequest, { config }: Platform): Visit {
  const host = request.hostname.toLowerCase();
  const { instance, branch } = detectTenant(host, config.BASE_DOMAIN);
  return {
    host,
    origin: `${request.protocol}://${request.host}`,
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    requestId: request.id,
    instanceLabel: config.SINGLE_INSTANCE ?? instance,
    branchLabel: config.SINGLE_INSTANCE ? null : branch,
  };
}

export function bearerOf(request: FastifyRequest): string | null {
  return bearerIn(request.headers.authorization ?? "");
}

/** Whether a request carries a token of any kind that is valid on an instance. */
export async function isSignedIn(
  { headers }: FastifyRequest,
  platform: Platform,
  instanceLabel: string | null,
): Promise<boolean> {
  return headers.authorization !== undefined && isValidAuthorization(platform, instanceLabel, headers.authorization);
}

const STATUS: Record<ErrorCode, number> = {
  VALIDATION: 422,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  DOCUMENT_NOT_FOUND: 404,
};

/** The HTTP status of an error. */
export function statusOf({ code }: AppError): number {
  return STATUS[code];
}

/** Errors of the routes beside GraphQL: `{ error, validation?, request_id }` with the fitting status. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof AppError) {
    return reply
      .code(statusOf(error))
      .send({ error: error.message, validation: error.validation, request_id: request.id });
  }
  if (error instanceof z.ZodError) {
    return reply.code(422).send({ error: "The request is not of the expected form.", request_id: request.id });
  }
  if (isUnstorable(error)) return reply.code(422).send({ error: UNSTORABLE, request_id: request.id });
  if (isCutOff(error))
    return reply.code(400).send({ error: "The request ended before all of it was sent.", request_id: request.id });
  if (isTooLong(error)) {
    request.log.warn({ err: error }, "a statement took too long");
    return reply.code(503).send({ error: TOO_LONG, request_id: request.id });
  }
  if (hasNoRoom(error)) {
    request.log.error({ err: error }, "a disk is full");
    return reply.code(507).send({ error: NO_ROOM, request_id: request.id });
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500)
    return reply.code(status).send({ error: clientError(error as Error, status), request_id: request.id });
  request.log.error({ err: error }, "request failed");
  return reply.code(500).send({
    error: `Something went wrong on our side. Please try again; if it happens again, tell us this number: ${request.id}.`,
    request_id: request.id,
  });
}

/** Whether the parts of a multipart body ended too early, or the client left. */
function isCutOff(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    code === "ERR_STREAM_PREMATURE_CLOSE" ||
    code === "ECONNRESET" ||
    /unexpected end of (form|file|multipart data)|malformed part header|boundary not found/i.test(message ?? "")
  );
}

function clientError(error: Error, status: number): string {
  if (status === 413) return "This is more than can be sent at once.";
  return error.message;
}
