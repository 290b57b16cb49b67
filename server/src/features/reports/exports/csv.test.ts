import { expect, test } from "vitest";
import type { Cell } from "../cells.ts";
import { writeCsv } from "./csv.ts";

async function write(...batches: Cell[][][]): Promise<string[]> {
  async function* rows() {
    yield* batches;
  }
  const pieces: string[] = [];
  for await (const piece of writeCsv(["Name", "Figure"], rows(), "Europe/Paris")) pieces.push(piece);
  return pieces;
}

test("numbers of a CSV stay numbers, and texts that begin like formulas are harmless", async () => {
  const [header, lines] = await write([
    ["-5", -5],
    ["=1+1", 2.5],
  ]);
  expect(header).toBe("\uFEFFName,Figure\r\n");
  expect(lines).toBe('"\'-5",-5\r\n"\'=1+1",2.5\r\n');
});

test("a CSV has no line for what is empty", async () => {
  expect(await write([], [["Ada", null]], [])).toEqual(["\uFEFFName,Figure\r\n", "Ada,\r\n"]);
});
