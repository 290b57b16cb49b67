import { t } from "@lingui/core/macro";
import { DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { ApiError } from "../../../app/errors.ts";
import { request, type ErrorBody } from "../../../app/http.ts";
import { getToken } from "../../../app/scope.ts";
import { formatUploadFailure } from "./uploadFailure.ts";
import type { Sent, UploadKind } from "./uploadKinds.ts";

type Options = { signal?: AbortSignal; onProgress?: (part: number) => void };

const endpoint = "/api/uploads";
// The most that is lost and sent again when the connection breaks.
const chunkSize = 8 * 1024 * 1024;

/**
 * Sends a file in parts (tus.io) and returns the server's answer. What an earlier attempt with the same file has sent
 * on this device is not sent again. An abort leaves the received parts on the server.
 * @throws ApiError, or an AbortError
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

/** Waits until the server has assembled the file; for gigabytes that takes longer than one request may. */
async function finish(url: string, signal?: AbortSignal): Promise<Sent> {
  for (;;) {
    const options = { method: "POST", retry: true, ...(signal && { signal }) } as const;
    const answer = await request<Sent | { finishing: true }>(`${url}/finish`, options);
    if (!("finishing" in answer)) return answer;
  }
}

/** Deletes the received parts of a file. Failures are ignored: the server deletes old parts itself. */
export async function giveUp(kind: UploadKind, file: File): Promise<void> {
  const options = common(kind, file);
  for (const { uploadUrl } of await new Upload(file, options).findPreviousUploads()) {
    if (uploadUrl) await Upload.terminate(uploadUrl, options).catch(() => {});
  }
  await forget(kind, file);
}

/** Identifies a file by local storage, so that uploads survive a reload; the server refuses other users' uploads. */
function common(kind: UploadKind, file: File): UploadOptions {
  return {
    endpoint,
    chunkSize,
    metadata: { kind, filename: file.name },
    fingerprint: async () => fingerprint(kind, file),
    retryDelays: [0, 1000, 3000, 8000, 20_000],
    onBeforeRequest: (sent) => sent.setHeader("authorization", `Bearer ${getToken()}`),
    // A decision of the server is final.
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
  if (!response) return new ApiError(t`The server could not be reached. Please check your connection and try again.`);
  const { error: message, validation } = parseBody(response.getBody());
  return new ApiError(Object.values(validation ?? {})[0]?.[0] ?? message ?? formatUploadFailure(kind), { validation });
}

function parseBody(text: string): ErrorBody {
  try {
    return JSON.parse(text) as ErrorBody;
  } catch {
    return {};
  }
}
