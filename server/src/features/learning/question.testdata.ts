import fc from "fast-check";
import { QUESTION_TYPES } from "../questions/questions.service.ts";
import type { Question } from "./grading.ts";

const BLANK: Question = {
  id: 1,
  type: "Free Text",
  question: "Why?",
  options: [],
  pairs: [],
  rules: [],
  required_points: null,
  accepted: [],
  matches_case: false,
  points: 1,
  feedback: "",
};

/** Returns a question with these fields; all others are blank. */
export function question(fields: Partial<Question>): Question {
  return { ...BLANK, ...fields };
}

/** Returns a multiple-choice question with right and wrong options. */
export function choice(flagged: string[], others: string[]): Question {
  const options = [
    ...flagged.map((text) => ({ text, checked: true })),
    ...others.map((text) => ({ text, checked: false })),
  ];
  return question({ type: "Multiple Choice", options });
}

/** Creates a question with regions that are right, and others, in columns of a picture. */
export function hotspot(flagged: string[], others: string[]): Question {
  const options = choice(flagged, others).options.map((option, at) => ({
    ...option,
    region: { x: at * 5, y: 10, width: 5, height: 20 },
  }));
  return question({ type: "Hotspot", options, media: [{ kind: "picture", file: "hall.png", alt: "A hall" }] });
}

/** Returns a question whose texts are to be put into the given order. */
export function ordering(texts: string[]): Question {
  return question({ type: "Ordering", options: texts.map((text) => ({ text, checked: false })) });
}

/** Returns a question whose left texts are to be matched with their right ones. */
export function pairs(entries: [string, string][]): Question {
  return question({ type: "Match the Pairs", pairs: entries.map(([left, right]) => ({ left, right })) });
}

/** Returns a question with gaps in its text, written as authors write them: `[word]`. */
export function gaps(text: string): Question {
  return question({ type: "Fill the Gaps", question: text });
}

/** A word in several alphabets, without outer blanks and the characters of gaps. */
export const word = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 8 })
  .map((text) =>
    text
      .replace(/[[\]|]/g, "")
      .normalize("NFC")
      .replace(/\s+/g, " ")
      .trim(),
  )
  .filter((text) => text !== "");

/** Generates up to seven different words. */
export function distinctWords(minLength: number) {
  return fc.uniqueArray(word, { minLength, maxLength: 7 });
}

const percent = fc.nat(100);
const anyRegion = fc.option(fc.record({ x: percent, y: percent, width: percent, height: percent }), { nil: undefined });
const anyPicture = fc.option(fc.record({ file: fc.string(), alt: fc.string() }), { nil: undefined });

export const anyQuestion: fc.Arbitrary<Question> = fc.record({
  id: fc.nat(),
  type: fc.constantFrom(...QUESTION_TYPES),
  question: fc.oneof(fc.string(), fc.constant("[a|b] and [c]")),
  options: fc.array(
    fc.record({
      text: fc.string(),
      checked: fc.boolean(),
      feedback: fc.string(),
      picture: anyPicture,
      region: anyRegion,
      weight: fc.option(fc.integer({ min: -100, max: 100 }), { nil: undefined }),
    }),
    {
      maxLength: 5,
    },
  ),
  pairs: fc.array(fc.record({ left: fc.string(), right: fc.string(), picture: anyPicture }), { maxLength: 5 }),
  rules: fc.array(
    fc.record({
      condition: fc.constantFrom("contains", "does not contain"),
      word: fc.string(),
      points: fc.integer({ min: 0, max: 5 }),
    }),
    { maxLength: 4 },
  ),
  required_points: fc.option(fc.nat(5)),
  accepted: fc.array(
    fc.record({
      text: fc.string(),
      tolerance: fc.nat(5),
      feedback: fc.string(),
      weight: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
    }),
    { maxLength: 3 },
  ),
  matches_case: fc.boolean(),
  points: fc.integer({ min: 1, max: 1000 }),
  feedback: fc.string(),
  rubric: fc.array(
    fc.record({
      criterion: fc.string(),
      levels: fc.array(fc.record({ text: fc.string(), points: fc.nat(9) }), { maxLength: 4 }),
    }),
    { maxLength: 3 },
  ),
  marker_note: fc.string(),
});
