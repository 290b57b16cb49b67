import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("quotes what holds commas, quotes and new lines", () => {
  expect(toCsv(["Title", "Learners"], [['A "short", course\nin two lines', 3]])).toBe(
    'Title,Learners\r\n"A ""short"", course\nin two lines",3',
  );
});

test("a title that looks like a formula is not run by a spreadsheet", () => {
  expect(toCsv(["Title"], [["=1+1"], ["@SUM(A1)"], ["-2"], [""]])).toBe("Title\r\n'=1+1\r\n'@SUM(A1)\r\n'-2\r\n");
});
