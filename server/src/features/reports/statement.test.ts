import { type CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import type { Reach } from "../../access/actor.ts";
import { startServer, type TestServer } from "../../testing/server.ts";
import { type Page, selectPage } from "./fragments.ts";
import { defineStatement, type Given, when } from "./statement.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Runs a test with a reach of the whole demo instance, or of some branches. */
const withReach = <T>(work: (reach: Reach<"report.view">) => Promise<T>, branchIds: number[] | null = null) =>
  server.inside("demo", (db, instanceId) =>
    work({ db, instanceId, branchIds, ledGroupIds: [] } as unknown as Reach<"report.view">),
  );

const numbers = defineStatement({
  row: z.object({ n: z.number() }),
  build: (of: Given<{ from: number; to?: number | null; onlyEven?: boolean }>, orderBy) => sql`
    SELECT n
    FROM generate_series(${of.from}::integer, 9) n
    WHERE ${of.instance}::integer IS NOT NULL
      ${when(of.to, (to) => sql`AND n <= ${to}`)}
      ${when(of.onlyEven, () => sql`AND n % 2 = 0`)}
    ${orderBy(sql`n`)}`,
  orders: { "-n": sql`n DESC` },
});

test("a statement applies the values that are given, and leaves out the others", async () => {
  const read = (params: { from: number; to?: number | null; onlyEven?: boolean }, sort?: string) =>
    withReach(async (reach) => (await numbers.run(reach, params, sort)).map(({ n }) => n));
  expect(await read({ from: 7 })).toEqual([7, 8, 9]);
  expect(await read({ from: 3, to: null })).toHaveLength(7);
  expect(await read({ from: 3, to: 5 })).toEqual([3, 4, 5]);
  expect(await read({ from: 3, to: 6, onlyEven: true }, "-n")).toEqual([6, 4]);
  // Each has a text of its own.
  expect(await read({ from: 3, to: 6, onlyEven: true })).toEqual([4, 6]);
  expect(await read({ from: 3, to: 6, onlyEven: false })).toEqual([3, 4, 5, 6]);
  expect(await read({ from: 8 }, "constructor")).toEqual([8, 9]);
  expect(await withReach((reach) => numbers.count(reach, { from: 3, to: 5 }))).toBe(3);
});

test("a statement rejects a value that its SQL does not use", async () => {
  const params = { from: 1, category: 3 };
  await expect(withReach((reach) => numbers.run(reach, params))).rejects.toThrow("ignores its value 'category'");
  await expect(withReach((reach) => numbers.count(reach, params))).rejects.toThrow("ignores its value 'category'");
});

const pages = defineStatement({
  row: z.object({ n: z.number() }),
  build: (of: Given<Page>) => sql`
    SELECT n FROM generate_series(1, 200) n WHERE ${of.instance}::integer IS NOT NULL ORDER BY n ${selectPage(of)}`,
});

test("a statement reads pages of any length, and has the usual lengths and no offset of 0 in its text", async () => {
  const read = (page: Page) =>
    withReach(async (reach) => {
      const sent = vi.spyOn(reach.db, "executeQuery");
      const rows = await pages.run(reach, page);
      const { parameters } = sent.mock.calls[0]![0] as CompiledQuery;
      return { first: rows[0]?.n, length: rows.length, parameters: parameters.slice(1) };
    });
  expect(await read({ limit: 10, offset: 0 })).toEqual({ first: 1, length: 10, parameters: [] });
  expect(await read({ limit: 25, offset: 50 })).toEqual({ first: 51, length: 25, parameters: [50] });
  expect(await read({ limit: 10, offset: 190 })).toEqual({ first: 191, length: 10, parameters: [190] });
  expect(await read({ limit: 11, offset: 0 })).toEqual({ first: 1, length: 11, parameters: [11] });
  expect(await read({})).toEqual({ first: 1, length: 200, parameters: [] });
});

test("a statement rejects a value that is bound and not given", async () => {
  const own = defineStatement({
    row: z.object({ n: z.number() }),
    build: (of: Given) => sql`SELECT ${7}::integer AS n WHERE ${of.instance}::integer IS NOT NULL`,
  });
  await expect(withReach((reach) => own.run(reach, {}))).rejects.toThrow("binds a value that is not among its values");
});

test("a statement rejects a length of a page that its SQL does not use", async () => {
  for (const params of [10, 11].map((limit) => ({ from: 1, limit })))
    await expect(withReach((reach) => numbers.run(reach, params))).rejects.toThrow("'limit'");
});

test("a statement rejects a limit to branches that its SQL does not use", async () => {
  await expect(withReach((reach) => numbers.run(reach, { from: 1 }, null), [1])).rejects.toThrow("'branches'");
});

const sparse = defineStatement({
  row: z.object({ name: z.string() }),
  build: (of: Given<{ at: number }>) => sql`
    SELECT CASE WHEN n = ${of.at} THEN NULL ELSE 'a' END AS name
    FROM generate_series(1, 3000) n
    WHERE ${of.instance}::integer IS NOT NULL`,
});

test("tests check the shape of every row: a NULL in a later row, call or batch fails", async () => {
  expect(await withReach((reach) => sparse.run(reach, { at: 0 }))).toHaveLength(3000);
  await expect(withReach((reach) => sparse.run(reach, { at: 2999 }))).rejects.toThrow("2998");
  const readBatches = (at: number) =>
    withReach(async (reach) => {
      for await (const rows of sparse.runInBatches(reach, { at })) expect(rows.length).toBeGreaterThan(0);
    });
  await readBatches(0);
  await expect(readBatches(2999)).rejects.toThrow();
});

test("a value is a placeholder while the text is built: comparing it with anything but null does not compile", () => {
  const compare = ({ instance, due, isFinal }: Given<{ due: string | null; isFinal: boolean }>) => [
    due === null,
    isFinal,
    // @ts-expect-error A placeholder is no text.
    due === "none",
    // @ts-expect-error A placeholder is no number.
    instance === 1,
    // @ts-expect-error A placeholder has no order.
    instance > 1,
  ];
  expect(compare).toBeTypeOf("function");
});
