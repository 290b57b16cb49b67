import { type GraphQLError, type GraphQLFormattedError } from "graphql";
import {
  AppError,
  isStorageFull,
  isTooLong,
  isUnstorable,
  NO_ROOM,
  TOO_LONG,
  toUnexpected,
  UNSTORABLE,
} from "../errors.ts";
import type { Message } from "../i18n/message.ts";
import { type Language, translate } from "../i18n/translate.ts";

/**
 * Formats an error, as the only place where it becomes a GraphQL error (P50). What a user can act on passes with its code and, for bad
 * input, `extensions.validation = { field: [messages] }`. Anything else is masked and keeps only the request id.
 */
export function formatError(error: GraphQLError, requestId: string, language: Language): GraphQLFormattedError {
  const { path, locations } = error;
  const cause = findCause(error);
  const say = (message: Message) => translate(message, language);
  if (cause instanceof AppError) return { ...formatAppError(cause, language), path, locations };
  if (cause && isTooLong(cause))
    return { message: say(TOO_LONG), path, locations, extensions: { code: "RATE_LIMITED" } };
  if (cause && isUnstorable(cause)) {
    return { message: say(UNSTORABLE), path, locations, extensions: { code: "VALIDATION" } };
  }
  if (!cause || isBadInput(cause))
    return { message: error.message, path, locations, extensions: { code: "VALIDATION" } };
  const message = say(isStorageFull(cause) ? NO_ROOM : toUnexpected(requestId));
  return { message, path, extensions: { code: "INTERNAL", requestId } };
}

/** Formats an error that users can act on, without its place in the operation. */
export function formatAppError(error: AppError, language: Language): GraphQLFormattedError {
  const { message, validation } = error.in(language);
  const { code, details } = error;
  return { message, extensions: { code, ...(validation && { validation }), ...details } };
}

/** Tells whether the log must have an error: whether it is masked. */
export function isUnexpected(error: GraphQLError): boolean {
  const cause = findCause(error);
  return cause !== null && !(cause instanceof AppError) && !isBadInput(cause) && !isUnstorable(cause);
}

/** Returns the thrown error below the wrappers of the executor. */
export function findCause(error: Error): Error | null {
  const inner = (error as { originalError?: Error }).originalError;
  if (!inner) return null;
  return findCause(inner) ?? inner;
}

/**
 * Tells whether a variable or argument has the wrong type. Compared by name instead of class, because GraphQL may be
 * loaded twice.
 */
function isBadInput(cause: Error): boolean {
  return cause.name === "GraphQLError";
}
