import { describe, expect, test } from "vitest";
import type { AttemptRules, QuestionRow } from "../courses/courses.service.ts";
import { withFeedback } from "./feedback.ts";
import type { Question } from "./grading.ts";
import { choice, gaps, hotspot, ordering, pairs, question } from "./question.testdata.ts";
import { toShownResponse } from "./test-answers.service.ts";
import type { AnsweredQuestion } from "./test-attempts.queries.ts";
import { toReviewed } from "./test-history.service.ts";
import { describeAnswer, describeKey, hideGaps, isReviewOpen } from "./test-review.ts";

// What of answers, grades and keys leaves the server, and when. No server is needed.

const row = (asked: Question) => ({ media: [], ...asked }) as unknown as QuestionRow;
const accepted = (text: string, more: object = {}) => ({ text, tolerance: 0, feedback: "", ...more });

describe("the grades of an attempt", () => {
  const isOpen = (review: AttemptRules["review"], submitted_at: Date | null, is_test_passed: boolean) =>
    isReviewOpen({ rules: { review } as AttemptRules, submitted_at, is_test_passed });

  test.each(["after_answer", "after_attempt", "after_passing", "never"] as const)(
    "are shown %s as the rule says, and never before the attempt is submitted",
    (review) => {
      const expected = {
        after_answer: [true, true],
        after_attempt: [true, true],
        after_passing: [false, true],
        never: [false, false],
      };
      expect([isOpen(review, new Date(), false), isOpen(review, new Date(), true)]).toEqual(expected[review]);
      expect([isOpen(review, null, false), isOpen(review, null, true)]).toEqual([false, false]);
    },
  );
});

describe("the right answer", () => {
  test.each<[string, Question, string[] | null]>([
    ["of a choice is what is right", choice(["a", "b"], ["c"]), ["a", "b"]],
    ["of a statement is its side", { ...choice(["True"], ["False"]), type: "True or False" }, ["True"]],
    ["of a hotspot is its right regions", hotspot(["exit"], ["window"]), ["exit"]],
    ["of gaps is the first alternative of each", gaps("[one|two] and [three]"), ["one", "three"]],
    ["of an order is the order", ordering(["first", "second"]), ["first", "second"]],
    ["of pairs is each with its partner", pairs([["dog", "bark"]]), ["dog → bark"]],
    ["of a free text is none", question({ type: "Free Text" }), null],
    ["of an essay is none", question({ type: "Essay" }), null],
    [
      "of a number has its tolerance, without answers that earn a part and empty ones",
      question({
        type: "Number",
        accepted: [
          accepted("20", { tolerance: 0.5 }),
          accepted("25", { weight: 100 }),
          accepted("30", { weight: 50 }),
          accepted(" "),
        ],
      }),
      ["20 ± 0.5", "25"],
    ],
    [
      "of a short text is each that earns everything",
      question({ type: "Short Text", accepted: [accepted("Rome"), accepted("Roma", { weight: 99 }), accepted("")] }),
      ["Rome"],
    ],
  ])("%s", (_, asked, key) => {
    expect(describeKey(row(asked))).toEqual(key);
  });
});

describe("an answer", () => {
  test.each<[string, object | null, string[]]>([
    ["that is missing has no lines", null, []],
    ["that is chosen", { selectedOption: "a" }, ["a"]],
    ["that is typed", { freeTextAnswer: "words" }, ["words"]],
    ["in an order", { userOrder: ["b", "a"] }, ["b", "a"]],
    ["of several options", { userSelections: ["a", "c"] }, ["a", "c"]],
    ["of pairs, without those left open", { userSelections: { dog: "bark", cat: "", cow: 1 } }, ["dog → bark"]],
    ["without blanks and what is no text", { freeTextAnswer: "  ", userOrder: [1, null, "a"] }, ["a"]],
    ["of another form", { userOrder: "a", userSelections: null }, []],
  ])("%s is described in lines", (_, response, lines) => {
    expect(describeAnswer(response)).toEqual(lines);
  });
});

test("the text of a question hides what its gaps contain, and keeps brackets of other types", () => {
  expect(hideGaps(gaps("The [red|blue] sky, [] and [grey]."))).toBe("The […] sky, [] and […].");
  expect(hideGaps(question({ question: "See [1]." }))).toBe("See [1].");
});

describe("the response to an answer in an open attempt", () => {
  const asked = row({ ...choice(["a"], ["b"]), feedback: "Think." });
  const given = { response: { selectedOption: "b" }, is_correct: false };
  const show = (review: AttemptRules["review"], shows_answers: boolean, of = asked) =>
    toShownResponse({ review, shows_answers }, of, given);

  test.each(["after_attempt", "after_passing", "never"] as const)(
    "has neither grade, feedback nor key where answers are reviewed %s",
    (review) => {
      expect(show(review, true)).toEqual({ selectedOption: "b", isCorrect: null });
    },
  );

  test("has the grade and feedback where each answer is reviewed, and the key if the test shows it", () => {
    const graded = { selectedOption: "b", isCorrect: false, feedback: [{ about: null, text: "Think." }] };
    expect(show("after_answer", false)).toEqual(graded);
    expect(show("after_answer", true)).toEqual({ ...graded, rightAnswers: ["a"] });
  });

  test("has no grade for an essay, which a person marks", () => {
    const essay = row(question({ type: "Essay", feedback: "Think." }));
    expect(show("after_answer", true, essay)).toEqual({ selectedOption: "b", isCorrect: null });
  });
});

test("a response without feedback is the response", () => {
  const response = { selectedOption: "b" };
  expect(withFeedback(row(choice(["a"], ["b"])), response)).toBe(response);
});

describe("a reviewed question", () => {
  const answered = (asked: Question, more: Partial<AnsweredQuestion> = {}): AnsweredQuestion => ({
    attempt_id: 1,
    question: row(asked),
    response: { userSelections: ["exit"] },
    is_correct: true,
    credit: 1,
    is_carried: false,
    is_waiting: false,
    mark_levels: null,
    mark_comment: null,
    points: 2,
    ...more,
  });

  test("has the key and the right regions only where the test shows them", () => {
    const hall = answered(hotspot(["exit"], ["window"]));
    const region = (text: string, is_chosen: boolean, is_right: boolean | null) =>
      expect.objectContaining({ text, is_chosen, is_right });
    expect(toReviewed(hall, false)).toMatchObject({
      is_correct: true,
      credit: 1,
      right_answers: null,
      regions: [region("exit", true, null), region("window", false, null)],
    });
    expect(toReviewed(hall, true)).toMatchObject({
      right_answers: ["exit"],
      regions: [region("exit", true, true), region("window", false, false)],
    });
  });

  test("has no chosen region without an answer, and no regions in other types", () => {
    const { regions } = toReviewed(answered(hotspot(["exit"], []), { response: null }), true);
    expect(regions).toEqual([expect.objectContaining({ is_chosen: false })]);
    const { options } = hotspot(["exit"], []);
    expect(toReviewed(answered(question({ type: "Multiple Choice", options })), true).regions).toEqual([]);
  });

  test("has no grade while an essay waits for its mark", () => {
    const essay = question({ type: "Essay" });
    const waiting = toReviewed(answered(essay, { is_waiting: true, is_correct: false, credit: 0 }), true);
    expect(waiting).toMatchObject({ is_waiting: true, is_correct: null, credit: null });
    expect(toReviewed(answered(essay, { credit: 0.5 }), true)).toMatchObject({ is_correct: true, credit: 0.5 });
  });
});
