/** An answer of the store: JSON, bytes with their type among the headers, or nothing. */
export interface XapiAnswer {
  status: number;
  headers?: Record<string, string>;
  json?: unknown;
  body?: Buffer;
}
