import type { Readable } from "node:stream";

/** Stores files by keys, which have the form that the store allows; all other keys are refused. */
export interface FileStore {
  /** Stores a stream of any length in constant memory. A failing stream leaves nothing behind. */
  put(key: string, stream: Readable, options: { type: string }): Promise<{ size: number }>;
  /** Returns the bytes, or those from `start` to `end`, both inclusive. @throws NotFound */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Removes a file; a missing file is no error. */
  remove(key: string): Promise<void>;
  /** Lists the files whose key starts with a prefix, "" for all. */
  list(prefix: string): AsyncIterable<StoredFile>;
}

export interface StoredFile {
  key: string;
  size: number;
  modified: Date;
}
