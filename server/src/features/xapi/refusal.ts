/** An error response of the learning record store: 400, 401, 403, 404, 405, 409, 412 or 413 (xAPI 2.0, 4.1.6 and 4.1.4). */
export class XapiRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const bad = (message: string) => new XapiRefusal(400, message);
