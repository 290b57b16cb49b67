import type { Reach } from "../../access/actor.ts";
import type { Database } from "../../db/client.ts";
import { type Order, getPage, RememberedOrders } from "../../db/remembered-orders.ts";
import { isFilteredByOthers, pickOtherFilters } from "./user-conditions.ts";
import * as queries from "./users.queries.ts";

const MOST_REMEMBERED = 1_000;
const LARGEST_REMEMBERED = 100;
/** Pages from here on are found in the order of the list once it is read; those before, PostgreSQL finds as fast. */
const FIRST_FAR = 1_000;

/** Who is active depends on the day, which begins with a quarter of an hour in every time zone. */
const QUARTER_MS = 15 * 60_000;

interface RememberedPage {
  ids: number[];
  total: number;
  version: number;
}

/** What is remembered of the lists of a database. */
class RememberedLists {
  readonly #pages = new Map<string, RememberedPage>();
  readonly orders = new RememberedOrders<number>();
  /** The version at which a page far from the start of a list was read last. */
  readonly #farVersions = new Map<string, number>();

  findPage(key: string): RememberedPage | undefined {
    return this.#pages.get(key);
  }

  rememberPage(key: string, page: RememberedPage): void {
    setLatest(this.#pages, key, page);
  }

  /** Tells whether a page far from the start of a list was read before at this version. */
  isReadAgain(key: string, version: number): boolean {
    const before = this.#farVersions.get(key);
    setLatest(this.#farVersions, key, version);
    return before === version;
  }
}

/** Sets an entry as the last one, so that those frequently requested stay. */
function setLatest<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  for (const oldest of map.keys()) {
    if (map.size < MOST_REMEMBERED) break;
    map.delete(oldest);
  }
  map.set(key, value);
}

const rememberedBy = new WeakMap<Database, RememberedLists>();

type Page = queries.ListOptions & { limit: number };

/** Takes the details of the users of a page, in one round trip with the page or one statement. */
export interface DetailsOfPage {
  which: queries.WhichFields;
  /** Starts to read the details of users who are probably those of the page. */
  start: (ids: readonly number[]) => void;
  give: (ids: readonly number[], details: ReadonlyMap<number, queries.UserDetails>) => void;
}

/**
 * Loads a page of users with the total. Which users are on it is cached until a user of the instance, or a value of an own
 * field, is added, changed or removed: each call reads the version of the list together with the users, so nothing outdated is shown.
 * @param details where the page is shown with them
 */
export async function loadPage(
  database: Database,
  reach: Reach<"user.view">,
  options: Page,
  details?: DetailsOfPage,
): Promise<{ rows: queries.UserRow[]; total: number }> {
  const find = async (lastTotal?: number) => {
    const found = await queries.findUsers(reach, options, { which: details?.which, lastTotal });
    if (found.details) details?.give(toIds(found.rows), found.details);
    return found;
  };
  if (reach.branchIds !== null || options.limit > LARGEST_REMEMBERED) return find();
  const lists = rememberedBy.get(database) ?? new RememberedLists();
  rememberedBy.set(database, lists);
  const { search, sort, limit, role, state, field } = options;
  const offset = Math.max(options.offset ?? 0, 0);
  const quarter = state ? Math.floor(Date.now() / QUARTER_MS) : 0;
  const list = [reach.instanceId, search?.trim().toLowerCase() ?? "", role ?? "", state ?? "", quarter, field ?? null];
  if (isFilteredByOthers(options)) {
    const key = JSON.stringify([...list, sort ?? "", limit, offset, ...pickOtherFilters(options)]);
    // Nothing tells whether this page is still the same: it is found again, and compared with the one whose details are read.
    const last = lists.findPage(key);
    if (last && queries.isLong(last.total)) details?.start(last.ids);
    const { rows, total, version } = await find(last?.total);
    lists.rememberPage(key, { ids: toIds(rows), total, version });
    return { rows, total };
  }
  const pageKey = JSON.stringify([...list, sort ?? "", limit, offset]);
  const orderKey = JSON.stringify([...list, sort?.replace(/^-/, "") ?? ""]);
  const order = offset < FIRST_FAR ? undefined : lists.orders.find(orderKey);
  const known = order ? toPage(order, options) : lists.findPage(pageKey);
  if (known) {
    const now = await queries.findByIds(reach, known.ids, details?.which);
    if (now.version === known.version) {
      if (now.details) details?.give(known.ids, now.details);
      if (!order) lists.rememberPage(pageKey, known);
      return { rows: now.rows, total: known.total };
    }
  }
  const found = await find();
  lists.rememberPage(pageKey, { ids: toIds(found.rows), total: found.total, version: found.version });
  // Only of lists that stay the same while they are paged: reading an order takes longer than reading a page.
  if (offset >= FIRST_FAR && lists.isReadAgain(orderKey, found.version))
    lists.orders.remember(orderKey, await queries.listOrder(reach, options));
  return found;
}

const toIds = (rows: readonly queries.UserRow[]) => rows.map(({ id }) => id);

function toPage(order: Order<number>, { limit, offset, sort }: Page): RememberedPage {
  const isReversed = sort?.startsWith("-") ?? false;
  const ids = getPage(order, { limit, offset: Math.max(offset ?? 0, 0), isReversed });
  return { ids, total: order.ids.length, version: order.version };
}
