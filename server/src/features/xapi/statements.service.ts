import type { Actor } from "../../access/actor.ts";
import { keepAttachments, readAttachments } from "./attachments.service.ts";
import {
  agentOfQuery,
  holdLaunch,
  mayRead,
  openStore,
  passOn,
  refuseAgainstCmi5,
  refuseForeignStatements,
} from "./clients.ts";
import * as activityQueries from "./activities.queries.ts";
import { saysTheSame } from "./equality.ts";
import { activitiesOf } from "./looks.ts";
import type { Part } from "./multipart.ts";
import { bad, XapiRefusal } from "./refusal.ts";
import { type Format, formatted } from "./statement-formats.ts";
import { type AgentObject, checkStatement, type Statement, type Version } from "./statement-rules.ts";
import * as queries from "./statements.queries.ts";
import { completed, identified, insert } from "./storing.ts";

const MOST_IN_A_BATCH = 5_000;
const PAGE = 100;
const LARGEST_PAGE = 500;

/**
 * Stores statements, all or none (xAPI 2.0, 4.1.6.1). One that is there already and says the same is taken as stored.
 * @param parts the bytes of attachments
 * @returns the ids, in the order of the statements
 * @throws XapiRefusal 400 for what breaks a rule; 409 for an id that says something else already
 */
export async function storeStatements(
  actor: Actor,
  sent: readonly unknown[],
  parts: readonly Part[],
  version: Version,
): Promise<string[]> {
  const client = await openStore(actor);
  const { reach } = client;
  if (sent.length > MOST_IN_A_BATCH) throw new XapiRefusal(413, `Send at most ${MOST_IN_A_BATCH} statements at once.`);
  const asSent = sent.map((statement) => {
    checkStatement(statement, version);
    return statement;
  });
  const checked = asSent.map(identified);
  const ids = checked.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw bad("Two statements have the same id.");
  refuseForeignStatements(client, checked);
  if (client.launch && !client.launch.isKept) {
    await refuseAgainstCmi5(actor, client, asSent);
    await passOn(actor, client, asSent);
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
  await refuseAgainstCmi5(
    actor,
    client,
    asSent.filter((_, index) => !kept.has(ids[index]!)),
  );
  const fresh = checked
    .filter(({ id }) => !kept.has(id))
    .map((statement) => completed(statement, stored, authorityOf(actor), version));
  if (fresh.length > 0) await insert(reach, stored, fresh, await peopleOf(reach, fresh, actor.visit.origin));
  await passOn(actor, client, fresh);
  return ids;
}

/** Who vouches for what is stored, as an account of this site: the credentials, or the learner whose package was launched. */
function authorityOf(actor: Actor): AgentObject {
  const { xapi, person } = actor;
  const { key, name } = xapi && "key" in xapi ? xapi : { key: String(person.id), name: actor.name };
  return { objectType: "Agent", name, account: { homePage: actor.visit.origin, name: key } };
}

/** Whom of the instance the actors of statements are: by an address, or by an account of this site with the person's id. */
async function peopleOf(
  reach: queries.Store,
  statements: readonly Statement[],
  origin: string,
): Promise<(agent: AgentObject) => number | null> {
  const email = ({ mbox }: AgentObject) => mbox?.replace(/^mailto:/, "").toLowerCase();
  const id = ({ account }: AgentObject) =>
    account?.homePage === origin && /^[1-9]\d{0,8}$/.test(account.name) ? Number(account.name) : undefined;
  const agents = statements.map(({ actor }) => actor);
  const isThere = <T>(value: T | undefined): value is T => value !== undefined;
  const emails = [...new Set(agents.map(email).filter(isThere))];
  const ids = [...new Set(agents.map(id).filter(isThere))];
  const rows = emails.length + ids.length > 0 ? await queries.findPeople(reach, emails, ids) : [];
  const byEmail = new Map(rows.map((row) => [row.email.toLowerCase(), row.id]));
  const known = new Set(rows.map((row) => row.id));
  return (agent) => byEmail.get(email(agent) ?? "") ?? (known.has(id(agent) ?? 0) ? id(agent)! : null);
}

/** Up to when everything that was stored can be read. */
export async function consistentThrough(actor: Actor): Promise<Date> {
  return queries.consistentThrough((await openStore(actor)).reach);
}

/** What a reader wants of statements. */
export interface Reading {
  format: Format;
  languages: readonly string[];
  attachments: boolean;
}

export interface Answer<T> {
  result: T;
  parts: Part[];
  consistentThrough: Date;
}

/**
 * One statement by its id, or one that was voided by its id.
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

/** The statements that a filter finds, and where the next page begins. */
export async function queryStatements(
  actor: Actor,
  filter: Omit<queries.Filter, "limit">,
  limit: number,
  reading: Reading,
): Promise<Answer<Statement[]> & { next: { stored: Date; sequence: number } | null }> {
  const client = await openStore(actor);
  const { reach } = client;
  const agent = agentOfQuery(client, filter.agent?.key);
  const through = await queries.consistentThrough(reach);
  const size = limit === 0 ? PAGE : Math.min(limit, LARGEST_PAGE);
  const rows = await queries.listStatements(reach, {
    ...filter,
    // Kept to one learner a page of statements that merely mention them is none of theirs.
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
      ? await activityQueries.findDefinitions(reach, [...new Set(exact.flatMap(activitiesOf).map(({ id }) => id))])
      : new Map();
  const definitions = new Map([...known].filter(([, definition]) => definition !== null));
  return {
    statements: exact.map((statement) => formatted(statement, reading.format, reading.languages, definitions)),
    parts: reading.attachments ? await readAttachments(actor.platform, reach, exact) : [],
  };
}
