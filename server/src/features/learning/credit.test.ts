import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Answer } from "./answer.ts";
import { gradeWithCredit, type Question } from "./grading.ts";
import { anyQuestion, choice, distinctWords, gaps, ordering, pairs, question } from "./question.testdata.ts";

const readCredit = (asked: Question, answer: Answer) => gradeWithCredit(asked, answer).credit;

const anyAnswer: fc.Arbitrary<Answer> = fc.record({
  selectedOption: fc.option(fc.string()),
  freeTextAnswer: fc.option(fc.string()),
  userOrder: fc.array(fc.string(), { maxLength: 6 }),
  userSelections: fc.oneof(
    fc.array(fc.string(), { maxLength: 6 }),
    fc.dictionary(fc.string(), fc.string(), { maxKeys: 6, noNullPrototype: true }),
  ),
});

describe("partial credit", () => {
  test("is 1 for a right answer and from 0 to below 1 for every other, for every type", () => {
    fc.assert(
      fc.property(anyQuestion, anyAnswer, (asked, answer) => {
        const { isCorrect, credit } = gradeWithCredit(asked, answer);
        expect(credit).toBeGreaterThanOrEqual(0);
        if (isCorrect) expect(credit).toBe(1);
        else expect(credit).toBeLessThan(1);
      }),
      { numRuns: 500 },
    );
  });

  test("of several options is the share of right ones less the share of wrong ones, and never below 0", () => {
    const asked = choice(["a", "b"], ["c", "d"]);
    const credit = (...userSelections: string[]) => readCredit(asked, { userSelections });
    expect(credit("a", "b")).toBe(1);
    expect(credit("a")).toBe(0.5);
    expect(credit("a", "b", "c")).toBe(0.5);
    expect(credit("a", "c")).toBe(0);
    expect(credit("c", "d")).toBe(0);
    // Choosing everything earns nothing.
    expect(credit("a", "b", "c", "d")).toBe(0);
  });

  test("of several options does not fall with another right one, nor rise with another wrong one", () => {
    fc.assert(
      fc.property(distinctWords(5), fc.nat(), fc.nat(), (words, rightSeed, wrongSeed) => {
        const rights = words.slice(0, 2);
        const wrongs = words.slice(2);
        const chosen = [rights[rightSeed % 2]!, ...wrongs.slice(0, wrongSeed % wrongs.length)];
        const asked = choice(rights, wrongs);
        const before = readCredit(asked, { userSelections: chosen });
        expect(readCredit(asked, { userSelections: [...new Set([...chosen, ...rights])] })).toBeGreaterThanOrEqual(
          before,
        );
        expect(readCredit(asked, { userSelections: [...new Set([...chosen, ...wrongs])] })).toBeLessThanOrEqual(before);
      }),
    );
  });

  test("of one option is all or nothing", () => {
    expect(readCredit(choice(["a"], ["b"]), { selectedOption: "a" })).toBe(1);
    expect(readCredit(choice(["a"], ["b"]), { selectedOption: "b" })).toBe(0);
  });

  test("of gaps is the share that is right, also while others are open", () => {
    const asked = gaps("[a|x] [b|x] [c|x] [d|x]");
    expect(readCredit(asked, { userSelections: ["a", "b", "x", "d"] })).toBe(0.75);
    expect(readCredit(asked, { userSelections: ["a", "", "", ""] })).toBe(0.25);
    expect(readCredit(asked, { userSelections: [] })).toBe(0);
  });

  test("of an order is the share that is in its place", () => {
    fc.assert(
      fc.property(distinctWords(2), fc.nat(), (words, seed) => {
        const at = seed % (words.length - 1);
        const userOrder = words.with(at, words[at + 1]!).with(at + 1, words[at]!);
        expect(readCredit(ordering(words), { userOrder })).toBeCloseTo((words.length - 2) / words.length, 10);
      }),
    );
  });

  test("of pairs is the share that is right", () => {
    const asked = pairs([
      ["one", "1"],
      ["two", "2"],
      ["three", "3"],
    ]);
    expect(readCredit(asked, { userSelections: { one: "1", two: "3", three: "2" } })).toBeCloseTo(1 / 3, 10);
    expect(readCredit(asked, { userSelections: { one: "1" } })).toBeCloseTo(1 / 3, 10);
  });

  test("of a free text is the share of the points that it needs", () => {
    const rules: Question["rules"] = [
      { condition: "contains", word: "rope", points: 1 },
      { condition: "contains", word: "knot", points: 3 },
    ];
    const asked = question({ rules, required_points: 4 });
    expect(readCredit(asked, { freeTextAnswer: "A rope." })).toBe(0.25);
    expect(readCredit(asked, { freeTextAnswer: "A knot in a rope." })).toBe(1);
    expect(readCredit(asked, { freeTextAnswer: "Nothing." })).toBe(0);
  });
});
