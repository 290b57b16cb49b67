import type { Readable } from "node:stream";

/** A response of the store: JSON, bytes with their type in the headers, or nothing. */
export interface XapiAnswer {
  status: number;
  headers?: Record<string, string>;
  json?: unknown;
  body?: Buffer | Readable;
}
