// Written from server/src/features/scorm/cmi-answers.ts by `npm run generate`; edit that file.
import { isNumber, localized } from "./cmi-values.ts";

/** How learner responses and correct response patterns of an interaction are written (RTE 4th Ed. 4.2.9.1). */
interface Answers {
  response: Check;
  pattern: Check;
  /** Only one pattern is allowed. */
  hasOnePattern?: true;
}

/** 250 steps, each with a name and an answer of 250 characters, plus separators. */
export const LONGEST_ANSWER = 130_000;

type Check = (value: string) => boolean;

const isName: Check = (value) => /^[^\s{}[\]]+$/.test(value);
const isLocalized: Check = (value) => localized(value) === null;
const isTruth: Check = (value) => value === "true" || value === "false";
const everyEntry =
  (check: Check): Check =>
  (value) =>
    value === "" || value.split("[,]").every(check);
const everyDistinctEntry =
  (check: Check): Check =>
  (value) =>
    everyEntry(check)(value) && new Set(value.split("[,]")).size === value.split("[,]").length;

/** Accepts the delimiters of the named properties, true or false, before a pattern; other names are text. */
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

/** `1[:]5`, where either bound may be missing; a number alone is both bounds. */
const isRange: Check = (value) => {
  const [least = "", most = least, ...more] = value.split("[:]");
  if (value === "" || more.length > 0) return false;
  if (![least, most].every((bound) => bound === "" || isNumber(bound))) return false;
  return least === "" || most === "" || Number(least) <= Number(most);
};

const isText: Check = () => true;

const ANSWERS: Record<string, Answers> = {
  "true-false": { response: isTruth, pattern: isTruth, hasOnePattern: true },
  choice: { response: everyDistinctEntry(isName), pattern: everyDistinctEntry(isName) },
  "fill-in": {
    response: everyEntry(isLocalized),
    pattern: after("case_matters|order_matters", everyEntry(isLocalized)),
  },
  "long-fill-in": { response: isLocalized, pattern: after("case_matters", isLocalized) },
  likert: { response: isName, pattern: isName, hasOnePattern: true },
  matching: { response: everyEntry(isMatch), pattern: everyEntry(isMatch) },
  performance: { response: everyEntry(isStep), pattern: after("order_matters", everyEntry(isStep)) },
  sequencing: { response: everyEntry(isName), pattern: everyEntry(isName) },
  numeric: { response: isNumber, pattern: isRange, hasOnePattern: true },
  other: { response: isText, pattern: isText, hasOnePattern: true },
};

/** The types of interactions of SCORM 2004. */
export const TYPES = Object.keys(ANSWERS);

/** Returns whether an interaction of this type allows only one pattern. */
export const hasOnePattern = (type: string): boolean => ANSWERS[type]?.hasOnePattern ?? false;

/** Returns whether a text is a valid response or pattern for an interaction of this type. */
export const isAnswer = (type: string, part: "response" | "pattern", value: string): boolean =>
  ANSWERS[type]?.[part](value) ?? true;
