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
 * Loads a page of users with the total. Which users are on it is cached until a user of the instance, or a value of an own
 * field, is added, changed or removed: each call reads the version of the list together with the users, so nothing outdated is shown.
 */
export async function loadPage(
  database: Database,
  reach: Reach<"user.view">,
  options: queries.ListOptions & { limit: number },
): Promise<{ rows: queries.UserRow[]; total: number }> {
  if (reach.branchIds !== null || options.limit > LARGEST_REMEMBERED || queries.isFilteredByOthers(options))
    return queries.findUsers(reach, options);
  const pages = rememberedBy.get(database) ?? new Map<string, Remembered>();
  rememberedBy.set(database, pages);
  const { search, sort, limit, offset, role, field } = options;
  const key = JSON.stringify([
    reach.instanceId,
    search?.trim().toLowerCase() ?? "",
    sort ?? "",
    limit,
    offset ?? 0,
    role ?? "",
    field ?? null,
  ]);
  const known = pages.get(key);
  if (known) {
    const now = await queries.findByIds(reach, known.ids);
    if (now.version === known.version) {
      // Moves the page to the end, so that frequently requested pages stay cached.
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
