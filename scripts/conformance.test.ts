import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checksIn, conformance, STANDARDS } from "./conformance.ts";

test("docs/conformance.md lists the clauses that the tests name ('npm run conformance' writes it)", () => {
  expect(readFileSync(new URL("../docs/conformance.md", import.meta.url), "utf8")).toBe(conformance());
});

test("every standard has checked clauses and known deviations", () => {
  const [, ...chapters] = conformance().split("\n## ");
  expect(chapters.map((chapter) => chapter.split("\n")[0])).toEqual([...STANDARDS]);
  for (const chapter of chapters) expect(chapter).toMatch(/\| --- \| --- \|\n\| .+\n[^]*Deviations and limits:\n\n- /);
});

test("a test name may tag clauses of several standards, and only of known ones", () => {
  expect(checksIn(`is kept [${"SCORM 1.2 cmi.a, cmi.b; cmi5 9.3.1"}]`, "x.test.ts")).toEqual([
    { standard: "SCORM 1.2", clause: "cmi.a", test: "is kept", file: "x.test.ts" },
    { standard: "SCORM 1.2", clause: "cmi.b", test: "is kept", file: "x.test.ts" },
    { standard: "cmi5", clause: "9.3.1", test: "is kept", file: "x.test.ts" },
  ]);
  expect(() => checksIn(`is kept [${"SCORM 1.3 x"}]`, "x.test.ts")).toThrow("SCORM 1.3");
  expect(checksIn("is kept", "x.test.ts")).toEqual([]);
});
