import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Invalid } from "../../errors.ts";
import { parseAnswer } from "./answer.ts";
import { listGaps } from "../questions/questions.service.ts";
import { grade, gradeResponse, PLEASE_ANSWER, type Question, takesSeveral } from "./grading.ts";
import { anyQuestion, choice, distinctWords, gaps, ordering, pairs, question, word } from "./question.testdata.ts";

const right = { isCorrect: true, answered: true };
const wrong = { isCorrect: false, answered: true };
const unanswered = { isCorrect: false, answered: false };

describe("a multiple choice question", () => {
  const capital = choice(["Paris"], ["Lyon", "Lille"]);
  const primes = choice(["2", "3"], ["4"]);

  test("with one right option passes with that option only", () => {
    expect(grade(capital, { selectedOption: "Paris" })).toEqual(right);
    expect(grade(capital, { userSelections: ["Paris"] })).toEqual(right);
    expect(grade(capital, { selectedOption: "Lyon" })).toEqual(wrong);
    expect(grade(capital, { userSelections: ["Paris", "Lyon"] })).toEqual(wrong);
  });

  test("with several right options passes with exactly those", () => {
    expect(grade(primes, { userSelections: ["3", "2", "2"] })).toEqual(right);
    expect(grade(primes, { userSelections: ["2"] })).toEqual(wrong);
    expect(grade(primes, { selectedOption: "2" })).toEqual(wrong);
    expect(grade(primes, { userSelections: ["2", "3", "4"] })).toEqual(wrong);
  });

  test("tells whether several options can be chosen", () => {
    expect(takesSeveral(capital)).toBe(false);
    expect(takesSeveral(primes)).toBe(true);
  });

  test("compares an option that is written twice by its text", () => {
    expect(grade(choice(["Yes"], ["Yes", "No"]), { selectedOption: "Yes" })).toEqual(right);
  });

  test("passes without a blank option, which nobody can choose, even where it is marked as right", () => {
    const asked = choice(["Paris", " "], ["Lyon"]);
    expect(takesSeveral(asked)).toBe(false);
    expect(grade(asked, { selectedOption: "Paris" })).toEqual(right);
  });

  test("without a right option never passes", () => {
    expect(grade(choice([], ["Yes"]), { selectedOption: "Yes" })).toEqual(wrong);
  });

  test("passes with the right set, and never with one option more or less", () => {
    fc.assert(
      fc.property(distinctWords(2), fc.nat(), (words, cut) => {
        const flagged = words.slice(0, 1 + (cut % (words.length - 1)));
        const asked = choice(flagged, words.slice(flagged.length));
        expect(grade(asked, { userSelections: flagged.toReversed() })).toEqual(right);
        expect(grade(asked, { userSelections: [...flagged, words.at(-1) ?? ""] }).isCorrect).toBe(false);
        expect(grade(asked, { userSelections: flagged.slice(1) }).isCorrect).toBe(false);
      }),
    );
  });
});

describe("a fill the gaps question", () => {
  test("needs the first alternative in each gap, including case", () => {
    const asked = gaps("[There|there] are [two] ways.");
    expect(grade(asked, { userSelections: ["There", " two "] })).toEqual(right);
    expect(grade(asked, { userSelections: ["there", "two"] })).toEqual(wrong);
    expect(grade(asked, { userSelections: ["There", "two", "three"] })).toEqual(wrong);
  });

  test("with an open gap is not yet answered", () => {
    const asked = gaps("[a] [b]");
    expect(grade(asked, { userSelections: ["a"] })).toEqual(unanswered);
    expect(grade(asked, { userSelections: ["a", null] })).toEqual(unanswered);
    expect(grade(asked, { userSelections: ["x", " "] })).toEqual(unanswered);
  });

  test("accepts another Unicode form of the same letters", () => {
    expect(grade(gaps("[caf\u00e9|tea]"), { userSelections: ["cafe\u0301"] })).toEqual(right);
  });

  test("passes with the right words, and fails with any changed gap", () => {
    fc.assert(
      fc.property(fc.array(distinctWords(2), { minLength: 1, maxLength: 5 }), fc.nat(), (brackets, at) => {
        const asked = gaps(brackets.map((words) => `[${words.join("|")}]`).join(" and "));
        const key = listGaps(asked.question).map(([first]) => first ?? "");
        expect(grade(asked, { userSelections: key })).toEqual(right);
        const place = at % key.length;
        expect(grade(asked, { userSelections: key.with(place, brackets[place]?.[1] ?? "") })).toEqual(wrong);
      }),
    );
  });
});

