import type { Library } from "./library.ts";
import type { Room } from "./room.ts";

type Version = "scorm_1_2" | "scorm_2004";

export interface Recorded {
  called_at: string;
  call: string;
  element: string | null;
  value: string | null;
  result: string | null;
  error_code: number;
}

interface Hooks {
  onInitialized: () => void;
  onSet: (key: string, value: string) => void;
  onCommitted: () => void;
  onTerminated: () => void;
  onCall: (recorded: Recorded) => void;
  /** A value was refused because there is no room for it. */
  onFull: () => void;
}

const NO_ERROR = "0";
const FUNCTIONS = {
  scorm_1_2: [
    "LMSInitialize",
    "LMSFinish",
    "LMSGetValue",
    "LMSSetValue",
    "LMSCommit",
    "LMSGetLastError",
    "LMSGetErrorString",
    "LMSGetDiagnostic",
  ],
  scorm_2004: [
    "Initialize",
    "Terminate",
    "GetValue",
    "SetValue",
    "Commit",
    "GetLastError",
    "GetErrorString",
    "GetDiagnostic",
  ],
} as const;

/** The object that content looks for: the library's functions, made safe (standards A2 and A3). */
export type ScormApi = Record<string, (...given: unknown[]) => string> & { version?: string };

/**
 * Wraps the library: every result is a text, no exception leaves it, and an element that is not a leaf of the data model never
 * reaches it, for it would take the whole model for a value and destroy it.
 * @param elements the leaves and keywords of the data model, with `n` and `m` for indexes
 * @param room for what content sets
 */
