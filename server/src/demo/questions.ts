import type { DemoQuestion } from "./demo-course.ts";

/** Options in the order shown, each with whether it is right; several right ones allow several answers. */
export function multipleChoice(question: string, options: Record<string, boolean>): DemoQuestion {
  const flagged = Object.entries(options).map(([text, checked]) => ({ text, checked }));
  return { ...blank, type: "Multiple Choice", question, options: flagged };
}

/** Returns a question with its points, its feedback, and feedback on options by their texts. */
export function withFeedback(
  question: DemoQuestion,
  { points = 1, feedback = "", options = {} }: { points?: number; feedback?: string; options?: Record<string, string> },
): DemoQuestion {
  const withTexts = question.options.map((option) => ({ ...option, feedback: options[option.text] }));
  return { ...question, points, feedback, options: withTexts };
}

/** Creates a statement that is true or false. */
export function trueOrFalse(question: string, isTrue: boolean): DemoQuestion {
  return {
    ...blank,
    type: "True or False",
    question,
    options: [
      { text: "True", checked: isTrue },
      { text: "False", checked: !isTrue },
    ],
  };
}

/** Creates a question for a number. An answer within the tolerance of `near` earns that percent of the points. */
export function number(question: string, text: string, near?: { percent: number; tolerance: number }): DemoQuestion {
  const nearly = near ? [{ text, tolerance: near.tolerance, weight: near.percent }] : [];
  return { ...blank, type: "Number", question, accepted: [{ text, tolerance: 0 }, ...nearly] };
}

/** Creates a question for a word or a few, with every accepted spelling. */
export function shortText(question: string, ...texts: string[]): DemoQuestion {
  return { ...blank, type: "Short Text", question, accepted: texts.map((text) => ({ text, tolerance: 0 })) };
}

/** Creates a question whose gaps are in the text: '[right|wrong|wrong]'. */
export function fillTheGaps(question: string): DemoQuestion {
  return { ...blank, type: "Fill the Gaps", question };
}

/** Creates a question about regions of a picture, which its `media` have. */
export function hotspot(question: string, options: DemoQuestion["options"]): DemoQuestion {
  return { ...blank, type: "Hotspot", question, options };
}

/** Creates a question for an essay, with its criteria: each has levels with their points. */
export function essay(question: string, { min_words, max_words, marker_note, ...criteria }: EssayTexts): DemoQuestion {
  const rubric = Object.entries(criteria.rubric).map(([criterion, levels]) => ({
    criterion,
    levels: Object.entries(levels).map(([text, points]) => ({ text, points })),
  }));
  const points = rubric.reduce((sum, { levels }) => sum + Math.max(...levels.map((level) => level.points)), 0);
  return { ...blank, type: "Essay", question, rubric, points, min_words, max_words, marker_note };
}

interface EssayTexts {
  rubric: Record<string, Record<string, number>>;
  min_words: number;
  max_words: number;
  marker_note: string;
}

/** Steps in their right order. */
export function ordering(question: string, steps: string[]): DemoQuestion {
  return { ...blank, type: "Ordering", question, options: steps.map((text) => ({ text, checked: false })) };
}

/** Maps each left side to its right side. */
export function matchThePairs(question: string, partners: Record<string, string>): DemoQuestion {
  return {
    ...blank,
    type: "Match the Pairs",
    question,
    pairs: Object.entries(partners).map(([left, right]) => ({ left, right })),
  };
}

/** Creates a question with one point for each required word in the answer and for each forbidden word that is absent. */
export function freeText(
  question: string,
  words: { wanted: string[]; unwanted?: string[] },
  required_points: number,
): DemoQuestion {
  const { wanted, unwanted = [] } = words;
  return {
    ...blank,
    type: "Free Text",
    question,
    required_points,
    rules: [
      ...wanted.map((word) => ({ condition: "contains" as const, word, points: 1 })),
      ...unwanted.map((word) => ({ condition: "does not contain" as const, word, points: 1 })),
    ],
  };
}

const blank = {
  options: [],
  pairs: [],
  rules: [],
  required_points: null,
  accepted: [],
  matches_case: false,
  points: 1,
  feedback: "",
};
