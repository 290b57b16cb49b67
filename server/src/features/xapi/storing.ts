import { randomUUID } from "node:crypto";
import * as activities from "./activities.queries.ts";
import { parseTimestamp } from "./formats.ts";
import { listActivities, isSubStatement, indexStatement } from "./statement-index.ts";
import { bad } from "./refusal.ts";
import {
  type ActivityObject,
  type AgentObject,
  type Event,
  type Statement,
  type Version,
  VOIDED,
} from "./statement-rules.ts";
import * as queries from "./statements.queries.ts";

export type Identified = Statement & { id: string };

/** Returns a statement with its id in lower case, or with a new id. */
export function withId(statement: Statement): Identified {
  return { ...statement, id: statement.id?.toLowerCase() ?? randomUUID() };
}

/** Adds what the store sets (xAPI 2.0, 4.2.4.2): times in UTC, lists of activities, the authority and its version. */
export function withStoreProperties(
  statement: Identified,
  stored: Date,
  authority: AgentObject,
  version: Version,
): Identified {
  const { object } = statement;
  const time = statement.timestamp === undefined ? stored.getTime() : parseTimestamp(statement.timestamp)!;
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

/** Returns context activities in lists, also a single one (4.2.2.5). */
function withLists({ context }: Event): Pick<Event, "context"> {
  if (!context?.contextActivities) return {};
  const lists = Object.entries(context.contextActivities).map(([name, list]) => [name, [list].flat()]);
  return { context: { ...context, contextActivities: Object.fromEntries(lists) } };
}

/**
 * Stores statements with their index entries, and voids what they void.
 * @param findPerson the user whom an actor identifies
 */
export async function insert(
  reach: queries.Store,
  stored: Date,
  statements: readonly Identified[],
  findPerson: (actor: AgentObject) => number | null,
): Promise<void> {
  const voids = statements
    .filter(({ verb }) => verb.id === VOIDED)
    .map((by) => ({ target: findTarget(by)!, by: by.id }));
  await refuseVoidingOfVoiding(reach, statements, voids);
  await queries.insertStatements(
    reach,
    stored,
    statements.map((statement) => ({
      id: statement.id,
      text: JSON.stringify(statement),
      target: findTarget(statement),
      user_id: findPerson(statement.actor),
      index: indexStatement(statement),
    })),
  );
  const ids = statements.map(({ id }) => id);
  const refers = statements.some((statement) => findTarget(statement) !== null);
  if (refers || (await queries.listReferred(reach, ids)).length > 0) await queries.inheritIndexEntries(reach, ids);
  // A voided statement may arrive after the one that voids it. One that voids another cannot be voided.
  const late = await queries.listVoiders(
    reach,
    statements.filter(({ verb }) => verb.id !== VOIDED).map(({ id }) => id),
  );
  if (voids.length + late.length > 0) await queries.voidStatements(reach, [...voids, ...late]);
  await mergeDefinitions(reach, statements.flatMap(listActivities));
}

/** Rejects voiding a statement that voids another (xAPI 2.0, 4.2.5). */
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

function findTarget({ object }: Statement): string | null {
  return object.objectType === "StatementRef" ? (object as { id: string }).id.toLowerCase() : null;
}

const MAPS = new Set(["name", "description", "extensions"]);

/** Merges definitions of activities: maps are merged, the newest value wins for the rest. */
async function mergeDefinitions(reach: queries.Store, reported: readonly ActivityObject[]): Promise<void> {
  const iris = [...new Set(reported.map(({ id }) => id))];
  if (iris.length === 0) return;
  const known = await activities.findDefinitions(reach, iris);
  const changed = new Map<string, activities.Definition | null>();
  for (const { id, definition } of reported) {
    const before = changed.get(id) ?? known.get(id) ?? null;
    const after = definition ? merged(before ?? {}, definition) : before;
    if (!known.has(id) || JSON.stringify(after) !== JSON.stringify(known.get(id) ?? null)) changed.set(id, after);
  }
  await activities.saveDefinitions(reach, changed);
}

function merged(before: activities.Definition, after: activities.Definition): activities.Definition {
  const result = { ...before };
  for (const [name, value] of Object.entries(after))
    result[name] = MAPS.has(name) ? { ...(before[name] as object | undefined), ...(value as object) } : value;
  return result;
}
