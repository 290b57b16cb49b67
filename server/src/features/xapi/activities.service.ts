import type { Actor } from "../../access/actor.ts";
import * as queries from "./activities.queries.ts";
import { openStore } from "./clients.ts";
import type { ActivityObject } from "./statement-rules.ts";

/** Returns an activity with its merged definition, or with its id alone (xAPI 2.0, 4.1.6.4). */
export async function readActivity(actor: Actor, iri: string): Promise<ActivityObject> {
  const { reach } = await openStore(actor);
  const definition = (await queries.findDefinitions(reach, [iri])).get(iri);
  return { objectType: "Activity", id: iri, ...(definition && { definition }) };
}
