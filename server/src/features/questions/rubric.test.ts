import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countRubricPoints, countWords, type Criterion, findRubricProblem, scoreRubric } from "./rubric.ts";

const anyRubric: fc.Arbitrary<Criterion[]> = fc
  .array(fc.array(fc.nat(20), { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 })
  .map((criteria) =>
    criteria.map((levels, at) => ({
      criterion: `Criterion ${at}`,
      levels: levels.map((points, place) => ({ text: `Level ${place}`, points })),
    })),
  );

/** Chooses the levels of a rubric at these places. */
const choose = (rubric: Criterion[], places: number[]) =>
  rubric.map(({ criterion, levels }, at) => ({
    criterion,
    level: levels[(places[at] ?? 0) % levels.length]!.text,
  }));

describe("the score of a rubric", () => {
  test("is the sum of the chosen levels, from nothing to the points of the question, in any order", () => {
    fc.assert(
      fc.property(anyRubric, fc.array(fc.nat(4)), (rubric, places) => {
        const chosen = choose(rubric, places);
        const scored = scoreRubric(rubric, chosen)!;
        const sum = rubric.reduce(
          (total, { levels }, at) => total + levels.find(({ text }) => text === chosen[at]!.level)!.points,
          0,
        );
        expect(scored.points).toBe(sum);
        expect(scored.points).toBeGreaterThanOrEqual(0);
        expect(scored.points).toBeLessThanOrEqual(countRubricPoints(rubric));
        expect(scoreRubric(rubric, chosen.toReversed())).toEqual(scored);
        expect(scored.levels.every(({ points, most }) => points <= most)).toBe(true);
      }),
    );
  });

  test("is that of the question for the highest levels, and never less for a higher level", () => {
    fc.assert(
      fc.property(anyRubric, fc.array(fc.nat(4)), fc.nat(5), (rubric, places, raised) => {
        const highest = rubric.map(({ criterion, levels }) => ({
          criterion,
          level: levels.toSorted((a, b) => b.points - a.points)[0]!.text,
        }));
        expect(scoreRubric(rubric, highest)!.points).toBe(countRubricPoints(rubric));
        const chosen = choose(rubric, places);
        const better = chosen.with(raised % rubric.length, highest[raised % rubric.length]!);
        expect(scoreRubric(rubric, better)!.points).toBeGreaterThanOrEqual(scoreRubric(rubric, chosen)!.points);
      }),
    );
  });

  test("is refused for levels that are missing, unknown, or of one criterion twice", () => {
    fc.assert(
      fc.property(anyRubric, fc.nat(5), (rubric, at) => {
        const chosen = choose(rubric, []);
        const place = at % rubric.length;
        expect(scoreRubric(rubric, chosen.toSpliced(place, 1))).toBeNull();
        expect(scoreRubric(rubric, chosen.with(place, { ...chosen[place]!, level: "None" }))).toBeNull();
        expect(scoreRubric(rubric, [...chosen, chosen[place]!])).toBeNull();
        if (rubric.length > 1)
          expect(scoreRubric(rubric, chosen.with(place, chosen[(place + 1) % rubric.length]!))).toBeNull();
      }),
    );
  });
});

const level = (text: string, points: number) => ({ text, points });
const rubric = [{ criterion: "Facts", levels: [level("Wrong", 0), level("Right", 4)] }];

test.each([
  ["words that cannot be", { min_words: 5, max_words: 4 }, "needs a highest number of words"],
  ["a criterion without a name", { rubric: [{ ...rubric[0]!, criterion: " " }], points: 4 }, "needs a name of its own"],
  [
    "equal criteria",
    { rubric: [rubric[0]!, { ...rubric[0]!, criterion: "Facts " }], points: 8 },
    "needs a name of its",
  ],
  [
    "one level",
    { rubric: [{ criterion: "Facts", levels: [level("Right", 4)] }], points: 4 },
    "needs at least two levels",
  ],
  [
    "equal levels",
    { rubric: [{ criterion: "Facts", levels: [level("Right", 4), level("Right", 2)] }], points: 4 },
    "needs at least two levels",
  ],
  [
    "no points",
    { rubric: [{ criterion: "Facts", levels: [level("a", 0), level("b", 0)] }], points: 1 },
    "gives points",
  ],
  ["other points", { rubric, points: 5 }, "has to be worth the highest points"],
])("an essay with %s is refused", (_, essay, message) => {
  expect(findRubricProblem(essay)?.id).toContain(message);
});

test("an essay is taken with a rubric of its points, and without one", () => {
  expect(findRubricProblem({ rubric, points: 4, min_words: 4, max_words: 4 })).toBeNull();
  expect(findRubricProblem({ points: 3 })).toBeNull();
});

test("words are counted between spaces, if they are more than signs", () => {
  expect(countWords("  Don't use rope no. 7 – it’s\nold… ")).toBe(7);
  expect(countWords(" \n—")).toBe(0);
});
