import { randomUUID } from "node:crypto";
import * as activities from "./activities.queries.ts";
import { timeOf } from "./formats.ts";
import { activitiesOf, isSubStatement, lookOf } from "./looks.ts";
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

/** A statement with an id: its own in lower case, else a new one. */
export function identified(statement: Statement): Identified {
  return { ...statement, id: statement.id?.toLowerCase() ?? randomUUID() };
}

/** What the store adds and settles (xAPI 2.0, 4.2.4.2): times in UTC, lists of activities, the authority and its version. */
export function completed(statement: Identified, stored: Date, authority: AgentObject, version: Version): Identified {
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

/**
 * Writes statements with all that they are found by, and carries out what they void.
 * @param personOf whom of the instance an actor is
 */
export async function insert(
  reach: queries.Store,
  stored: Date,
  statements: readonly Identified[],
  personOf: (actor: AgentObject) => number | null,
): Promise<void> {
  const voids = statements.filter(({ verb }) => verb.id === VOIDED).map((by) => ({ target: targetOf(by)!, by: by.id }));
  await refuseVoidingOfVoiding(reach, statements, voids);
  await queries.insertStatements(
    reach,
    stored,
    statements.map((statement) => ({
      id: statement.id,
      text: JSON.stringify(statement),
      target: targetOf(statement),
      user_id: personOf(statement.actor),
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

const MAPS = new Set(["name", "description", "extensions"]);

/** Adds what statements say of activities to what is known of them: maps are merged, the rest is replaced by the newest. */
async function mergeDefinitions(reach: queries.Store, said: readonly ActivityObject[]): Promise<void> {
  const iris = [...new Set(said.map(({ id }) => id))];
  if (iris.length === 0) return;
  const known = await activities.findDefinitions(reach, iris);
  const changed = new Map<string, activities.Definition | null>();
  for (const { id, definition } of said) {
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
