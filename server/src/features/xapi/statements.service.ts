import { randomUUID } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { keepAttachments, readAttachments } from "./attachments.service.ts";
import { mergeDefinitions } from "./activities.service.ts";
import * as activityQueries from "./activities.queries.ts";
import { saysTheSame } from "./equality.ts";
import { timeOf } from "./formats.ts";
import { activitiesOf, isSubStatement, lookOf } from "./looks.ts";
import type { Part } from "./multipart.ts";
import { bad, XapiRefusal } from "./refusal.ts";
import { type Format, formatted } from "./statement-formats.ts";
import {
  type AgentObject,
  checkStatement,
  type Event,
  type Statement,
  type Version,
  VOIDED,
} from "./statement-rules.ts";
import * as queries from "./statements.queries.ts";

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
  const reach = await actor.reach("xapi.use");
  if (sent.length > MOST_IN_A_BATCH) throw new XapiRefusal(413, `Send at most ${MOST_IN_A_BATCH} statements at once.`);
  const checked = sent.map((statement) => {
    checkStatement(statement, version);
    return { ...statement, id: statement.id?.toLowerCase() ?? randomUUID() };
  });
  const ids = checked.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw bad("Two statements have the same id.");
  await keepAttachments(actor.platform, reach, checked, parts, version);
  const stored = await queries.enter(reach);
  const kept = new Map((await queries.findStatements(reach, ids)).map((row) => [row.id, row]));
  for (const statement of checked) {
    const there = kept.get(statement.id);
    if (there && !saysTheSame(statement, JSON.parse(there.statement)))
      throw new XapiRefusal(409, `There is another statement with the id ${statement.id}.`);
  }
  const fresh = checked
    .filter(({ id }) => !kept.has(id))
    .map((statement) => completed(statement, stored, authorityOf(actor), version));
  if (fresh.length > 0) await insert(reach, stored, fresh, actor.visit.origin);
  return ids;
}

async function insert(
  reach: queries.Store,
  stored: Date,
  statements: readonly (Statement & { id: string })[],
  origin: string,
): Promise<void> {
  const voids = statements.filter(({ verb }) => verb.id === VOIDED).map((by) => ({ target: targetOf(by)!, by: by.id }));
  await refuseVoidingOfVoiding(reach, statements, voids);
  const people = await peopleOf(reach, statements, origin);
  await queries.insertStatements(
    reach,
    stored,
    statements.map((statement) => ({
      id: statement.id,
      text: JSON.stringify(statement),
      target: targetOf(statement),
      user_id: people(statement.actor),
      look: lookOf(statement),
    })),
  );
  const ids = statements.map(({ id }) => id);
  const refers = statements.some((statement) => targetOf(statement) !== null);
  if (refers || (await queries.listReferred(reach, ids)).length > 0) await queries.inheritFaces(reach, ids);
  // A voided statement may come after the one that voids it.
  const late = await queries.listVoidersOf(reach, ids);
  if (voids.length + late.length > 0) await queries.voidStatements(reach, [...voids, ...late]);
  await mergeDefinitions(reach, statements.flatMap(activitiesOf));
}

/** xAPI 2.0, 4.2.5: a statement that voids another cannot be voided. */
async function refuseVoidingOfVoiding(
  reach: queries.Store,
  statements: readonly Statement[],
  voids: readonly { target: string }[],
): Promise<void> {
  if (voids.length === 0) return;
  const targets = new Set(voids.map(({ target }) => target));
  const there = (await queries.findStatements(reach, [...targets])).map(
    (row) => JSON.parse(row.statement) as Statement,
  );
  const among = statements.filter(({ id }) => targets.has(id!));
  if ([...there, ...among].some(({ verb }) => verb.id === VOIDED))
    throw bad("A statement that voids another cannot be voided.");
}

function targetOf({ object }: Statement): string | null {
  return object.objectType === "StatementRef" ? (object as { id: string }).id.toLowerCase() : null;
}

/** What the store adds and settles (xAPI 2.0, 4.2.4.2): times in UTC, lists of activities, the authority and its version. */
function completed(
  statement: Statement & { id: string },
  stored: Date,
  authority: AgentObject,
  version: Version,
): Statement & { id: string } {
  const { object } = statement;
  const time = statement.timestamp === undefined ? stored.getTime() : timeOf(statement.timestamp)!;
  return {
    ...statement,
    ...withLists(statement),
    ...(isSubStatement(object) && { object: { ...object, ...withLists(object) } }),
    timestamp: new Date(time).toISOString(),
    stored: stored.toISOString(),
    authority,
    version: statement.version ?? (version === "2.0.0" ? "2.0.0" : "1.0.0"),
  };
}

/** Activities around a statement are given out in lists, also one alone (4.2.2.5). */
function withLists({ context }: Event): Pick<Event, "context"> {
  if (!context?.contextActivities) return {};
  const lists = Object.entries(context.contextActivities).map(([name, list]) => [name, [list].flat()]);
  return { context: { ...context, contextActivities: Object.fromEntries(lists) } };
}

/** Who vouches for what is stored: the credentials, as an account of this site. */
function authorityOf(actor: Actor): AgentObject {
  const { key, name } = actor.xapi ?? { key: String(actor.person.id), name: actor.name };
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
  return queries.consistentThrough(await actor.reach("xapi.use"));
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
  const reach = await actor.reach("xapi.use");
  const through = await queries.consistentThrough(reach);
  const [row] = await queries.findStatements(reach, [id]);
  if (!row || (row.voided_by !== null) !== isVoided) throw new XapiRefusal(404, "There is no such statement.");
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
  const reach = await actor.reach("xapi.use");
  const through = await queries.consistentThrough(reach);
  const size = limit === 0 ? PAGE : Math.min(limit, LARGEST_PAGE);
  const rows = await queries.listStatements(reach, { ...filter, limit: size + 1 });
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