describe("an ordering question", () => {
  test("ignores steps that the author or the answer left empty", () => {
    expect(grade(ordering(["a", " ", "b"]), { userOrder: ["a", "b"] })).toEqual(right);
    expect(grade(ordering(["a", "b"]), { userOrder: ["a", "", "b"] })).toEqual(right);
  });

  test("without steps is not answered by an empty list", () => {
    expect(grade(ordering([]), { userOrder: [] })).toEqual(unanswered);
  });

  test("with a shortened list is not yet answered", () => {
    expect(grade(ordering(["a", "b"]), { userOrder: ["a"] })).toEqual(unanswered);
    expect(grade(ordering(["a", "b"]), {})).toEqual(unanswered);
  });

  test("allows steps with equal text to change places", () => {
    expect(grade(ordering(["stir", "wait", "stir"]), { userOrder: ["stir", "wait", "stir"] })).toEqual(right);
    expect(grade(ordering(["stir", "wait", "stir"]), { userOrder: ["stir", "stir", "wait"] })).toEqual(wrong);
  });

  test("passes in the right order, and fails with any two steps exchanged", () => {
    fc.assert(
      fc.property(distinctWords(2), fc.nat(), (words, at) => {
        expect(grade(ordering(words), { userOrder: words })).toEqual(right);
        const i = at % (words.length - 1);
        const exchanged = words.with(i, words[i + 1] ?? "").with(i + 1, words[i] ?? "");
        expect(grade(ordering(words), { userOrder: exchanged })).toEqual(wrong);
      }),
    );
  });
});

describe("a match the pairs question", () => {
  test("with an unmatched left side is not yet answered", () => {
    const asked = pairs([
      ["dog", "bark"],
      ["cat", "mew"],
    ]);
    expect(grade(asked, { userSelections: { dog: "bark" } })).toEqual(unanswered);
    expect(grade(asked, { userSelections: { dog: "bark", cat: null } })).toEqual(unanswered);
    expect(grade(asked, { userSelections: ["bark", "mew"] })).toEqual(unanswered);
  });

  test("allows two left sides with equal right values", () => {
    const asked = pairs([
      ["Leeds", "north"],
      ["York", "north"],
      ["Dover", "south"],
    ]);
    expect(grade(asked, { userSelections: { York: "north", Leeds: "north", Dover: "south" } })).toEqual(right);
  });

  test("accepts either partner of a left side that is written twice", () => {
    const asked = pairs([
      ["bank", "river"],
      ["bank", "money"],
    ]);
    expect(grade(asked, { userSelections: { bank: "money" } })).toEqual(right);
    expect(grade(asked, { userSelections: { bank: "tree" } })).toEqual(wrong);
  });

  test("ignores rows that the author left empty on either side", () => {
    const asked = pairs([
      ["dog", "bark"],
      ["", ""],
      ["cat", " "],
    ]);
    expect(grade(asked, { userSelections: { dog: "bark" } })).toEqual(right);
  });

  test("treats names such as __proto__ as ordinary text", () => {
    const asked = pairs([["__proto__", "constructor"]]);
    expect(gradeResponse(asked, '{"userSelections":{"__proto__":"constructor"}}').isCorrect).toBe(true);
  });

  test("passes with the right pairs, and fails with any two partners exchanged", () => {
    fc.assert(
      fc.property(distinctWords(2), distinctWords(2), fc.nat(), (lefts, rights, at) => {
        const entries = lefts.slice(0, rights.length).map((left, i): [string, string] => [left, rights[i] ?? ""]);
        const asked = pairs(entries);
        const i = at % (entries.length - 1);
        const exchanged = entries.map(([left, own], j): [string, string] => [
          left,
          entries[j === i ? i + 1 : j === i + 1 ? i : j]?.[1] ?? own,
        ]);
        expect(grade(asked, { userSelections: Object.fromEntries(entries) })).toEqual(right);
        expect(grade(asked, { userSelections: Object.fromEntries(exchanged) })).toEqual(wrong);
      }),
    );
  });
});

