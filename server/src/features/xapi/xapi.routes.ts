import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../access/actor.ts";
import { withActor, basicIn } from "../../access/with-actor.ts";
import { toVisit } from "../../http.ts";
import { AppError } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { aboutResource, activitiesResource, agentsResource } from "./about.resource.ts";
import { authorizationAtStart, isForm, unfold } from "./alternate.ts";
import type { XapiAnswer } from "./answers.ts";
import { noteRefused, openStore, StatementRefusal } from "./clients.ts";
import { documentsResource } from "./documents.resource.ts";
import { bad, XapiRefusal } from "./refusal.ts";
import type { XapiRequest } from "./requests.ts";
import { morePage, statementsResource } from "./statements.resource.ts";
import type { Version } from "./statement-rules.ts";
import { consistentThrough } from "./statements.service.ts";

/** One address cannot meet both 1.0.3 and 2.0.0 in full: the second path is strict 1.0.3. */
const BASES: [base: string, version: Version][] = [
  ["/xapi", "2.0.0"],
  ["/xapi/v1", "1.0.3"],
];

const LARGEST_BODY = 20 * 1024 * 1024;

type Resource = (actor: Actor, request: XapiRequest) => Promise<XapiAnswer>;

const READING = ["GET"];
const RESOURCES: Record<string, { methods: string[]; answer: Resource }> = {
  statements: { methods: ["GET", "PUT", "POST"], answer: statementsResource },
  activities: { methods: READING, answer: activitiesResource },
  agents: {
    methods: READING,
    answer: async (actor, request) => (await openStore(actor), agentsResource(request)),
  },
  "activities/state": documents("state"),
  "activities/profile": documents("activity_profile"),
  "agents/profile": documents("agent_profile"),
};

function documents(kind: Parameters<typeof documentsResource>[2]) {
  return {
    methods: ["GET", "PUT", "POST", "DELETE"],
    answer: (actor: Actor, request: XapiRequest) => documentsResource(actor, request, kind),
  };
}

/** Serves the learning record store (xAPI 2.0.0 and 1.0.3) to holders of the instance's credentials. */
export function xapiRoutes(app: FastifyInstance, platform: Platform): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: LARGEST_BODY }, (_, body, done) =>
      done(null, body),
    );
    for (const [base, version] of BASES)
      void scope.register(async (versioned) => {
        // Before the body is checked, so that every refusal has them (1.0.3, Communication 3.3).
        versioned.addHook("onRequest", async (_, reply) => void reply.headers(toHeaders(version)));
        addResources(versioned, platform, base, version);
      });
  });
}

function addResources(app: FastifyInstance, platform: Platform, base: string, version: Version): void {
  // Credentials may be in the body (1.0.3, alternate request syntax).
  const config = { isPublic: true, findAuthorization };
  // Clients append a slash to an address that ends with one.
  for (const prefix of [base, `${base}/`]) {
    for (const [resource, { methods, answer }] of Object.entries(RESOURCES))
      app.all(`${prefix}/${resource}`, { config }, (request, reply) => {
        const asked = { request, platform, base, version, resource };
        return respond(asked, reply, (sent) => {
          const wanted = sent.method === "HEAD" ? { ...sent, method: "GET" } : sent;
          return asClient(asked, wanted, (actor) => {
            if (!methods.includes(wanted.method)) throw new XapiRefusal(405, `${wanted.method} is not possible here.`);
            return answer(actor, wanted);
          });
        });
      });
    app.get<{ Params: { token: string } }>(`${prefix}/statements/more/:token`, (request, reply) => {
      const asked = { request, platform, base, version, resource: "statements" };
      return respond(asked, reply, (sent) =>
        asClient(asked, sent, (actor) => morePage(actor, sent, request.params.token)),
      );
    });
    app.get(`${prefix}/about`, (request, reply) => {
      const asked = { request, platform, base, version, resource: "about" };
      return respond(asked, reply, async (sent) => aboutResource(sent));
    });
  }
}

/** Credentials of the alternate request syntax, at the start of the form. */
const findAuthorization = {
  mayBeIn: ({ method, query, headers }: FastifyRequest) =>
    method === "POST" && "method" in (query as object) && isForm(headers["content-type"]),
  find: authorizationAtStart,
};

/** Returns the headers of every response. Pages of other origins may call: cookies are not used here. */
function toHeaders(version: Version) {
  return {
    "X-Experience-API-Version": version,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers":
      "ETag, Last-Modified, Retry-After, X-Experience-API-Version, X-Experience-API-Consistent-Through, X-Request-Id",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cache-Control": "no-store",
  };
}

interface Asked {
  request: FastifyRequest;
  platform: Platform;
  base: string;
  version: Version;
  resource: string;
}

