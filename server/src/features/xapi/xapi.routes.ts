import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../access/actor.ts";
import { asActor, basicIn } from "../../access/door.ts";
import { visitOf } from "../../http.ts";
import { AppError } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { aboutResource, activitiesResource, agentsResource } from "./about.resource.ts";
import { unfolded } from "./alternate.ts";
import type { XapiAnswer } from "./answers.ts";
import { noteRefused, openStore } from "./clients.ts";
import { documentsResource } from "./documents.resource.ts";
import { bad, XapiRefusal } from "./refusal.ts";
import type { XapiRequest } from "./requests.ts";
import { morePage, statementsResource } from "./statements.resource.ts";
import type { Version } from "./statement-rules.ts";
import { consistentThrough } from "./statements.service.ts";

/** 1.0.3 and 2.0.0 cannot both be met in full at one address: the second path is that of strict 1.0.3. */
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

/** The learning record store (xAPI 2.0.0 and 1.0.3), for whoever has credentials of the instance. */
export function xapiRoutes(app: FastifyInstance, platform: Platform): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: LARGEST_BODY }, (_, body, done) =>
      done(null, body),
    );
    for (const [base, version] of BASES) {
      // Clients that are told an address with a slash at its end make two of them.
      for (const prefix of [base, `${base}/`]) {
        for (const [resource, { methods, answer }] of Object.entries(RESOURCES))
          // Credentials may come within the body (1.0.3, alternate request syntax).
          scope.all(`${prefix}/${resource}`, { config: { isPublic: true } }, (request, reply) => {
            const asked = { request, platform, base, version, resource };
            return respond(asked, reply, (plain) => {
              const sent = version === "1.0.3" ? unfolded(plain) : plain;
              const wanted = sent.method === "HEAD" ? { ...sent, method: "GET" } : sent;
              return asClient(asked, wanted, (actor) => {
                if (!methods.includes(wanted.method))
                  throw new XapiRefusal(405, `${wanted.method} is not possible here.`);
                return answer(actor, wanted);
              });
            });
          });
        scope.get<{ Params: { token: string } }>(`${prefix}/statements/more/:token`, (request, reply) => {
          const asked = { request, platform, base, version, resource: "statements" };
          return respond(asked, reply, (sent) =>
            asClient(asked, sent, (actor) => morePage(actor, sent, request.params.token)),
          );
        });
        scope.get(`${prefix}/about`, (request, reply) => {
          const asked = { request, platform, base, version, resource: "about" };
          return respond(asked, reply, async (sent) => aboutResource(sent));
        });
      }
    }
  });
}

interface Asked {
  request: FastifyRequest;
  platform: Platform;
  base: string;
  version: Version;
  resource: string;
}

/** Runs the work of a request as whoever its credentials act for, in one transaction. */
function asClient<T>({ request, platform }: Asked, sent: XapiRequest, work: (actor: Actor) => Promise<T>): Promise<T> {
  checkVersion(sent);
  return asActor(platform, visitOf(request, platform), tokenOf(sent), work, undefined, { accepts: "xapi" });
}

/** Runs a request and sends its answer, or its refusal. Pages of other origins may call: nothing here goes by cookies. */
async function respond(
  asked: Asked,
  reply: FastifyReply,
  answerTo: (request: XapiRequest) => Promise<XapiAnswer>,
): Promise<FastifyReply> {
  const { request, version } = asked;
  reply.headers({
    "X-Experience-API-Version": version,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers":
      "ETag, Last-Modified, X-Experience-API-Version, X-Experience-API-Consistent-Through, X-Request-Id",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cache-Control": "no-store",
  });
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
  try {
    const answer = await answerTo(requestOf(asked));
    if (answer.headers) reply.headers(answer.headers);
    reply.code(answer.status);
    if (answer.body) return reply.send(answer.body);
    if (answer.json === undefined) return reply.send();
    return reply.type("application/json").send(JSON.stringify(answer.json));
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    if (error instanceof XapiRefusal && error.statement) await noted(asked, error);
    if (asked.resource === "statements") reply.headers(await consistency(asked));
    return reply.code(refusal.status).send({ error: refusal.message, request_id: request.id });
  }
}

/** In a transaction of its own: that of the request was undone. */
async function noted({ request, platform }: Asked, refusal: XapiRefusal): Promise<void> {
  const token = tokenOf({ headers: request.headers as XapiRequest["headers"] });
  const work = (actor: Actor) => noteRefused(actor, refusal);
  await asActor(platform, visitOf(request, platform), token, work, undefined, { accepts: "xapi" }).catch((error) =>
    request.log.warn({ err: error as unknown }, "what was refused could not be noted"),
  );
}

function requestOf({ request, resource, base, version }: Asked): XapiRequest {
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

/** The header that every answer about statements has, also one that refuses (4.1.6.1); strangers are told nothing. */
async function consistency({ request, platform }: Asked): Promise<Record<string, string>> {
  try {
    const token = tokenOf({ headers: request.headers as XapiRequest["headers"] });
    const through = await asActor(platform, visitOf(request, platform), token, consistentThrough, undefined, {
      accepts: "xapi",
    });
    return { "X-Experience-API-Consistent-Through": through.toISOString() };
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
}

function refusalOf(error: unknown): { status: number; message: string } | null {
  if (error instanceof XapiRefusal) return error;
  if (!(error instanceof AppError)) return null;
  // No WWW-Authenticate: Chromium would stop a course with a password prompt.
  if (error.code === "UNAUTHENTICATED")
    return { status: 401, message: "These credentials are not, or no longer, good." };
  // A launch that is over, or was replaced by another.
  if (error.code === "NOT_FOUND") return { status: 403, message: "This session is over." };
  return error.code === "FORBIDDEN" ? { status: 403, message: error.message } : null;
}

function onceEach(query: unknown): Record<string, string> {
  const entries = Object.entries(query as Record<string, string | string[]>);
  for (const [name, value] of entries) if (Array.isArray(value)) throw bad(`The parameter '${name}' is there twice.`);
  return Object.fromEntries(entries) as Record<string, string>;
}

function checkVersion({ headers, version }: XapiRequest): void {
  const known = version === "2.0.0" ? /^(1\.0(\.\d+)?|2\.0(\.\d+)?)$/ : /^1\.0(\.\d+)?$/;
  const said = headers["x-experience-api-version"];
  if (said === undefined) throw bad("Send the header X-Experience-API-Version.");
  if (!known.test(said)) throw bad(`Version ${said} of xAPI is not spoken here.`);
}

/** `<key>:<secret>` of HTTP Basic; null when there is none. */
function tokenOf({ headers }: Pick<XapiRequest, "headers">): string | null {
  return basicIn(headers["authorization"] ?? "");
}
