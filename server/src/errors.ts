import { type Message, MessageError, t } from "./i18n/message.ts";
import { type Language, translate } from "./i18n/translate.ts";

export type ErrorCode =
  | "VALIDATION"
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "CONFLICT"
  | "RATE_LIMITED"
  | "INTERNAL"
  /** The terms of use have to be accepted first. */
  | "TERMS_NOT_ACCEPTED"
  /** A second factor has to be shown, or set up, first. */
  | "SECOND_FACTOR_DUE"
  /** The hash of a trusted document is unknown to this server. */
  | "DOCUMENT_NOT_FOUND";

/** Messages by field name, in the order they are shown. */
export type Validation = Record<string, Message[]>;

/**
 * An error with a message that a user may read and act on. All other errors are bugs: masked for the client, logged
 * with their stack.
 */
export class AppError extends MessageError {
  readonly code: ErrorCode;
  readonly #validation: Validation | undefined;
  /** What a client needs to help further, beside the message. */
  details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: Message, validation?: Validation, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.#validation = validation;
  }

  /** Messages by field, in English. */
  get validation(): Record<string, string[]> | undefined {
    return this.in("en").validation;
  }

  /** The messages by field, before they are translated; undefined for an error without fields. */
  get fields(): Validation | undefined {
    return this.#validation;
  }

  /** All messages of the fields, or the one message of an error without fields. */
  get messages(): Message[] {
    return this.#validation ? Object.values(this.#validation).flat() : [this.text];
  }

  /** Returns the messages as the user reads them. */
  in(language: Language): { message: string; validation?: Record<string, string[]> } {
    const message = translate(this.text, language);
    if (!this.#validation) return { message };
    const fields = Object.entries(this.#validation);
    const validation = fields.map(([field, messages]) => [field, messages.map((each) => translate(each, language))]);
    return { message, validation: Object.fromEntries(validation) as Record<string, string[]> };
  }
}

export class Invalid extends AppError {
  constructor(
    validation: Validation,
    message: Message = Object.values(validation)[0]?.[0] ?? t`Please check what you entered.`,
  ) {
    super("VALIDATION", message, validation);
  }
}

/** Also for what exists outside the caller's instance or branches. */
export class NotFound extends AppError {
  /** @param what an English noun: '{noun} not found.' is a message of the catalogues */
  constructor(what: string) {
    super("NOT_FOUND", `${what} not found.`);
  }
}

export class Forbidden extends AppError {
  constructor() {
    super("FORBIDDEN", t`You do not have access to that.`);
  }
}

export class TermsNotAccepted extends AppError {
  constructor() {
    super("TERMS_NOT_ACCEPTED", t`Please accept the terms of use to continue.`);
  }
}

export class SecondFactorDue extends AppError {
  constructor() {
    super("SECOND_FACTOR_DUE", t`Please confirm your sign-in with the second factor to continue.`);
  }
}

export class Unauthenticated extends AppError {
  constructor() {
    super("UNAUTHENTICATED", t`Please sign in to continue.`);
  }
}

export class Conflict extends AppError {
  constructor(message: Message, options?: ErrorOptions) {
    super("CONFLICT", message, undefined, options);
  }
}

export class RateLimited extends AppError {
  constructor(message: Message) {
    super("RATE_LIMITED", message);
  }
}

/** Returns the message for a failure that users cannot fix, with the id that the log has. */
export const toUnexpected = (requestId: string): Message =>
  t`Something went wrong on our side. Please try again; if it happens again, tell us this number: ${requestId}.`;

export const TOO_LONG = t`This took too long and was stopped. Ask for less at once, or try again later.`;

/** Tells whether PostgreSQL cancelled a statement at its time limit (57014). */
export function isTooLong(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === "57014";
}

export const NO_ROOM = t`The server's storage is full, and nothing was saved. Please inform its administrator, and try again later.`;

// PostgreSQL's disk (53100), the disk of the files, and our quota on it.
const FULL: ReadonlySet<string> = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** Tells whether a disk is full, which is not the caller's fault and which a retry does not fix. */
export function isStorageFull(error: unknown): boolean {
  return FULL.has((error as { code?: string } | null)?.code ?? "");
}

export const UNSTORABLE = t`This contains something that cannot be stored.`;

// NUL in text (22021) or in JSON (22P05), a lone surrogate in JSON (22P02), a number out of range (22003).
const UNSTORABLE_CODES: ReadonlySet<string> = new Set(["22021", "22P05", "22P02", "22003"]);

/** Tells whether PostgreSQL cannot store the caller's input. */
export function isUnstorable(error: unknown): boolean {
  return UNSTORABLE_CODES.has((error as { code?: string } | null)?.code ?? "");
}
