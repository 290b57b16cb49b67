import { expect, test } from "vitest";
import { type Format, toCell, toText } from "./cells.ts";
import type { Texts } from "./report-texts.ts";

const texts = { term: (id: string) => `term ${id}`, text: (id: string) => `text ${id}` } as unknown as Texts;
const zone = "America/New_York";
const moment = new Date("2026-03-02T03:04:05Z");

test.each<[Format, Parameters<typeof toCell>[0], unknown]>([
  ["text", null, null],
  ["duration", undefined, null],
  ["text", "x", "x"],
  ["text", true, "text yes"],
  ["text", false, "text no"],
  ["number", 0, 0],
  ["minute", moment.toISOString(), "01/03/2026 22:04"],
  ["day", moment.toISOString(), moment],
  ["date", "2026-03-02T00:00:00Z", "02/03/2026"],
  ["duration", 3_661.4, "1h 1m 1s"],
  ["term", "admin", "term admin"],
])("a cell of the format %s writes %s as %s", (format, value, cell) => {
  expect(toCell(value, format, texts, zone)).toEqual(cell);
});

test("a cell as text is the day of a moment in the time zone, and nothing where it is empty", () => {
  expect([toText(moment, zone), toText(0, zone), toText(null, zone)]).toEqual(["01/03/2026", "0", null]);
});
