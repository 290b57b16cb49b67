import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withoutKey } from "./answer-key.ts";
import { grade, gradeWithCredit, type Question } from "./grading.ts";
import { question, word } from "./question.testdata.ts";

const right = { isCorrect: true, answered: true };
const wrong = { isCorrect: false, answered: true };
const blank = { isCorrect: false, answered: false };

const asNumber = (text: string, tolerance = 0): Question =>
  question({ type: "Number", accepted: [{ text, tolerance }] });
const asShort = (texts: string[], matches_case = false): Question =>
  question({ type: "Short Text", matches_case, accepted: texts.map((text) => ({ text, tolerance: 0 })) });
const asTruth = (isTrue: boolean): Question =>
  question({
    type: "True or False",
    options: [
      { text: "True", checked: isTrue },
      { text: "False", checked: !isTrue },
    ],
  });

describe("a number", () => {
  test("is right exactly within its tolerance, whatever its decimals", () => {
    const places = fc.integer({ min: 0, max: 3 });
    const digits = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(digits, digits, fc.nat(300), places, (key, offset, tolerance, decimals) => {
        const scale = 10 ** decimals;
        // Near the edge of the tolerance, where binary fractions are not exact.
        const given = key + (offset % (tolerance + 2));
        const asked = asNumber((key / scale).toFixed(decimals), tolerance / scale);
        const answer = { freeTextAnswer: (given / scale).toFixed(decimals) };
        const isNear = Math.abs(given - key) <= tolerance;
        // '1.234' can be read as 1234 too, which is right as well where that is near.
        const asGroups = decimals === 3 && Math.abs(given - key / scale) <= tolerance / scale;
        expect(grade(asked, answer).isCorrect).toBe(isNear || asGroups);
        expect(gradeWithCredit(asked, answer).credit).toBe(isNear || asGroups ? 1 : 0);
      }),
    );
  });

  test("is right when it is near any accepted number", () => {
    const asked = question({
      type: "Number",
      accepted: [
        { text: "4", tolerance: 0 },
        { text: "9.5", tolerance: 0.5 },
      ],
    });
    expect(grade(asked, { freeTextAnswer: "4" })).toEqual(right);
    expect(grade(asked, { freeTextAnswer: "10" })).toEqual(right);
    expect(grade(asked, { freeTextAnswer: "5" })).toEqual(wrong);
  });

  test("is right as 0 where only 0 is accepted", () => {
    expect(grade(asNumber("0"), { freeTextAnswer: "0" })).toEqual(right);
  });

  test.each(["about four", "4 km", "4-5", "NaN"])("is wrong as %j", (freeTextAnswer) => {
    expect(grade(asNumber("4"), { freeTextAnswer })).toEqual(wrong);
  });

  test.each(["", "  ", undefined])("is not answered by %j", (freeTextAnswer) => {
    expect(grade(asNumber("0"), { freeTextAnswer })).toEqual(blank);
  });

  test("is never right without a readable key", () => {
    expect(grade(asNumber("many"), { freeTextAnswer: "many" })).toEqual(wrong);
    expect(grade(asNumber("many"), { freeTextAnswer: "0" })).toEqual(wrong);
    expect(grade(question({ type: "Number" }), { freeTextAnswer: "1" })).toEqual(wrong);
  });
});

describe("a short text", () => {
  test("is right exactly when it equals an accepted answer, apart from capitals and spaces around", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), word, (texts, typed) => {
        const fold = (text: string) =>
          text
            .normalize("NFKC")
            .replace(/[‘’]/g, "'")
            .toLowerCase()
            .toUpperCase()
            .normalize("NFC")
            .replace(/\s+/g, " ")
            .trim();
        const accepted = texts.map(fold);
        for (const text of [typed, ...texts, ` ${texts[0]!.toUpperCase()} `])
          if (fold(text) !== "")
            expect(grade(asShort(texts), { freeTextAnswer: text }).isCorrect).toBe(accepted.includes(fold(text)));
      }),
    );
  });

  test("counts capitals where the author wants that", () => {
    expect(grade(asShort(["pH"], true), { freeTextAnswer: "pH" })).toEqual(right);
    expect(grade(asShort(["pH"], true), { freeTextAnswer: "PH" })).toEqual(wrong);
    expect(grade(asShort(["pH"]), { freeTextAnswer: "PH" })).toEqual(right);
  });

  test("is not right as a part of an accepted answer, and not answered when it is blank", () => {
    expect(grade(asShort(["the river Severn"]), { freeTextAnswer: "Severn" })).toEqual(wrong);
    expect(grade(asShort([""]), { freeTextAnswer: "" })).toEqual(blank);
  });
});

describe("true or false", () => {
  test("is right as its author says, and no partial credit is earned", () => {
    for (const isTrue of [true, false])
      for (const selectedOption of ["True", "False"]) {
        const isCorrect = (selectedOption === "True") === isTrue;
        expect(gradeWithCredit(asTruth(isTrue), { selectedOption })).toEqual({
          isCorrect,
          answered: true,
          credit: isCorrect ? 1 : 0,
        });
      }
    expect(grade(asTruth(true), { selectedOption: "" })).toEqual(blank);
    expect(grade(asTruth(true), { userSelections: ["True", "False"] })).toEqual(wrong);
  });

  test("is shown in the same order, whatever the author's is, also when options are shuffled", () => {
    const backwards = { ...asTruth(true), options: asTruth(true).options.toReversed() };
    for (const asked of [asTruth(true), asTruth(false), backwards])
      expect(withoutKey(asked, () => 0, true).options.map(({ text }) => text)).toEqual(["True", "False"]);
  });
});
