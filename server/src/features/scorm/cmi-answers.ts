import { localized, number, oneOf, text, type ValueCheck } from "./cmi-values.ts";

/** How the learner's response to an interaction is written, and the patterns of the correct ones (RTE 4th Ed. 4.2.9.1). */
interface Answers {
  response: ValueCheck;
  pattern: ValueCheck;
  /** There is one pattern and no second. */
  hasOnePattern?: true;
}

/** 250 steps, each with a name and an answer of 250 characters, and something over. The player has the same limit. */
export const LONGEST_ANSWER = 130_000;

const isName: ValueCheck = (value) => /^[^\s{}[\]]+$/.test(value);
const listOf =
  (check: ValueCheck): ValueCheck =>
  (value) =>
    value === "" || value.split("[,]").every(check);
const setOf =
  (check: ValueCheck): ValueCheck =>
  (value) =>
    listOf(check)(value) && new Set(value.split("[,]")).size === value.split("[,]").length;

/** What may stand in front of a pattern, each with true or false; what is another type's is text. */
function after(names: string, check: ValueCheck): ValueCheck {
  const front = new RegExp(`^(?:\\{(?:${names})=(?:true|false)\\})*`);
  const otherwise = new RegExp(`^\\{(?:${names})=`);
  return (value) => {
    const rest = value.replace(front, "");
    return !otherwise.test(rest) && check(rest);
  };
}

const match: ValueCheck = (value) => {
  const parts = value.split("[.]");
  return parts.length === 2 && parts.every(isName);
};

/** A step needs a name or an answer. */
const step: ValueCheck = (value) => {
  const [name = "", answer, ...more] = value.split("[.]");
  return answer !== undefined && more.length === 0 && (name === "" ? answer !== "" : isName(name));
};

/** `1[:]5`, of which either bound may be left out; a number alone is both. */
const range: ValueCheck = (value) => {
  const [least = "", most = least, ...more] = value.split("[:]");
  if (value === "" || more.length > 0 || ![least, most].every(number(undefined, undefined, true))) return false;
  return least === "" || most === "" || Number(least) <= Number(most);
};

const truth = oneOf("true", "false");
const any = text(LONGEST_ANSWER);

const ANSWERS: Record<string, Answers> = {
  "true-false": { response: truth, pattern: truth, hasOnePattern: true },
  choice: { response: setOf(isName), pattern: setOf(isName) },
  "fill-in": { response: listOf(localized), pattern: after("case_matters|order_matters", listOf(localized)) },
  "long-fill-in": { response: localized, pattern: after("case_matters", localized) },
  likert: { response: isName, pattern: isName, hasOnePattern: true },
  matching: { response: listOf(match), pattern: listOf(match) },
  performance: { response: listOf(step), pattern: after("order_matters", listOf(step)) },
  sequencing: { response: listOf(isName), pattern: listOf(isName) },
  numeric: { response: number(), pattern: range, hasOnePattern: true },
  other: { response: any, pattern: any, hasOnePattern: true },
};

/**
 * Whether an element of an interaction is what the interaction's type lets it be; all others are. Without a type nothing is known: what
 * a page sends on leaving may lack the beginning.
 */
export function fitsType(cmi: Record<string, string>, key: string, value: string): boolean {
  const [, interaction, index] =
    /^(cmi\.interactions\.\d+)\.(?:learner_response|correct_responses\.(\d+)\.pattern)$/.exec(key) ?? [];
  const type = cmi[`${interaction}.type`];
  if (interaction === undefined || type === undefined) return true;
  const { response, pattern, hasOnePattern } = ANSWERS[type]!;
  if (index === undefined) return response(value);
  return pattern(value) && (!hasOnePattern || index === "0");
}
