import { LARGEST_BODY, MOST_OPERATIONS } from "./discovery.ts";
import { toErrorBody } from "./errors.ts";
import type { Kind, ScimAnswer, ScimRequest } from "./resources.service.ts";
import { bad, ScimError } from "./scim-error.ts";
import { type Attributes, readList, readObject } from "./values.ts";

const BULK_RESPONSE_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:BulkResponse";

interface Operation {
  method: string;
  /** `Users`, `Groups`. */
  kind: Kind;
  /** An id, or `bulkId:` with the name of an operation of the same request. */
  id: string | null;
  bulkId: string | null;
  version: string | null;
  data: unknown;
}

interface Result {
  method: string;
  bulkId?: string;
  location?: string;
  version?: string;
  status: string;
  response?: unknown;
}

/**
 * Runs the operations of a bulk request, each in a transaction of its own. One that refers to another by `bulkId` runs
 * after it (RFC 7644, 3.7).
 * @param run answers one request, or throws a ScimError
 * @throws ScimError for a request that cannot be read or has too many operations
 */
export async function runBulk(
  body: unknown,
  base: string,
  run: (request: ScimRequest) => Promise<ScimAnswer>,
): Promise<unknown> {
  const fields = readObject(body, "The body");
  const failOnErrors = fields.get("failonerrors");
  const most = typeof failOnErrors === "number" && failOnErrors >= 1 ? failOnErrors : Infinity;
  let waiting = readOperations(fields);
  const results = new Map<Operation, Result>();
  const ids = new Map<string, string>();
  let errors = 0;
  const order = [...waiting];
  while (waiting.length > 0 && errors < most) {
    const ready = waiting.filter((operation) => listReferences(operation).every((name) => ids.has(name)));
    // What is left refers to an operation that failed, is missing, or waits for this one.
    const next = ready.length > 0 ? ready : waiting;
    for (const operation of next) {
      if (errors >= most) break;
      const result = await runOne(operation, ready.length > 0);
      results.set(operation, result);
      if (Number(result.status) >= 400) errors++;
    }
    waiting = waiting.filter((operation) => !results.has(operation));
  }
  return { schemas: [BULK_RESPONSE_SCHEMA], Operations: order.flatMap((operation) => results.get(operation) ?? []) };

  async function runOne(operation: Operation, isReady: boolean): Promise<Result> {
    const { method, kind, bulkId, version } = operation;
    const named = { method, ...(bulkId !== null && { bulkId }) };
    try {
      if (!isReady) throw new ScimError(409, "A bulkId in this operation refers to none that was created.");
      const { id, data } = resolve(operation, ids);
      const request = { method, kind, id, query: {}, ifMatch: version, ifNoneMatch: null, body: data, base };
      const { status, resource } = await run(request);
      if (resource && bulkId !== null) ids.set(bulkId, resource.id);
      const meta = resource && { location: resource.meta.location, version: resource.meta.version };
      return { ...named, ...meta, status: String(status) };
    } catch (error) {
      if (!(error instanceof ScimError)) throw error;
      const location = operation.id === null ? undefined : `${base}/${kind}/${operation.id}`;
      return { ...named, ...(location && { location }), status: String(error.status), response: toErrorBody(error) };
    }
  }
}

const METHODS = ["POST", "PUT", "PATCH", "DELETE"];

function readOperations(body: Attributes): Operation[] {
  const list = readList(body.get("operations"), "Operations");
  if (list.length > MOST_OPERATIONS)
    throw new ScimError(413, `At most ${MOST_OPERATIONS} operations of ${LARGEST_BODY} bytes are possible.`);
  const operations = list.map(readOperation);
  const names = operations.flatMap(({ bulkId }) => bulkId ?? []);
  if (new Set(names).size < names.length) throw bad("invalidValue", "Two operations have the same bulkId.");
  return operations;
}

function readOperation(value: unknown): Operation {
  const fields = readObject(value, "Operations");
  const text = (name: string): string | null => {
    const field = fields.get(name.toLowerCase()) ?? null;
    if (field !== null && typeof field !== "string") throw bad("invalidSyntax", `${name}: a text is expected.`);
    return field;
  };
  const method = text("method")?.toUpperCase() ?? "";
  if (!METHODS.includes(method)) throw bad("invalidSyntax", "method: POST, PUT, PATCH or DELETE is expected.");
  const [, kind, id = null] = /^\/(Users|Groups)(?:\/([\w:.-]{1,200}))?$/.exec(text("path") ?? "") ?? [];
  if (kind === undefined) throw bad("invalidPath", "path: /Users or /Groups is expected, with an id or without.");
  const bulkId = text("bulkId");
  if (method === "POST" && !bulkId) throw bad("invalidSyntax", "A POST needs a bulkId.");
  return { method, kind: kind as Kind, id, bulkId, version: text("version"), data: fields.get("data") };
}

const REFERENCE = /^bulkId:(.+)$/s;

/** Lists the bulkIds to which an operation refers, in its path and anywhere in its data. */
function listReferences({ id, data }: Operation): string[] {
  const found: string[] = [];
  walk([id, data], (text) => {
    const name = REFERENCE.exec(text)?.[1];
    if (name !== undefined) found.push(name);
    return text;
  });
  return found;
}

function resolve({ id, data }: Operation, ids: ReadonlyMap<string, string>): { id: string | null; data: unknown } {
  const [own, body] = walk([id, data], (text) => ids.get(REFERENCE.exec(text)?.[1] ?? "") ?? text) as unknown[];
  return { id: own as string | null, data: body };
}

/** Replaces every text in a parsed value. */
function walk(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, replace)]));
}
