import { isNumber, localized } from "./cmi-values.ts";

/** How the learner's response to an interaction is written, and the patterns of the correct ones (RTE 4th Ed. 4.2.9.1). */
interface Answers {
  response: Check;
  pattern: Check;
  /** There is one pattern and no second. */
  hasOnePattern?: true;
}

/** 250 steps, each with a name and an answer of 250 characters, and something over. */
export const LONGEST_ANSWER = 130_000;

type Check = (value: string) => boolean;

const isName: Check = (value) => /^[^\s{}[\]]+$/.test(value);
const isLocalized: Check = (value) => localized(value) === null;
const isTruth: Check = (value) => value === "true" || value === "false";
const listOf =
  (check: Check): Check =>
  (value) =>
    value === "" || value.split("[,]").every(check);
const setOf =
  (check: Check): Check =>
  (value) =>
    listOf(check)(value) && new Set(value.split("[,]")).size === value.split("[,]").length;

/** What may stand in front of a pattern, each with true or false; what is another type's is text. */
function after(names: string, check: Check): Check {
  const front = new RegExp(`^(?:\\{(?:${names})=(?:true|false)\\})*`);
  const otherwise = new RegExp(`^\\{(?:${names})=`);
  return (value) => {
    const rest = value.replace(front, "");
    return !otherwise.test(rest) && check(rest);
  };
}

const isMatch: Check = (value) => {
  const parts = value.split("[.]");
  return parts.length === 2 && parts.every(isName);
};

/** A step needs a name or an answer. */
const isStep: Check = (value) => {
  const [name = "", answer, ...more] = value.split("[.]");
  return answer !== undefined && more.length === 0 && (name === "" ? answer !== "" : isName(name));
};

/** `1[:]5`, of which either bound may be left out; a number alone is both. */
const isRange: Check = (value) => {
  const [least = "", most = least, ...more] = value.split("[:]");
  if (value === "" || more.length > 0) return false;
  if (![least, most].every((bound) => bound === "" || isNumber(bound))) return false;
  return least === "" || most === "" || Number(least) <= Number(most);
};

const isText: Check = () => true;

const ANSWERS: Record<string, Answers> = {
  "true-false": { response: isTruth, pattern: isTruth, hasOnePattern: true },
  choice: { response: setOf(isName), pattern: setOf(isName) },
  "fill-in": { response: listOf(isLocalized), pattern: after("case_matters|order_matters", listOf(isLocalized)) },
  "long-fill-in": { response: isLocalized, pattern: after("case_matters", isLocalized) },
  likert: { response: isName, pattern: isName, hasOnePattern: true },
  matching: { response: listOf(isMatch), pattern: listOf(isMatch) },
  performance: { response: listOf(isStep), pattern: after("order_matters", listOf(isStep)) },
  sequencing: { response: listOf(isName), pattern: listOf(isName) },
  numeric: { response: isNumber, pattern: isRange, hasOnePattern: true },
  other: { response: isText, pattern: isText, hasOnePattern: true },
};

/** The types of interactions of SCORM 2004. */
export const TYPES = Object.keys(ANSWERS);

/** Tells whether an interaction of this type has one pattern and no second. */
export const hasOnePattern = (type: string): boolean => ANSWERS[type]?.hasOnePattern ?? false;

/** Tells whether a text is a response, or a pattern, to an interaction of this type. */
export const isAnswer = (type: string, part: "response" | "pattern", value: string): boolean =>
  ANSWERS[type]?.[part](value) ?? true;
