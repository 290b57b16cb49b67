import { expect, test } from "vitest";
import { Conflict } from "../../../errors.ts";
import type { Cell } from "../cells.ts";
import { toPdfRows } from "./pdf-rows.ts";

async function draw(...batches: Cell[][][]): Promise<number> {
  async function* rows() {
    yield* batches;
  }
  let drawn = 0;
  for await (const batch of toPdfRows(rows(), "Europe/Paris")) drawn += batch.length;
  return drawn;
}

test("a PDF has up to 10,000 rows, whatever the table counted", async () => {
  const half = Array<Cell[]>(5_000).fill(["x"]);
  expect(await draw(half, half)).toBe(10_000);
  await expect(draw(half, half, [["x"]])).rejects.toThrow(Conflict);
});

test("rows of a PDF have numbers and texts", async () => {
  async function* rows() {
    yield [["Ada", 5, null, new Date("2026-03-01T23:30:00Z")]];
  }
  const { value } = await toPdfRows(rows(), "Europe/Paris").next();
  expect(value).toEqual([["Ada", 5, null, "02/03/2026"]]);
});
