import { expect, test } from "vitest";
import { listMarks, listMarksWithoutKey } from "./item-marks.ts";

type Row = Parameters<typeof listMarks>[0];
const option = (text: string, is_right: boolean, upper: number, chosen = 5): Row["options"][number] =>
  ({ text, is_right, chosen, upper }) as Row["options"][number];
const fine: Row = {
  answered: 20,
  facility: 0.5,
  discrimination: 0.2,
  options: [option("right", true, 5), option("wrong", false, 4)],
};
const toMarks = (more: Partial<Row>) => listMarks({ ...fine, ...more }).map(({ kind, option: of }) => [kind, of]);

test.each<[string, Partial<Row>, unknown[]]>([
  ["as nothing at the figures from which on it is fine", {}, []],
  ["as nothing at 25 and 95 %", { facility: 0.25 }, []],
  ["as nothing at 95 %", { facility: 0.95 }, []],
  ["as nothing without a correlation", { discrimination: null }, []],
  ["as too hard below 25 %", { facility: 0.249 }, [["too_hard", null]]],
  ["as too easy above 95 %", { facility: 0.951 }, [["too_easy", null]]],
  ["as not discriminating below 0.2", { discrimination: 0.199 }, [["no_discrimination", null]]],
  ["as not discriminating, but not negative, at 0", { discrimination: 0 }, [["no_discrimination", null]]],
  ["as negative below 0, and as nothing else", { discrimination: -0.1 }, [["negative", null]]],
  ["as nothing before 20 people have answered it", { answered: 19, facility: 0 }, []],
  ["as nothing without a share of points", { facility: null, discrimination: -1 }, []],
])("a question is marked %s", (_, more, marks) => {
  expect(toMarks(more)).toEqual(marks);
});

test("options are marked that nobody chose, and wrong ones that the better people prefer to the best right one", () => {
  const options = [
    option("right", true, 2),
    option("right too", true, 6),
    option("unused", false, 0, 0),
    option("as good", false, 6),
    option("preferred", false, 7),
  ];
  expect(toMarks({ options })).toEqual([
    ["unused_option", "unused"],
    ["preferred_option", "preferred"],
  ]);
  expect(toMarks({ options: [option("right", true, 0, 0), option("wrong", false, 0)] })).toEqual([]);
});

test("marks without the key name each reason once, and no option", () => {
  const options = [option("right", true, 1), option("a", false, 3), option("b", false, 4)];
  expect(listMarksWithoutKey({ ...fine, options })).toEqual([{ kind: "preferred_option", option: null }]);
});
