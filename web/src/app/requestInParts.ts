/** The server takes no longer list in a request. */
const MOST_ITEMS = 10_000;

type Options = {
  /** How many items a request has at most. */
  size?: number;
  /** Hears after each request how many items are done. */
  onProgress?: (done: number) => void;
};

/**
 * Sends a long list in as many requests as its length needs, one after the other.
 * @returns the answers
 */
export async function requestInParts<Item, Result>(
  list: readonly Item[],
  send: (part: Item[]) => Promise<Result>,
  { size = MOST_ITEMS, onProgress }: Options = {},
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < list.length; start += size) {
    const part = list.slice(start, start + size);
    results.push(await send(part));
    onProgress?.(start + part.length);
  }
  return results;
}