describe("a free text question", () => {
  const report = question({
    rules: [
      { condition: "contains", word: "Manager", points: 2 },
      { condition: "contains", word: "straight away", points: 1 },
      { condition: "does not contain", word: "ignore", points: 1 },
    ],
    required_points: 4,
  });

  test("passes when the points of the matching rules reach the requirement", () => {
    expect(grade(report, { freeTextAnswer: "Tell the MANAGER straight\n away" })).toEqual(right);
    expect(grade(report, { freeTextAnswer: "Tell the manager" })).toEqual(wrong);
    expect(grade(report, { freeTextAnswer: "Tell the manager straight away or ignore it" })).toEqual(wrong);
  });

  test("with blanks only is not answered", () => {
    expect(grade(report, { freeTextAnswer: " \n\t\u00a0" })).toEqual(unanswered);
  });

  test("passes with any text when nothing is required", () => {
    expect(grade(question({ required_points: 0 }), { freeTextAnswer: "?" })).toEqual(right);
    expect(grade(question({ required_points: null }), { freeTextAnswer: "?" })).toEqual(right);
  });

  test("gives no points for a rule without a word", () => {
    const rules: Question["rules"] = [{ condition: "contains", word: " ", points: 5 }];
    expect(grade(question({ rules, required_points: 1 }), { freeTextAnswer: "anything" })).toEqual(wrong);
  });

  test.each([
    ["STRASSE", "straße"],
    ["don’t", "DON'T"],
    ["cafe\u0301", "CAFÉ"],
    ["ΟΔΟΣ", "οδος"],
    ["ﬁre", "FIRE"],
  ])("%s is found as %s", (typed, wanted) => {
    const rules: Question["rules"] = [{ condition: "contains", word: wanted, points: 1 }];
    expect(grade(question({ rules, required_points: 1 }), { freeTextAnswer: `so: ${typed}!` })).toEqual(right);
  });

  test("passes with all required words and no forbidden one", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const rules = words.map((each) => ({ condition: "contains" as const, word: each, points: 1 }));
        const asked = question({ rules, required_points: words.length });
        expect(grade(asked, { freeTextAnswer: words.join(", ") })).toEqual(right);
      }),
    );
  });
});

describe("an essay", () => {
  const essay = question({ type: "Essay" });

  test("waits for its mark with as many characters as it may have, and is refused with one more", () => {
    expect(grade(essay, { freeTextAnswer: "x".repeat(50_000) })).toEqual(wrong);
    expect(() => grade(essay, { freeTextAnswer: "x".repeat(50_001) })).toThrow(Invalid);
  });

  test("with blanks only is not answered", () => {
    expect(grade(essay, { freeTextAnswer: " \n" })).toEqual(unanswered);
  });
});

describe("gradeResponse", () => {
  test("refuses a blank or partial response with a clear error", () => {
    expect(() => gradeResponse(ordering(["a", "b"]), '{"userOrder":["a"]}')).toThrow(PLEASE_ANSWER);
  });

  test("keeps the time, and ignores the client's isCorrect", () => {
    const { answer, isCorrect } = gradeResponse(
      choice(["a"], ["b"]),
      '{"type":"Multiple Choice","timeSpent":7,"selectedOption":"b","isCorrect":true}',
    );
    expect(answer).toEqual({ type: "Multiple Choice", timeSpent: 7, selectedOption: "b" });
    expect(isCorrect).toBe(false);
  });

  test.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["null", "null"],
    ["a number for a text", '{"freeTextAnswer":3}'],
    ["a negative time", '{"timeSpent":-1}'],
    ["objects in a list", '{"userOrder":[{}]}'],
    ["another type of question", '{"type":"Ordering","freeTextAnswer":"x"}'],
    ["a text for a list", '{"userSelections":"ab"}'],
    ["numbers by their left sides", '{"userSelections":{"a":1}}'],
    ["more than 500 entries", JSON.stringify({ userSelections: Array.from({ length: 501 }, () => "a") })],
    [
      "more than 500 pairs",
      JSON.stringify({ userSelections: Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`${at}`, "a"])) }),
    ],
    ["more than 100,000 characters", JSON.stringify({ freeTextAnswer: "x".repeat(100_000) })],
  ])("refuses %s with a validation error", (_, response) => {
    expect(() => gradeResponse(question({}), response)).toThrow(Invalid);
  });

  test("accepts as many characters, entries and pairs as an answer may have", () => {
    const rest = JSON.stringify({ freeTextAnswer: "" }).length;
    const longest = JSON.stringify({ freeTextAnswer: "x".repeat(100_000 - rest) });
    expect(gradeResponse(question({}), longest).isCorrect).toBe(true);
    const entries = Array.from({ length: 500 }, (_, at) => String(at));
    for (const userSelections of [entries, Object.fromEntries(entries.map((left) => [left, "a"]))])
      expect(parseAnswer(JSON.stringify({ userSelections })).userSelections).toEqual(userSelections);
  });

  test("never fails unexpectedly for any content", () => {
    const field = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.array(fc.string()),
      fc.dictionary(fc.string(), fc.string()),
    );
    const response = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record(
          { selectedOption: field, freeTextAnswer: field, userSelections: field, userOrder: field },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(anyQuestion, response, (asked, text) => {
        try {
          const { isCorrect, answered } = grade(asked, parseAnswer(text));
          expect(isCorrect && !answered).toBe(false);
        } catch (error) {
          expect(error).toBeInstanceOf(Invalid);
        }
      }),
      { numRuns: 500 },
    );
  });
});
