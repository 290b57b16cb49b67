import { createAnswers } from "./answers2004.ts";
import { isDuration, isIdentifier, isNumber, isTimestamp } from "./values2004.ts";

type Answer = { value: string; error: string };

const LIST = "cmi.interactions";
const CHILDREN = "id,type,objectives,timestamp,correct_responses,weighting,learner_response,result,latency,description";
const PLACE = /^cmi\.interactions\.(\d+)\.(?:(objectives|correct_responses)\.(\d+)\.)?(\w+)$/;
const LONGEST_ID = 4_000;
const LONGEST_DESCRIPTION = 500;

export const isOfInteractions = (element: string) => element.startsWith(`${LIST}.`);

/**
 * The interactions of a content object (RTE 4th Ed. 4.2.9), in place of the library's, which lets no id be set again and reads
 * responses and patterns otherwise than ADL's cases do. Whoever asks knows that the element is one of the data model, and that its
 * interaction has an id.
 * @param seed what the content finds of its data model; what was taken once is not judged again
 * @param languages the codes of those that a text may be in
 */
export function createInteractions(seed: Record<string, string>, languages: ReadonlySet<string>) {
  const { hasOnePattern, isLocalized, isPattern, isResponse, isType } = createAnswers(languages);
  /** The elements that are judged by themselves. */
  const checks: Record<string, (value: string) => boolean> = {
    id: (value) => value.length <= LONGEST_ID && isIdentifier(value),
    type: isType,
    timestamp: isTimestamp,
    weighting: isNumber,
    result: (value) => /^(correct|incorrect|unanticipated|neutral)$/.test(value) || isNumber(value),
    latency: isDuration,
    description: (value) => value.length <= LONGEST_DESCRIPTION && isLocalized(value),
  };
  const values = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const [key, value] of Object.entries(seed)) if (isOfInteractions(key)) keep(key, value);

  return {
    get(element: string): Answer {
      if (isBeyond(element, 0)) return { value: "", error: "301" };
      if (element === `${LIST}._children`) return { value: CHILDREN, error: "0" };
      const [, list] = /^(.+)\._count$/.exec(element) ?? [];
      const value = list === undefined ? values.get(element) : String(count(list));
      return value === undefined ? { value: "", error: "403" } : { value, error: "0" };
    },
    /** The error of a value that is not taken, `0` for one that is. */
    set(element: string, value: string): string {
      const error = refusalOf(element, value);
      if (error) return error;
      keep(element, value);
      return "0";
    },
  };

  function keep(element: string, value: string) {
    values.set(element, value);
    for (const [list, index] of placesIn(element)) counts.set(list, Math.max(count(list), index + 1));
  }

  function count(list: string): number {
    return counts.get(list) ?? 0;
  }

  /** Whether an element is more than so many places past the last of its list. */
  function isBeyond(element: string, places: number): boolean {
    return placesIn(element).some(([list, index]) => index >= count(list) + places);
  }

  function refusalOf(element: string, value: string): string | null {
    if (isBeyond(element, 1)) return "351";
    const [, own = "", list, index = "", name = ""] = PLACE.exec(element) ?? [];
    if (name === "learner_response" || name === "pattern") {
      const type = values.get(`${LIST}.${own}.type`);
      if (type === undefined) return "408";
      if (name === "learner_response") return isResponse(type, value) ? null : "406";
      if (hasOnePattern(type) && index !== "0") return "351";
      if (!isPattern(type, value)) return "406";
      return type === "choice" && isSecond(`${LIST}.${own}.${list}`, index, name, value) ? "351" : null;
    }
    if (!checks[name]?.(value)) return "406";
    return list && isSecond(`${LIST}.${own}.${list}`, index, name, value) ? "351" : null;
  }

  /** Whether another place of a list has this value already. */
  function isSecond(list: string, own: string, name: string, value: string): boolean {
    return Array.from({ length: count(list) }, (_, index) => index).some(
      (index) => index !== Number(own) && values.get(`${list}.${index}.${name}`) === value,
    );
  }
}

/** The lists that a key goes through, and where in each. */
function placesIn(element: string): [list: string, index: number][] {
  return [...element.matchAll(/\.(\d+)(?=\.)/g)].map((found) => [element.slice(0, found.index), Number(found[1])]);
}
