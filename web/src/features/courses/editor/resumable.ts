import { DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { ApiError } from "../../../app/errors.ts";
import { request, type ErrorBody } from "../../../app/http.ts";
import { getToken } from "../../../app/scope.ts";
import { uploadFailed } from "./uploadFailed.ts";
import type { Sent, UploadKind } from "./uploads.ts";

type Options = { signal?: AbortSignal; onProgress?: (part: number) => void };

const endpoint = "/api/uploads";
// What is lost at most when a line breaks, and sent again.
const chunkSize = 8 * 1024 * 1024;

/**
 * Sends a file in parts (tus.io) and answers what the server says of it. What an earlier attempt at the same file has sent, on this device and
 * before a reload too, is not sent again. An abort leaves what came with the server. @throws ApiError, or an AbortError
 */
export async function sendInParts(kind: UploadKind, file: File, { signal, onProgress }: Options): Promise<Sent> {
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(file, {
      ...common(kind, file),
      onProgress: (sent, total) => onProgress?.(sent / total),
      onSuccess: () => resolve(new URL(upload.url!, location.origin).pathname),
      onError: (error) => reject(apiError(kind, error)),
    });
    const stop = () => {
      void upload.abort();
      reject(new DOMException("The upload was stopped.", "AbortError"));
    };
    signal?.addEventListener("abort", stop, { once: true });
    void upload.findPreviousUploads().then(([previous]) => {
      if (signal?.aborted) return stop();
      if (previous) upload.resumeFromPreviousUpload(previous);
      upload.start();
    }, reject);
  });
  const finished = await finish(url, signal);
  await forget(kind, file);
  return finished;
}

/** Waits for the file that the server makes of the parts; of gigabytes it takes longer than one request may. */
async function finish(url: string, signal?: AbortSignal): Promise<Sent> {
  for (;;) {
    const options = { method: "POST", retry: true, ...(signal && { signal }) } as const;
    const answer = await request<Sent | { finishing: true }>(`${url}/finish`, options);
    if (!("finishing" in answer)) return answer;
  }
}

/** Gives up what the server has of a file. A failure is left to the server, which sweeps. */
export async function giveUp(kind: UploadKind, file: File): Promise<void> {
  const options = common(kind, file);
  for (const { uploadUrl } of await new Upload(file, options).findPreviousUploads()) {
    if (uploadUrl) await Upload.terminate(uploadUrl, options).catch(() => {});
  }
  await forget(kind, file);
}

/** Told by the browser's own storage, so that a reload does not matter; the server refuses other people's. */
function common(kind: UploadKind, file: File): UploadOptions {
  return {
    endpoint,
    chunkSize,
    metadata: { kind, filename: file.name },
    fingerprint: async () => fingerprint(kind, file),
    retryDelays: [0, 1000, 3000, 8000, 20_000],
    onBeforeRequest: (sent) => sent.setHeader("authorization", `Bearer ${getToken()}`),
    // What the server has decided is not asked again.
    onShouldRetry: ({ originalResponse }) => {
      const status = originalResponse?.getStatus() ?? 0;
      return status === 0 || status >= 500 || status === 409 || status === 423;
    },
  };
}

const fingerprint = (kind: UploadKind, file: File) => `cairn/${kind}/${file.name}/${file.size}/${file.lastModified}`;

async function forget(kind: UploadKind, file: File): Promise<void> {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(`tus::${fingerprint(kind, file)}::`)) localStorage.removeItem(key);
  }
}

function apiError(kind: UploadKind, error: Error | DetailedError): Error {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response) return new ApiError("The server could not be reached. Please check your connection and try again.");
  const { error: message, validation } = bodyOf(response.getBody());
  return new ApiError(Object.values(validation ?? {})[0]?.[0] ?? message ?? uploadFailed(kind), { validation });
}

function bodyOf(text: string): ErrorBody {
  try {
    return JSON.parse(text) as ErrorBody;
  } catch {
    return {};
  }
}
