import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { ApiError, type Validation } from "./errors.ts";
import { getToken } from "./scope.ts";

/** The error responses of the server's routes outside GraphQL. */
export type ErrorBody = { error?: string; validation?: Validation; request_id?: string; requestId?: string };
export type SendOptions = {
  signal?: AbortSignal;
  /** The part of the body that was sent, 0 to 1 (uploads only). */ onProgress?: (part: number) => void;
  /** Lets the request outlive a page that is closing (64 kB at most; not for uploads). */ keepalive?: boolean;
};
type RequestOptions = SendOptions & { method?: "GET" | "POST"; body?: string; retry?: boolean };

const retryAfter = 250;

/**
 * Sends a request with the session's token and parses the JSON response. With `retry`, a request that failed before the
 * server decided is sent once more.
 * @throws ApiError
 */
export async function request<T>(url: string, options: RequestOptions = {}): Promise<T> {
  try {
    return await send<T>(url, options);
  } catch (error) {
    if (!options.retry || !isTemporary(error)) throw error;
    await new Promise((resume) => setTimeout(resume, retryAfter));
    return send<T>(url, options);
  }
}

type FileOptions = Pick<RequestOptions, "method" | "body" | "signal">;

/** Sends a request and returns the response with the file that it contains. @throws ApiError */
export async function requestResponse(
  url: string,
  { method = "GET", body, signal }: FileOptions = {},
): Promise<Response> {
  const sent = { ...headers(), ...(body !== undefined && { "content-type": "application/json" }) };
  const response = await fetch(url, { method, headers: sent, body: body ?? null, signal: signal ?? null }).catch(
    (error: unknown) => {
      throw signal?.aborted ? error : unreachable();
    },
  );
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  checkSession(sent, response.status, answer);
  throw refusal(response.status, answer as ErrorBody | null);
}

/** Sends a request and returns the bytes of the file in the response. @throws ApiError */
export async function requestFile(url: string, options?: FileOptions): Promise<Uint8Array> {
  return new Uint8Array(await (await requestResponse(url, options)).arrayBuffer());
}

/** Posts a form, or JSON, with progress; an abort rejects with an AbortError. @throws ApiError */
export function upload<T>(url: string, body: FormData | string, { signal, onProgress }: SendOptions = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open("POST", url);
    xhr.responseType = "json";
    const sent = headers();
    for (const [name, value] of Object.entries(sent)) xhr.setRequestHeader(name, value);
    if (typeof body === "string") xhr.setRequestHeader("content-type", "application/json");
    xhr.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    xhr.onload = () => {
      try {
        checkSession(sent, xhr.status, xhr.response);
      } catch (error) {
        return reject(error as ApiError);
      }
      if (xhr.status < 400 || isGraphql(xhr.response)) resolve(xhr.response as T);
      else reject(refusal(xhr.status, xhr.response as ErrorBody | null));
    };
    xhr.onerror = () => reject(unreachable());
    const cancelled = () => new DOMException("The upload was cancelled.", "AbortError");
    const abort = () => xhr.abort();
    xhr.onabort = () => reject(cancelled());
    xhr.onloadend = () => signal?.removeEventListener("abort", abort);
    // A request that was not sent ends without an event.
    if (signal?.aborted) return reject(cancelled());
    signal?.addEventListener("abort", abort);
    xhr.send(body);
  });
}

async function send<T>(url: string, { method = "GET", body, signal, keepalive = false }: RequestOptions): Promise<T> {
  const options = {
    method,
    headers: { ...headers(), ...(body !== undefined && { "content-type": "application/json" }) },
    body: body ?? null,
    signal: signal ?? null,
    keepalive,
  };
  let response: Response;
  try {
    response = await fetch(url, options);
    // Another page has set cookies that no server accepts. With this response the browser has deleted them.
    if (response.status === 431) response = await fetch(url, options);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
  const answer: unknown = response.status === 204 ? null : await response.json().catch(() => undefined);
  checkSession(options.headers, response.status, answer);
  if (isGraphql(answer)) return answer as T;
  if (!response.ok) throw refusal(response.status, (answer ?? null) as ErrorBody | null);
  // The connection broke in the middle of the response.
  if (answer === undefined) throw unreachable();
  return answer as T;
}

/**
 * Checks that a session which the server does not know is still the one of this page.
 * @throws ApiError `isEarlierSession`, which does not end the session that began meanwhile
 */
function checkSession(sent: Record<string, string>, status: number, answer: unknown) {
  if (sent["authorization"] === headers()["authorization"]) return;
  const errors = [answer].flat().flatMap((each) => (each as { errors?: GraphqlError[] } | null)?.errors ?? []);
  if (status !== 401 && !errors.some(({ extensions }) => extensions?.code === "UNAUTHENTICATED")) return;
  throw new ApiError(i18n._(msg`An error occurred. Please try again.`), {
    code: "UNAUTHENTICATED",
    isEarlierSession: true,
  });
}

type GraphqlError = { extensions?: { code?: string } };

function headers(): Record<string, string> {
  const token = getToken();
  return {
    accept: "application/json",
    // The server's messages come in the language that is shown, not in the browser's.
    ...(i18n.locale && { "accept-language": i18n.locale }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
}

/** Tells whether a response is GraphQL, whose errors count instead of the status. */
const isGraphql = (answer: unknown): boolean =>
  Array.isArray(answer)
    ? answer.length > 0 && answer.every(isGraphql)
    : typeof answer === "object" && answer !== null && ("data" in answer || "errors" in answer);

/** Returns the error of a response that is not ok. */
export function refusal(status: number, body: ErrorBody | null) {
  // A proxy answers in HTML when the server is not available.
  if (!body?.error && status >= 502) return unreachable();
  const codes: Record<number, string> = {
    401: "UNAUTHENTICATED",
    403: "FORBIDDEN",
    404: "NOT_FOUND",
    409: "CONFLICT",
    422: "VALIDATION",
    429: "RATE_LIMITED",
  };
  return new ApiError(body?.error ?? i18n._(msg`An error occurred. Please try again.`), {
    code: codes[status] ?? "INTERNAL",
    validation: body?.validation,
    requestId: body?.request_id,
  });
}

const isTemporary = (error: unknown) =>
  error instanceof ApiError && (error.code === "NETWORK" || error.code === "INTERNAL");

/** Returns the error of a request without a response. */
export const unreachable = () =>
  new ApiError(i18n._(msg`The server could not be reached. Please check your connection and try again.`), {
    code: "NETWORK",
  });
