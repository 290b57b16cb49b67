import { t } from "@lingui/core/macro";
import { upload } from "../../../app/http.ts";
import type { UploadFacts } from "./publishRules.ts";
import { formatUploadFailure } from "./uploadFailure.ts";
import { interruptedUploads } from "./interruptedUploads.ts";
import type { Sent, UploadKind } from "./uploadKinds.ts";

/** An upload that runs, or that failed and can be tried again. */
export type Upload = {
  kind: UploadKind;
  file: File;
  /** An address that shows the file meanwhile. */ preview: string;
} & ({ status: "sending" | "paused"; part: number } | { status: "failed"; message: string });
type Running = { stop: AbortController; preview: string; onDone: (sent: Sent) => void };

const megabyte = 1024 * 1024;
/** The size limits in bytes; the server has the same. */
const largest: Record<UploadKind, number> = {
  image: 10 * megabyte,
  video: 2048 * megabyte,
  audio: 500 * megabyte,
  presentation: 500 * megabyte,
  captions: 5 * megabyte,
  resource: 500 * megabyte,
  archive: 2048 * megabyte,
  scorm: 2048 * megabyte,
};

/** Files of this size and above are sent in parts and can be resumed. */
const resumableFrom = 5 * megabyte;
const isResumable = (file: File) => file.size >= resumableFrom;

/**
 * Sends a file and returns its address. An abort leaves the received parts of a large file on the server.
 * @throws ApiError, or an AbortError
 */
export async function sendFile(
  kind: UploadKind,
  file: File,
  options: { signal?: AbortSignal; onProgress?: (part: number) => void } = {},
): Promise<Sent> {
  const limit = largest[kind] / megabyte;
  if (file.size > largest[kind]) throw new Error(t`This file is larger than ${limit} MB.`);
  if (isResumable(file)) return (await import("./resumable.ts")).sendInParts(kind, file, options);
  const form = new FormData();
  form.set(kind, file);
  return upload<Sent>(`/api/upload-${kind}`, form, options);
}

/** Deletes what the server has received of a file whose upload was cancelled; it would count as stored for a week. */
export function giveUpFile(kind: UploadKind, file: File): void {
  if (isResumable(file)) void import("./resumable.ts").then(({ giveUp }) => giveUp(kind, file));
}

/**
 * Manages the uploads of one editor, by the key of their unit or resource. They continue while another part of the
 * course is shown, and publishing waits for them.
 */
export class Uploads implements UploadFacts {
  #uploads: ReadonlyMap<string, Upload> = new Map();
  #running = new Map<string, Running>();
  #listeners = new Set<() => void>();
  readonly #interrupted: ReturnType<typeof interruptedUploads> | undefined;

  /** @param course whose uploads are remembered after a reload */
  constructor(course?: string) {
    if (course !== undefined) this.#interrupted = interruptedUploads(course);
  }

  /** Sends a file, and cancels a running upload for the same key. */
  start(key: string, kind: UploadKind, file: File, onDone: (sent: Sent) => void) {
    this.#drop(key);
    if (isResumable(file)) this.#interrupted?.begin(key, file);
    const running = { stop: new AbortController(), preview: URL.createObjectURL(file), onDone };
    this.#running.set(key, running);
    void this.#send(key, kind, file, running);
  }

  retry(key: string) {
    const upload = this.#uploads.get(key);
    const running = this.#running.get(key);
    if (upload && running) this.start(key, upload.kind, upload.file, running.onDone);
  }

  /** Pauses an upload; `retry` continues it. */
  pause(key: string) {
    const upload = this.#uploads.get(key);
    if (upload?.status !== "sending") return;
    this.#running.get(key)?.stop.abort();
    this.#set(key, { ...upload, status: "paused" });
  }

  /** Tells whether an upload is large enough to be paused. */
  readonly canPause = (key: string) => {
    const upload = this.#uploads.get(key);
    return upload !== undefined && isResumable(upload.file);
  };

  /** Cancels the upload for a key and deletes its parts on the server. */
  cancel(key: string) {
    const upload = this.#uploads.get(key);
    this.#drop(key);
    this.#interrupted?.end(key);
    if (upload) giveUpFile(upload.kind, upload.file);
  }

  /** Ends all uploads; the server keeps the received parts for the same file. */
  leave() {
    for (const key of this.#running.keys()) this.#drop(key);
  }

  /** Returns the file whose upload for a key was interrupted when the page was closed. */
  readonly interrupted = (key: string) => (this.#running.has(key) ? null : (this.#interrupted?.of(key) ?? null));

  readonly isPending = (key: string) => this.#uploads.get(key)?.status === "sending";

  readonly failure = (key: string) => {
    const upload = this.#uploads.get(key);
    if (upload?.status === "paused") return t`The upload is paused.`;
    return upload?.status === "failed" ? upload.message : null;
  };

  /** Counts the running uploads. */
  pendingCount(): number {
    return [...this.#uploads.values()].filter(({ status }) => status === "sending").length;
  }

  /** Resolves when no upload runs any more, whether they succeeded or failed. */
  settled(): Promise<void> {
    if (this.pendingCount() === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const leave = this.subscribe(() => {
        if (this.pendingCount() > 0) return;
        leave();
        resolve();
      });
    });
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly get = () => this.#uploads;

  async #send(key: string, kind: UploadKind, file: File, running: Running) {
    const { signal } = running.stop;
    const { preview } = running;
    const show = (part: number) => signal.aborted || this.#set(key, { kind, file, preview, status: "sending", part });
    show(0);
    try {
      const sent = await sendFile(kind, file, { signal, onProgress: show });
      if (signal.aborted) return;
      running.onDone(sent);
      this.#drop(key);
      this.#interrupted?.end(key);
    } catch (failure) {
      if (signal.aborted) return;
      const message = failure instanceof Error && failure.message ? failure.message : formatUploadFailure(kind);
      this.#set(key, { kind, file, preview, status: "failed", message });
    }
  }

  #drop(key: string) {
    const running = this.#running.get(key);
    if (!running) return;
    running.stop.abort();
    this.#running.delete(key);
    this.#set(key, null);
    URL.revokeObjectURL(running.preview);
  }

  #set(key: string, upload: Upload | null) {
    const next = new Map(this.#uploads);
    if (upload) next.set(key, upload);
    else next.delete(key);
    this.#uploads = next;
    for (const listener of this.#listeners) listener();
  }
}
