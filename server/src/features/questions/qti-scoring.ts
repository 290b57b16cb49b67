import { t } from "../../i18n/message.ts";
import type { MixedXml } from "../../platform/xml.ts";
import { findAll, listElements, listNamed, toPlainText } from "./qti-names.ts";
import { readKeyNumber } from "./numbers.ts";
import { Unreadable } from "./unreadable.ts";

/** A value of a response that earns points. */
export interface Scored {
  text: string;
  /** How far a number may be from `text`. */
  tolerance: number;
  matchesCase: boolean;
  /** The response is this value and no other, not one of its values. */
  isWhole?: boolean;
  points: number;
}

/** Returns what identifies an accepted answer, for the feedback on it. */
export const toAcceptedKey = ({ text, tolerance }: Pick<Scored, "text" | "tolerance">): string =>
  tolerance > 0 ? `${text} ± ${tolerance}` : text;

/** How a response is scored: against the right response of its declaration, by its mapping, or by values in rules. */
export type Method = { by: "correct"; points: number | null } | { by: "mapping" } | { by: "values"; values: Scored[] };

/** A condition under which feedback is shown; null when it always is, `value` null for one that is not about one value. */
export type Shown = { value: string | null } | null;

export interface Scoring {
  /** The method for each response that is scored. */
  methods: Map<string, Method>;
  /** When an outcome takes a value: the conditions by '<outcome> <value>'. */
  shown: Map<string, Shown>;
  /** Outcomes that take the value of a response, so that feedback is named after a choice. */
  copies: Set<string>;
}

interface Rule {
  outcome: string;
  value: MixedXml;
  conditions: (MixedXml | "else")[];
}

/**
 * Reads how an item is scored: the templates of QTI, and rules that compare responses with the right ones, with values or by a
 * mapping.
 * @throws Unreadable for any other scoring
 */
export function readScoring(item: MixedXml): Scoring {
  const declared = listCorrect(item);
  const scoring: Scoring = { methods: new Map(), shown: new Map(), copies: new Set() };
  const [processing] = listNamed(item, "responseProcessing");
  const template = /([^/]+?)(?:\.xml)?$/.exec(processing?.attributes["template"] ?? "")?.[1];
  const rules = processing ? listRules(listElements(processing), []) : [];
  if (template && rules.length === 0) {
    const by = TEMPLATES[template];
    if (!by) throw new Unreadable(t`It is scored by the template '${template}', which cannot be imported.`);
    for (const id of declared.keys()) scoring.methods.set(id, by === "correct" ? { by, points: null } : { by });
    return scoring;
  }
  // Without any rules, the right response of the declaration is the only key.
  if (rules.length === 0) for (const id of declared.keys()) scoring.methods.set(id, { by: "correct", points: null });
  const numeric = listNumericOutcomes(item);
  for (const rule of rules) {
    if (rule.outcome === "MAXSCORE") continue;
    if (numeric.has(rule.outcome)) readScore(rule, declared, scoring);
    else readFeedbackRule(rule, declared, scoring);
  }
  return scoring;
}

/** The right values of each declared response. */
type Declared = Map<string, string[]>;

/** Lists the right values of each response that an item declares. */
export function listCorrect(item: MixedXml): Declared {
  return new Map(
    listNamed(item, "responseDeclaration").map((declaration) => [
      declaration.attributes["identifier"] ?? "",
      listNamed(declaration, "correctResponse").flatMap((correct) =>
        listNamed(correct, "value").map((each) => toPlainText(each).trim()),
      ),
    ]),
  );
}

const TEMPLATES: Record<string, "correct" | "mapping"> = {
  match_correct: "correct",
  CC2_match: "correct",
  CC2_match_basic: "correct",
  map_response: "mapping",
  CC2_map_response: "mapping",
};

function listNumericOutcomes(item: MixedXml): Set<string> {
  const numeric = listNamed(item, "outcomeDeclaration").filter(({ attributes }) =>
    /^(?:float|integer)$/.test(attributes["baseType"] ?? ""),
  );
  return new Set(["SCORE", ...numeric.map(({ attributes }) => attributes["identifier"] ?? "")]);
}

/** Lists the rules that set outcomes, each with the conditions around it. */
function listRules(elements: MixedXml[], conditions: Rule["conditions"]): Rule[] {
  return elements.flatMap((element) => {
    if (element.name === "setOutcomeValue")
      return listElements(element)
        .slice(0, 1)
        .map((value) => ({ outcome: element.attributes["identifier"] ?? "", value, conditions }));
    if (element.name === "responseCondition")
      return listElements(element).flatMap((branch) => {
        if (branch.name === "responseElse") return listRules(listElements(branch), [...conditions, "else"]);
        const [condition, ...inside] = listElements(branch);
        return condition ? listRules(inside, [...conditions, condition]) : [];
      });
    if (element.name === "responseProcessingFragment") return listRules(listElements(element), conditions);
    throw new Unreadable(t`Its scoring uses '${element.name}', which cannot be imported.`);
  });
}

