import { LRUCache } from "lru-cache";

/** All ids of a list in its order, at a version of what it lists. */
export interface Order<Version> {
  ids: Int32Array;
  version: Version;
}

/** In all lists together: four bytes each. */
const MOST_IDS = 4_000_000;

/**
 * The orders of long lists, by what is listed and how it is sorted. A page far from the start of a list is a part of its
 * order, where PostgreSQL would read or sort all rows before it. An order counts only while its version is the current
 * one, which each request reads together with the page.
 */
export class RememberedOrders<Version> {
  readonly #orders = new LRUCache<string, Order<Version>>({
    maxSize: MOST_IDS,
    sizeCalculation: ({ ids }) => Math.max(ids.length, 1),
  });

  find(key: string): Order<Version> | undefined {
    return this.#orders.get(key);
  }

  remember(key: string, { ids, version }: { ids: readonly number[]; version: Version }): Order<Version> {
    const order = { ids: Int32Array.from(ids), version };
    this.#orders.set(key, order);
    return order;
  }
}

/** Returns the ids of a page of an order, or of its reverse. */
export function getPage(
  { ids }: Order<unknown>,
  { limit, offset, isReversed }: { limit: number; offset: number; isReversed: boolean },
): number[] {
  if (!isReversed) return [...ids.subarray(offset, offset + limit)];
  const end = Math.max(ids.length - offset, 0);
  return [...ids.subarray(Math.max(end - limit, 0), end)].toReversed();
}
