import type { Actor } from "../../access/actor.ts";
import * as queries from "./activities.queries.ts";
import type { ActivityObject } from "./statement-rules.ts";
import type { Store } from "./statements.queries.ts";

const MAPS = new Set(["name", "description", "extensions"]);

/** Adds what statements say of activities to what is known of them: maps are merged, the rest is replaced by the newest. */
export async function mergeDefinitions(reach: Store, activities: readonly ActivityObject[]): Promise<void> {
  const iris = [...new Set(activities.map(({ id }) => id))];
  if (iris.length === 0) return;
  const known = await queries.findDefinitions(reach, iris);
  const changed = new Map<string, queries.Definition | null>();
  for (const { id, definition } of activities) {
    const before = changed.get(id) ?? known.get(id) ?? null;
    const after = definition ? merged(before ?? {}, definition) : before;
    if (!known.has(id) || JSON.stringify(after) !== JSON.stringify(known.get(id) ?? null)) changed.set(id, after);
  }
  await queries.saveDefinitions(reach, changed);
}

function merged(before: queries.Definition, after: queries.Definition): queries.Definition {
  const result = { ...before };
  for (const [name, value] of Object.entries(after))
    result[name] = MAPS.has(name) ? { ...(before[name] as object | undefined), ...(value as object) } : value;
  return result;
}

/** An activity with all that is known of it; with its id alone when nothing is (xAPI 2.0, 4.1.6.4). */
export async function readActivity(actor: Actor, iri: string): Promise<ActivityObject> {
  const reach = await actor.reach("xapi.use");
  const definition = (await queries.findDefinitions(reach, [iri])).get(iri);
  return { objectType: "Activity", id: iri, ...(definition && { definition }) };
}
