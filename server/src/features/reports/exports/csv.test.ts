import { text } from "node:stream/consumers";
import fc from "fast-check";
import Papa from "papaparse";
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

const formula = fc.constantFrom("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://evil.test")');
const cell = fc.oneof(fc.string({ unit: "binary" }), formula, fc.integer(), fc.constant(null));
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 20 });

test("no cell of a CSV begins a formula, and nothing is lost", async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      async function* batches() {
        for (let first = 0; first < rows.length; first += 7) yield rows.slice(first, first + 7);
      }
      const written = await text(writeCsv(["a", "b"], batches(), "UTC"));
      const read = Papa.parse<string[]>(written.slice(1), { newline: "\r\n" }).data.slice(1, -1);
      expect(
        read.flat().filter((field, i) => typeof rows.flat()[i] === "string" && /^[=+\-@\t\r]/.test(field)),
      ).toEqual([]);
      expect(read.flat().map((field) => field.replace(/^'(?=[=+\-@\t\r])/, ""))).toEqual(
        rows.flat().map((each) => String(each ?? "")),
      );
    }),
  );
});
