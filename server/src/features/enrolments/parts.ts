/**
 * Splits a list into parts of at most so many entries, in its order.
 * @param size of a part; less than one is one
 */
export function* inParts<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  const step = Math.max(1, Math.floor(size));
  for (let start = 0; start < list.length; start += step) yield list.slice(start, start + step);
}
