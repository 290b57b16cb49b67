import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** `NETWORK` means that there was no response; the others are the server's. */
type Code =
  | "TERMS_NOT_ACCEPTED"
  | "SECOND_FACTOR_DUE"
  | "VALIDATION"
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "CONFLICT"
  | "RATE_LIMITED"
  | "INTERNAL"
  | "NETWORK";

export type Validation = Record<string, string[]>;

/** A failed call. The message is the server's and can be shown. */
export class ApiError extends Error {
  readonly code: Code | (string & {}) | undefined;
  /** Messages by field, for code `VALIDATION`. */
  readonly validation: Validation | undefined;
  readonly requestId: string | undefined;
  /** The branches where a user may sign in who tried it elsewhere. */
  readonly branches: { url: string; name: string }[] | undefined;
  /** Whether the server refused a former session of this page, which has begun another one since. */
  readonly isEarlierSession: boolean;

  constructor(
    message: string,
    {
      code,
      validation,
      requestId,
      branches,
      isEarlierSession = false,
    }: Partial<Pick<ApiError, "code" | "validation" | "requestId" | "branches" | "isEarlierSession">> = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.validation = validation;
    this.requestId = requestId;
    this.branches = branches;
    this.isEarlierSession = isEarlierSession;
  }
}

/** Tells whether the server no longer knows the session of this page. */
export const isUnauthenticated = (error: unknown) =>
  error instanceof ApiError && error.code === "UNAUTHENTICATED" && !error.isEarlierSession;

/** Tells whether the user has to do something before anything else: show a second factor, or accept terms of use. */
export const isSignInIncomplete = (error: unknown) =>
  error instanceof ApiError && (error.code === "TERMS_NOT_ACCEPTED" || error.code === "SECOND_FACTOR_DUE");

/** Returns the first validation message of the given fields, in their order. */
export function firstMessage(error: ApiError, fields: string[]): string | undefined {
  return fields.map((field) => error.validation?.[field]?.[0]).find(Boolean);
}

/** Returns the message of any failure, for a toast or an error state. */
export const getMessage = (error: unknown) =>
  error instanceof Error && error.message ? error.message : i18n._(msg`An error occurred.`);
