import type { Statement } from "./statement-rules.ts";

/** An answer of the learning record store that refuses: 400, 401, 403, 404, 405, 409, 412 or 413 (xAPI 2.0, 4.1.6 and 4.1.4). */
export class XapiRefusal extends Error {
  readonly status: number;
  /** What was refused of an AU, for its flight recorder. */
  readonly statement: Statement | undefined;

  constructor(status: number, message: string, statement?: Statement) {
    super(message);
    this.status = status;
    this.statement = statement;
  }
}

export const bad = (message: string) => new XapiRefusal(400, message);
