import { bad } from "./refusal.ts";
import { getVersion, type XapiRequest } from "./requests.ts";

const VERSION = "x-experience-api-version";

const HEADERS = new Set(["authorization", VERSION, "content-type", "content-length", "if-match", "if-none-match"]);

/**
 * Converts a request of the alternate syntax (xAPI 1.0.3, Communication 1.3), a POST with its method in the address and
 * all else in a form, to the request it represents. Other requests are returned unchanged, and so are those of 2.0,
 * which has no such syntax. At the path of 2.0.0 the header X-Experience-API-Version decides, or else the field of that
 * name.
 * @throws XapiRefusal 400
 */
export function unfold(request: XapiRequest): XapiRequest {
  const { method, ...rest } = request.query;
  if (method === undefined || request.method !== "POST") return request;
  if (readVersion(request) !== "1.0.3") return request;
  if (!["GET", "PUT", "POST", "DELETE"].includes(method)) throw bad("method: GET, PUT, POST or DELETE");
  if (Object.keys(rest).length > 0) throw bad("In the alternate syntax the address holds the method alone.");
  if (!isForm(request.headers["content-type"])) throw bad("In the alternate syntax the body is a form.");
  const query: Record<string, string> = {};
  const headers = { ...request.headers };
  delete headers["content-type"];
  let body = Buffer.alloc(0);
  for (const [name, value] of new URLSearchParams(request.body.toString("utf8"))) {
    if (HEADERS.has(name.toLowerCase())) headers[name.toLowerCase()] = value;
    else if (name === "content") body = Buffer.from(value);
    else query[name] = value;
  }
  if (body.length > 0 && headers["content-type"] === undefined) headers["content-type"] = "application/json";
  return { ...request, method, query, headers, body };
}

function readVersion(request: XapiRequest): string {
  const { headers, body } = request;
  if (headers[VERSION] !== undefined || !isForm(headers["content-type"])) return getVersion(request);
  const fields = new URLSearchParams(body.toString("utf8"));
  const [, version] = [...fields].find(([name]) => name.toLowerCase() === VERSION) ?? [];
  return getVersion({ ...request, headers: { ...headers, [VERSION]: version } });
}

/** Returns whether a content type is that of a form. */
export function isForm(contentType: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded/i.test(contentType ?? "");
}

/**
 * Finds the Authorization field at the start of a form that is still arriving.
 * @returns its value, or null when it is not complete
 */
export function authorizationAtStart(start: string): string | null {
  const whole = start.slice(0, Math.max(0, start.lastIndexOf("&")));
  for (const [name, value] of new URLSearchParams(whole)) if (name.toLowerCase() === "authorization") return value;
  return null;
}
