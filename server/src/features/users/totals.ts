import type { Reach } from "../../access/actor.ts";
import type { Database } from "../../db/client.ts";
import * as queries from "./users.queries.ts";

const MOST_REMEMBERED = 1_000;

interface Counted {
  total: number;
  version: number;
}

const countedBy = new WeakMap<Database, Map<string, Counted>>();

/**
 * How many people a list has in all. What a search found is remembered for as long as nobody of the instance was added,
 * changed or taken away since: the version says so, and it is read each time.
 */
export async function totalOf(database: Database, reach: Reach<"user.view">, search?: string | null): Promise<number> {
  const sought = search?.trim().toLowerCase();
  if (!sought) return queries.countUsers(reach);
  // Who belongs to a branch changes without a trace in the version.
  if (reach.branchIds !== null) return (await queries.countFound(reach, sought)).total;
  const remembered = countedBy.get(database) ?? new Map<string, Counted>();
  countedBy.set(database, remembered);
  const key = `${reach.instanceId} ${sought}`;
  const known = remembered.get(key);
  if (known && known.version === (await queries.findVersion(reach))) return known.total;
  const counted = await queries.countFound(reach, sought);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, counted);
  return counted.total;
}
