import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../access/actor.ts";
import { createWithActor, toVisit } from "../../http.ts";
import { findUnstorable, parseJson } from "../../platform/json.ts";
import type { Platform } from "../../platform/platform.ts";
import { runBulk } from "./bulk.ts";
import { LARGEST_BODY, listResourceTypes, listSchemas, toServiceProviderConfig } from "./discovery.ts";
import { toErrorBody, toScimError } from "./errors.ts";
import { answer, LIST_SCHEMA, type ScimAnswer, type ScimRequest } from "./resources.service.ts";
import { bad, missing, ScimError } from "./scim-error.ts";
import { recordRefusal } from "./scim-log.service.ts";
import { readObject } from "./values.ts";

const BASE = "/scim/v2";
const CONTENT_TYPE = "application/scim+json";
const MOST_VALUES = 50_000;

type AsClient = <T>(request: FastifyRequest, work: (actor: Actor) => T | Promise<T>) => Promise<T>;

/** Serves provisioning by SCIM 2.0 to holders of the instance's tokens. */
export function scimRoutes(app: FastifyInstance, platform: Platform): void {
  const withActor = createWithActor(platform, { accepts: "scim" });
  const asClient: AsClient = (request, work) =>
    withActor(request, async (actor) => {
      if (actor.visit.branchLabel !== null) throw missing("The address");
      return work(actor);
    });
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: LARGEST_BODY }, (_, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => sendError(toScimError(error, request.log, request.id), reply));
    scope.addHook("onRequest", async (_, reply) => void reply.header("cache-control", "no-store"));
    addResources(scope, platform, asClient);
    addDiscovery(scope, platform, asClient);
    for (const path of [BASE, `${BASE}/*`])
      scope.all(path, (request) =>
        asClient(request, () => {
          throw missing("The address");
        }),
      );
  });
}

function addResources(app: FastifyInstance, platform: Platform, asClient: AsClient): void {
  /**
   * Answers a request in one transaction; what was refused is kept in the log in another, because that of the request
   * was rolled back.
   * @param complete reads what is in the body, after the token was found valid
   */
  async function run(
    request: FastifyRequest,
    asked: ScimRequest,
    complete: () => Partial<ScimRequest> = () => ({}),
  ): Promise<ScimAnswer> {
    try {
      return await asClient(request, (actor) => answer(actor, Object.assign(asked, complete())));
    } catch (error) {
      const refusal = toScimError(error, request.log, request.id);
      if (refusal.status !== 401 && refusal.status < 500)
        await asClient(request, (actor) => recordRefusal(actor, asked, refusal)).catch((failure: unknown) =>
          request.log.warn({ err: failure }, "what was refused could not be kept in the log of provisioning"),
        );
      throw refusal;
    }
  }

  for (const kind of ["Users", "Groups"] as const) {
    const start = (request: FastifyRequest, id: string | null): ScimRequest => ({
      method: request.method === "HEAD" ? "GET" : request.method,
      kind,
      id,
      query: request.query as Record<string, unknown>,
      ifMatch: request.headers["if-match"] ?? null,
      ifNoneMatch: request.headers["if-none-match"] ?? null,
      body: null,
      base: toBase(request, platform),
    });
    for (const path of [`${BASE}/${kind}`, `${BASE}/${kind}/:id`])
      app.all<{ Params: { id?: string } }>(path, async (request, reply) => {
        const asked = start(request, request.params.id ?? null);
        return sendAnswer(reply, await run(request, asked, () => ({ body: readBody(request) })));
      });
    app.post(`${BASE}/${kind}/.search`, async (request, reply) => {
      const asked = { ...start(request, null), method: "GET" };
      return sendAnswer(reply, await run(request, asked, () => ({ query: readSearch(request) })));
    });
  }
  app.post(`${BASE}/Bulk`, async (request, reply) => {
    const body = await asClient(request, () => readBody(request));
    const done = await runBulk(body, toBase(request, platform), (asked) => run(request, asked));
    return send(reply, 200, done);
  });
}

function addDiscovery(app: FastifyInstance, platform: Platform, asClient: AsClient): void {
  app.get(`${BASE}/ServiceProviderConfig`, async (request, reply) =>
    send(reply, 200, await asClient(request, () => toServiceProviderConfig(toBase(request, platform)))),
  );
  for (const [name, list] of [
    ["ResourceTypes", listResourceTypes],
    ["Schemas", listSchemas],
  ] as const) {
    app.get<{ Querystring: { filter?: string } }>(`${BASE}/${name}`, async (request, reply) => {
      const all = await asClient(request, () => {
        // So that nobody takes everything for what they asked for (RFC 7644, 4).
        if (request.query.filter !== undefined) throw new ScimError(403, "Filters are not possible here.");
        return list(toBase(request, platform));
      });
      const body = { totalResults: all.length, startIndex: 1, itemsPerPage: all.length, Resources: all };
      return send(reply, 200, { schemas: [LIST_SCHEMA], ...body });
    });
    app.get<{ Params: { id: string } }>(`${BASE}/${name}/:id`, async (request, reply) => {
      const all: { id: string }[] = await asClient(request, () => list(toBase(request, platform)));
      const found = all.find(({ id }) => id === request.params.id);
      if (!found) throw missing(name === "Schemas" ? "Schema" : "Resource type");
      return send(reply, 200, found);
    });
  }
}

function toBase(request: FastifyRequest, platform: Platform): string {
  return `${toVisit(request, platform).origin}${BASE}`;
}

/** Reads the body of a request; null without one. @throws ScimError 400, 415 */
function readBody(request: FastifyRequest): unknown {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return null;
  const type = request.headers["content-type"]?.split(";")[0]!.trim().toLowerCase();
  if (type !== CONTENT_TYPE && type !== "application/json")
    throw new ScimError(415, `Send ${CONTENT_TYPE} or application/json.`);
  let value: unknown;
  try {
    value = parseJson(request.body.toString(), MOST_VALUES);
  } catch (error) {
    if (error instanceof SyntaxError) throw bad("invalidSyntax", "The body is not JSON.");
    throw error;
  }
  const unstorable = findUnstorable(value);
  if (unstorable) throw bad("invalidValue", unstorable);
  return value;
}

/** Reads the parameters of a list from the body of a search (RFC 7644, 3.4.3). */
function readSearch(request: FastifyRequest): Record<string, unknown> {
  const fields = readObject(readBody(request), "The body");
  const names = ["attributes", "excludedAttributes", "filter", "sortBy", "sortOrder", "startIndex", "count"];
  return Object.fromEntries(names.map((name) => [name, fields.get(name.toLowerCase())]));
}

function sendAnswer(reply: FastifyReply, { status, body, resource }: ScimAnswer): FastifyReply {
  if (resource) {
    reply.header("etag", resource.meta.version);
    if (status === 201) reply.header("location", resource.meta.location);
  }
  return body === undefined ? reply.code(status).send() : send(reply, status, body);
}

function sendError(error: ScimError, reply: FastifyReply): FastifyReply {
  if (error.status === 401) reply.header("www-authenticate", "Bearer");
  return send(reply, error.status, toErrorBody(error));
}

function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).type(`${CONTENT_TYPE}; charset=utf-8`).send(JSON.stringify(body));
}