function readScore({ value, conditions }: Rule, declared: Declared, { methods }: Scoring): void {
  const mapped = findSelfAndAll(value, ({ name }) => name === "mapResponse");
  const responses = (element: MixedXml) =>
    findSelfAndAll(element, ({ attributes }) => declared.has(attributes["identifier"] ?? ""));
  const tests = together(conditions.map((each) => (each === "else" ? [] : listTests(each, declared))));
  if (mapped.length > 0) {
    if (!isSum(value) || tests.some(({ kind }) => kind !== "guard"))
      throw new Unreadable(t`Its scoring combines points in a way that cannot be imported.`);
    for (const { attributes } of mapped) setMethod(methods, attributes["identifier"] ?? "", { by: "mapping" });
    return;
  }
  if (responses(value).length > 0) throw new Unreadable(t`Its scoring uses '${value.name}', which cannot be imported.`);
  const points = readConstant(value);
  if (points <= 0) return;
  // A rule about other outcomes limits or adds up scores.
  const isForAnyAnswer =
    tests.every(({ kind }) => kind === "guard") && (tests.length > 0 || conditions.includes("else"));
  if (isForAnyAnswer) throw new Unreadable(t`Its scoring combines points in a way that cannot be imported.`);
  for (const test of tests) {
    if (test.kind === "correct") setMethod(methods, test.response, { by: "correct", points });
    if (test.kind === "value") {
      const known = methods.get(test.response);
      const values = known?.by === "values" ? known.values : [];
      setMethod(methods, test.response, { by: "values", values: [...values, { ...test.value, points }] });
    }
  }
}

function setMethod(methods: Scoring["methods"], response: string, method: Method): void {
  const known = methods.get(response);
  if (known && known.by !== method.by)
    throw new Unreadable(t`Its scoring combines points in a way that cannot be imported.`);
  methods.set(response, method);
}

/** Returns the points that a rule gives; for a sum, those it adds. The value of an outcome is not known here. */
function readConstant(value: MixedXml): number {
  if (value.name === "baseValue") return Number(toPlainText(value)) || 0;
  if (value.name === "sum") return listElements(value).reduce((sum, each) => sum + readConstant(each), 0);
  return value.name === "variable" && value.attributes["identifier"] === "MAXSCORE" ? 1 : 0;
}

const isSum = (value: MixedXml): boolean =>
  ["mapResponse", "variable", "baseValue"].includes(value.name) ||
  (value.name === "sum" && listElements(value).every(isSum));

type Test =
  | { kind: "guard" }
  | { kind: "correct"; response: string }
  | { kind: "value"; response: string; value: Omit<Scored, "points"> };

/** Lists what a condition tests of responses. @throws Unreadable for tests that no question here can make */
function listTests(condition: MixedXml, declared: Declared): Test[] {
  const about = findSelfAndAll(condition, ({ attributes }) => declared.has(attributes["identifier"] ?? ""));
  if (about.length === 0) return [];
  const { name } = condition;
  const parts = listElements(condition);
  if (name === "isNull" || (name === "not" && parts[0]?.name === "isNull")) return [{ kind: "guard" }];
  if (name === "and") {
    const range = readRange(parts);
    return range ? [range] : together(parts.map((each) => listTests(each, declared)));
  }
  if (name === "or") {
    const tests = parts.map((each) => listTests(each, declared));
    const responses = new Set(tests.flat().map((test) => ("response" in test ? test.response : "")));
    if (responses.size > 1 || tests.some((each) => each.length > 1)) return unknownTest(name);
    return tests.flat();
  }
  const variable = parts.find(({ name: each }) => each === "variable");
  const other = parts.find((each) => each !== variable);
  const response = variable?.attributes["identifier"] ?? "";
  if (!other || !declared.has(response) || !["match", "equal", "stringMatch", "member"].includes(name))
    return unknownTest(name);
  if (condition.attributes["substring"] === "true") return unknownTest("substring");
  const tolerance = readTolerance(condition);
  if (other.name === "correct" && other.attributes["identifier"] === response) {
    if (tolerance.low === 0 && tolerance.high === 0 && name !== "stringMatch") return [{ kind: "correct", response }];
    return [{ kind: "value", response, value: toValue(declared.get(response)?.[0] ?? "", condition) }];
  }
  if (other.name !== "baseValue") return unknownTest(other.name);
  const value = { ...toValue(toPlainText(other).trim(), condition), isWhole: name === "match" };
  return [{ kind: "value", response, value }];
}

