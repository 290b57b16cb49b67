import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { unzip } from "../testing/tables.ts";
import { writeXlsx } from "./xlsx.ts";

test("a workbook is valid XML for any text, and continues in another sheet when one is full", async () => {
  const rows = Array.from({ length: 25 }, (_, i) => [`<&\u0000\ud800 ${i}`, i]);
  async function* batches() {
    for (let first = 0; first < rows.length; first += 4) yield rows.slice(first, first + 4);
  }
  const files = await unzip(await buffer(writeXlsx(["a", "b"], batches(), { formatDay: String, rowsOfSheet: 10 })));
  const sheets = [1, 2, 3].map((n) => files.get(`xl/worksheets/sheet${n}.xml`)!);
  expect(sheets.map((sheet) => sheet.match(/<row>/g)!.length)).toEqual([11, 11, 6]);
  expect(sheets[0]).toContain("&lt;&amp;\ufffd 0");
  expect(files.get("xl/workbook.xml")!.match(/<sheet /g)).toHaveLength(3);
});
