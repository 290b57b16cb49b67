import { hasOnePattern, isAnswer } from "./cmi/cmi-answers.ts";
import { listChildren, type Element, findElement, toGeneralKey, isKeyword, listPlaces } from "./cmi/cmi-elements.ts";
import { toStoredText } from "./cmi/cmi-values.ts";

export type Version = "scorm_1_2" | "scorm_2004";

/** The result of a call and the error after it. */
export interface Answer {
  value: string;
  error: string;
}

/** The data model of one content object, read and set between Initialize and Terminate. */
export interface DataModel {
  reset: () => void;
  /** Loads the initial values; values accepted earlier are not checked again. */
  load: (seed: Record<string, string>) => void;
  isInitialized: () => boolean;
  initialize: (parameter: string) => Answer;
  terminate: (parameter: string) => Answer;
  commit: (parameter: string) => Answer;
  get: (element: string) => Answer;
  set: (element: string, value: string) => Answer;
  /** Returns the whole value of an element after this one is set. */
  keptAs: (element: string, value: string) => string;
  /** Reads an element in any state of the session; an empty text without a value. */
  read: (element: string) => string;
}

export const NO_ERROR = "0";
export const answer = (value: string): Answer => ({ value, error: NO_ERROR });
export const failedSet = (error: string): Answer => ({ value: "false", error });
export const failedGet = (error: string): Answer => ({ value: "", error });

/** The error codes of both versions by cause. */
const CODES = {
  scorm_1_2: {
    again: "101",
    anew: "101",
    beforeInitialize: { terminate: "301", get: "301", set: "301", commit: "301" },
    afterTerminate: { terminate: "301", get: "301", set: "301", commit: "301" },
    noElement: { get: "201", set: "201" },
    beyond: { get: "201", set: "201" },
    unset: NO_ERROR,
    keyword: "402",
    readOnly: "403",
    writeOnly: "404",
    type: "405",
    range: "405",
  },
  scorm_2004: {
    again: "103",
    anew: "104",
    beforeInitialize: { terminate: "112", get: "122", set: "132", commit: "142" },
    afterTerminate: { terminate: "113", get: "123", set: "133", commit: "143" },
    noElement: { get: "301", set: "351" },
    beyond: { get: "301", set: "351" },
    unset: "403",
    keyword: "404",
    readOnly: "404",
    writeOnly: "405",
    type: "406",
    range: "407",
  },
} as const;

const PARAMETER = "201";
const UNKNOWN = "401";
const WRONG_PLACE = "351";
const DEPENDENCY = "408";
const ANSWER = /^(cmi\.interactions\.\d+)\.(?:learner_response|correct_responses\.(\d+)\.pattern)$/;

/**
 * Creates the data model of a content object: elements and values by the table shared with the server (ADR 046), with
 * the version's call order, lists and error codes.
 */
