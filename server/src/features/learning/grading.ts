import { Invalid } from "../../errors.ts";
import { type Answer, parseAnswer } from "./answer.ts";
import type {
  AcceptedAnswer,
  Criterion,
  Media,
  QuestionOption,
  QuestionPair,
  QuestionRule,
  QuestionType,
} from "../questions/questions.service.ts";
import {
  isEachRight,
  isWeighted,
  listGaps,
  readKeyNumber,
  readNumbers,
  weighOption,
} from "../questions/questions.service.ts";
import { t } from "../../i18n/message.ts";

/** A question as its author wrote it, with the key. Ordering options and pairs are in the right order. */
export type Question = {
  id: number;
  type: QuestionType;
  question: string;
  options: QuestionOption[];
  pairs: QuestionPair[];
  rules: QuestionRule[];
  required_points: number | null;
  accepted: AcceptedAnswer[];
  /** Whether capitals count in a short text. */
  matches_case: boolean;
  /** What it is worth in the score. */
  points: number;
  /** What learners read once they may see their grade. */
  feedback: string;
  /** Pictures and recordings of its text. */
  media?: Media[] | undefined;
  /** Of an essay: how it is marked, and how many words it should have. */
  rubric?: Criterion[] | undefined;
  min_words?: number | null | undefined;
  max_words?: number | null | undefined;
  marker_note?: string | undefined;
};

/** `answered` is false while a required part is blank; such an answer is never correct. */
export type Grade = { isCorrect: boolean; answered: boolean };

/**
 * `credit` is the share of the points that the answer earns in a test with partial credit, 0 to 1: 1 for a correct answer,
 * and less for every other.
 */
export type CreditedGrade = Grade & { credit: number };

export const PLEASE_ANSWER = t`Please answer the question before moving forward.`;

const LONGEST_ESSAY = 50_000;

/** Parses and grades a learner's response. @throws Invalid on 'response' when it is unreadable, blank or partial */
export function gradeResponse(question: Question, response: string): { answer: Answer; isCorrect: boolean } {
  const answer = parseAnswer(response);
  const { answered, isCorrect } = grade(question, answer);
  if (!answered) throw new Invalid({ response: [PLEASE_ANSWER] });
  return { answer, isCorrect };
}

/** Grades an answer. @throws Invalid only when the answer names another type of question */
export function grade(question: Question, answer: Answer): Grade {
  const { isCorrect, answered } = gradeWithCredit(question, answer);
  return { isCorrect, answered };
}

/** Grades an answer as `grade` does, with the share of the points that it earns. @throws Invalid */
export function gradeWithCredit(question: Question, answer: Answer): CreditedGrade {
  if (answer.type && answer.type !== question.type) {
    throw new Invalid({
      response: [t`This question is of type ${question.type}, the answer is of type ${answer.type}.`],
    });
  }
  switch (question.type) {
    case "Multiple Choice":
    case "True or False":
    case "Hotspot":
      return gradeChoice(question, answer);
    case "Fill the Gaps":
      return gradeGaps(question, answer);
    case "Ordering":
      return gradeOrder(question, answer);
    case "Match the Pairs":
      return gradePairs(question, answer);
    case "Number":
      return gradeNumber(question, answer);
    case "Short Text":
      return gradeShortText(question, answer);
    case "Free Text":
      return gradeFreeText(question, answer);
    case "Essay":
      return gradeEssay(answer);
  }
}

/** Tells whether learners choose several options (the set must match) or one. */
export function takesSeveral(question: Pick<Question, "type" | "options">): boolean {
  if (question.type === "Multiple Choice" && isEachRight(question.options)) return false;
  return (question.type === "Multiple Choice" || question.type === "Hotspot") && flaggedTexts(question).size > 1;
}

function gradeChoice(question: Question, answer: Answer): CreditedGrade {
  const chosen = listChosen(answer);
  const right = flaggedTexts(question);
  if (question.type === "Multiple Choice" && isWeighted(question.options)) return gradeWeighted(question, chosen);
  return graded(
    chosen.size > 0,
    () => isSameSet(chosen, right),
    () => creditChoice(chosen, right, question),
  );
}