/** Runs a request in one transaction as the user of its credentials. */
function asClient<T>({ request, platform }: Asked, sent: XapiRequest, work: (actor: Actor) => Promise<T>): Promise<T> {
  checkVersion(sent);
  return withActor(platform, toVisit(request, platform), readToken(sent), work, undefined, { accepts: "xapi" });
}

/** Runs a request and sends its answer or its error. */
async function respond(
  asked: Asked,
  reply: FastifyReply,
  answerTo: (request: XapiRequest) => Promise<XapiAnswer>,
): Promise<FastifyReply> {
  const { request } = asked;
  if (request.method === "OPTIONS")
    return reply
      .headers({
        "Access-Control-Allow-Methods": "GET, HEAD, PUT, POST, DELETE",
        "Access-Control-Allow-Headers":
          "Authorization, Content-Type, X-Experience-API-Version, If-Match, If-None-Match, Accept-Language",
        "Access-Control-Max-Age": "600",
      })
      .code(204)
      .send();
  let token = readToken({ headers: request.headers as XapiRequest["headers"] });
  try {
    const sent = unfold(toXapiRequest(asked));
    token = readToken(sent);
    const answer = await answerTo(sent);
    if (answer.headers) reply.headers(answer.headers);
    reply.code(answer.status);
    // A stream is not opened for a response without a body.
    if (answer.body && !(request.method === "HEAD" && answer.body instanceof Readable)) return reply.send(answer.body);
    if (answer.json === undefined) return reply.send();
    return reply.type("application/json").send(JSON.stringify(answer.json));
  } catch (error) {
    const refusal = toRefusal(error);
    if (!refusal) throw error;
    if (error instanceof StatementRefusal) await noted(asked, token, error);
    if (asked.resource === "statements") reply.headers(await consistency(asked, token));
    return reply.code(refusal.status).send({ error: refusal.message, request_id: request.id });
  }
}

/** In its own transaction: that of the request was rolled back. */
async function noted({ request, platform }: Asked, token: string | null, refusal: StatementRefusal): Promise<void> {
  const work = (actor: Actor) => noteRefused(actor, refusal);
  await withActor(platform, toVisit(request, platform), token, work, undefined, { accepts: "xapi" }).catch((error) =>
    request.log.warn({ err: error as unknown }, "what was refused could not be noted"),
  );
}

function toXapiRequest({ request, resource, base, version }: Asked): XapiRequest {
  return {
    method: request.method,
    resource,
    base,
    version,
    query: onceEach(request.query),
    headers: request.headers as Record<string, string | undefined>,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

/**
 * Returns the header of every response about statements, also of errors (4.1.6.1); callers without credentials get
 * none.
 */
async function consistency({ request, platform }: Asked, token: string | null): Promise<Record<string, string>> {
  try {
    const through = await withActor(platform, toVisit(request, platform), token, consistentThrough, undefined, {
      accepts: "xapi",
    });
    return { "X-Experience-API-Consistent-Through": through.toISOString() };
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
}

function toRefusal(error: unknown): { status: number; message: string } | null {
  if (error instanceof XapiRefusal) return error;
  if (!(error instanceof AppError)) return null;
  // No WWW-Authenticate: Chromium would interrupt a course with a password prompt.
  if (error.code === "UNAUTHENTICATED")
    return { status: 401, message: "These credentials are not, or no longer, good." };
  // A launch that has ended or was replaced.
  if (error.code === "NOT_FOUND") return { status: 403, message: "This session is over." };
  if (error.code === "VALIDATION") return { status: 400, message: error.message };
  return error.code === "FORBIDDEN" ? { status: 403, message: error.message } : null;
}

function onceEach(query: unknown): Record<string, string> {
  const entries = Object.entries(query as Record<string, string | string[]>);
  for (const [name, value] of entries) if (Array.isArray(value)) throw bad(`The parameter '${name}' is there twice.`);
  return Object.fromEntries(entries) as Record<string, string>;
}

function checkVersion({ headers, version }: XapiRequest): void {
  const known = version === "2.0.0" ? /^(1\.0(\.\d+)?|2\.0(\.\d+)?)$/ : /^1\.0(\.\d+)?$/;
  const reported = headers["x-experience-api-version"];
  if (reported === undefined) throw bad("Send the header X-Experience-API-Version.");
  if (!known.test(reported)) throw bad(`Version ${reported} of xAPI is not spoken here.`);
}

/** Returns `<key>:<secret>` of HTTP Basic; null when it is missing. */
function readToken({ headers }: Pick<XapiRequest, "headers">): string | null {
  return basicIn(headers["authorization"] ?? "");
}
