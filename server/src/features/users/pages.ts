import type { Reach } from "../../access/actor.ts";
import type { Database } from "../../db/client.ts";
import * as queries from "./users.queries.ts";

const MOST_REMEMBERED = 1_000;
const LARGEST_REMEMBERED = 100;

interface Remembered {
  ids: number[];
  total: number;
  version: number;
}

const rememberedBy = new WeakMap<Database, Map<string, Remembered>>();

/**
 * A page of people with the total. Who stands on it is remembered until anybody of the instance is added, changed or taken
 * away: the version of the people says so, and is read each time together with the people themselves, so nothing shown is old.
 */
export async function pageOf(
  database: Database,
  reach: Reach<"user.view">,
  options: queries.ListOptions & { limit: number },
): Promise<{ rows: queries.UserRow[]; total: number }> {
  // Who belongs to a branch changes without a trace in the version.
  if (reach.branchIds !== null || options.limit > LARGEST_REMEMBERED) return queries.findUsers(reach, options);
  const pages = rememberedBy.get(database) ?? new Map<string, Remembered>();
  rememberedBy.set(database, pages);
  const { search, sort, limit, offset } = options;
  const key = JSON.stringify([reach.instanceId, search?.trim().toLowerCase() ?? "", sort ?? "", limit, offset ?? 0]);
  const known = pages.get(key);
  if (known) {
    const now = await queries.findByIds(reach, known.ids);
    if (now.version === known.version) {
      // To the end of the line: what is asked for often is the last to be forgotten.
      pages.delete(key);
      pages.set(key, known);
      return { rows: now.rows, total: known.total };
    }
  }
  const found = await queries.findUsers(reach, options);
  pages.delete(key);
  for (const oldest of pages.keys()) {
    if (pages.size < MOST_REMEMBERED) break;
    pages.delete(oldest);
  }
  pages.set(key, { ids: found.rows.map(({ id }) => id), total: found.total, version: found.version });
  return found;
}
