import { expect, test } from "vitest";
import { fromPages, fromRows, readPage } from "./table.ts";

const collect = async <Row>(batches: AsyncIterable<Row[]>) => {
  const all: Row[] = [];
  for await (const rows of batches) all.push(...rows);
  return all;
};

/** Pages of a list of numbers that counts no further than `counted`. */
const numbers = (length: number, counted = length) =>
  fromPages(async ({ limit, offset }) => ({
    rows: Array.from({ length: Math.max(0, Math.min(limit, length - offset)) }, (_, index) => offset + index),
    total: Math.min(length, counted),
  }));

test("fromPages reads all pages, also of a list that counts only up to a maximum", async () => {
  expect(await collect(numbers(1234).batches())).toEqual(Array.from({ length: 1234 }, (_, index) => index));
  expect(await collect(numbers(1234, 1000).batches())).toHaveLength(1234);
  expect(await numbers(1234, 1000).count()).toBe(1000);
  expect(await numbers(20).page(5, 10)).toEqual([10, 11, 12, 13, 14]);
  expect(await collect(numbers(0).batches())).toEqual([]);
});

test("fromPages fails for a list that is too long, instead of repeating its last page", async () => {
  const endless = fromPages(async ({ limit }) => ({ rows: Array.from({ length: limit }, () => 0), total: 0 }));
  await expect(collect(endless.batches())).rejects.toThrow("fewer than 1000000 rows");
});

test("fromRows sorts by a known order, and keeps the order for an unknown one", async () => {
  const rows = [{ n: 10 }, { n: 9 }, { n: 11 }];
  const read = (sort: string | null) => collect(fromRows(rows, sort, { n: (row) => row.n }).batches());
  expect(await read("n")).toEqual([{ n: 9 }, { n: 10 }, { n: 11 }]);
  expect(await read("-n")).toEqual([{ n: 11 }, { n: 10 }, { n: 9 }]);
  expect(await read("toString")).toEqual(rows);
  expect(await read(null)).toEqual(rows);
  expect(await fromRows(rows).page(1, 1)).toEqual([{ n: 9 }]);
  expect(await fromRows(rows).count()).toBe(3);
});

test("readPage reads no further than its page", async () => {
  let read = 0;
  async function* batches() {
    for (const batch of [
      [1, 2],
      [3, 4],
      [5, 6],
    ]) {
      read++;
      yield batch;
    }
  }
  expect(await readPage(batches)(2, 1)).toEqual([2, 3]);
  expect(read).toBe(2);
});
