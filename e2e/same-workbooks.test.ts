import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { xlsxOf } from "../server/src/features/reports/xlsx.ts";
import { unzip } from "../server/src/testing/tables.ts";
import { xlsxFile } from "../web/src/ui/xlsx.ts";

// Lists that are no reports are written by the browser. Whoever opens the file is not to see by whom it was made.

test("a workbook of the browser is the one that the server would write", async () => {
  const header = ["Name", "Learners"];
  const rows = [
    ['=HYPERLINK("http://evil.test")', 3],
    ["<b>&\u0000\ud800 学习者 " + "é".repeat(40_000), null],
  ];
  async function* batches() {
    yield rows;
  }
  const written = Buffer.from(await (await xlsxFile(header, rows)).arrayBuffer());
  const expected = await buffer(xlsxOf(header, batches(), "UTC"));
  expect(await unzip(written)).toEqual(await unzip(expected));
});
