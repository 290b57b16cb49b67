import * as z from "zod";
import type { Actor } from "../../access/actor.ts";
import { type Part, type PartToWrite, readParts, writeParts } from "./multipart.ts";
import { bad } from "./refusal.ts";
import {
  agentParameter,
  booleanParameter,
  json,
  toAgentKey,
  toIriKey,
  numberParameter,
  readParameters,
  getVersion,
  timeParameter,
  uuidParameter,
  type XapiRequest,
} from "./requests.ts";
import type { XapiAnswer } from "./answers.ts";
import { type Format, parseLanguages } from "./statement-formats.ts";
import { readSentStatements } from "./read-statements.service.ts";
import type { Statement } from "./statement-rules.ts";
import * as statements from "./statements.service.ts";

/** Answers `GET|PUT|POST statements` (xAPI 2.0, 4.1.6.1). */
export async function statementsResource(actor: Actor, request: XapiRequest): Promise<XapiAnswer> {
  if (request.method === "PUT") return put(actor, request);
  if (request.method === "POST") return post(actor, request);
  return get(actor, request, request.query);
}

async function put(actor: Actor, request: XapiRequest): Promise<XapiAnswer> {
  const { statementId } = readParameters(request, ["statementId"], []);
  const id = uuidParameter("statementId", statementId);
  const { sent, parts } = await readBody(request);
  if (Array.isArray(sent)) throw bad("PUT takes one statement.");
  if (sent.id !== undefined && sent.id.toLowerCase() !== id)
    throw bad("The statement has another id than the request.");
  await statements.storeStatements(actor, [{ ...sent, id }], parts, getVersion(request));
  return { status: 204 };
}

async function post(actor: Actor, request: XapiRequest): Promise<XapiAnswer> {
  readParameters(request, [], []);
  const { sent, parts } = await readBody(request);
  const ids = await statements.storeStatements(actor, [sent].flat(), parts, getVersion(request));
  return { status: 200, json: ids };
}

async function readBody(request: XapiRequest): Promise<{ sent: Statement | Statement[]; parts: Part[] }> {
  const type = request.headers["content-type"] ?? "";
  const version = getVersion(request);
  if (/^application\/json\s*(;|$)/i.test(type))
    return { sent: await readSentStatements(request.body, version), parts: [] };
  if (!/^multipart\/mixed\s*(;|$)/i.test(type)) throw bad("Statements come as application/json or multipart/mixed.");
  const [first, ...parts] = readParts(request.body, type);
  if (!first || !/^application\/json\b/i.test(first.headers["content-type"] ?? ""))
    throw bad("The first part holds the statements, as application/json.");
  return { sent: await readSentStatements(first.content, version), parts };
}

const SINGLE = ["format", "attachments"] as const;
const MANY = [
  "agent",
  "verb",
  "activity",
  "registration",
  "related_activities",
  "related_agents",
  "since",
  "until",
  "limit",
  "ascending",
] as const;

type Query = XapiRequest["query"];

/**
 * Where a page continues: the time in milliseconds and the number of the last statement, and the query. It comes from a
 * client.
 */
const continuation = z.tuple([
  z.number().int().min(0).max(8.64e15),
  z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  z.record(z.string(), z.string()),
]);

async function get(actor: Actor, request: XapiRequest, query: Query): Promise<XapiAnswer> {
  const named = readParameters(request, [], ["statementId", "voidedStatementId", ...SINGLE, ...MANY]);
  const reading = {
    format: parseFormat(named.format),
    languages: parseLanguages(request.headers["accept-language"]),
    attachments: booleanParameter("attachments", named.attachments),
  };
  const one = named.statementId ?? named.voidedStatementId;
  if (one === undefined) return page(actor, request, query, reading, undefined);
  const isVoided = named.voidedStatementId !== undefined;
  if ((isVoided && named.statementId !== undefined) || MANY.some((name) => named[name] !== undefined))
    throw bad("A statement that is asked for by its id goes with 'format' and 'attachments' only.");
  const id = uuidParameter(isVoided ? "voidedStatementId" : "statementId", one);
  const answer = await statements.readStatement(actor, id, isVoided, reading);
  return shaped(answer.result, answer, reading.attachments, answer.stored);
}

/** Answers the next page: its address has the whole query and the position in one segment of the path. */
export async function morePage(actor: Actor, request: XapiRequest, token: string): Promise<XapiAnswer> {
  const parsed = continuation.safeParse(json(Buffer.from(token, "base64url").toString("utf8"), "more"));
  if (!parsed.success) throw bad("There is no such page.");
  const [stored, sequence, query] = parsed.data;
  const next = { ...request, query };
  const { format, attachments } = readParameters(next, [], [...SINGLE, ...MANY]);
  const reading = {
    format: parseFormat(format),
    languages: parseLanguages(request.headers["accept-language"]),
    attachments: booleanParameter("attachments", attachments),
  };
  return page(actor, next, query, reading, { stored: new Date(stored), sequence });
}

async function page(
  actor: Actor,
  request: XapiRequest,
  query: Query,
  reading: statements.Reading,
  after: { stored: Date; sequence: number } | undefined,
): Promise<XapiAnswer> {
  const { agent, activity, verb, registration, since, until, limit, ascending, ...related } = query;
  const relatedAgents = booleanParameter("related_agents", related["related_agents"]);
  const relatedActivities = booleanParameter("related_activities", related["related_activities"]);
  const filter = {
    ...(agent !== undefined && { agent: { key: toAgentKey(agentParameter(agent)), related: relatedAgents } }),
    ...(activity !== undefined && { activity: { key: toIriKey("activity", activity), related: relatedActivities } }),
    ...(verb !== undefined && { verb: toIriKey("verb", verb) }),
    ...(registration !== undefined && { registration: uuidParameter("registration", registration) }),
    ...(since !== undefined && { since: timeParameter("since", since) }),
    ...(until !== undefined && { until: timeParameter("until", until) }),
    ...(after && { after }),
    ascending: booleanParameter("ascending", ascending),
  };
  const answer = await statements.queryStatements(actor, filter, numberParameter("limit", limit), reading);
  const { next, result } = answer;
  const more = next
    ? `${request.base}/statements/more/${Buffer.from(JSON.stringify([next.stored.getTime(), next.sequence, query])).toString("base64url")}`
    : "";
  const newest = result.map(({ stored }) => new Date(stored ?? 0).getTime());
  return shaped(
    { statements: result, more },
    answer,
    reading.attachments,
    newest.length ? new Date(Math.max(...newest)) : undefined,
  );
}

function parseFormat(format: string | undefined): Format {
  if (format === undefined || format === "exact" || format === "ids" || format === "canonical")
    return format ?? "exact";
  throw bad("format: ids, exact or canonical");
}

function shaped(
  result: unknown,
  { parts, consistentThrough }: { parts: PartToWrite[]; consistentThrough: Date },
  isMultipart: boolean,
  modified: Date | undefined,
): XapiAnswer {
  const headers = {
    "X-Experience-API-Consistent-Through": consistentThrough.toISOString(),
    ...(modified && { "Last-Modified": modified.toUTCString() }),
  };
  if (!isMultipart) return { status: 200, headers, json: result };
  const { contentType, body } = writeParts(JSON.stringify(result), parts);
  return { status: 200, headers: { ...headers, "Content-Type": contentType }, body };
}
