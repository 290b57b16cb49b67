import { bad } from "./refusal.ts";
import type { XapiRequest } from "./requests.ts";

const HEADERS = new Set([
  "authorization",
  "x-experience-api-version",
  "content-type",
  "content-length",
  "if-match",
  "if-none-match",
]);

/**
 * A request of the alternate syntax as the one that it stands for (xAPI 1.0.3, Communication 1.3): a POST that names its method
 * in the address, and all else in a form. Requests that do not use it come back as they are.
 * @throws XapiRefusal 400
 */
export function unfolded(request: XapiRequest): XapiRequest {
  const { method, ...rest } = request.query;
  if (method === undefined || request.method !== "POST") return request;
  if (!["GET", "PUT", "POST", "DELETE"].includes(method)) throw bad("method: GET, PUT, POST or DELETE");
  if (Object.keys(rest).length > 0) throw bad("In the alternate syntax the address holds the method alone.");
  if (!/^application\/x-www-form-urlencoded/i.test(request.headers["content-type"] ?? ""))
    throw bad("In the alternate syntax the body is a form.");
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
