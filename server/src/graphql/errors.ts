import { type GraphQLError, type GraphQLFormattedError } from "graphql";
import { AppError, hasNoRoom, isTooLong, isUnstorable, NO_ROOM, TOO_LONG, UNSTORABLE } from "../errors.ts";

/**
 * The one place an error becomes a GraphQL error (decision 50). What a person can act on passes with its code and, for bad
 * input, `extensions.validation = { field: [messages] }`; anything else is masked and keeps only the request id.
 */
export function formatError(error: GraphQLError, requestId: string): GraphQLFormattedError {
  const { path, locations } = error;
  const cause = causeOf(error);
  if (cause instanceof AppError) {
    const { code, message, validation } = cause;
    return { message, path, locations, extensions: validation ? { code, validation } : { code } };
  }
  if (cause && isTooLong(cause)) {
    return { message: TOO_LONG, path, locations, extensions: { code: "RATE_LIMITED" } };
  }
  if (cause && isUnstorable(cause)) {
    return { message: UNSTORABLE, path, locations, extensions: { code: "VALIDATION" } };
  }
  if (!cause || isBadInput(cause))
    return { message: error.message, path, locations, extensions: { code: "VALIDATION" } };
  if (hasNoRoom(cause)) return { message: NO_ROOM, path, extensions: { code: "INTERNAL", requestId } };
  const message = `Something went wrong on our side. Please try again; if it happens again, tell us this number: ${requestId}.`;
  return { message, path, extensions: { code: "INTERNAL", requestId } };
}

/** Errors the log must have: those that are masked. */
export function isUnexpected(error: GraphQLError): boolean {
  const cause = causeOf(error);
  return cause !== null && !(cause instanceof AppError) && !isBadInput(cause) && !isUnstorable(cause);
}

/** What was thrown, beneath the errors that the executor wraps around it. */
export function causeOf(error: Error): Error | null {
  const inner = (error as { originalError?: Error }).originalError;
  if (!inner) return null;
  return causeOf(inner) ?? inner;
}

/** A variable or argument of the wrong type: GraphQL may be loaded twice, so it is told by name and not by class. */
function isBadInput(cause: Error): boolean {
  return cause.name === "GraphQLError";
}