export function createDataModel(version: Version): DataModel {
  const is2004 = version === "scorm_2004";
  const codes = CODES[version];
  let values = new Map<string, string>();
  let counts = new Map<string, number>();
  let state: "new" | "open" | "over" = "new";

  return {
    reset() {
      values = new Map();
      counts = new Map();
      state = "new";
    },
    load(seed) {
      for (const [key, value] of Object.entries(seed)) keep(key, value);
    },
    isInitialized: () => state === "open",
    initialize(parameter) {
      if (parameter !== "") return failedSet(PARAMETER);
      if (state !== "new") return failedSet(state === "open" ? codes.again : codes.anew);
      state = "open";
      return answer("true");
    },
    terminate(parameter) {
      if (parameter !== "") return failedSet(PARAMETER);
      const closed = closedFor("terminate");
      if (closed) return failedSet(closed);
      state = "over";
      return answer("true");
    },
    commit(parameter) {
      if (parameter !== "") return failedSet(PARAMETER);
      const closed = closedFor("commit");
      return closed ? failedSet(closed) : answer("true");
    },
    get(element) {
      const error = closedFor("get") ?? refusedGet(element);
      if (error) return failedGet(error);
      const value = getValue(element);
      return value === undefined ? failedGet(codes.unset) : answer(value);
    },
    set(element, given) {
      const error = closedFor("set") ?? refusedSet(element, given);
      if (error) return failedSet(error);
      keep(element, toStored(element, given));
      return answer("true");
    },
    keptAs: toStored,
    read: (element) => getValue(element) ?? "",
  };

  function closedFor(call: "terminate" | "get" | "set" | "commit"): string | null {
    if (state === "open") return null;
    return state === "new" ? codes.beforeInitialize[call] : codes.afterTerminate[call];
  }

  function toStored(element: string, given: string): string {
    const before = findElement(version, element)?.appends ? (values.get(element) ?? "") : "";
    return before + toStoredText(element, given);
  }

  function keep(element: string, value: string) {
    values.set(element, value);
    for (const [list, index] of listPlaces(element)) counts.set(list, Math.max(count(list), index + 1));
  }

  function count(list: string): number {
    return counts.get(list) ?? 0;
  }

  /** Returns whether an element is more than so many places past the end of its list. */
  function isBeyond(element: string, places: number): boolean {
    return listPlaces(element).some(([list, index]) => index >= count(list) + places);
  }

  function refusedGet(key: string): string | null {
    const element = findElement(version, key);
    if (!element && !isKeyword(version, key)) return unknownGet(key);
    if (element?.access === "wo") return codes.writeOnly;
    return isBeyond(key, 0) ? codes.beyond.get : null;
  }

  function unknownGet(key: string): string {
    if (key === "") return codes.noElement.get;
    const [, parent = "", word] = /^(.*)\._(children|count|version)$/.exec(key) ?? [];
    const isLeaf = findElement(version, parent) !== undefined;
    if (word === undefined || (!isLeaf && listChildren(version, parent).length === 0)) return UNKNOWN;
    if (is2004) return codes.beyond.get;
    if (word === "children") return isLeaf ? "202" : UNKNOWN;
    return word === "count" ? "203" : UNKNOWN;
  }

  function getValue(key: string): string | undefined {
    if (key === "cmi._version") return is2004 ? "1.0" : "3.4";
    const [, parent = "", word] = /^(.*)\._(children|count)$/.exec(key) ?? [];
    if (word === "children") return listChildren(version, toGeneralKey(parent)).join(",");
    if (word === "count") return String(count(parent));
    return values.get(key) ?? findElement(version, key)?.start ?? (is2004 ? undefined : "");
  }

  function refusedSet(key: string, given: string): string | null {
    const element = findElement(version, key);
    if (!element) return unknownSet(key);
    // Past the next free place, the place is the error.
    if (lacksId(key) && !isBeyond(key, 1)) return DEPENDENCY;
    if (element.access === "ro") return codes.readOnly;
    return isBeyond(key, 1) ? codes.beyond.set : refusedValue(element, key, given);
  }

  function unknownSet(key: string): string {
    if (isKeyword(version, key)) return codes.keyword;
    if (key === "") return codes.noElement.set;
    if (is2004 && key.startsWith("adl.nav.request_valid.")) return codes.readOnly;
    // An index with leading zeros is no place in a list.
    if (is2004 && findElement(version, key.replaceAll(/\.0+(?=\d)/g, "."))) return WRONG_PLACE;
    const [, parent = ""] = /^(.*)\._(?:children|count|version)$/.exec(key) ?? [];
    return !is2004 && findElement(version, parent) ? codes.keyword : UNKNOWN;
  }

  function refusedValue(element: Element, key: string, given: string): string | null {
    const value = toStored(key, given);
    const misfit = element.judge(value);
    if (misfit) return codes[misfit];
    return is2004 ? (refusedAnswer(key, value) ?? refusedIdentifier(key, value)) : null;
  }

  /** Returns whether an element of a list is set before its id (RTE 4th Ed. 4.2.9 and 4.2.17). */
  function lacksId(key: string): boolean {
    const [, item, rest] = /^(cmi\.(?:objectives|interactions)\.\d+)\.(.+)$/.exec(key) ?? [];
    return is2004 && rest !== undefined && rest !== "id" && !values.get(`${item}.id`);
  }

  /** Checks an answer by the type of its interaction (RTE 4th Ed. 4.2.9.1). */
  function refusedAnswer(key: string, value: string): string | null {
    const [, interaction, index] = ANSWER.exec(key) ?? [];
    if (interaction === undefined) return null;
    const type = values.get(`${interaction}.type`);
    if (type === undefined) return DEPENDENCY;
    if (index === undefined) return isAnswer(type, "response", value) ? null : codes.type;
    if (hasOnePattern(type) && index !== "0") return WRONG_PLACE;
    if (!isAnswer(type, "pattern", value)) return codes.type;
    return type === "choice" && isSecond(key, value) ? WRONG_PLACE : null;
  }

  /** Rejects repeated or changed ids of objectives; in interactions only those of their objectives. */
  function refusedIdentifier(key: string, value: string): string | null {
    if (!/^cmi\.(?:interactions\.\d+\.)?objectives\.\d+\.id$/.test(key)) return null;
    const before = key.startsWith("cmi.objectives.") ? values.get(key) : undefined;
    return isSecond(key, value) || (before && before !== value) ? WRONG_PLACE : null;
  }

  /** Returns whether another place of a list has this value. */
  function isSecond(key: string, value: string): boolean {
    const [list, own] = listPlaces(key).at(-1)!;
    const name = key.slice(key.lastIndexOf("."));
    return Array.from({ length: count(list) }, (_, index) => index).some(
      (index) => index !== own && values.get(`${list}.${index}${name}`) === value,
    );
  }
}

/** Lists a content object's initial objectives, each with the key of its id. */
export function objectiveIds(model: DataModel): [key: string, id: string][] {
  return Array.from({ length: Number(model.read("cmi.objectives._count")) }, (_, index) => {
    const key = `cmi.objectives.${index}.id`;
    return [key, model.read(key)];
  });
}