/**
 * Grades a choice whose options have weights. One of several: right options earn everything. Otherwise all right ones have to
 * be found, and none that costs points; what is chosen adds up.
 */
function gradeWeighted(question: Question, chosen: Set<string>): CreditedGrade {
  const { options } = question;
  const right = flaggedTexts(question);
  const weights = [...chosen].map((text) => {
    const option = options.find((each) => plain(each.text) === text);
    return option ? weighOption(option, options) : -100;
  });
  const isPossible = takesSeveral(question) || chosen.size === 1;
  const isRight = takesSeveral(question)
    ? [...right].every((text) => chosen.has(text)) && weights.every((weight) => weight >= 0)
    : isPossible && [...chosen].every((text) => right.has(text));
  return graded(
    chosen.size > 0,
    () => isRight,
    () => (isPossible ? Math.max(0, weights.reduce((sum, weight) => sum + weight, 0) / 100) : 0),
  );
}

/** Lists the texts of the options that an answer chooses. */
function listChosen({ userSelections, selectedOption }: Answer): Set<string> {
  const ticked = toList(userSelections);
  return new Set((ticked.length > 0 ? ticked : toList([selectedOption ?? null])).filter(isNotBlank));
}

/** Lists the options that an answer chooses, in the order of the question. */
export function listChosenOptions({ options }: Pick<Question, "options">, answer: Answer): Question["options"] {
  const chosen = listChosen(answer);
  return options.filter(({ text }) => chosen.has(plain(text)));
}

function gradeGaps(question: Question, answer: Answer): CreditedGrade {
  const right = listGaps(question.question).map(([first]) => plain(first));
  const filled = toList(answer.userSelections);
  const answered = filled.length >= right.length && filled.every(isNotBlank);
  return graded(
    answered,
    () => isSameList(filled, right),
    () => divideRight(right, (text, place) => text === filled[place]),
  );
}

function gradeOrder(question: Question, answer: Answer): CreditedGrade {
  const right = question.options.map((option) => plain(option.text)).filter(isNotBlank);
  const order = toList(answer.userOrder).filter(isNotBlank);
  return graded(
    order.length > 0 && order.length >= right.length,
    () => isSameList(order, right),
    () => divideRight(right, (text, place) => text === order[place]),
  );
}

function gradePairs(question: Question, answer: Answer): CreditedGrade {
  const chosen = chosenByLeft(answer.userSelections);
  const rights = new Map<string, Set<string>>();
  for (const { left, right } of question.pairs) {
    // A left side that occurs twice accepts either of its right sides, because an answer can name it only once.
    // A row that lacks a side has no partner to choose.
    if (isNotBlank(plain(left)) && isNotBlank(plain(right)))
      rights.set(plain(left), (rights.get(plain(left)) ?? new Set()).add(plain(right)));
  }
  const matches = [...rights].map(([left, own]) => ({ own, choice: chosen.get(left) ?? "" }));
  const answered = matches.every(({ choice }) => isNotBlank(choice));
  const isRight = ({ own, choice }: (typeof matches)[number]) => own.has(choice);
  return graded(
    answered,
    () => matches.every(isRight),
    () => divideRight(matches, isRight),
  );
}

function gradeFreeText(question: Question, answer: Answer): CreditedGrade {
  const text = folded(answer.freeTextAnswer ?? "");
  const required = question.required_points ?? 0;
  const points = pointsFor(text, question.rules);
  return graded(
    isNotBlank(text),
    () => points >= required,
    () => (required > 0 ? Math.max(0, points) / required : 0),
  );
}

/** Returns the grade of an essay that nobody has marked: nothing yet. @throws Invalid for one that is too long */
function gradeEssay({ freeTextAnswer }: Answer): CreditedGrade {
  const text = freeTextAnswer ?? "";
  if (text.length > LONGEST_ESSAY)
    throw new Invalid({ response: [t`An essay has at most ${LONGEST_ESSAY} characters.`] });
  return { answered: isNotBlank(plain(text)), isCorrect: false, credit: 0 };
}

