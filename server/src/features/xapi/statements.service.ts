import type { Actor } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { findAttachments, keepAttachments } from "./attachments.service.ts";
import {
  readAgentOfQuery,
  holdLaunch,
  mayRead,
  openStore,
  passOn,
  refuseAgainstCmi5,
  refuseForeignStatements,
  refuseWhenClosed,
  type StoreClient,
} from "./clients.ts";
import * as activityQueries from "./activities.queries.ts";
import { saysTheSame } from "./equality.ts";
import { listActivities } from "./statement-index.ts";
import type { Part, PartToWrite } from "./multipart.ts";
import { bad, XapiRefusal } from "./refusal.ts";
import { type Format, formatStatement } from "./statement-formats.ts";
import { type AgentObject, type Statement, type Version } from "./statement-rules.ts";
import * as queries from "./statements.queries.ts";
import { withStoreProperties, withId, insert } from "./storing.ts";

const PAGE = 100;
const LARGEST_PAGE = 500;

/**
 * Stores statements, all or none (xAPI 2.0, 4.1.6.1). An equal stored statement counts as stored.
 * @param sent read by `readSentStatements`
 * @param parts the bytes of attachments
 * @returns the ids in the order of the statements
 * @throws XapiRefusal 400 when a rule between statements is broken; 409 for the id of a different stored statement
 */
export async function storeStatements(
  actor: Actor,
  sent: readonly Statement[],
  parts: readonly Part[],
  version: Version,
): Promise<string[]> {
  const client = await openStore(actor);
  const { reach } = client;
  const checked = sent.map(withId);
  const ids = checked.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw bad("Two statements have the same id.");
  refuseForeignStatements(client, checked);
  if (client.launch && !client.launch.isKept) {
    await refuseAgainstCmi5(actor, client, sent);
    await passOn(actor, client, sent);
    return ids;
  }
  await holdLaunch(actor, client);
  await keepAttachments(actor.platform, reach, checked, parts, version);
  const stored = await queries.enter(reach);
  const kept = new Map((await queries.findStatements(reach, ids)).map((row) => [row.id, row]));
  for (const statement of checked) {
    const there = kept.get(statement.id);
    if (there && !saysTheSame(statement, JSON.parse(there.statement)))
      throw new XapiRefusal(409, `There is another statement with the id ${statement.id}.`);
  }
  const unknown = sent.filter((_, index) => !kept.has(ids[index]!));
  await refuseWhenClosed(actor, client, unknown);
  await refuseAgainstCmi5(actor, client, unknown);
  const fresh = checked
    .filter(({ id }) => !kept.has(id))
    .map((statement) => withStoreProperties(statement, stored, toAuthority(actor), version));
  if (fresh.length > 0) await insert(reach, stored, fresh, await findPeople(actor, client, fresh));
  await passOn(actor, client, fresh);
  return ids;
}

/** Returns the authority as an account of this site: the credentials, or the launched learner. */
function toAuthority(actor: Actor): AgentObject {
  const { xapi, person } = actor;
  const { key, name } = xapi && "key" in xapi ? xapi : { key: String(person.id), name: actor.name };
  return { objectType: "Agent", name, account: { homePage: actor.visit.origin, name: key } };
}

/** Finds the users of statements: the learner of a launch, whom all of its statements name, or whom their actors identify. */
async function findPeople(
  { visit, platform, instance }: Actor,
  { reach, launch }: StoreClient,
  statements: readonly Statement[],
): Promise<(agent: AgentObject) => number | null> {
  if (launch) return () => launch.userId;
  return matchPeople(reach, statements, [visit.origin, siteOrigin(visit.origin, platform.config, instance.domain)]);
}

