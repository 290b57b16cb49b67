import { Invalid } from "../../errors.ts";
import { type Answer, parseAnswer } from "./answer.ts";
import { listGaps } from "./gaps.ts";
import { t } from "../../i18n/message.ts";

export type QuestionType = "Multiple Choice" | "Fill the Gaps" | "Ordering" | "Match the Pairs" | "Free Text";

/** A question as its author wrote it, with the key. Ordering options and pairs are in the right order. */
export type Question = {
  id: number;
  type: QuestionType;
  question: string;
  options: { text: string; checked: boolean }[];
  pairs: { left: string; right: string }[];
  rules: { condition: "contains" | "does not contain"; word: string; points: number }[];
  required_points: number | null;
};

/** `answered` is false while a required part is blank; such an answer is never correct. */
export type Grade = { isCorrect: boolean; answered: boolean };

export const PLEASE_ANSWER = t`Please answer the question before moving forward.`;

/** Parses and grades a learner's response. @throws Invalid on 'response' when it is unreadable, blank or partial */
export function gradeResponse(question: Question, response: string): { answer: Answer; isCorrect: boolean } {
  const answer = parseAnswer(response);
  const { answered, isCorrect } = grade(question, answer);
  if (!answered) throw new Invalid({ response: [PLEASE_ANSWER] });
  return { answer, isCorrect };
}

/** Grades an answer. @throws Invalid only when the answer names another type of question */
export function grade(question: Question, answer: Answer): Grade {
  if (answer.type && answer.type !== question.type) {
    throw new Invalid({
      response: [t`This question is of type ${question.type}, the answer is of type ${answer.type}.`],
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

/** Tells whether learners choose several options (the set must match) or one. */
export function takesSeveral(question: Pick<Question, "type" | "options">): boolean {
  return question.type === "Multiple Choice" && flaggedTexts(question).size > 1;
}

function gradeChoice(question: Question, answer: Answer): Grade {
  const ticked = toList(answer.userSelections);
  const chosen = new Set((ticked.length > 0 ? ticked : toList([answer.selectedOption ?? null])).filter(isNotBlank));
  return graded(chosen.size > 0, () => isSameSet(chosen, flaggedTexts(question)));
}

function gradeGaps(question: Question, answer: Answer): Grade {
  const right = listGaps(question.question).map(([first]) => plain(first));
  const filled = toList(answer.userSelections);
  const answered = filled.length >= right.length && filled.every(isNotBlank);
  return graded(answered, () => isSameList(filled, right));
}

function gradeOrder(question: Question, answer: Answer): Grade {
  const right = question.options.map((option) => plain(option.text)).filter(isNotBlank);
  const order = toList(answer.userOrder).filter(isNotBlank);
  return graded(order.length > 0 && order.length >= right.length, () => isSameList(order, right));
}

function gradePairs(question: Question, answer: Answer): Grade {
  const chosen = chosenByLeft(answer.userSelections);
  const rights = new Map<string, Set<string>>();
  for (const { left, right } of question.pairs) {
    // A left side that occurs twice accepts either of its right sides, because an answer can name it only once.
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

/**
 * Returns the points of an answer. The editor always keeps one row of rules, so a blank word is an empty row without
 * points.
 */
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

function toList(entries: Answer["userSelections"]): string[] {
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

/**
 * Normalises texts chosen from a list: one Unicode form and single spaces; case counts ('[There|there]' may be the
 * question).
 */
function plain(text: string | null | undefined): string {
  return (text ?? "").normalize("NFC").replace(/\s+/g, " ").trim();
}

/** Normalises typed text: case, compatibility forms (ﬁ, ½) and curly apostrophes make no difference. */
function folded(text: string): string {
  // Through lower case to upper case, so that 'ß' equals 'SS' and both Greek sigmas are equal.
  return plain(text.normalize("NFKC").replace(/[‘’]/g, "'").toLowerCase().toUpperCase());
}
