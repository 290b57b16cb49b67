import type { Call } from "./commands.ts";
import type { Page } from "./pages.ts";

/** The result of a call. */
export interface Result {
  returned: string;
  errorCode: string;
  /** The element as named, with its index. */
  element: string;
  /** The objective or data with this id does not exist. */
  missing?: string;
}

type Api = Record<string, (...given: string[]) => unknown>;

/** The suite's window, as content uses it. */
export interface Suite {
  /** Returns whether this is the expected content; null when it is not. */
  arrived: (query: string) => { questions: string[] } | null;
  wrong: () => void;
  callsToMake: () => Call[];
  performed: (results: Result[]) => void;
  /** The content has finished; `isLeaving` when it reports it while it is unloaded. */
  finished: (isLeaving: boolean) => void;
  /** Waits for the learner's answers and continues. */
  ask: (questions: string[], then: () => void) => void;
}

/**
 * Does what the suite's content does when it loads, and returns what it does when it is unloaded. Sent to the browser
 * as text together with `perform`, so it refers to nothing else outside itself.
 */
export function play(page: Page, query: string, suite: Suite, api: () => Api): () => void {
  const nothing = () => {};
  if (page.isWrong) {
    suite.wrong();
    return nothing;
  }
  const visit = suite.arrived(query);
  if (!visit) return nothing;
  const work = () => {
    suite.performed(page.terminates === "never" ? [] : perform(suite.callsToMake(), api()));
    if (page.instructs === "loaded" && !page.asksLast) suite.finished(false);
    if (page.terminates === "loaded") api()["Terminate"]!("");
  };
  if (page.asksLast) {
    work();
    suite.ask(visit.questions, () => suite.finished(false));
  } else if (visit.questions.length > 0) suite.ask(visit.questions, work);
  else work();
  return () => {
    if (page.instructs === "unloaded") suite.finished(true);
    if (page.asks !== undefined) api()["SetValue"]!("adl.nav.request", page.asks);
    if (page.terminates === "unloaded") api()["Terminate"]!("");
  };
}

/** Makes the calls as the suite's content makes them. */
export function perform(calls: Call[], api: Api): Result[] {
  const call = (method: string, ...given: string[]) => String(api[method]!(...given));
  const ids = (list: string) =>
    Array.from({ length: Number(call("GetValue", `${list}._count`)) || 0 }, (_, index) =>
      call("GetValue", `${list}.${index}.id`),
    );
  return calls.map(({ method, parameter, value }) => {
    if (method === "compareObjectives")
      return { returned: ids("cmi.objectives").join(), errorCode: "0", element: "cmi.objectives" };
    let element = parameter;
    const [before = "", id, after = ""] = parameter.split("&");
    if (id !== undefined) {
      const index = ids(before.includes("data") ? "adl.data" : "cmi.objectives").indexOf(id);
      if (index === -1) return { returned: "", errorCode: "", element, missing: id };
      element = before + String(index) + after;
    }
    const returned = method === "SetValue" ? call(method, element, value) : call(method, element);
    return { returned, errorCode: call("GetLastError"), element };
  });
}