/**
 * Returns the tests of conditions that have to be met together.
 * @throws Unreadable when several are about one response: each of its values would earn the points alone
 */
function together(parts: Test[][]): Test[] {
  const responses = parts.flatMap((tests) => [
    ...new Set(tests.flatMap((test) => ("response" in test ? test.response : []))),
  ]);
  if (new Set(responses).size < responses.length)
    throw new Unreadable(t`Its scoring combines points in a way that cannot be imported.`);
  return parts.flat();
}

function unknownTest(name: string): never {
  throw new Unreadable(t`Its scoring uses '${name}', which cannot be imported.`);
}

function toValue(text: string, test: MixedXml): Omit<Scored, "points"> {
  const matchesCase = test.name !== "stringMatch" || test.attributes["caseSensitive"] === "true";
  const { low, high, isRelative } = readTolerance(test);
  if (low === high && !isRelative) return { text, tolerance: low, matchesCase };
  const number = readKeyNumber(text);
  if (number === null) throw new Unreadable(t`Its tolerance cannot be imported.`);
  const [below, above] = isRelative ? [Math.abs((number * low) / 100), Math.abs((number * high) / 100)] : [low, high];
  return { ...toRange(number - below, number + above), matchesCase };
}

/** Returns the number between two limits, with its distance from them. */
function toRange(low: number, high: number): { text: string; tolerance: number } {
  const shortest = (value: number) => String(Number(value.toPrecision(14)));
  return { text: shortest((low + high) / 2), tolerance: Number(shortest((high - low) / 2)) };
}

function readTolerance({ name, attributes }: MixedXml): { low: number; high: number; isRelative: boolean } {
  const mode = attributes["toleranceMode"] ?? "exact";
  if (name !== "equal" || mode === "exact") return { low: 0, high: 0, isRelative: false };
  const [low = Number.NaN, high = low] = (attributes["tolerance"] ?? "").split(/\s+/).filter(Boolean).map(Number);
  if (!(low >= 0 && high >= 0)) throw new Unreadable(t`Its tolerance cannot be imported.`);
  return { low, high, isRelative: mode === "relative" };
}

/** Reads 'at least a and at most b'. */
function readRange(parts: MixedXml[]): Test | null {
  if (parts.length !== 2) return null;
  const limits = parts.map((part) => {
    const [variable, limit] = listElements(part);
    const response = variable?.name === "variable" ? variable.attributes["identifier"] : undefined;
    return { name: part.name, response, limit: limit?.name === "baseValue" ? readKeyNumber(toPlainText(limit)) : null };
  });
  const low = limits.find(({ name }) => name === "gte");
  const high = limits.find(({ name }) => name === "lte");
  if (!low?.response || low.response !== high?.response || low.limit === null || high.limit === null) return null;
  if (low.limit > high.limit) return null;
  return { kind: "value", response: low.response, value: { ...toRange(low.limit, high.limit), matchesCase: true } };
}

function readFeedbackRule({ outcome, value, conditions }: Rule, declared: Declared, scoring: Scoring): void {
  const copied = findSelfAndAll(
    value,
    ({ name, attributes }) => name === "variable" && declared.has(attributes["identifier"] ?? ""),
  );
  if (copied.length > 0 && conditions.length === 0) scoring.copies.add(outcome);
  for (const each of findSelfAndAll(value, ({ name }) => name === "baseValue")) {
    const key = `${outcome} ${toPlainText(each).trim()}`;
    scoring.shown.set(key, scoring.shown.has(key) ? { value: null } : readShown(conditions, declared));
  }
}

function readShown(conditions: Rule["conditions"], declared: Declared): Shown {
  const [condition, ...more] = conditions;
  if (condition === undefined) return null;
  if (condition === "else" || more.length > 0) return { value: null };
  try {
    const [test, ...others] = listTests(condition, declared);
    const value = test?.kind === "value" && others.length === 0 ? toAcceptedKey(test.value) : null;
    return { value: value || null };
  } catch (error) {
    if (error instanceof Unreadable) return { value: null };
    throw error;
  }
}

const findSelfAndAll = (element: MixedXml, accepts: (element: MixedXml) => boolean): MixedXml[] => [
  ...(accepts(element) ? [element] : []),
  ...findAll(element, accepts),
];
