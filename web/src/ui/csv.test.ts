import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("toCsv quotes values with commas, quotes and new lines", () => {
  expect(toCsv(["Title", "Learners"], [['A "short", course\nin two lines', 3]])).toBe(
    'Title,Learners\r\n"A ""short"", course\nin two lines",3',
  );
});

test("toCsv keeps spreadsheets from running a title that looks like a formula", () => {
  expect(toCsv(["Title"], [["=1+1"], ["@SUM(A1)"], ["-2"], [""]])).toBe("Title\r\n'=1+1\r\n'@SUM(A1)\r\n'-2\r\n");
});
