import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gradeWithCredit, type Question, takesSeveral } from "./grading.ts";
import { choice, distinctWords, question } from "./question.testdata.ts";

/** Creates a multiple choice whose options have weights: right ones above 0 that add up, or single ones at 100. */
function weighed(...options: [text: string, checked: boolean, weight?: number][]): Question {
  return question({
    type: "Multiple Choice",
    options: options.map(([text, checked, weight]) => ({ text, checked, weight })),
  });
}

const gradeChoice = (asked: Question, ...userSelections: string[]) => gradeWithCredit(asked, { userSelections });
const typedGrade = (asked: Question, freeTextAnswer: string) => gradeWithCredit(asked, { freeTextAnswer });

describe("options with weights", () => {
  test("give the share of the one that is chosen, where learners choose one", () => {
    const asked = weighed(["a", true], ["b", false, 50], ["c", false, -50], ["d", false]);
    expect(takesSeveral(asked)).toBe(false);
    expect(gradeChoice(asked, "a")).toEqual({ answered: true, isCorrect: true, credit: 1 });
    expect(gradeChoice(asked, "b")).toEqual({ answered: true, isCorrect: false, credit: 0.5 });
    expect(gradeChoice(asked, "c").credit).toBe(0);
    expect(gradeChoice(asked, "d").credit).toBe(0);
    // Only one can be chosen.
    expect(gradeChoice(asked, "a", "b")).toMatchObject({ isCorrect: false, credit: 0 });
  });

  test("let learners choose one of several right ones that each earn everything", () => {
    const asked = weighed(["a", true, 100], ["b", true, 100], ["c", false]);
    expect(takesSeveral(asked)).toBe(false);
    expect(gradeChoice(asked, "a").isCorrect).toBe(true);
    expect(gradeChoice(asked, "b").credit).toBe(1);
    expect(gradeChoice(asked, "c")).toMatchObject({ isCorrect: false, credit: 0 });
  });

  test("add up where learners choose several, and a neutral one changes nothing", () => {
    const asked = weighed(["a", true, 70], ["b", true, 30], ["c", false, -50], ["d", false, 0]);
    expect(takesSeveral(asked)).toBe(true);
    expect(gradeChoice(asked, "a", "b")).toMatchObject({ isCorrect: true, credit: 1 });
    expect(gradeChoice(asked, "a", "b", "d")).toMatchObject({ isCorrect: true, credit: 1 });
    expect(gradeChoice(asked, "a").credit).toBe(0.7);
    expect(gradeChoice(asked, "a", "c").credit).toBeCloseTo(0.2, 10);
    expect(gradeChoice(asked, "c").credit).toBe(0);
    expect(gradeChoice(asked, "a", "b", "c")).toMatchObject({ isCorrect: false, credit: 0.5 });
    expect(gradeChoice(asked, "a", "b", "invented").isCorrect).toBe(false);
  });

  test("that are the usual ones grade every answer as options without weights", () => {
    fc.assert(
      fc.property(distinctWords(2), fc.nat(), fc.nat(), (words, split, picks) => {
        const rights = words.slice(0, 1 + (split % (words.length - 1)));
        const wrongs = words.slice(rights.length);
        const isOne = rights.length === 1;
        const asked = weighed(
          ...rights.map((text): [string, boolean, number] => [text, true, 100 / rights.length]),
          ...wrongs.map((text): [string, boolean, number] => [text, false, isOne ? 0 : -100 / wrongs.length]),
        );
        const chosen = words.filter((_, at) => (picks >> at) % 2 === 1);
        const usual = gradeChoice(choice(rights, wrongs), ...chosen);
        const grade = gradeChoice(asked, ...chosen);
        expect(grade).toEqual({ ...usual, credit: expect.closeTo(usual.credit, 10) });
        expect(takesSeveral(asked)).toBe(takesSeveral(choice(rights, wrongs)));
      }),
      { numRuns: 500 },
    );
  });

  test("give everything for all right ones, and from nothing to everything for any choice", () => {
    const weights = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: -100, max: 0 })), {
      minLength: 2,
      maxLength: 5,
    });
    fc.assert(
      fc.property(weights, fc.nat(), (pairs, picks) => {
        const total = pairs.reduce((sum, [right]) => sum + right, 0);
        const asked = weighed(
          ...pairs.flatMap(([right, wrong], at): [string, boolean, number][] => [
            [`right ${at}`, true, (100 * right) / total],
            [`wrong ${at}`, false, wrong],
          ]),
        );
        const texts = asked.options.map(({ text }) => text);
        const all = gradeChoice(asked, ...texts.filter((text) => text.startsWith("right")));
        expect(all).toMatchObject({ isCorrect: true, credit: 1 });
        const { isCorrect, credit } = gradeChoice(asked, ...texts.filter((_, at) => (picks >> at) % 2 === 1));
        expect(credit).toBeGreaterThanOrEqual(0);
        expect(credit === 1).toBe(isCorrect);
        expect(credit).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("count for multiple choice only", () => {
    const asked = { ...weighed(["a", true, 100], ["b", true, 100], ["c", false]), type: "Hotspot" as const };
    expect(takesSeveral(asked)).toBe(true);
    expect(gradeChoice(asked, "a").isCorrect).toBe(false);
  });
});

describe("accepted answers with weights", () => {
  test("give the share of the one that is met; of several, of the one that earns most", () => {
    const asked = question({
      type: "Number",
      accepted: [
        { text: "3", tolerance: 1, weight: 40 },
        { text: "3.14", tolerance: 0.01 },
      ],
    });
    expect(typedGrade(asked, "3.14")).toEqual({ answered: true, isCorrect: true, credit: 1 });
    expect(typedGrade(asked, "3.5")).toEqual({ answered: true, isCorrect: false, credit: 0.4 });
    expect(typedGrade(asked, "5").credit).toBe(0);
    expect(typedGrade(asked, "")).toEqual({ answered: false, isCorrect: false, credit: 0 });
  });

  test("of short texts are right only at 100 %", () => {
    const asked = question({
      type: "Short Text",
      accepted: [
        { text: "Ada Lovelace", tolerance: 0, weight: 100 },
        { text: "Ada", tolerance: 0, weight: 60 },
      ],
    });
    expect(typedGrade(asked, "ada lovelace").isCorrect).toBe(true);
    expect(typedGrade(asked, "Ada")).toMatchObject({ isCorrect: false, credit: 0.6 });
    expect(typedGrade(asked, "Bob").credit).toBe(0);
  });
});
