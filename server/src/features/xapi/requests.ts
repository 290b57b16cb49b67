import { agentKey, isIri, hashToUuid, parseTimestamp, UUID } from "./formats.ts";
import { bad } from "./refusal.ts";
import { type AgentObject, checkAgent, type Version } from "./statement-rules.ts";
import { findUnstorable, parseJson } from "../../platform/json.ts";
import { Invalid } from "../../errors.ts";

// A batch of 5,000 statements has some 40 values each.
const MOST_VALUES = 300_000;

/** A request to one resource of the store, with the headers and parameters it uses. */
export interface XapiRequest {
  method: string;
  resource: string;
  /** The path before the resources: `/xapi` or `/xapi/v1`. */
  base: string;
  /** The version of the path: 2.0.0 accepts requests of 1.0.x as well. */
  version: Version;
  query: Record<string, string>;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** Returns the version whose rules apply: at the path of 2.0.0, a request of 1.0.x follows its own rules. */
export function getVersion({ version, headers }: XapiRequest): Version {
  return headers["x-experience-api-version"]?.startsWith("1.0") ? "1.0.3" : version;
}

/**
 * Returns the parameters of a request; one that the resource does not know is refused (xAPI 2.0, 4.1.6). @throws
 * XapiRefusal 400
 */
export function readParameters<R extends string, O extends string>(
  { query }: XapiRequest,
  required: readonly R[],
  optional: readonly O[],
): Record<R, string> & Partial<Record<O, string>> {
  const known = new Set<string>([...required, ...optional]);
  for (const [name, value] of Object.entries(query)) {
    if (!known.has(name)) throw bad(`There is no parameter '${name}' here.`);
    if (value.includes("\0")) throw bad(`The parameter '${name}' holds a character that is none.`);
  }
  for (const name of required) if (query[name] === undefined) throw bad(`The parameter '${name}' is missing.`);
  return query as Record<R, string> & Partial<Record<O, string>>;
}

export function iriParameter(name: string, value: string): string {
  if (!isIri(value)) throw bad(`${name}: not an IRI`);
  return value;
}

export function uuidParameter(name: string, value: string): string {
  if (!UUID.test(value)) throw bad(`${name}: not a UUID`);
  return value.toLowerCase();
}

export function agentParameter(value: string): AgentObject {
  const agent = json(value, "agent");
  checkAgent(agent);
  return agent;
}

export function timeParameter(name: string, value: string): Date {
  const time = parseTimestamp(value);
  if (time === null) throw bad(`${name}: not a timestamp`);
  return new Date(time);
}

export function booleanParameter(name: string, value: string | undefined): boolean {
  if (value === undefined || value === "false") return false;
  if (value === "true") return true;
  throw bad(`${name}: true or false`);
}

export function numberParameter(name: string, value: string | undefined): number {
  if (value === undefined) return 0;
  if (!/^\d{1,9}$/.test(value)) throw bad(`${name}: a number from 0`);
  return Number(value);
}

export const toAgentKey = (agent: AgentObject) => agentKey(agent as Parameters<typeof agentKey>[0]);
export const toIriKey = (name: string, value: string) => hashToUuid(iriParameter(name, value));

/** Parses JSON. @throws XapiRefusal 400; also for NUL, which PostgreSQL text cannot contain */
export function json(text: string, name: string): unknown {
  if (/\\u0000|\0/.test(text)) throw bad(`${name}: holds a character that is none`);
  let value: unknown;
  try {
    value = parseJson(text, MOST_VALUES);
  } catch (error) {
    throw bad(error instanceof Invalid ? error.message : `${name}: not JSON`);
  }
  const unstorable = findUnstorable(value);
  if (unstorable) throw bad(`${name}: ${unstorable}`);
  return value;
}
