import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededRandom, withoutKey } from "./answer-key.ts";
import { listGaps } from "../questions/questions.service.ts";
import { grade } from "./grading.ts";
import {
  anyQuestion,
  choice,
  distinctWords,
  gaps,
  hotspot,
  ordering,
  pairs,
  question,
  word,
} from "./question.testdata.ts";

const secret = Buffer.from("a secret of thirty-two bytes ....");
const random = (seed: number) => seededRandom(secret, "attempt", seed);
const seeds = Array.from({ length: 200 }, (_, seed) => seed);

describe("withoutKey", () => {
  test("reveals neither right options nor rules nor points, for every type", () => {
    fc.assert(
      fc.property(anyQuestion, fc.nat(), (asked, seed) => {
        const shown = withoutKey(asked, random(seed));
        expect(shown.options.every((option) => option.checked === null)).toBe(true);
        expect(shown.rules).toEqual([]);
        expect(shown.required_points).toBeNull();
        expect(shown.accepted).toEqual([]);
        expect(shown.matches_case).toBeNull();
        expect(shown.feedback).toBeNull();
        expect(shown.rubric).toEqual([]);
        expect(shown.marker_note).toBeNull();
        expect(
          shown.options.every((option) => Object.keys(option).sort().join() === "checked,picture,region,text"),
        ).toBe(true);
        expect(shown.options.map(({ text }) => text).sort()).toEqual(asked.options.map(({ text }) => text).sort());
        expect(shown.pairs.map(({ left }) => left)).toEqual(asked.pairs.map(({ left }) => left));
        expect(shown.pairs.map(({ right }) => right).sort()).toEqual(asked.pairs.map(({ right }) => right).sort());
      }),
    );
  });

  test("shows whether to choose one option or several", () => {
    expect(withoutKey(choice(["a"], ["b"]), random(1)).multiple).toBe(false);
    expect(withoutKey(choice(["a", "b"], ["c"]), random(1)).multiple).toBe(true);
  });

  test("never shows three sides of pairs in the right order, though two are equal", () => {
    const asked = pairs([
      ["Severn", "river"],
      ["Thames", "river"],
      ["Windermere", "lake"],
    ]);
    for (const seed of seeds) {
      const shown = withoutKey(asked, random(seed)).pairs.map(({ right }) => right);
      expect(shown).not.toEqual(asked.pairs.map(({ right }) => right));
    }
  });

  test("shows options in the author's order, unless they are shuffled, and each with its own picture and region", () => {
    const asked = hotspot(["b", "c"], ["a", "d", "e", "f"]);
    asked.options = asked.options.map((option) => ({ ...option, picture: { file: `${option.text}.png`, alt: "" } }));
    const shown = withoutKey(asked, random(1)).options;
    expect(shown.map(({ text }) => text).join("")).toBe("bcadef");
    const shuffled = withoutKey(asked, random(1), true).options;
    expect(shuffled.map(({ text }) => text).join("")).not.toBe("bcadef");
    for (const { text, picture, region } of [...shown, ...shuffled]) {
      const own = asked.options.find((option) => option.text === text)!;
      expect({ picture, region }).toEqual({ picture: own.picture, region: own.region });
    }
  });

  test("never shows an ordering of three or more in the right order", () => {
    fc.assert(
      fc.property(distinctWords(3), fc.nat(), (words, seed) => {
        const userOrder = withoutKey(ordering(words), random(seed)).options.map(({ text }) => text);
        expect(grade(ordering(words), { userOrder }).isCorrect).toBe(false);
      }),
    );
  });

  test("never shows all of three or more pairs side by side", () => {
    fc.assert(
      fc.property(distinctWords(3), fc.nat(), (words, seed) => {
        const asked = pairs(words.map((word) => [word, `${word}!`]));
        const shown = withoutKey(asked, random(seed)).pairs;
        const userSelections = Object.fromEntries(shown.map(({ left, right }) => [left, right]));
        expect(grade(asked, { userSelections }).isCorrect).toBe(false);
      }),
    );
  });

  test("shows two entries in the right order about half of the time", () => {
    const twoWords = fc.tuple(word, word).filter(([first, second]) => first !== second);
    fc.assert(
      fc.property(twoWords, fc.nat(), ([first, second], start) => {
        const attempts = Array.from({ length: 400 }, (_, index) => random(start + index));
        const orders = attempts.map((each) => withoutKey(ordering([first, second]), each).options[0]!.text);
        const rights = attempts.map(
          (each) =>
            withoutKey(
              pairs([
                ["one", first],
                ["two", second],
              ]),
              each,
            ).pairs[0]!.right,
        );
        for (const firsts of [orders, rights]) {
          const inOrder = firsts.filter((text) => text === first).length;
          // Six standard deviations of 400 fair draws are 60.
          expect(inOrder).toBeGreaterThan(140);
          expect(inOrder).toBeLessThan(260);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("does not change what cannot be reordered", () => {
    expect(withoutKey(ordering(["same", "same"]), random(1)).options.map(({ text }) => text)).toEqual(["same", "same"]);
    expect(withoutKey(pairs([["one", "1"]]), random(1)).pairs).toEqual([{ left: "one", right: "1" }]);
  });

  test("puts the right alternative of a gap at every position", () => {
    const places = seeds.map((seed) => listGaps(withoutKey(gaps("[x|y|z]"), random(seed)).question)[0]?.indexOf("x"));
    expect([0, 1, 2].every((place) => places.filter((each) => each === place).length > 40)).toBe(true);
  });

  test("fills gaps with one entry with those of all gaps, and the question stays answerable", () => {
    const asked = gaps("The [cat] sat [on|under] the [mat].");
    const shown = listGaps(withoutKey(asked, random(3)).question);
    expect(shown.map((alternatives) => alternatives.toSorted())).toEqual([
      ["cat", "mat"],
      ["on", "under"],
      ["cat", "mat"],
    ]);
  });

  test("does not change brackets in other types of question", () => {
    expect(withoutKey(question({ question: "Why [x|y]?" }), random(1)).question).toBe("Why [x|y]?");
  });
});

describe("seededRandom", () => {
  test("is the same throughout an attempt and another in the next", () => {
    const words = ["a", "b", "c", "d", "e", "f", "g", "h"];
    expect(withoutKey(ordering(words), random(1))).toEqual(withoutKey(ordering(words), random(1)));
    expect(withoutKey(ordering(words), random(1))).not.toEqual(withoutKey(ordering(words), random(2)));
  });

  test("depends on the secret, and separates its parts", () => {
    const numbers = (next: (below: number) => number) => Array.from({ length: 20 }, () => next(1000));
    expect(numbers(seededRandom(secret, 1, 23))).not.toEqual(numbers(seededRandom(secret, 12, 3)));
    expect(numbers(seededRandom(secret, 1))).not.toEqual(numbers(seededRandom(Buffer.from("another"), 1)));
  });

  test("is uniform", () => {
    const next = random(0);
    const counts = Array.from({ length: 5 }, () => 0);
    for (let i = 0; i < 5000; i++) counts[next(5)]! += 1;
    expect(Math.min(...counts)).toBeGreaterThan(900);
  });
});
