import { isLanguage } from "./languages.ts";
import { isNumber } from "./values2004.ts";

type Check = (value: string) => boolean;

/** How the learner's response to an interaction is written, and the patterns of the correct ones (RTE 4th Ed. 4.2.9.1). */
interface Answers {
  response: Check;
  pattern: Check;
  /** There is one pattern and no second. */
  hasOnePattern?: true;
}

/** 250 steps, each with a name and an answer of 250 characters, and something over. The server has the same limit. */
const LONGEST_ANSWER = 130_000;

const listOf = (check: Check) => (value: string) => value === "" || value.split("[,]").every(check);
const isUnique = (value: string) => new Set(value.split("[,]")).size === value.split("[,]").length;
const isName = (value: string) => /^[^\s{}[\]]+$/.test(value);

/** What may stand in front of a pattern, each with true or false; what is another type's is text. */
function after(names: string, check: Check): Check {
  const front = new RegExp(`^(?:\\{(?:${names})=(?:true|false)\\})*`);
  const otherwise = new RegExp(`^\\{(?:${names})=`);
  return (value) => {
    const rest = value.replace(front, "");
    return !otherwise.test(rest) && check(rest);
  };
}

function isMatch(value: string): boolean {
  const parts = value.split("[.]");
  return parts.length === 2 && parts.every(isName);
}

/** A step needs a name or an answer. */
function isStep(value: string): boolean {
  const [name = "", answer = "", ...more] = value.split("[.]");
  return value.includes("[.]") && more.length === 0 && (name === "" ? answer !== "" : isName(name));
}

/** `1[:]5`, of which either bound may be left out; a number alone is both. */
function isRange(value: string): boolean {
  const [least = "", most = least, ...more] = value.split("[:]");
  if (value === "" || more.length > 0) return false;
  if (![least, most].every((bound) => bound === "" || isNumber(bound))) return false;
  return least === "" || most === "" || Number(least) <= Number(most);
}

const isTruth: Check = (value) => value === "true" || value === "false";
const isChoice: Check = (value) => listOf(isName)(value) && isUnique(value);
const isText: Check = () => true;

/**
 * How answers are written, by the types of their interactions.
 * @param languages the codes of those that a text may be in
 */
export function createAnswers(languages: ReadonlySet<string>) {
  /** Text in a language, which may be named before it. */
  const isLocalized: Check = (value) => {
    const [, language] = /^\{lang=([^}]*)\}/.exec(value) ?? [];
    return language === undefined || isLanguage(language, languages);
  };
  const types: Record<string, Answers> = {
    "true-false": { response: isTruth, pattern: isTruth, hasOnePattern: true },
    choice: { response: isChoice, pattern: isChoice },
    "fill-in": { response: listOf(isLocalized), pattern: after("case_matters|order_matters", listOf(isLocalized)) },
    "long-fill-in": { response: isLocalized, pattern: after("case_matters", isLocalized) },
    likert: { response: isName, pattern: isName, hasOnePattern: true },
    matching: { response: listOf(isMatch), pattern: listOf(isMatch) },
    performance: { response: listOf(isStep), pattern: after("order_matters", listOf(isStep)) },
    sequencing: { response: listOf(isName), pattern: listOf(isName) },
    numeric: { response: isNumber, pattern: isRange, hasOnePattern: true },
    other: { response: isText, pattern: isText, hasOnePattern: true },
  };
  return {
    isLocalized,
    isType: (value: string) => Object.hasOwn(types, value),
    isResponse: (type: string, value: string) => value.length <= LONGEST_ANSWER && types[type]!.response(value),
    isPattern: (type: string, value: string) => value.length <= LONGEST_ANSWER && types[type]!.pattern(value),
    hasOnePattern: (type: string) => types[type]!.hasOnePattern ?? false,
  };
}