/** Grades a typed number: right when a reading of it is near enough to an accepted one. What is no number is wrong. */
function gradeNumber(question: Question, answer: Answer): CreditedGrade {
  return gradeAccepted(question, answer, isNotBlank(plain(answer.freeTextAnswer)));
}

/** Returns a test of accepted numbers: whether a reading of what was typed is near enough to one. */
function isNear(typed: string) {
  const readings = readNumbers(typed);
  return ({ text, tolerance }: Question["accepted"][number]) => {
    const right = readKeyNumber(text);
    return right !== null && readings.some((given) => isWithin(given, right, tolerance));
  };
}

/** Finds the accepted number or short text that an answer meets: of several the one that earns most, the first of equal ones. */
export function findAccepted(question: Question, answer: Answer): Question["accepted"][number] | undefined {
  const typed = answer.freeTextAnswer ?? "";
  const meets = question.type === "Number" ? isNear(typed) : isSameText(question, typed);
  const met = question.accepted.filter((each) => meets(each));
  return met.toSorted((a, b) => (b.weight ?? 100) - (a.weight ?? 100))[0];
}

/** Grades an answer by the accepted one that it meets: right when that one earns everything. */
function gradeAccepted(question: Question, answer: Answer, answered: boolean): CreditedGrade {
  const met = findAccepted(question, answer);
  const weight = met ? (met.weight ?? 100) : 0;
  return graded(
    answered,
    () => weight === 100,
    () => weight / 100,
  );
}

/** Compares decimal fractions, which binary numbers hold only nearly: 0.3 is within 0.1 of 0.2. */
function isWithin(given: number, right: number, tolerance: number): boolean {
  const rounding = 4 * Number.EPSILON * Math.max(Math.abs(given), Math.abs(right), tolerance);
  return Math.abs(given - right) <= tolerance + rounding;
}

function gradeShortText(question: Question, answer: Answer): CreditedGrade {
  return gradeAccepted(question, answer, isNotBlank(typedForm(answer.freeTextAnswer ?? "")));
}

/** Returns a test of accepted texts: whether one equals what was typed. */
function isSameText({ matches_case }: Question, typed: string) {
  const read = matches_case ? typedForm : folded;
  return ({ text }: Question["accepted"][number]) => isNotBlank(read(typed)) && read(text) === read(typed);
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

/** Grades an answer. A part that was filled in earns its share even if others are blank, except where nothing is. */
function graded(answered: boolean, isRight: () => boolean, share: () => number): CreditedGrade {
  const isCorrect = answered && isRight();
  // Everything right may still be wrong as a whole, as with an entry too many; only a correct answer earns all.
  return { answered, isCorrect, credit: isCorrect ? 1 : Math.min(share(), MOST_FOR_WRONG) };
}

/** A wrong answer never earns everything, not even after rounding. */
const MOST_FOR_WRONG = 0.99;

/** Each right option earns an equal share, and each wrong one costs an equal share, as in Moodle; never below nothing. */
function creditChoice(chosen: Set<string>, right: Set<string>, { options }: Pick<Question, "options">): number {
  // One choice is right or wrong.
  if (right.size < 2) return 0;
  const wrongs = new Set(options.map(({ text }) => plain(text)).filter((text) => isNotBlank(text) && !right.has(text)));
  const hits = [...chosen].filter((text) => right.has(text)).length;
  const misses = chosen.size - hits;
  return Math.max(0, hits / right.size - (wrongs.size > 0 ? misses / wrongs.size : misses));
}

function divideRight<T>(items: readonly T[], isRight: (item: T, place: number) => boolean): number {
  return items.length === 0 ? 0 : items.filter(isRight).length / items.length;
}

/** Lists the texts of the right options. Nobody can choose a blank one. */
function flaggedTexts(question: Pick<Question, "options">): Set<string> {
  return new Set(
    question.options
      .filter((option) => option.checked)
      .map((option) => plain(option.text))
      .filter(isNotBlank),
  );
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
  return plain(typedForm(text).toLowerCase().toUpperCase());
}

/** Normalises typed text as `folded` does, but keeps capitals. */
function typedForm(text: string): string {
  return plain(text.normalize("NFKC").replace(/[‘’]/g, "'"));
}
