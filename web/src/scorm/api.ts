import { type Answer, createDataModel, type DataModel, NO_ERROR, type Version } from "./data-model.ts";
import { errorTexts } from "./error-texts.ts";
import { createRoom, type Room } from "./room.ts";

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
  /** A value was accepted; receives the element's whole new value. */
  onSet: (key: string, value: string) => void;
  onCommitted: () => void;
  onTerminated: () => void;
  onCall: (recorded: Recorded) => void;
  /** A value was rejected because the attempt is full. */
  onFull: () => void;
}

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

/** The API object that content looks for. */
export type ScormApi = Record<string, (...given: unknown[]) => string> & { version?: string };

/**
 * Creates the API object around a data model: every result is a text, no exception leaves it, and each call is passed
 * to the hooks.
 * @param room the space left for what content sets
 */
export function createApi(version: Version, model: DataModel, room: Room, hooks: Hooks): ScormApi {
  const is2004 = version === "scorm_2004";
  const texts = errorTexts(version);
  let lastError = NO_ERROR;

  const [initialize, finish, get, set, commit, getLastError, errorString, diagnostic] = FUNCTIONS[version];
  const api: Record<string, (...given: unknown[]) => string> = {
    [initialize]: (parameter) =>
      called(initialize, null, null, "false", () => {
        const result = model.initialize(text(parameter));
        if (result.error === NO_ERROR) hooks.onInitialized();
        return result;
      }),
    [finish]: (parameter) =>
      called(finish, null, null, "false", () => {
        const result = model.terminate(text(parameter));
        if (result.error === NO_ERROR) hooks.onTerminated();
        return result;
      }),
    [get]: (element) => called(get, text(element), null, "", () => model.get(text(element))),
    [set]: (element, value) =>
      called(set, text(element), text(value), "false", () => setValue(text(element), text(value))),
    [commit]: (parameter) =>
      called(commit, null, null, "false", () => {
        const result = model.commit(text(parameter));
        if (result.error === NO_ERROR) hooks.onCommitted();
        return result;
      }),
    [getLastError]: () => lastError,
    [errorString]: (code) => texts.string(text(code)),
    [diagnostic]: (code) => texts.diagnostic(text(code)),
  };
  return is2004 ? Object.assign(api as ScormApi, { version: "1.0" }) : (api as ScormApi);

  function setValue(key: string, value: string): Answer {
    const kept = model.keptAs(key, value);
    if (model.isInitialized() && !room.takes(key, kept)) {
      hooks.onFull();
      return { value: "false", error: is2004 ? "351" : "101" };
    }
    const result = model.set(key, value);
    if (result.error === NO_ERROR) {
      room.keep(key, kept);
      hooks.onSet(key, kept);
    }
    return result;
  }

  function called(
    call: string,
    element: string | null,
    value: string | null,
    failed: string,
    work: () => Answer,
  ): string {
    let result: Answer;
    try {
      result = work();
    } catch (error) {
      console.warn(`${call} failed.`, error);
      result = { value: failed, error: "101" };
    }
    lastError = result.error;
    hooks.onCall({
      called_at: new Date().toISOString(),
      call,
      element: element?.slice(0, 1000) ?? null,
      value: value?.slice(0, 1000) ?? null,
      result: result.value.slice(0, 1000),
      error_code: Number(result.error),
    });
    return result.value;
  }
}

const nothing = () => {};
/** The hooks of an API object of which nothing is reported. */
export const NO_HOOKS: Hooks = {
  onInitialized: nothing,
  onSet: nothing,
  onCommitted: nothing,
  onTerminated: nothing,
  onCall: nothing,
  onFull: nothing,
};

/**
 * Ends an API object whose content was removed. A window that the content has opened may still hold it: its calls then
 * answer as after the end of the session, and do not reach the content that is shown next.
 */
export function endApi(api: ScormApi, version: Version): void {
  const model = createDataModel(version);
  model.initialize("");
  model.terminate("");
  Object.assign(api, createApi(version, model, createRoom({}, 0), NO_HOOKS));
}

/** Content also passes numbers. */
const text = (value: unknown) => (typeof value === "string" ? value : value == null ? "" : String(value as number));