/** Finds the users whom the statements' actors identify: by mail address, or by an account of this site. */
async function matchPeople(
  reach: queries.Store,
  statements: readonly Statement[],
  origins: readonly string[],
): Promise<(agent: AgentObject) => number | null> {
  const email = ({ mbox }: AgentObject) => mbox?.replace(/^mailto:/, "").toLowerCase();
  const id = ({ account }: AgentObject) =>
    account && origins.includes(account.homePage) && /^[1-9]\d{0,8}$/.test(account.name)
      ? Number(account.name)
      : undefined;
  const agents = statements.map(({ actor }) => actor);
  const isThere = <T>(value: T | undefined): value is T => value !== undefined;
  const emails = [...new Set(agents.map(email).filter(isThere))];
  const ids = [...new Set(agents.map(id).filter(isThere))];
  const rows = emails.length + ids.length > 0 ? await queries.findPeople(reach, emails, ids) : [];
  const byEmail = new Map(rows.map((row) => [row.email.toLowerCase(), row.id]));
  const known = new Set(rows.map((row) => row.id));
  return (agent) => byEmail.get(email(agent) ?? "") ?? (known.has(id(agent) ?? 0) ? id(agent)! : null);
}

/** Returns the time up to which everything stored is readable. */
export async function consistentThrough(actor: Actor): Promise<Date> {
  return queries.consistentThrough((await openStore(actor)).reach);
}

/** Options for reading statements. */
export interface Reading {
  format: Format;
  languages: readonly string[];
  attachments: boolean;
}

export interface Answer<T> {
  result: T;
  parts: PartToWrite[];
  consistentThrough: Date;
}

/**
 * Returns one statement by its id, or a voided one by its id.
 * @throws XapiRefusal 404
 */
export async function readStatement(
  actor: Actor,
  id: string,
  isVoided: boolean,
  reading: Reading,
): Promise<Answer<Statement> & { stored: Date }> {
  const client = await openStore(actor);
  const { reach } = client;
  const through = await queries.consistentThrough(reach);
  const [row] = await queries.findStatements(reach, [id]);
  if (!row || (row.voided_by !== null) !== isVoided || !mayRead(client, JSON.parse(row.statement)))
    throw new XapiRefusal(404, "There is no such statement.");
  const { statements, parts } = await giveOut(actor, reach, [row], reading);
  return { result: statements[0]!, parts, consistentThrough: through, stored: row.stored };
}

/** Lists statements by a filter, with the start of the next page. */
export async function queryStatements(
  actor: Actor,
  filter: Omit<queries.Filter, "limit">,
  limit: number,
  reading: Reading,
): Promise<Answer<Statement[]> & { next: { stored: Date; sequence: number } | null }> {
  const client = await openStore(actor);
  const { reach } = client;
  const agent = readAgentOfQuery(client, filter.agent?.key);
  const through = await queries.consistentThrough(reach);
  const size = limit === 0 ? PAGE : Math.min(limit, LARGEST_PAGE);
  const rows = await queries.listStatements(reach, {
    ...filter,
    // For a launch, only statements by its learner, not those that mention the learner.
    ...(client.launch && { agent: { key: agent!, related: false } }),
    ...(client.launch?.au && { registration: client.launch.registration }),
    limit: size + 1,
  });
  const page = rows.slice(0, size);
  const { statements, parts } = await giveOut(actor, reach, page, reading);
  const last = rows.length > size ? page.at(-1)! : null;
  return {
    result: statements,
    parts,
    consistentThrough: through,
    next: last && { stored: last.stored, sequence: last.sequence },
  };
}

async function giveOut(actor: Actor, reach: queries.Store, rows: readonly queries.StoredStatement[], reading: Reading) {
  const exact = rows.map((row) => JSON.parse(row.statement) as Statement);
  const known =
    reading.format === "canonical"
      ? await activityQueries.findDefinitions(reach, [...new Set(exact.flatMap(listActivities).map(({ id }) => id))])
      : new Map();
  const definitions = new Map([...known].filter(([, definition]) => definition !== null));
  return {
    statements: exact.map((statement) => formatStatement(statement, reading.format, reading.languages, definitions)),
    parts: reading.attachments ? await findAttachments(actor.platform, reach, exact) : [],
  };
}
