export type ErrorCode =
  | "VALIDATION"
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "CONFLICT"
  | "RATE_LIMITED"
  | "INTERNAL"
  /** The hash of a trusted document that this server does not have. */
  | "DOCUMENT_NOT_FOUND";

/** Messages by field name, in the order they are shown. */
export type Validation = Record<string, string[]>;

/** An error whose message a person may read and act on. Anything else is a bug: masked for the client, logged with its stack. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly validation: Validation | undefined;

  constructor(code: ErrorCode, message: string, validation?: Validation) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.validation = validation;
  }
}

export class Invalid extends AppError {
  constructor(validation: Validation, message = Object.values(validation)[0]?.[0] ?? "Please check what you entered.") {
    super("VALIDATION", message, validation);
  }
}

/** Also the answer for what exists but lies outside the caller's instance or branches. */
export class NotFound extends AppError {
  constructor(what: string) {
    super("NOT_FOUND", `${what} not found.`);
  }
}

export class Forbidden extends AppError {
  constructor() {
    super("FORBIDDEN", "You do not have access to that.");
  }
}

export class Unauthenticated extends AppError {
  constructor() {
    super("UNAUTHENTICATED", "Please sign in to continue.");
  }
}

export class Conflict extends AppError {
  constructor(message: string) {
    super("CONFLICT", message);
  }
}

export class RateLimited extends AppError {
  constructor(message: string) {
    super("RATE_LIMITED", message);
  }
}

export const TOO_LONG = "This took too long and was stopped. Ask for less at once, or try again later.";

/** Whether PostgreSQL stopped a statement because its time was over (57014). */
export function isTooLong(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === "57014";
}

export const NO_ROOM =
  "The server has no room left, and nothing was saved. Please tell whoever runs it, and try again later.";

// PostgreSQL's disk (53100), that of the files, and the share of it that we may use.
const FULL: ReadonlySet<string> = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** Whether a disk was full: not the person's fault, and nothing that trying again at once would mend. */
export function hasNoRoom(error: unknown): boolean {
  return FULL.has((error as { code?: string } | null)?.code ?? "");
}

export const UNSTORABLE = "This holds something that cannot be stored.";

// A NUL in a text (22021) or in JSON (22P05), half a character in JSON (22P02), and a number beyond its column (22003).
const UNSTORABLE_CODES: ReadonlySet<string> = new Set(["22021", "22P05", "22P02", "22003"]);

/** Whether PostgreSQL could not store what was sent: the sender's fault, whatever the field. */
export function isUnstorable(error: unknown): boolean {
  return UNSTORABLE_CODES.has((error as { code?: string } | null)?.code ?? "");
}
