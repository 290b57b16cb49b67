/** The server takes no longer list in a request. */
const MOST_ITEMS = 10_000;

/**
 * Sends a list that the server returned, in as many requests as its length needs, one after the other.
 * @returns the answers
 */
export async function requestInParts<Item, Result>(
  list: readonly Item[],
  send: (part: Item[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < list.length; start += MOST_ITEMS)
    results.push(await send(list.slice(start, start + MOST_ITEMS)));
  return results;
}
