import { Invalid } from "../../errors.ts";
import { type Answer, parseAnswer } from "./answer.ts";
import { gapsOf } from "./gaps.ts";

export type QuestionType = "Multiple Choice" | "Fill the Gaps" | "Ordering" | "Match the Pairs" | "Free Text";

/** A question as its author wrote it, with the key. Ordering options and pairs stand in the right order. */
export type Question = {
  id: number;
  type: QuestionType;
  question: string;
  options: { text: string; checked: boolean }[];
  pairs: { left: string; right: string }[];
  rules: { condition: "contains" | "does not contain"; word: string; points: number }[];
  required_points: number | null;
};

/** `answered` is false while anything asked for is blank; such an answer is never correct. */
export type Grade = { isCorrect: boolean; answered: boolean };

export const PLEASE_ANSWER = "Please answer the question before moving forward.";

/** Reads and grades the response of a learner who submits; throws `Invalid` on 'response' when it is unreadable, blank or partial. */
export function gradeResponse(question: Question, response: string): { answer: Answer; isCorrect: boolean } {
  const answer = parseAnswer(response);
  const { answered, isCorrect } = grade(question, answer);
  if (!answered) throw new Invalid({ response: [PLEASE_ANSWER] });
  return { answer, isCorrect };
}

/** Throws `Invalid` only when the answer names another type of question than this one. */
export function grade(question: Question, answer: Answer): Grade {
  if (answer.type && answer.type !== question.type) {
    throw new Invalid({
      response: [`This question is of type ${question.type}, the answer is of type ${answer.type}.`],
    });
  }
  switch (question.type) {
    case "Multiple Choice":
      return gradeChoice(question, answer);
    case "Fill the Gaps":
      return gradeGaps(question, answer);
    case "Ordering":
      return gradeOrder(question, answer);
    case "Match the Pairs":
      return gradePairs(question, answer);
    case "Free Text":
      return gradeFreeText(question, answer);
  }
}

/** True when learners tick several options (the set must match), false when they choose one. */
export function takesSeveral(question: Pick<Question, "type" | "options">): boolean {
  return question.type === "Multiple Choice" && flaggedTexts(question).size > 1;
}

function gradeChoice(question: Question, answer: Answer): Grade {
  const ticked = listOf(answer.userSelections);
  const chosen = new Set((ticked.length > 0 ? ticked : listOf([answer.selectedOption ?? null])).filter(isNotBlank));
  return graded(chosen.size > 0, () => isSameSet(chosen, flaggedTexts(question)));
}

function gradeGaps(question: Question, answer: Answer): Grade {
  const right = gapsOf(question.question).map(([first]) => plain(first));
  const filled = listOf(answer.userSelections);
  const answered = filled.length >= right.length && filled.every(isNotBlank);
  return graded(answered, () => isSameList(filled, right));
}

function gradeOrder(question: Question, answer: Answer): Grade {
  const right = question.options.map((option) => plain(option.text)).filter(isNotBlank);
  const order = listOf(answer.userOrder).filter(isNotBlank);
  return graded(order.length > 0 && order.length >= right.length, () => isSameList(order, right));
}

function gradePairs(question: Question, answer: Answer): Grade {
  const chosen = chosenByLeft(answer.userSelections);
  const rights = new Map<string, Set<string>>();
  for (const { left, right } of question.pairs) {
    // A left side that stands twice accepts either of its right sides: an answer can name it only once.
    if (isNotBlank(plain(left))) rights.set(plain(left), (rights.get(plain(left)) ?? new Set()).add(plain(right)));
  }
  const matches = [...rights].map(([left, own]) => ({ own, choice: chosen.get(left) ?? "" }));
  const answered = matches.every(({ choice }) => isNotBlank(choice));
  return graded(answered, () => matches.every(({ own, choice }) => own.has(choice)));
}

function gradeFreeText(question: Question, answer: Answer): Grade {
  const text = folded(answer.freeTextAnswer ?? "");
  return graded(isNotBlank(text), () => pointsFor(text, question.rules) >= (question.required_points ?? 0));
}

/** The editor always keeps one row of rules, so a blank word is a row not filled in: it gives no points. */
function pointsFor(text: string, rules: Question["rules"]): number {
  return rules
    .map((rule) => ({ ...rule, word: folded(rule.word) }))
    .filter(({ word, condition }) => isNotBlank(word) && text.includes(word) === (condition === "contains"))
    .reduce((sum, { points }) => sum + points, 0);
}

function graded(answered: boolean, isRight: () => boolean): Grade {
  return { answered, isCorrect: answered && isRight() };
}

function flaggedTexts(question: Pick<Question, "options">): Set<string> {
  return new Set(question.options.filter((option) => option.checked).map((option) => plain(option.text)));
}

function listOf(entries: Answer["userSelections"]): string[] {
  return Array.isArray(entries) ? entries.map(plain) : [];
}

function chosenByLeft(selections: Answer["userSelections"]): Map<string, string> {
  if (!selections || Array.isArray(selections)) return new Map();
  return new Map(Object.entries(selections).map(([left, right]) => [plain(left), plain(right)]));
}

function isSameList(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}

function isSameSet(a: Set<string>, b: Set<string>): boolean {
  return a.size === b.size && [...a].every((entry) => b.has(entry));
}

function isNotBlank(text: string): boolean {
  return text !== "";
}

/** For texts picked from a list: one Unicode form and single spaces, but capitals count ('[There|there]' may be the question). */
function plain(text: string | null | undefined): string {
  return (text ?? "").normalize("NFC").replace(/\s+/g, " ").trim();
}

/** For typed text: capitals, compatibility forms (ﬁ, ½) and the curly apostrophes of phones make no difference. */
function folded(text: string): string {
  // Through lower case to upper case, so that 'ß' meets 'SS' and both Greek sigmas meet.
  return plain(text.normalize("NFKC").replace(/[‘’]/g, "'").toLowerCase().toUpperCase());
}
