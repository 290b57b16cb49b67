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
} from "../../errors.ts";
import { ENGLISH, fill, type Message } from "../../i18n/message.ts";
import { ScimError } from "./scim-error.ts";

const ERROR_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:Error";

/** Returns the body of an error (RFC 7644, 3.12). */
export function toErrorBody({ status, message, scimType }: ScimError) {
  return { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType && { scimType }), detail: message };
}

// 409 would say that a resource exists: a limit of licences and the last admin are no conflict of resources.
const STATUS: Partial<Record<ErrorCode, number>> = {
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 403,
  RATE_LIMITED: 429,
};

interface Log {
  warn: (context: { err: unknown }, text: string) => void;
  error: (context: { err: unknown }, text: string) => void;
}

/** Returns any error as one of SCIM; what clients cannot fix is logged. */
export function toScimError(error: unknown, log: Log, requestId: string): ScimError {
  if (error instanceof ScimError) return error;
  if (error instanceof AppError) {
    const status = STATUS[error.code] ?? 403;
    if (error.code === "UNAUTHENTICATED")
      return new ScimError(401, "A valid token for provisioning is missing in the header Authorization.");
    if (error.code !== "VALIDATION") return new ScimError(status, error.message);
    const fields = Object.entries(error.validation ?? {}).map(([field, messages]) => `${field}: ${messages.join(" ")}`);
    return new ScimError(status, fields.join(" ") || error.message, "invalidValue");
  }
  if (isUnstorable(error)) return new ScimError(400, english(UNSTORABLE), "invalidValue");
  if (isTooLong(error)) {
    log.warn({ err: error }, "a statement took too long");
    return new ScimError(503, english(TOO_LONG));
  }
  if (isStorageFull(error)) {
    log.error({ err: error }, "a disk is full");
    return new ScimError(507, english(NO_ROOM));
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500) return new ScimError(status, (error as Error).message);
  log.error({ err: error }, "request failed");
  return new ScimError(500, english(toUnexpected(requestId)));
}

const english = (message: Message) => fill(message, ENGLISH);