export function createApi(
  version: Version,
  library: Library,
  elements: { leaves: string[]; keywords: string[] },
  room: Room,
  hooks: Hooks,
): ScormApi {
  const leaves = new Set(elements.leaves);
  const keywords = new Set(elements.keywords);
  const is2004 = version === "scorm_2004";
  /** The error of a call that the library was spared. */
  let own: string | null = null;
  /** Places that content has emptied, which the library refuses although they may be (RTE 4th Ed. 4.2.3, 4.2.16). */
  const emptied = new Set<string>();

  const [initialize, finish, get, set, commit, lastError, errorString, diagnostic] = FUNCTIONS[version];
  const api: Record<string, (...given: unknown[]) => string> = {
    [initialize]: (parameter) =>
      called(initialize, null, null, "false", () => {
        const result = library.lmsInitialize(given(parameter));
        if (result === "true") hooks.onInitialized();
        return result;
      }),
    [finish]: (parameter) =>
      called(finish, null, null, "false", () => {
        if (isOver()) return spared("301", "false");
        const result = library.lmsFinish(given(parameter));
        if (result === "true") hooks.onTerminated();
        return result;
      }),
    [get]: (element) =>
      called(get, text(element), null, "", () => {
        const refused = refusedGet(text(element));
        if (refused) return spared(refused, "");
        const value = library.lmsGetValue(text(element));
        return library.isInitialized() && emptied.has(text(element)) ? spared(NO_ERROR, "") : value;
      }),
    [set]: (element, value) =>
      called(set, text(element), text(value), "false", () => {
        const [key, to] = [text(element), text(value)];
        const refused = refusedSet(key);
        if (refused) return spared(refused, "false");
        if (library.isInitialized() && !room.takes(key, to)) {
          hooks.onFull();
          return spared(is2004 ? "351" : "101", "false");
        }
        const isEmptied = mayBeEmptied(key) && to === "";
        const result = isEmptied ? "true" : String(library.lmsSetValue(key, to));
        if (isEmptied) own = NO_ERROR;
        if (isEmptied) emptied.add(key);
        else if (result === "true") emptied.delete(key);
        if (result === "true") {
          room.keep(key, to);
          hooks.onSet(key, to);
        }
        return result;
      }),
    [commit]: (parameter) =>
      called(commit, null, null, "false", () => {
        if (isOver()) return spared("301", "false");
        const result = library.lmsCommit(given(parameter));
        if (result === "true") hooks.onCommitted();
        return result;
      }),
    [lastError]: () => guarded(NO_ERROR, () => own ?? library.lmsGetLastError()),
    [errorString]: (code) =>
      guarded("", () =>
        text(code) === NO_ERROR ? "No error" : text(code) === "" ? "" : library.lmsGetErrorString(text(code)),
      ),
    [diagnostic]: (code) =>
      guarded("", () => {
        const asked = text(code);
        return asked === NO_ERROR || asked === "" ? "No error diagnostic" : library.lmsGetDiagnostic(asked);
      }),
  };
  return is2004 ? Object.assign(api as ScormApi, { version: "1.0" }) : (api as ScormApi);

  function called(
    call: string,
    element: string | null,
    value: string | null,
    failed: string,
    work: () => unknown,
  ): string {
    own = null;
    let result: string;
    try {
      result = text(work());
    } catch (error) {
      console.warn(`${call} failed.`, error);
      own = "101";
      result = failed;
    }
    const code = Number(guarded(NO_ERROR, () => own ?? library.lmsGetLastError()));
    hooks.onCall({
      called_at: new Date().toISOString(),
      call,
      element: element?.slice(0, 1000) ?? null,
      value: value?.slice(0, 1000) ?? null,
      result: result.slice(0, 1000),
      error_code: Number.isInteger(code) && code >= 0 && code <= 1000 ? code : 101,
    });
    return result;
  }

  function spared(code: string, result: string): string {
    own = code;
    return result;
  }

  /** While no session is open, the library says so before it looks at the element. */
  function refusedSet(key: string): string | null {
    if (isOver()) return "301";
    if (!library.isInitialized()) return null;
    if (leaves.has(general(key))) return is2004 && lacksId(key) ? "408" : null;
    if (keywords.has(general(key))) return is2004 ? "404" : "402";
    if (is2004 && key.startsWith("adl.nav.request_valid.")) return "404";
    if (key === "") return is2004 ? "351" : "201";
    // An index of another writing names no place in a list.
    if (is2004 && leaves.has(general(key.replaceAll(/\.0+(?=\d)/g, ".")))) return "351";
    if (!is2004 && endsInKeyword(key) && leaves.has(general(withoutLast(key)))) return "402";
    return "401";
  }

  function refusedGet(key: string): string | null {
    if (isOver()) return "301";
    if (!library.isInitialized()) return null;
    if (leaves.has(general(key)) || keywords.has(general(key))) return is2004 && isBeyond(key) ? "301" : null;
    if (is2004 && /^adl\.nav\.request_valid\.(continue|previous|(choice|jump)\.\{target=.*\})$/.test(key)) return null;
    if (key === "") return is2004 ? "301" : "201";
    if (endsInKeyword(key)) {
      const parent = general(withoutLast(key));
      if (is2004) return leaves.has(parent) || hasBelow(parent) ? "301" : "401";
      if (key.endsWith("._children")) return leaves.has(parent) ? "202" : "401";
      if (key.endsWith("._count")) return leaves.has(parent) || hasBelow(parent) ? "203" : "401";
    }
    return "401";
  }

  /** In SCORM 1.2 the library goes on after the end as if nothing had been. */
  function isOver(): boolean {
    return !is2004 && library.isTerminated();
  }

  function mayBeEmptied(key: string): boolean {
    const mayBe = /^cmi\.((comments_from_learner\.\d+\.)?location|learner_preference\.language)$/.test(key);
    return is2004 && mayBe && library.isInitialized() && !isBeyond(key);
  }

  /** Past the end of a list the library says 403 (RTE 4th Ed. 3.1.7.4: 301). */
  function isBeyond(key: string): boolean {
    return [...key.matchAll(/\.(\d+)(?=\.)/g)].some(
      (index) => Number(index[1]) >= Number(library.lmsGetValue(`${key.slice(0, index.index)}._count`)),
    );
  }

  /** The library lets an element of a list be set before its id is (RTE 4th Ed. 4.2.9 and 4.2.17: 408). */
  function lacksId(key: string): boolean {
    const [, list, index, rest] = /^cmi\.(objectives|interactions)\.(\d+)\.(.+)$/.exec(key) ?? [];
    if (rest === undefined || rest === "id") return false;
    const count = Number(library.lmsGetValue(`cmi.${list}._count`));
    // Beyond the next free index is an error of its own.
    if (Number(index) > count) return false;
    return Number(index) === count || text(library.lmsGetValue(`cmi.${list}.${index}.id`)) === "";
  }

  function hasBelow(parent: string): boolean {
    return elements.leaves.some((leaf) => leaf.startsWith(`${parent}.`));
  }
}

/** A key with its indexes as `n` and `m`; the letters themselves stand for nothing. */
function general(key: string): string {
  if (/\.[nm](\.|$)/.test(key)) return "";
  let found = 0;
  return key.replace(/\.(?:0|[1-9]\d{0,4})(?=\.|$)/g, () => (found++ === 0 ? ".n" : ".m"));
}

const endsInKeyword = (key: string) => /\._(children|count|version)$/.test(key);
const withoutLast = (key: string) => key.slice(0, key.lastIndexOf("."));

/** Content calls with numbers, too. */
const text = (value: unknown) => (typeof value === "string" ? value : value == null ? "" : String(value as number));
const given = (parameter: unknown) => text(parameter);

function guarded(otherwise: string, work: () => unknown): string {
  try {
    return text(work() ?? otherwise);
  } catch {
    return otherwise;
  }
}
